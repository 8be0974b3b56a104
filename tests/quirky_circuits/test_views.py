"""What each viewer may know: the views, events as shown, and worlds that look the same."""

from collections import Counter

import pytest
from msgspec.structs import replace

from engines.core import codec
from engines.core.chance import Dice
from engines.core.engine import Viewer
from engines.quirky_circuits.components import back
from engines.quirky_circuits.model import (
    Dealt,
    Event,
    Lost,
    Moved,
    Options,
    Played,
    Ran,
    Revealed,
    State,
    Won,
)
from engines.quirky_circuits.notation import write
from engines.quirky_circuits.rules import options
from engines.quirky_circuits.scenario import SCENARIOS
from engines.quirky_circuits.setup import setup
from engines.quirky_circuits.views import (
    Moves,
    hand_view,
    heads,
    hide,
    notes,
    offers,
    private,
    public,
    redeal,
    reveals,
)
from tests.quirky_circuits.table import Table, faces


def middle() -> Table:
    """A table in the middle of a round, with quirks and a deck."""
    t = Table("f1 f2 l r ql", "r f1 around f3 b1", deck="f1 l l f2 r r f3 qf2", battery=3)
    t.lay((0, "ql"), (1, "b1"), (0, "f1"))
    t.act(0, "flat")
    return t


def won() -> Table:
    """A game that was won with two cards still closed."""
    t = Table("f3 f3 l f1", "around r")
    t.lay((0, "f3"), (1, "around"), (0, "f3"), (1, "r"), (0, "l"))
    t.act(0, "done")
    return t


def after_one_round() -> Table:
    """In the second round; seat 0 kept two cards, seat 1 one."""
    t = Table("f3 f1 l qf2", "r f1 around f2", deck="f2 l b1 f1 ql f3")
    t.lay((0, "qf2"), (1, "r"), (1, "f1"), (0, "f1"), (1, "around"))
    t.act(0, "done")
    t.act(1, "flat")
    return t


# --- Everybody. ---


def test_the_queue_shows_backs_only() -> None:
    """Design, What each may know: who played it and its back."""
    queue = public(middle().state).queue
    assert [(card.place, card.seat, card.back, card.quirk) for card in queue.cards] == [
        (1, 0, "turn", True),
        (2, 1, "move", False),
        (3, 0, "move", False),
    ]
    assert all(card.face is None and card.label == "" for card in queue.cards)


def test_the_queue_lies_open_in_practice_mode() -> None:
    """Rulebook, Practice Mode."""
    t = Table("f1 f2 l", "r f1 around", practice=True)
    t.lay((0, "l"), (1, "f1"))
    view = public(t.state)
    assert [card.face for card in view.queue.cards] == list(faces("l f1"))
    assert [card.label for card in view.queue.cards] == ["Rotate Left", "Forward 1"]
    assert view.phase.practice
    assert view.others[0].backs == ("move", "move")


def test_what_the_queue_still_needs() -> None:
    """Missing cards, missing first cards, and how many have stopped; no names."""
    t = Table("f1 f1 f1", "l r b1", "f2")
    queue = public(t.state).queue
    assert (queue.least, queue.missing, queue.everybody_laid) == (5, 5, False)
    assert (queue.ready, queue.players) == (0, 3)
    t.lay((0, "f1"), (1, "l"), (2, "f2"))
    t.act(0, "done")
    queue = public(t.state).queue
    assert (queue.missing, queue.everybody_laid, queue.ready) == (2, True, 2)


def test_the_deck_shows_its_number_and_its_top_back() -> None:
    """Design, What each may know."""
    deck = public(middle().state).queue.deck
    assert (deck.count, deck.top) == (8, "move")
    assert public(Table("f1", "l").state).queue.deck == replace(deck, count=0, top="")


def test_the_others_are_backs_in_a_fixed_order() -> None:
    """Sorted by kind, so no card can be followed."""
    view = public(middle().state)
    assert [seat.backs for seat in view.others] == [
        ("move", "turn", "turn"),
        ("move", "move", "turn", "turn"),
    ]
    assert [(seat.signal, seat.laid, seat.hand_size) for seat in view.others] == [
        ("flat", 2, 5),
        ("", 1, 5),
    ]


def test_map_pieces_battery_and_goal() -> None:
    """As printed, and as they stand."""
    state = setup(Options("spring_cleaning"), 2, Dice(b"x")).state
    view, book = public(state), SCENARIOS["spring_cleaning"]
    assert (view.map.columns, view.map.rows, view.map.home) == (7, 7, book.home)
    assert view.map.walls == ((0, 3, 1, 3), (5, 1, 5, 2))
    assert view.map.inclines == ((2, 4, "n"), (4, 5, "w"))
    assert (view.pieces.robot, view.pieces.facing, view.pieces.path) == ("gizmo", "w", ())
    assert view.battery.now == view.battery.start == book.battery
    assert view.goal.left == 4
    assert view.goal.left_text == "4 pieces of mess left"
    assert view.run is None
    assert view.debrief is None


def test_what_is_special_on_each_map_leads_to_its_rule() -> None:
    """What is its robot's own, on the robot's page; the rest among all rules."""
    told = {key: dict(notes(key)) for key in SCENARIOS}
    turns, chairs = "/robots/gizmo#left-turn", "/robots/gizmo#chairs"
    assert list(told["dust_bunnies"]) == [turns]
    assert list(told["check_out_time"]) == [turns, chairs, "#inclines", "#vases", "#quirks"]
    assert list(told["behind_glass"]) == ["/robots/rover", "#carrying", "#quirks"]
    assert list(told["head_comes_last"]) == [
        *("/robots/rover", "/robots/rover#slopes", "#spots", "#quirks")
    ]
    assert list(told["round_and_round"]) == [
        *("/robots/lefty#two-hands", "#belts", "/robots/lefty#cats", "#quirks")
    ]
    assert told["slow_company"]["#wandering"].endswith("towards the nest.")
    assert told["queens_garden"]["#wandering"].endswith("towards the robot's home.")
    quirks = "Forward 2 (2 times), Move Token 1 and Move Token 2."
    assert told["queens_garden"]["#quirks"].endswith(quirks)


def test_the_goals_last_leg() -> None:
    """All clean, but not home."""
    t = Table("f3 f1", "r f1 around")
    t.lay((0, "f3"), (1, "r"), (0, "f1"), (1, "f1"), (1, "around"))
    assert public(t.state).goal.left_text == "All clean: now home!"
    assert public(won().state).goal.left_text == "All done"


def test_the_last_round_can_be_walked_through() -> None:
    """Each card with its frames; the last frame of the run is what the map shows."""
    view = public(after_one_round().state)
    run = view.run
    assert run is not None
    assert (run.round, len(run.cards)) == (1, 5)
    assert (run.start.x, run.start.y, run.start.facing) == (0, 0, "e")
    assert [frame.kind for frame in run.cards[0].frames] == ["moved", "moved"]
    assert run.cards[0].label == "Forward 2 (quirk)"
    last = run.cards[-1].frames[-1]
    assert (last.x, last.y, last.facing) == (view.pieces.x, view.pieces.y, view.pieces.facing)
    assert last.tokens == view.pieces.tokens
    assert view.pieces.path[0] == (0, 0)
    assert view.pieces.path[-1] == (view.pieces.x, view.pieces.y)
    assert all(frame.text for card in run.cards for frame in card.frames)
    assert view.debrief is None


def test_every_kind_of_frame() -> None:
    """What happens on a map has a name and a sentence for the page."""
    room = """
        +---+---+---+---+---+
        | @    * T u      % |
        +   +   +   +   +   +
        |     ^             |
        +   +   +   +   +   +
        |V u                |
        +---+---+---+---+---+
    """
    t = Table("f3 around f1 r f1", "l f3 l f2 f1", room=room)
    t.lay(*((0, card) for card in ("f3", "around", "f1", "r", "f1")))
    t.lay(*((1, card) for card in ("l", "f3", "l", "f2", "f1")))
    run = public(t.state).run
    assert run is not None
    kinds = [[frame.kind for frame in card.frames] for card in run.cards]
    assert kinds == [
        ["moved", "swept", "collided", "fell", "broke", "turned"],
        ["turned"],
        ["moved", "slid"],
        ["turned"],
        ["collided", "nothing", "turned"],
        ["turned"],
        ["moved", "moved", "moved"],
        ["turned"],
        ["moved", "moved", "chair", "turned"],
        ["moved", "swept"],
    ]
    said = [frame.text for card in run.cards for frame in card.frames]
    assert said[:6] == [
        "Gizmo moves to B1.",
        "Gizmo sweeps up a dust bunny at B1.",
        "Gizmo bumps into the side table and stops.",
        "The vase falls to D1.",
        "It breaks: one more mess to sweep.",
        "Gizmo turns left and faces north.",
    ]
    assert "The vase wobbles, but has nowhere to fall." in said
    assert "Gizmo is stopped by the chair at E1." in said
    assert "Gizmo slides down to B3." in said


def test_while_a_beat_is_shown() -> None:
    """The queue is open up to the running card; nobody is asked anything."""
    t = Table("f1 l", "r f1 around", deck="f1 f1")
    t.lay((0, "l"), (1, "r"), (1, "f1"), (0, "f1"), (1, "around"))
    _, state = t.step.beats[1]
    view = public(state)
    assert view.phase.phase == "run"
    assert [card.face for card in view.queue.cards[:3]] == [*faces("l r"), None]
    assert private(state, 0).moves.offers == ()
    assert private(state, 0).line.lead == "The queue runs."
    assert view.run is None


def test_the_debrief_opens_everything() -> None:
    """Design: after the game, card by card, who played it from which hand; closed cards too."""
    view = public(won().state)
    assert view.phase.phase == "over"
    debrief = view.debrief
    assert debrief is not None
    assert (debrief.won, debrief.band, debrief.cards_laid, debrief.fewest) == (True, "green", 5, 1)
    (past,) = debrief.rounds
    assert [card.face for card in past.cards] == list(faces("f3 around f3 r l"))
    assert [card.ran for card in past.cards] == [True, True, True, False, False]
    assert [face for face, _ in past.cards[0].hand] == list(faces("f1 f3 f3 l"))
    assert [face for face, _ in past.cards[2].hand] == list(faces("f1 f3 l"))
    assert [face for face, _ in past.cards[3].hand] == list(faces("r"))
    assert [card.face for card in view.queue.cards] == list(faces("f3 around f3 r l"))
    run = view.run
    assert run is not None
    assert [frame.kind for frame in run.cards[2].frames][-1] == "won"
    assert [card.face for card in run.cards[3:]] == list(faces("r l"))
    assert [card.frames for card in run.cards[3:]] == [(), ()]


def test_the_debrief_of_a_lost_game() -> None:
    """No band."""
    t = Table("f1 l", "r f1 around", battery=1)
    state = replace(t.state, options=Options("dust_bunnies"))
    t.state = state
    t.lay((0, "l"), (1, "r"), (1, "f1"), (0, "f1"), (1, "around"))
    debrief = public(t.state).debrief
    assert debrief is not None
    assert (debrief.won, debrief.band) == (False, "")
    assert debrief.rounds[0].band == "red"
    assert debrief.text == "Still to do when the battery ran out: 1 piece of mess."


# --- One viewer. ---


def test_my_hand() -> None:
    """Sorted faces, each with what a tap posts or why not; my own laid cards."""
    hand = private(middle().state, 0).hand
    assert hand is not None
    assert [card.face for card in hand.cards] == list(faces("f2 l r"))
    assert [(card.place, card.face) for card in hand.laid] == [
        (1, "quirk_rotate_left"),
        (3, "forward_1"),
    ]
    assert (hand.signal, hand.seat) == ("flat", 0)
    assert hand.cards[0].play == "play forward_2 @"
    assert public(middle().state).queue.seen == 3
    assert all(card.no is None for card in hand.cards)


def test_what_others_lay_changes_nothing_in_my_hand_and_moves() -> None:
    """Only what everybody sees changes, so only that is painted and sent anew."""
    table = middle()
    before = private(table.state, 0)
    table.lay((1, "f1"))
    after = private(table.state, 0)
    assert (after.hand, after.moves) == (before.hand, before.moves)
    assert public(table.state).queue.seen == 4


def test_cards_that_cannot_be_laid_say_why() -> None:
    """In the hand and among the moves."""
    state = Table("f1 ql", "l").state
    view = private(state, 0)
    assert view.hand is not None
    blocked, free = view.hand.cards
    assert free.no is None
    assert blocked.no is not None
    assert blocked.no.key == "quirk_first"
    reasons = {offer.text: offer.no.key if offer.no else "" for offer in view.moves.offers}
    assert reasons == {
        "play forward_1 @": "quirk_first",
        "play quirk_rotate_left @": "",
        "play any @": "",
        "done": "lay_first",
        "flat": "lay_first",
    }


def test_offers_are_labelled_in_words_and_begin_every_option() -> None:
    """Architecture, Conformance."""
    state = middle().state
    for seat in (0, 1):
        said = offers(state, seat)
        free = [offer.text for offer in said if offer.no is None]
        assert free == [write(action) for action in options(state, seat)]
    assert [offer.label for offer in offers(state, 0)] == [
        "Lay Forward 2",
        "Lay Rotate Left",
        "Lay Rotate Right",
        "Lay one of my cards at random",
        "I'm done",
        "Take back: hands flat",
    ]
    assert [(offer.on, offer.to) for offer in offers(state, 0)][:1] == [("forward_2", "queue")]
    assert offers(state, 0)[4].on == ""


def test_no_offers_without_cards_or_after_the_end() -> None:
    """Nothing can be done."""
    t = Table("f1", "l r")
    t.act(0, "lay f1")
    assert offers(t.state, 0) == ()
    assert offers(won().state, 0) == ()


@pytest.mark.parametrize("viewer", [None, "all"])
def test_those_without_a_seat_have_no_hand_and_no_moves(viewer: Viewer) -> None:
    """Spectators, and everybody after the end."""
    view = private(middle().state, viewer)
    assert view.hand is None
    assert view.moves == Moves((), (), False)
    assert view.line.mood == "wait"
    assert view.line.waiting == (1,)


def test_the_one_line() -> None:
    """What I may do, what goes on, whom the table waits for."""
    t = Table("f1 f2", "l", "r b1")

    def line(seat: int | None = 0) -> tuple[str, str]:
        said = private(t.state, seat).line
        return said.mood, said.lead

    assert line() == ("act", "Lay your first card.")
    assert private(t.state, 0).line.rest == "The queue needs 5 more cards."
    t.act(0, "lay f1")
    assert line() == ("act", "Lay a card, or signal that you stop.")
    t.act(0, "flat")
    assert line() == ("wait", "You have stopped. You may still lay a card.")
    assert private(t.state, 0).line.waiting == (1, 2)
    t.act(1, "lay l")
    assert line(1) == ("wait", "You have no cards left.")
    t.act(2, "lay r")
    t.act(2, "done")
    assert line() == ("act", "The queue is too short: lay a card.")
    assert line(None)[0] == "wait"
    t.act(0, "lay f2")
    assert private(t.state, 2).line.rest == "The queue needs 1 more card."
    five = Table("f1 f2 f3 f1", "l r b1")
    five.lay((0, "f1"), (0, "f2"), (0, "f3"), (1, "l"), (1, "r"))
    assert "runs once" in private(five.state, 1).line.rest
    assert private(won().state, 1).line.mood == "won"


# --- Events. ---


def test_a_laid_card_shows_its_back_to_the_others() -> None:
    """Design, What each may know."""
    event = Played(0, 1, "move", False, "forward_2", False)
    assert hide(event, 0) == event
    assert hide(event, "all") == event
    for viewer in (1, None):
        assert hide(event, viewer) == replace(event, face=None)
    openly = replace(event, practice=True)
    assert hide(openly, 1) == hide(openly, None) == openly


def test_dealt_cards_are_their_owners() -> None:
    """Others see the backs, sorted."""
    event = Dealt(0, ("move", "turn"), faces("f2 l"))
    assert hide(event, 0) == hide(event, "all") == event
    for viewer in (1, None):
        assert hide(event, viewer) == replace(event, faces=())


def test_the_run_is_public() -> None:
    """Revealed cards and what they do."""
    for event in (Ran(1, 5), Revealed(1, 0, "forward_1"), Moved(1, 1)):
        assert hide(event, None) == hide(event, 1) == event


def test_what_reveals() -> None:
    """Somebody saw something hidden."""
    shown: list[Event] = [
        Dealt(0, (), ()),
        Revealed(1, 0, "forward_1"),
        Played(0, 1, "move", False, "forward_2", True),
    ]
    assert all(map(reveals, shown))
    assert not reveals(Played(0, 1, "move", False, "forward_2", False))
    assert not reveals(Moved(1, 1))


def test_what_heads_the_log() -> None:
    """A round that runs, and the end."""
    told: list[Event] = [Ran(1, 5), Won(3, "green"), Lost()]
    assert all(map(heads, told))
    assert not heads(Revealed(1, 0, "forward_1"))


def test_all_hands_laid_open() -> None:
    """For `"all"` alone, each as its owner has it."""
    state = middle().state
    hands = private(state, "all").laid_open
    assert hands == tuple(hand_view(state, seat) for seat in range(len(state.players)))
    assert all(private(state, viewer).laid_open == () for viewer in (0, 1, None))


def test_nothing_of_a_running_game_is_in_the_bytes_of_a_spectator() -> None:
    """Neither hands nor deck nor the past's hands: no face but those that ran."""
    t = after_one_round()
    seen = codec.dump(public(t.state)) + codec.dump(private(t.state, None))
    assert "hands" not in seen
    ran = {laid.face for laid in t.state.past[-1].laid}
    for face in set(faces("f1 f2 f3 b1 l r around ql qf2")) - ran:
        assert f'"{face}"' not in seen


# --- Redealing. ---


def cards(state: State) -> Counter[str]:
    """Every card there is."""
    hands = [face for player in state.players for face in player.hand]
    return Counter([*state.deck, *hands, *(laid.face for laid in state.queue)])


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_redeal_keeps_all_that_the_viewer_sees(viewer: Viewer) -> None:
    """Backs, own cards, the number of cards."""
    for t in (middle(), after_one_round()):
        for seed in range(40):
            other = redeal(t.state, viewer, Dice(b"%d" % seed))
            assert public(other) == public(t.state)
            assert private(other, viewer) == private(t.state, viewer)
            assert cards(other) == cards(t.state)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_redeal_moves_all_that_could_be_otherwise(viewer: Viewer) -> None:
    """Each hidden place shows each card that its back allows, about as often as chance would."""
    state = middle().state
    held = [set[str]() for _ in state.players]
    laid = [set[str]() for _ in state.queue]
    deck = [set[str]() for _ in state.deck]
    for seed in range(400):
        other = redeal(state, viewer, Dice(b"%d" % seed))
        for seat, player in enumerate(other.players):
            held[seat] |= set(player.hand)
        for place, card in enumerate(other.queue):
            laid[place].add(card.face)
        for place, face in enumerate(other.deck):
            deck[place].add(face)
    for seat, player in enumerate(state.players):
        assert (held[seat] == set(player.hand)) == (seat == viewer)
    assert len(laid[1]) == (1 if viewer == 1 else 4)
    assert laid[0] == {"quirk_rotate_left"}
    assert {back(face) for face in deck[0]} == {"move"}
    assert all({"move", "turn"} <= {back(face) for face in places} for places in deck[1:])


def test_redeal_leaves_what_lies_open() -> None:
    """Practice mode's queue, a beat's open cards, a game that is over, and for those who see
    all."""
    t = Table("f1 f2 l", "r f1 around", deck="f3 b1 f2", practice=True)
    t.lay((0, "l"), (1, "f1"))
    for seed in range(20):
        assert redeal(t.state, None, Dice(b"%d" % seed)).queue == t.state.queue
    over = won().state
    assert redeal(over, 0, Dice(b"x")) is over
    assert redeal(t.state, "all", Dice(b"x")) is t.state
    t = Table("f1 l", "r f1 around", deck="f1 f1 f3 f2")
    t.lay((0, "l"), (1, "r"), (1, "f1"), (0, "f1"), (1, "around"))
    _, beat = t.step.beats[2]
    queues = {redeal(beat, 0, Dice(b"%d" % seed)).queue for seed in range(40)}
    assert {queue[:3] for queue in queues} == {beat.queue[:3]}
    assert {queue[3] for queue in queues} == {beat.queue[3]}


def test_redeal_rewrites_the_others_past_hands() -> None:
    """A bot that gets such a state can't read from the past what the others hold."""
    t = after_one_round()
    (past,) = t.state.past
    pasts = set()
    for seed in range(60):
        other = redeal(t.state, 0, Dice(b"%d" % seed))
        (new,) = other.past
        assert new.hands[0] == past.hands[0]
        assert sorted(map(back, new.hands[1])) == sorted(map(back, past.hands[1]))
        kept = Counter(new.hands[1]) - Counter(laid.face for laid in past.laid if laid.seat == 1)
        assert sum(kept.values()) == 1
        assert kept <= Counter(other.players[1].hand)
        pasts.add(new.hands[1])
    assert len(pasts) > 1
    spectators = redeal(t.state, None, Dice(b"1"))
    assert replace(spectators.past[0], hands=past.hands) == past
