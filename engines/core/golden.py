"""Golden games: whole games as text, one file each, written anew from header and actions and
compared byte by byte.
"""

import re
from typing import Any, NamedTuple

from engines.core import codec
from engines.core.chance import Dice
from engines.core.engine import Illegal, Registry, Seat, Unreadable
from engines.core.game import TABLE, UNDO, Acted, Game, act, ask_id, begin, switch, table_ask


class Golden(NamedTuple):
    """What a golden file is made from: game, seats, options as plain data, seed, and (seat, text) a
    row; `TABLE` for what the host changed.
    """

    game: str
    players: int
    options: dict[str, Any]
    seed: bytes
    moves: tuple[tuple[Seat, str], ...]


HEADER = ("game", "version", "players", "options", "seed")
"""The names a header may hold. `version` is for readers: the rules in force write their own."""


class Malformed(ValueError):
    """A golden file that can't be read, or whose moves the rules refuse; the message says where."""


def read(text: str) -> Golden:
    """Header and actions of a golden file; everything it says about outcomes is left out. Raises
    `Malformed`.
    """
    header: dict[str, str] = {}
    moves: list[tuple[Seat, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith((">", "*", "=")):
            continue
        key, colon, value = line.partition(": ")
        seat = re.fullmatch("seat ([0-9]{1,3})", key, re.ASCII)
        if colon and seat:
            moves.append((int(seat[1]), value))
        elif colon and key == "table":
            moves.append((TABLE, value))
        elif colon and key in HEADER and key not in header:
            header[key] = value
        else:
            raise Malformed(f"line {number}: neither a header line nor an action: {line}")
    try:
        return Golden(
            header["game"],
            int(header["players"]),
            codec.load(header["options"], dict[str, Any]),
            bytes.fromhex(header["seed"]),
            tuple(moves),
        )
    except KeyError as missing:
        raise Malformed(f"the header: no line {missing}") from missing
    except ValueError as wrong:
        raise Malformed(f"the header: {wrong}") from wrong


def story(golden: Golden, engines: Registry) -> list[Acted]:
    """The game played from its seed: the set-up, then a row a move. Raises `Malformed`."""
    if golden.game not in engines:
        raise Malformed(f"the header: no game {golden.game!r}")
    engine = engines[golden.game]
    chance = Dice(golden.seed)
    try:
        options = codec.record(golden.options, engine.options_type)
        told = [begin(engine, options, golden.players, chance)]
    except (Illegal, ValueError) as wrong:
        raise Malformed(f"the header: {wrong}") from wrong
    for seat, text in golden.moves:
        game: Game = told[-1].game
        try:
            if seat >= golden.players:
                raise Unreadable("no such seat")
            if seat == TABLE:
                told.append(switch(game, table_ask(game), text))
            else:
                told.append(act(game, seat, ask_id(game, seat), text, chance))
        except (Illegal, Unreadable) as wrong:
            raise Malformed(f"row {game.seq + 1}, {_who(seat)}: {text}: {wrong}") from wrong
    return told


def _who(seat: Seat) -> str:
    return "table" if seat == TABLE else f"seat {seat}"


def write(golden: Golden, engines: Registry) -> str:
    """The golden file: header, each row with its draws (`*`) and log lines (`>`), and the result
    (`=`). Raises `Malformed`.
    """
    told = story(golden, engines)
    engine = engines[golden.game]
    names = tuple(f"P{seat}" for seat in range(golden.players))
    lines = [
        f"game: {golden.game}",
        f"version: {engine.version}",
        f"players: {golden.players}",
        f"options: {codec.dump(golden.options)}",
        f"seed: {golden.seed.hex()}",
        "",
    ]
    for acted in told:
        row = acted.row
        if row.seq > 1:
            lines.append(f"{_who(row.seat)}: {row.text}")
        if row.draws:
            lines.append("* " + " ".join(f"{value}/{n}" for n, value in row.draws))
        if row.text == UNDO:
            lines.append(f"> takes back row {acted.took_back}")
        lines += [f"> {said}" for event in row.events if (said := engine.line(event, names))]
    result = told[-1].game.result
    lines.append("= " + ("unfinished" if result is None else codec.dump(result)))
    return "\n".join(lines) + "\n"
