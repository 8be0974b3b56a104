"""`./dev balance GAME`: bots play many games, and a table says whether the game is in balance.

The exit code is 1 if a figure doesn't hold. What is played and counted is said in a module a game.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from functools import partial

from app import balance_quirky, balance_sparks
from app.figures import HEAD, at_least, line, row

GAMES = {"sparks": balance_sparks, "quirky_circuits": balance_quirky}


def main(argv: Sequence[str]) -> int:
    """The subcommand. Returns 1 if a figure doesn't hold."""
    parser = argparse.ArgumentParser(prog="./dev balance", description=__doc__)
    games = parser.add_subparsers(dest="game", required=True, help="the game to be measured")
    for key, game in GAMES.items():
        of_game = games.add_parser(key, description=game.__doc__)
        of_game.add_argument(
            "--games",
            type=partial(at_least, 8),
            default=game.GAMES,
            help=f"games for {game.PLAYED_FOR}, 8 at least (default {game.GAMES})",
        )
        of_game.add_argument(
            "--players", type=int, choices=game.SEATS, help="only games of so many (default: all)"
        )
        game.add_arguments(of_game)
        of_game.add_argument("--seed", type=partial(at_least, 0), default=1, help="the first deal")
        of_game.add_argument("--processes", type=partial(at_least, 1), help="default: one a core")
        of_game.add_argument("--json", action="store_true", help="one object a row")
    arguments = parser.parse_args(argv)
    processes = arguments.processes or os.cpu_count() or 1
    if not arguments.json:
        sys.stdout.write(f"{HEAD}\n")
    wrong = 0
    for figure in GAMES[arguments.game].figures(arguments, processes):
        wrong += not figure.holds
        text = json.dumps(row(figure), ensure_ascii=False) if arguments.json else line(figure)
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    return 1 if wrong else 0
