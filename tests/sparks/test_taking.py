"""Production tiles, the row, and who takes which dice."""

from typing import Any

import pytest

from engines.core.chance import Dice
from engines.core.engine import Illegal
from engines.sparks.model import TAKE, Options, State
from engines.sparks.supply import Telling
from engines.sparks.turns import begin_turn
from tests.sparks.table import Forced, Seat, Table, post, short

ROW = "r1 b2 y3 g4 r5 b6 y1"


def taking(*seats: Seat, row: str = ROW, **rest: Any) -> Table:
    """A table where seat 0 is to play a tile."""
    everybody = tuple(range(len(seats)))
    return Table(*seats, row=row, phase=TAKE, taking=everybody, **rest)


def row(t: Table) -> str:
    """The row in short."""
    return " ".join(map(short, t.state.row))


@pytest.mark.parametrize(
    ("tile", "got", "left"),
    [
        ("bulk left", "r1 b2 y3 g4 r5", "b6 y1"),
        ("bulk right", "y3 g4 r5 b6 y1", "r1 b2"),
        ("reroll left", "r1 b2 y3 g4", "r5 b6 y1"),
        ("reroll right", "g4 r5 b6 y1", "r1 b2 y3"),
        ("anywhere 1", "r1 b2 y3", "g4 r5 b6 y1"),
        ("anywhere 3", "y3 g4 r5", "r1 b2 b6 y1"),
        ("anywhere 5", "r5 b6 y1", "r1 b2 y3 g4"),
    ],
)
def test_tiles(tile: str, got: str, left: str) -> None:
    """Rulebook, Production tile effects: dice from an end, or three neighbours from anywhere. The
    dice keep their values, the row closes up, the tile is used up."""
    t = taking(Seat(), Seat(), Seat())
    t.act(0, f"tile {tile}")
    assert t.pool(0) == got
    assert row(t) == left
    assert tile.split()[0] not in t[0].tiles
    assert t.state.tile == tile.split()[0]


def test_tile_bag() -> None:
    """Rulebook, bag icon: three from an end, then two from the bag."""
    t = taking(Seat(), Seat(), Seat())
    t.act(0, "tile bag right", Forced(0, 5, 7, 0))
    assert t.pool(0) == "r5 b6 y1 r6 b1"
    assert sum(t.state.bag) == 18


def test_tile_reroll_is_for_later() -> None:
    """Rulebook, reroll icon: once during this turn."""
    t = taking(Seat(), Seat())
    t.act(0, "tile reroll left")
    assert t[0].rerolls == 1
    assert t[1].rerolls == 0


def test_bulk_for_four() -> None:
    """Rulebook, 2/5 tile: with four players two dice and a cog."""
    t = taking(Seat(), Seat(), Seat(), Seat())
    t.act(0, "tile bulk left")
    assert t.pool(0) == "r1 b2"
    assert t[0].cogs == 1


def test_others_take_one() -> None:
    """Rulebook: clockwise, one each, from either end; nobody acts before all have taken."""
    t = taking(Seat(), Seat(), Seat(), Seat())
    t.act(0, "tile anywhere 2")
    assert t.asked() == {1: "take"}
    assert t.options(2) == []
    assert t.refuses(2, "take left") == "not_your_take"
    assert t.refuses(1, "take 2") == "no_place"
    assert t.refuses(1, "tile bag left") == "not_now"
    assert t.refuses(1, "done") == "not_now"
    t.act(1, "take right")
    t.act(2, "take left")
    assert (t.pool(1), t.pool(2)) == ("y1", "r1")
    assert row(t) == "r5 b6"
    t.act(3, "take right")
    assert t.pool(3) == "b6"
    assert t.state.phase == "act"


def test_two_players() -> None:
    """Rulebook, 2-player game: two dice from the same side."""
    t = taking(Seat(), Seat())
    t.act(0, "tile anywhere 4")
    assert row(t) == "r1 b2 y3 y1"
    assert t.options(1) == ["take left", "take right"]
    t.act(1, "take right")
    assert t.pool(1) == "y3 y1"
    assert t.state.phase == "act"


def test_no_choice_left() -> None:
    """The last dice come by themselves: 5+2 with two, 5+1+1 with three."""
    t = taking(Seat(), Seat())
    t.act(0, "tile bulk right")
    assert t.pool(1) == "r1 b2"
    assert t.state.phase == "act"
    t = taking(Seat(), Seat(), Seat())
    t.act(0, "tile bulk left")
    t.act(1, "take right")
    assert t.pool(2) == "b6"


def test_quincy() -> None:
    """Rulebook, Quincy: any die of the row on others' turns, not on one's own."""
    t = taking(Seat(hired="quincy"), Seat(hired="quincy"), Seat())
    assert "tile reroll 2" not in t.options(0)
    t.act(0, "tile anywhere 1")
    assert t.options(1) == ["take 1", "take 2", "take 3", "take 4"]
    assert t.refuses(1, "take left") == "no_place"
    assert t.refuses(1, "take 5") == "no_place"
    assert "place 1, 2, 3 or 4." in t.why(1, "take left").text
    t.act(1, "take 2")
    assert t.pool(1) == "r5"
    assert t.options(2) == ["take left", "take right"]


def test_quincy_with_two_players() -> None:
    """Rulebook, Quincy: the two dice need not be neighbours."""
    t = taking(Seat(), Seat(hired="quincy"))
    t.act(0, "tile anywhere 1")
    t.act(1, "take 1")
    assert t.asked() == {1: "take"}
    t.act(1, "take 2")
    assert t.pool(1) == "g4 b6"
    assert row(t) == "r5 y1"
    assert t.state.phase == "act"


def test_conrad_as_quincy() -> None:
    """A copy of Quincy takes no more dice than he."""
    t = taking(Seat(), Seat(hired="quincy conrad=quincy"), Seat())
    t.act(0, "tile bulk left")
    t.act(1, "take 2")
    assert t.pool(1) == "y1"
    assert t.pool(2) == "b6"


def test_short_row() -> None:
    """With too few dice for everybody there is what there is."""
    t = taking(Seat(), Seat(), Seat(), row="r1 b2")
    assert t.options(0, "tile") == [
        f"tile {tile} {side}"
        for tile in ("bag", "anywhere", "reroll", "bulk")
        for side in ("left", "right")
    ]
    t.act(0, "tile anywhere right")
    assert t.pool(0) == "r1 b2"
    assert (t.pool(1), t.pool(2)) == ("", "")
    assert t.state.phase == "act"


def test_a_tile_without_dice() -> None:
    """Even an empty row doesn't stop the tile, nor its extra."""
    t = taking(Seat(), Seat(), row="")
    t.act(0, "tile bag left", Forced(0, 0, 0, 1))
    assert t.pool(0) == "r1 r2"
    assert "DiceTaken" not in t.kinds()


def test_the_anywhere_tile_says_from_where() -> None:
    """Its dice are three neighbours: the place of the first is told."""
    t = taking(Seat(), Seat())
    assert t.refuses(0, "tile anywhere left") == "no_place"
    assert "place 1, 2, 3, 4 or 5." in t.why(0, "tile anywhere 6").text


def test_tile_is_used_up() -> None:
    """Each tile once."""
    t = taking(Seat(tiles="bag bulk"), Seat())
    assert t.refuses(0, "tile reroll left") == "tile_gone"
    assert t.refuses(0, "tile bag 3") == "no_place"
    assert "the left or right." in t.why(0, "tile bag 3").text
    assert t.refuses(0, "take left") == "not_now"


def begin(t: Table, chance: Forced | Dice) -> State:
    """The next turn of a table."""
    return begin_turn(t.state, Telling(chance, [], []))


def test_the_row_is_renewed() -> None:
    """Rulebook, How to Play: leftovers to the discard pile, seven new dice as they come."""
    t = Table(Seat(), Seat(), row="r1 b2")
    state = begin(t, Forced(0, 2, 18, 5))
    assert state.discard == (1, 1, 0, 0)
    assert [short(die) for die in state.row][:2] == ["r3", "g6"]
    assert len(state.row) == 7
    assert sum(state.bag) == 13
    assert state.turn == 2
    assert state.taking == (1, 0)
    assert [die.id for die in state.row] == list(range(100, 107))


def test_the_bag_runs_out_in_the_row() -> None:
    """Decision: the discard pile goes in when a die has to be drawn, in the middle of a row too."""
    t = Table(Seat(), Seat(), bag=(2, 0, 0, 0), discard=(0, 0, 9, 0))
    state = begin(t, Dice(b"row"))
    assert [die.colour for die in state.row] == ["red"] * 2 + ["yellow"] * 5
    assert state.discard == (0, 0, 0, 0)
    assert state.bag == (0, 0, 4, 0)


def test_no_dice_at_all() -> None:
    """Both short: what there is."""
    t = Table(Seat(), Seat(), bag=(1, 0, 0, 0), discard=(0, 0, 1, 0))
    state = begin(t, Dice(b"row"))
    assert len(state.row) == 2
    t = Table(Seat(), Seat(), bag=(0, 0, 0, 0))
    assert begin(t, Dice(b"row")).row == ()


def test_who_is_next() -> None:
    """The active seat goes round; the first player's marker stays."""
    t = Table(Seat(), Seat(), Seat(), first=2, turn=0)
    state = t.state
    for turn, active in enumerate([2, 0, 1, 2], 1):
        state = begin_turn(state, Telling(Dice(b"%d" % turn), [], []))
        assert state.turn == turn
        assert state.taking[0] == active
        assert state.first == 2


def test_solo_turns() -> None:
    """Rulebook, Solo Game: on a secondary turn two of the dice left, from one side, no tile; the
    row isn't touched."""
    t = taking(Seat(), options=Options(solo_goals=0))
    t.act(0, "tile anywhere 3")
    assert t.state.phase == "act"
    t.act(0, "done")
    t.act(0, f"keep {t[0].pool[0].id}")
    assert t.state.turn == 2
    assert row(t) == "r1 b2 b6 y1"
    assert t.asked() == {0: "take"}
    assert t.options(0) == ["take left", "take right"]
    assert t.refuses(0, "tile bag left") == "not_now"
    t.act(0, "take right")
    assert t.pool(0) == "y3 b6 y1"
    t.act(0, "done")
    t.act(0, "keep none")
    assert t.state.turn == 3
    assert len(t.state.row) == 7
    assert t.asked() == {0: "tile"}


def test_solo_secondary_by_itself() -> None:
    """After five of seven the other two come by themselves."""
    t = taking(Seat(), options=Options(solo_goals=0))
    t.act(0, "tile bulk left")
    for die in t[0].pool:
        t.act(0, f"sell {die.id}")
    t.act(0, "done")
    assert t.state.turn == 2
    assert t.pool(0) == "b6 y1"
    assert t.state.phase == "act"


def test_solo_quincy() -> None:
    """Rulebook, Quincy: in a solo game on secondary turns, any dice."""
    t = taking(Seat(hired="quincy"), options=Options(solo_goals=0))
    t.act(0, "tile anywhere 3")
    t.act(0, "done")
    t.act(0, "keep none")
    assert t.options(0) == ["take 1", "take 2", "take 3", "take 4"]
    t.act(0, "take 1")
    t.act(0, "take 3")
    assert t.pool(0) == "r1 y1"


def test_a_taking_cannot_be_taken_back() -> None:
    """The next seat is asked by then; only the first of Quincy's two dice can."""
    t = taking(Seat(), Seat(hired="quincy"))
    game = post(t.game(), 0, "tile anywhere 1")
    with pytest.raises(Illegal):
        post(game, 0, "undo")
    one = post(game, 1, "take 3")
    assert post(one, 1, "undo").state == game.state
