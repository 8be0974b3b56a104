"""What an absent player does (design: idle seat)."""

from typing import Any

from engines.core.chance import Dice
from engines.sparks.model import Options
from engines.sparks.notation import write
from engines.sparks.rules import idle
from engines.sparks.setup import setup
from tests.sparks.table import Seat, Table


def idles(t: Table, seat: int) -> str:
    """What this seat would do."""
    return write(idle(t.state, seat))


def test_dice() -> None:
    """The tile with the lowest number of dice, from the left; dice from the left."""
    row: dict[str, Any] = {"row": "r1 b2 y3 g4 r5 b6 y1", "phase": "take"}
    t = Table(Seat(), Seat(), taking=(0, 1), **row)
    assert idles(t, 0) == "tile bag left"
    t = Table(Seat(tiles="reroll bulk"), Seat(), taking=(0, 1), **row)
    assert idles(t, 0) == "tile reroll left"
    four = [Seat(tiles="reroll bulk"), Seat(), Seat(), Seat()]
    t = Table(*four, taking=(0, 1, 2, 3), **row)
    assert idles(t, 0) == "tile bulk left"
    t = Table(Seat(tiles="anywhere"), Seat(), taking=(0, 1), **row)
    assert idles(t, 0) == "tile anywhere 1"
    t = Table(Seat(), Seat(), taking=(1,), owed=2, **row)
    assert idles(t, 1) == "take left"
    t = Table(Seat(), Seat(hired="quincy"), taking=(1,), owed=2, **row)
    assert idles(t, 1) == "take 1"


def test_cards() -> None:
    """The first ones are kept."""
    t = Table(Seat(), Seat())
    t.state = setup(Options(draft=True), 2, Dice(b"idle")).state
    assert idles(t, 0) == f"return {t[0].drawn[3]}"
    for seat in (0, 1):
        t.act(seat, idles(t, seat))
    assert idles(t, 0) == f"draft {t[0].packet[0]}"
    t = Table(Seat(slots="clove - -", completed=True), Seat(), robots="hob fogg keel")
    t.finish()
    assert idles(t, 0) == "draw"
    t.act(0, "draw")
    assert idles(t, 0) == "fit hob 2"


def test_actions() -> None:
    """Done; a choice is declined, or the first is taken; the highest die is kept."""
    t = Table(Seat("r1 b5 g2", hand="greta max nils", cogs=9), Seat())
    assert idles(t, 0) == "done"
    t.act(0, "recruit greta")
    assert idles(t, 0) == "decline"
    t.act(0, "decline; recruit nils")
    assert idles(t, 0) == "step red"
    t.act(0, "step red; step red")
    t.finish()
    assert idles(t, 0) == "keep 2"
