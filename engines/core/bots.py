"""Bots that know no game: the random player, and whole random games for tests and measurements."""

from typing import Any

from engines.core.chance import Chance, Dice
from engines.core.engine import AnyEngine, Seat
from engines.core.game import Acted, Game, act, ask_id, begin

MANY = 1 << 64
"""So many that the remainders favour no seat and no option."""


def random_text(game: Game, seat: Seat, chance: Chance, *where: int | str) -> str:
    """One of the seat's legal single actions, each as likely, in notation. The seat must have an
    ask.
    """
    options = game.engine.options(game.state, seat)
    return game.engine.write(options[chance.below(len(options), *where, "option")])


def asked_seats(game: Game, *, must: bool = False) -> list[Seat]:
    """The seats with an open ask; with `must`, those that the table waits for."""
    return [ask.seat for ask in game.asked if ask is not None and (ask.must or not must)]


def play_out(
    engine: AnyEngine, options: Any, players: int, seed: bytes, most: int = 10_000
) -> list[Acted]:
    """A whole game of random players, from its set-up on, everything drawn from one seed.

    A seat is picked among those asked, then one of its options. Raises `RuntimeError` after `most`
    rows.
    """
    rules, players_choice = Dice(seed), Dice(seed + b"players")
    story = [begin(engine, options, players, rules)]
    while (game := story[-1].game).result is None:
        if len(story) > most:
            raise RuntimeError(f"{engine.key}: no end after {most} rows")
        step = len(story)
        seats = asked_seats(game)
        if not seats:
            raise RuntimeError(f"{engine.key}: nobody is asked, and there is no result")
        # One draw serves both choices: who, and which of their options.
        drawn, which = divmod(players_choice.below(MANY, step), len(seats))
        seat = seats[which]
        options_now = engine.options(game.state, seat)
        text = engine.write(options_now[drawn % len(options_now)])
        story.append(act(game, seat, ask_id(game, seat), text, rules))
    return story
