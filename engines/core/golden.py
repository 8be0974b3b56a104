"""Golden games: whole games as text, one file each, written anew from header and actions and
compared byte by byte.
"""

from typing import Any, NamedTuple

from engines.core import codec
from engines.core.chance import Dice
from engines.core.engine import Registry, Seat
from engines.core.game import UNDO, Acted, Game, act, ask_id, begin


class Golden(NamedTuple):
    """What a golden file is made from: game, seats, options as plain data, seed, and (seat, text) a
    row.
    """

    game: str
    players: int
    options: dict[str, Any]
    seed: bytes
    moves: tuple[tuple[Seat, str], ...]


class Malformed(ValueError):
    """A golden file that can't be read; the message names the line."""


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
        if not colon:
            raise Malformed(f"line {number}: neither `name: value` nor an action")
        if key.startswith("seat "):
            moves.append((int(key.removeprefix("seat ")), value))
        else:
            header[key] = value
    try:
        return Golden(
            header["game"],
            int(header["players"]),
            codec.load(header["options"], dict[str, Any]),
            bytes.fromhex(header["seed"]),
            tuple(moves),
        )
    except (KeyError, ValueError) as wrong:
        raise Malformed(f"the header: {wrong}") from wrong


def story(golden: Golden, engines: Registry) -> list[Acted]:
    """The game played from its seed: the set-up, then a row a move. Raises as
    `engines.core.game.act`.
    """
    engine = engines[golden.game]
    chance = Dice(golden.seed)
    options = codec.record(golden.options, engine.options_type)
    told = [begin(engine, options, golden.players, chance)]
    for seat, text in golden.moves:
        game: Game = told[-1].game
        told.append(act(game, seat, ask_id(game, seat), text, chance))
    return told


def write(golden: Golden, engines: Registry) -> str:
    """The golden file: header, each row with its draws (`*`) and log lines (`>`), and the result
    (`=`).
    """
    engine = engines[golden.game]
    names = tuple(f"P{seat}" for seat in range(golden.players))
    told = story(golden, engines)
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
            lines.append(f"seat {row.seat}: {row.text}")
        if row.draws:
            lines.append("* " + " ".join(f"{value}/{n}" for n, value in row.draws))
        if row.text == UNDO:
            lines.append(f"> takes back row {acted.took_back}")
        lines += [f"> {said}" for event in row.events if (said := engine.line(event, names))]
    result = told[-1].game.result
    lines.append("= " + ("unfinished" if result is None else codec.dump(result)))
    return "\n".join(lines) + "\n"
