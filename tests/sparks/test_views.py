"""What each viewer sees, and what not."""

import pytest

from engines.core import codec
from engines.core.chance import Dice
from engines.core.engine import Viewer
from engines.sparks import views
from engines.sparks.components import ROBOTS, UPGRADES
from engines.sparks.hidden import heads, hide, redeal, reveals, seen_by
from engines.sparks.model import (
    CardsDealt,
    Drafted,
    Effect,
    Ended,
    Event,
    Fitted,
    GainSetDie,
    Options,
    Passed,
    Player,
    Redirect,
    RobotChosen,
    RobotsDealt,
    RobotsReturned,
    RobotsShown,
    RoundEnded,
    Score,
    Signalled,
    State,
    TurnBegan,
)
from engines.sparks.own import private
from engines.sparks.scoring import score
from engines.sparks.setup import setup
from engines.sparks.views import public, symbol
from tests.sparks.table import Seat, Table


def table() -> Table:
    """Two seats in the middle of a game."""
    return Table(
        Seat(
            "r4",
            slots="hob(r1,.) crumpet -",
            section="b@g2",
            hand="emma frank",
            hired="margot conrad=margot max",
            built="kettleby+ fogg",
            upgrades="discount",
            above={1: "recycle"},
            tracks=(3, 0, 0, 0),
            cogs=2,
            level=1,
            factory=2,
        ),
        Seat("b1", hand="silas", level=6),
        row="y1 y2",
        deck="walter",
        goals=("level", "sparks"),
        tile="bag",
        discard=(1, 0, 2, 0),
        robots="keel dory",
    )


def test_status() -> None:
    """Turn, round, who is active, whom the table waits for."""
    t = table()
    t.act(1, "done")
    status = public(t.state).status
    assert (status.phase, status.turn, status.turns) == ("act", 1, 8)
    assert (status.round, status.rounds, status.active) == (1, 4, 0)
    assert (status.waiting, status.done) == ((0,), (1,))
    assert not status.secondary
    assert not status.in_order
    solo = Table(Seat("r1"), turn=4, options=Options(in_order=True))
    status = public(solo.state).status
    assert (status.turns, status.round, status.secondary, status.in_order) == (8, 2, True, True)


def test_junkyard_and_supply() -> None:
    """The row, bag and discard pile by colour, stacks, decks, goals."""
    view = public(table().state)
    assert [die.value for die in view.junkyard.row] == [1, 2]
    assert view.junkyard.bag == (("red", 5), ("blue", 5), ("yellow", 5), ("green", 5))
    assert view.junkyard.discard == (("red", 1), ("blue", 0), ("yellow", 2), ("green", 0))
    assert view.junkyard.tile is not None
    assert (view.junkyard.tile.key, view.junkyard.tile.dice) == ("bag", 3)
    assert (view.supply.robots, view.supply.assistants) == (2, 1)
    assert [goal for goal, _ in view.supply.goals] == ["level", "sparks"]
    left = {each.key: each.left for each in view.supply.upgrades}
    assert left["discount"] == 3
    assert left["rearrange"] == 4
    assert public(Table(Seat("r1")).state).junkyard.tile is None


def test_tracks() -> None:
    """Bonus spaces with what they give, and everybody's markers."""
    tracks = public(table().state).tracks
    assert len(tracks.header) == 10
    red = tracks.tracks[0]
    assert (red.colour, red.places) == ("red", (3, 0))
    assert [(each.after, each.key, each.printed) for each in red.bonuses] == [
        (2, "cogs", False),
        (4, "spark", False),
        (7, "colour", True),
    ]
    assert red.bonuses[2].symbols[0].colour == "red"


def test_board() -> None:
    """All of a board that lies open; of the hand the number alone."""
    board, other = public(table().state).boards
    assert (board.colour, board.cogs, board.sparks, board.hand) == ("red", 2, 1, 2)
    assert [die.value for die in board.pool] == [4]
    factory = board.factory
    assert (factory.level, factory.wants, factory.sum, factory.extra) == (1, 14, 8, 6)
    assert factory.reward[0].icon == "takeupgrade"
    assert [space.die is not None for space in factory.spaces] == [False, True, False, False]
    assert factory.spaces[1].at == "factory.blue"
    first, second, third = board.slots
    assert first.robot is not None
    assert [space.at for space in first.robot.spaces] == ["1.1", "1.2"]
    assert first.robot.spaces[0].die is not None
    assert first.upgrade is not None
    assert first.upgrade.key == "recycle"
    assert second.upgrade is None
    assert third.robot is None
    assert [each.token for each in board.built] == ["spark", ""]
    assert [(each.key, each.copies) for each in board.assistants] == [
        ("margot", ""),
        ("conrad", "margot"),
        ("max", ""),
    ]
    assert (board.recruit_price, board.colour_price) == (3, 2)
    assert (board.asked, other.asked) == ("act", "act")
    assert (other.factory.wants, other.factory.reward) == (0, ())


def test_dice_lying_on_a_completed_robot() -> None:
    """Until they are cleared."""
    t = Table(Seat("b1", slots="crumpet(r3,.) hob -", above={1: "recycle"}), Seat())
    t.act(0, "place {b1} 1.2")
    slot = public(t.state).boards[0].slots[0]
    assert slot.robot is None
    assert [die.colour for die in slot.lying] == ["red", "blue"]


def test_private() -> None:
    """One's own cards only; everybody's when all lies open; a spectator has none."""
    state = table().state
    mine = private(state, 0)
    assert [[card.key for card in hand.assistants] for hand in mine.hands] == [["emma", "frank"]]
    assert mine.moves.asked == "act"
    assert mine.moves.offers
    everything = private(state, "all")
    assert [hand.seat for hand in everything.hands] == [0, 1]
    assert everything.moves.offers == ()
    assert everything.storage is None
    assert private(state, None).hands == ()


def test_storage() -> None:
    """What I have at hand, sparks on boxes included."""
    t = table()
    mine = private(t.state, 0).storage
    assert mine is not None
    assert (mine.seat, mine.colour, mine.cogs, mine.sparks, mine.out) == (0, "red", 2, 1, 1)
    assert [die.value for die in mine.dice] == [4]
    assert mine.price == 3
    assert mine.tiles == public(t.state).boards[0].tiles


def test_what_follows_done() -> None:
    """By what I have done this turn, and by whether it is the last."""
    cases = [
        (Seat("r1"), 1, "turn ends"),
        (Seat("r1 r2"), 1, "keep one die"),
        (Seat("r1 r2", completed=True), 1, "new robots"),
        (Seat("r1 r2", completed=True), 8, "game ends"),
    ]
    for seat, turn, words in cases:
        t = Table(seat, Seat("b1"), turn=turn)
        assert words in private(t.state, 0).moves.after
        t.act(0, "done")
        assert private(t.state, 0).moves.asked == "done"
        assert private(t.state, 0).moves.after == ""


def test_the_pieces_that_offers_start_from() -> None:
    """Each has a name in words."""
    t = Table(
        Seat(
            "r4",
            slots="hob(b1,.) - -",
            hand="frank",
            hired="octavia",
            built="sonar",
            upgrades="rearrange",
        ),
        Seat(),
    )
    moves = private(t.state, 0).moves
    assert {offer.on for offer in moves.offers} - {""} == set(dict(moves.pieces))
    names = set(dict(moves.pieces).values())
    assert {"red 4", "blue 1", "Frank", "Octavia", "Sonar’s power box"} <= names
    choosing = Table(Seat("r3", section="b6 y5", level=1), Seat())
    choosing.act(0, "place {r3} factory.red")
    names = set(dict(private(choosing.state, 0).moves.pieces).values())
    assert names == {UPGRADES[kind].name for kind in choosing.state.upgrades}
    tiles = Table(Seat(), Seat("b1"), phase="take", taking=(0, 1), row="b1 b2 b3 b4 b5 b6 r1")
    assert ("tile-bag", "the bag tile") in private(tiles.state, 0).moves.pieces
    keeping = Table(Seat(), Seat())
    keeping.state = setup(Options(), 2, Dice(b"keep")).state
    pieces = private(keeping.state, 0).moves.pieces
    assert [name for _, name in pieces] == [ROBOTS[key].name for key in keeping[0].drawn]


def test_standings() -> None:
    """Every seat at a glance, from what lies open."""
    t = table()
    t.act(1, "done")
    view = public(t.state)
    first, second = view.status.seats
    assert (first.colour, first.asked, first.must, first.done) == ("red", "act", True, False)
    assert (second.colour, second.asked, second.must, second.done) == ("blue", "done", False, True)
    assert [each.points for each in view.status.seats] == [s.total for s in view.scoring.seats]
    assert view.tracks.colours == ("red", "blue")
    assert [each.colour for each in view.scoring.seats] == ["red", "blue"]
    assert view.junkyard.colour == "red"
    t = Table(Seat("r1"), Seat("b1"), phase="take", taking=(0, 1), owed=0, row="b1 b2")
    assert [each.asked for each in public(t.state).status.seats] == ["tile", ""]


def test_points_are_summed_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view adds a seat's points up once, for all places that show them."""
    counted: list[Player] = []

    def counting(player: Player, goals: tuple[str, ...]) -> Score:
        counted.append(player)
        return score(player, goals)

    monkeypatch.setattr(views, "score", counting)
    state = table().state
    public(state)
    assert counted == list(state.players)


def ended(*seats: Seat) -> str:
    """What decided, in a game that ends so."""
    t = Table(*seats, turn=4 * len(seats))
    t.finish()
    scoring = public(t.state).scoring
    assert scoring.winners == private(t.state, 0).line.winners
    return scoring.tie


def test_what_decided_a_tie() -> None:
    """Cogs, then the level, then robots; else the victory is shared. Nothing, if points do."""
    assert ended(Seat("r1")) == ""
    assert ended(Seat("r1", tracks=(1, 0, 0, 0)), Seat("b1")) == ""
    assert "most cogs" in ended(Seat("r1", cogs=1), Seat("b1"))
    assert "higher factory level" in ended(Seat("r1", level=1), Seat("b1"))
    assert "most robots" in ended(Seat("r1", built="hob"), Seat("b1"))
    assert "as well" in ended(Seat("r1"), Seat("b1"))
    assert public(table().state).scoring.tie == ""


def test_levels() -> None:
    """The whole ladder, with what the next one takes."""
    factory = public(table().state).boards[0].factory
    assert [level.number for level in factory.levels] == [1, 2, 3, 4, 5, 6]
    assert factory.levels[factory.level].wants == factory.wants
    assert factory.levels[0].reward[0].icon == "spark"


def test_the_line() -> None:
    """What I may do, what goes on, whom we wait for."""
    t = table()
    line = private(t.state, 0).line
    assert (line.mood, line.waiting) == ("act", (1,))
    assert line.lead.startswith("Use your dice")
    t.act(1, "done")
    line = private(t.state, 1).line
    assert (line.mood, line.waiting) == ("wait", (0,))
    assert private(t.state, None).line.lead == ""
    t = Table(Seat("r1", built="sonar"), Seat())
    t.act(0, "box sonar")
    assert private(t.state, 0).line.lead == "Choose a track for the step (Sonar)."
    t = Table(Seat("r1"), Seat(), turn=8)
    t.finish()
    assert private(t.state, 0).line.mood == "over"
    assert "points" in private(t.state, 0).line.lead


def test_what_goes_on() -> None:
    """All at once, or in order; alone there are no others to tell of."""
    seats = (Seat("r1"), Seat("b1"))
    assert private(Table(*seats).state, 1).line.rest == "Everybody acts."
    ordered = Table(*seats, options=Options(in_order=True)).state
    line = private(ordered, 1).line
    assert (line.mood, line.lead, line.waiting) == ("wait", "", (0,))
    assert line.rest == "You act one after the other."
    assert private(Table(seats[0], options=Options(in_order=True)).state, 0).line.rest == ""


@pytest.mark.parametrize(
    ("event", "shown"),
    [
        (RobotsDealt(1, 4, 9, ("hob",)), RobotsDealt(1, 4, 9)),
        (RobotChosen(1, "hob", 2), RobotChosen(1, "", 0)),
        (CardsDealt(1, 1, 9, ("max",)), CardsDealt(1, 1, 9)),
        (Drafted(1, "max"), Drafted(1, "")),
        (RobotsReturned(1, ("hob",)), None),
        (RobotsShown(1, (Fitted("hob", 2),), 1), RobotsShown(1, (Fitted("hob", 2),), 1)),
        (Signalled(1, True), Signalled(1, True)),
    ],
)
def test_hide(event: Event, shown: Event | None) -> None:
    """Cards that aren't shown are their owner's; everything else is everybody's."""
    viewers: tuple[Viewer, ...] = (0, None)
    for viewer in viewers:
        assert hide(event, viewer) == shown
    assert hide(event, 1) == event
    assert hide(event, "all") == event


def test_reveals() -> None:
    """Cards dealt, shown or passed on end undo; a sealed choice doesn't."""
    assert reveals(CardsDealt(0, 1, 9, ("max",)))
    assert reveals(RobotsShown(0, (), 0))
    assert reveals(Passed(1))
    assert not reveals(RobotChosen(0, "hob", 1))
    assert not reveals(Signalled(0, True))


def test_what_heads_the_log() -> None:
    """Turns, rounds and the end."""
    told: list[Event] = [TurnBegan(3, 2, 0, False), RoundEnded(1), Ended("over", (0,))]
    assert all(map(heads, told))
    assert not heads(Signalled(0, True))


def drafting() -> State:
    """A draft where seat 1 has sealed a card."""
    dice = Dice(b"draft")
    t = Table(Seat(), Seat())
    t.state = setup(Options(draft=True), 2, dice).state
    for seat in (0, 1):
        t.act(seat, t.options(seat)[0])
    t.act(1, t.options(1)[0])
    return t.state


def test_redeal_keeps_what_a_viewer_knows() -> None:
    """Same views; sealed choices stay possible ones."""
    refilling = Table(
        Seat(slots="- - -", completed=True), Seat(slots="crumpet - -", completed=True)
    )
    refilling.finish()
    refilling.act(1, "draw")
    refilling.act(1, f"fit {refilling[1].drawn[0]} 3")
    keeping = Table(Seat(), Seat())
    keeping.state = setup(Options(), 2, Dice(b"keep")).state
    keeping.act(1, keeping.options(1)[0])
    for state in (table().state, drafting(), refilling.state, keeping.state):
        others = [redeal(state, 0, Dice(bytes([n]))) for n in range(8)]
        assert len({codec.dump(other) for other in others}) > 1
        for other in others:
            assert public(other) == public(state)
            assert private(other, 0) == private(state, 0)
            player = other.players[1]
            assert not player.returned or player.returned in player.drawn
            assert not player.picked or player.picked in player.packet
            assert all(not player.slots[each.slot - 1].robot for each in player.fitted)


def test_redeal_remembers_what_a_seat_passed_on() -> None:
    """Draft: a seat knows how many of the cards it passed on in one packet are where, and no more;
    after the draft as well. What the others passed on is nothing that it knows."""
    t = Table(Seat(), Seat(), Seat())
    t.state = setup(Options(draft=True), 3, Dice(b"memory")).state
    for seat in (0, 1, 2):
        t.act(seat, t.options(seat)[0])
    assert private(t.state, 0).choices[0].passed == ()
    for kept in range(1, 7):
        for seat in (0, 1, 2):
            t.act(seat, t.options(seat)[-1])
        assert len(t[0].passed) == kept
        assert public(t.state).boards[0].hand == kept
        assert len(private(t.state, 0).choices[0].passed) == (kept if kept < 6 else 0)
        known = seen_by(t.state, 0)
        others = [redeal(t.state, 0, Dice(b"%d" % again)) for again in range(6)]
        assert len({other.players[1:] for other in others}) > 1
        assert len({other.assistants for other in others}) > 1
        for other in others:
            assert private(other, 0) == private(t.state, 0)
            assert spread(other, known) == spread(t.state, known)
            assert other.players[0].passed == t[0].passed
            assert not any(player.passed for player in other.players[1:])


def spread(state: State, known: dict[str, int]) -> list[list[int]]:
    """In each place, of which passed-on packets its cards were last seen."""
    places = [state.assistants]
    for player in state.players:
        places += [player.hand, player.packet]
    return [sorted(known.get(card, -1) for card in place) for place in places]


def test_symbols() -> None:
    """Effects as icons with their numbers and colours."""
    shown = [symbol(each) for each in (GainSetDie(6), Redirect("red"))]
    assert [(each.icon, each.colour, each.count) for each in shown] == [
        ("set_die", "", 6),
        ("redirect", "red", 1),
    ]
    effects: list[Effect] = [
        each for robot in ROBOTS.values() for each in (*robot.rewards, *robot.box)
    ]
    assert all(symbol(each).text for each in effects)
