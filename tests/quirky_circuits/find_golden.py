"""Finds golden games: `python -m tests.quirky_circuits.find_golden` finds those that are missing or
no longer end as they should, and deletes those that nobody wants. One that only reads otherwise
now (a deal, a rule, a sentence) keeps its moves and is written anew. So after any change of a map
or a rule: run it, and look at the difference.

Each scenario is won in one, dealt honestly from its seed; bands and seat numbers go in turn. The
team knows all hands and searches for a program (a beam of open hands); to win late, it idles for
the first rounds; to lose, it idles all along. Seeds are tried in order until the wanted end comes.
"""

import sys
from collections.abc import Iterator
from functools import cache
from heapq import nsmallest
from itertools import count
from pathlib import Path
from typing import NamedTuple

from engines import ENGINES
from engines.core import codec, golden
from engines.core.bots import asked_seats
from engines.core.chance import Dice
from engines.core.engine import Result, Seat
from engines.core.game import act, ask_id, begin
from engines.quirky_circuits import notation, rules
from engines.quirky_circuits.chart import chart
from engines.quirky_circuits.effects import carry_out
from engines.quirky_circuits.goals import reached
from engines.quirky_circuits.model import Face, Options, Play, State, World
from engines.quirky_circuits.robots import ROBOTS
from engines.quirky_circuits.scenario import SCENARIOS, board

ENGINE = ENGINES["quirky_circuits"]
FOLDER = Path(__file__).parent / "games"
BEAM = 40

BANDS = {ending: band for band, ending in rules.BAND_ENDINGS.items()}


class Wanted(NamedTuple):
    """A golden game to be: the table and the end."""

    scenario: str
    seats: int
    ending: str
    practice: bool = False

    @property
    def path(self) -> Path:
        """Its file."""
        practice = "-practice" if self.practice else ""
        return FOLDER / f"{self.scenario}-{self.seats}-{self.ending}{practice}.game"


def wanted() -> list[Wanted]:
    """Every scenario is won once: numbers of seats go in turn, bands too, so that all pairs come.
    Each robot loses once, on the fourth of its maps. One game has the cards face up, and in one a
    card asks which token to take."""
    seats, wins = ENGINE.seats, tuple(BANDS)
    books = SCENARIOS.values()
    turns = {book.key: divmod(book.number - 1, len(seats)) for book in books}
    won = [
        Wanted(key, seats[turn], wins[(turn + lap) % len(wins)])
        for key, (lap, turn) in turns.items()
    ]
    fourths = [key for robot in ROBOTS for key in [b.key for b in books if b.robot == robot][3:4]]
    lost = [Wanted(key, seats[n % len(seats)], "lost") for n, key in enumerate(fourths)]
    practice = Wanted(next(iter(SCENARIOS)), 4, "won", practice=True)
    return [*won, *lost, practice, Wanted("lunch_for_one", 2, "challenge")]


class Plan(NamedTuple):
    """A queue so far: where it leads, what the hands still hold, how far it is from the goal."""

    distance: int
    world: World
    hands: tuple[tuple[Face, ...], ...]
    queue: tuple[tuple[Seat, Face], ...]


@cache
def step(scenario: str, world: World, face: Face) -> World:
    """The map after a card."""
    return carry_out(board(scenario), world, face)[0]


@cache
def away(scenario: str, world: World) -> int:
    """How many cards of any kind the goal is away."""
    found = chart(SCENARIOS[scenario])
    return found.away[found.enter(world)]


def longer(plan: Plan, scenario: str) -> Iterator[Plan]:
    """The plan with one more card, by any seat."""
    for seat, hand in enumerate(plan.hands):
        for face in dict.fromkeys(rules.playable(hand)):
            world = step(scenario, plan.world, face)
            place = hand.index(face)
            hands = (*plan.hands[:seat], hand[:place] + hand[place + 1 :], *plan.hands[seat + 1 :])
            queue = (*plan.queue, (seat, face))
            yield Plan(away(scenario, world), world, hands, queue)


def is_enough(plan: Plan) -> bool:
    """Everybody has laid a card, and the team enough."""
    laid = {seat for seat, _ in plan.queue}
    return len(plan.queue) >= rules.LEAST and all(
        seat in laid or not hand for seat, hand in enumerate(plan.hands)
    )


def program(state: State) -> tuple[tuple[Seat, Face], ...]:
    """A good queue for these hands: one that wins if the beam finds it, else the one that gets
    nearest."""
    key = state.options.scenario
    map_ = board(key)
    hands = tuple(player.hand for player in state.players)
    beam = [Plan(0, state.world, hands, ())]
    best: Plan | None = None
    while beam:
        grown: dict[tuple[World, tuple[tuple[Face, ...], ...]], Plan] = {}
        for plan in beam:
            for next_plan in longer(plan, key):
                if reached(map_, next_plan.world):
                    return filled(next_plan).queue
                grown.setdefault((next_plan.world, next_plan.hands), next_plan)
        beam = nsmallest(BEAM, grown.values(), key=lambda plan: plan.distance)
        for plan in filter(is_enough, beam):
            if best is None or plan.distance < best.distance:
                best = plan
    return (best or filled(Plan(0, state.world, hands, ()))).queue


def filled(plan: Plan) -> Plan:
    """The plan with cards behind it until it may run."""
    while not is_enough(plan) and any(plan.hands):
        laid = [seat for seat, _ in plan.queue]
        seat = min(
            (seat for seat, hand in enumerate(plan.hands) if hand),
            key=lambda seat: (laid.count(seat), seat),
        )
        face = rules.playable(plan.hands[seat])[0]
        hand = list(plan.hands[seat])
        hand.remove(face)
        hands = (*plan.hands[:seat], tuple(hand), *plan.hands[seat + 1 :])
        plan = plan._replace(hands=hands, queue=(*plan.queue, (seat, face)))
    return plan


class Team:
    """A table in play, and the posts so far."""

    def __init__(self, game: Wanted, seed: bytes) -> None:
        options = Options(scenario=game.scenario, practice=game.practice)
        self.chance = Dice(seed)
        self.game = begin(ENGINE, options, game.seats, self.chance).game
        self.moves: list[tuple[Seat, str]] = []

    def post(self, seat: Seat, text: str) -> None:
        """One post. What a card asks is answered with the first token, as the search assumes."""
        self.game = act(self.game, seat, ask_id(self.game, seat), text, self.chance).game
        self.moves.append((seat, text))
        asked = rules.chooser(self.game.state)
        if asked is not None:
            self.post(asked, notation.write(rules.idle(self.game.state, asked)))

    def think(self) -> None:
        """A round by the best program found; then all who still hold cards signal."""
        number = self.game.state.round
        for place, (seat, face) in enumerate(program(self.game.state)):
            self.post(seat, notation.write(Play(face, place)))
        for seat in range(self.game.players):
            if self.is_in(number) and self.game.state.players[seat].hand:
                self.post(seat, "done" if number % 2 else "flat")

    def drift(self) -> None:
        """A round of absent players."""
        number = self.game.state.round
        while self.is_in(number):
            seat = asked_seats(self.game, must=True)[0]
            self.post(seat, notation.write(rules.idle(self.game.state, seat)))

    def is_in(self, number: int) -> bool:
        """The game is still in this round."""
        return self.game.result is None and self.game.state.round == number


def play(game: Wanted, seed: bytes) -> Team:
    """A game to its end: the team begins to think when the battery is in the wanted band."""
    team = Team(game, seed)
    bands = SCENARIOS[game.scenario].bands
    first = max((value for value, band in bands if band == BANDS.get(game.ending)), default=0)
    while team.game.result is None:
        if team.game.state.battery <= first:
            team.think()
        else:
            team.drift()
    return team


def ends(result: Result | None, game: Wanted) -> bool:
    """Whether a game came to the wanted end."""
    return result is not None and result.reason == game.ending


def find(game: Wanted) -> str:
    """The golden file of the first seed that leads to the wanted end."""
    for number in count(1):
        seed = number.to_bytes(16, "big")
        team = play(game, seed)
        if ends(team.game.result, game):
            options = codec.plain(Options(scenario=game.scenario, practice=game.practice))
            file = golden.Golden(ENGINE.key, game.seats, options, seed, tuple(team.moves))
            return golden.write(file, ENGINES)
    raise AssertionError("there are always more seeds")


def told_again(game: Wanted) -> str:
    """Its file as the rules tell it now, move by move; nothing if there is none, or if its moves
    don't lead to the wanted end any more."""
    try:
        file = golden.read(game.path.read_text(encoding="utf-8"))
        ending = golden.story(file, ENGINES)[-1].game.result
    except (OSError, golden.Malformed):
        return ""
    return golden.write(file, ENGINES) if ends(ending, game) else ""


def main() -> None:
    """Makes the folder hold what is wanted, and says what it had to change."""
    FOLDER.mkdir(exist_ok=True)
    games = wanted()
    for path in set(FOLDER.glob("*.game")) - {game.path for game in games}:
        sys.stderr.write(f"{path.name} is not wanted\n")
        path.unlink()
    for game in games:
        # The first is always looked for: a test says that the search finds the very same.
        text = "" if game is games[0] else told_again(game)
        text = text or find(game)
        if not game.path.exists() or game.path.read_text(encoding="utf-8") != text:
            sys.stderr.write(f"{game.path.name}\n")
            game.path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
