"""The games of Sparks for `./dev balance sparks`, and what they say.

Each deal is played once from every place in turn order, so that luck of the deal doesn't count as
luck of the place.
"""

import argparse
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from msgspec.structs import replace

from app.figures import Figure, Range, at_least, grouped, mean, ratio, run_all, share
from engines.core.chance import Dice
from engines.core.engine import Seat
from engines.sparks.bots import choose
from engines.sparks.components import ASSISTANTS, GOALS, UPGRADES
from engines.sparks.hidden import redeal
from engines.sparks.model import OVER, Action, Event, Key, Options, Score, State, UpgradeTaken
from engines.sparks.notation import read
from engines.sparks.offers import offers
from engines.sparks.rules import apply, asks, result, why_not
from engines.sparks.scoring import is_met
from engines.sparks.setup import HAND, SEATS, setup

PLAYED_FOR: Final = "each number of players"
"""What `--games` counts."""

GAMES: Final = 600
"""Games for each number of players, unless told otherwise."""

RANDOM_PART: Final = 10
"""One game of random play for so many of the bot's."""

PAIRED_PART: Final = 4
"""One deal of paired games for so many of the bot's, unless told otherwise."""

PAIRED_PLAYERS: Final = 2
"""Paired games have so many players if nothing else is said: each deal compares twelve cards."""

MEANS: Final[dict[int, Range]] = {1: (48, 57), 2: (48, 57), 3: (50, 59), 4: (54, 64)}
SCORES: Final[Range] = (30, 85)
SEAT_MARGIN: Final = 6.0
ASSISTANT: Final[Range] = (-2, 6)
UPGRADE: Final[Range] = (5, 28)
SOLO_WON: Final[Range] = (35, 65)
GOAL_MET: Final[Range] = (25, 75)


class Job(NamedTuple):
    """A game to be played: `turned` by so many places, by random players or not, with a card in the
    hand of each seat that is barred (its place in the hand; -1: none)."""

    players: int
    seed: int
    turned: int = 0
    random: bool = False
    barred: int = -1


class Played(NamedTuple):
    """A game that was played, by places in turn order."""

    scores: tuple[Score, ...]
    robots: tuple[int, ...]
    hired: tuple[int, ...]
    levels: tuple[int, ...]
    wins: tuple[float, ...]
    hands: tuple[tuple[Key, ...], ...]
    """The assistants dealt."""
    out: tuple[Key, ...]
    picks: tuple[Key, ...]
    goals: tuple[tuple[Key, bool], ...]
    """Solo: each goal, and whether it was met."""
    won: bool


# --- Playing. ---


def deal(players: int, turned: int, dice: Dice) -> State:
    """A game set up with its usual options; then what each place in turn order was dealt moves on
    by some places."""
    state = setup(Options(), players, dice).state
    order = [(seat - turned) % players for seat in range(players)]
    hands = [state.assistants[HAND * place : HAND * (place + 1)] for place in range(players)]
    moved = [card for place in range(players) for card in hands[(place - turned) % players]]
    return replace(
        state,
        players=tuple(state.players[seat] for seat in order),
        assistants=(*moved, *state.assistants[HAND * players :]),
    )


def play(job: Job) -> Played:
    """One game, everything drawn from its seed."""
    dice = Dice(b"balance %d" % job.seed)
    state = deal(job.players, job.turned, dice)
    hands: tuple[tuple[Key, ...], ...] = ()
    events: list[Event] = []
    count = 0
    while state.phase != OVER:
        hands = hands or tuple(player.hand for player in state.players if player.hand)
        seat = next(ask.seat for ask in asks(state) if ask.must)
        count += 1
        eyes = Dice(b"eyes %d %d" % (job.seed, count))
        known = redeal(state, seat, eyes)
        if job.random:
            chosen = random_step(known, seat, eyes)
        else:
            if job.barred >= 0 and hands:
                known = without(known, seat, hands[seat][job.barred])
            chosen = choose(known, seat)
        state = carry_out(state, seat, chosen, dice, events, barred=job.barred >= 0)
    return told(state, hands, events)


def carry_out(
    state: State,
    seat: Seat,
    chosen: tuple[Action, ...],
    dice: Dice,
    events: list[Event],
    *,
    barred: bool,
) -> State:
    """These actions one after the other. Who has a barred card may be asked about it (whom to play
    for free) where the bot, which doesn't see it, expects no question: then it is asked anew."""
    for action in chosen:
        if barred and why_not(state, seat, action) is not None:
            break
        step = apply(state, seat, action, dice)
        state = step.state
        events += step.events
    return state


def random_step(state: State, seat: Seat, dice: Dice) -> tuple[Action, ...]:
    """One of the offers that can be done, each as likely."""
    texts = [offer.text for offer in offers(state, seat) if offer.no is None]
    return tuple(map(read, texts[dice.below(len(texts), "offer")].split("; ")))


def without(state: State, seat: Seat, card: Key) -> State:
    """The state as the bot is to see it: the card isn't in its hand."""
    player = state.players[seat]
    player = replace(player, hand=tuple(each for each in player.hand if each != card))
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def told(state: State, hands: tuple[tuple[Key, ...], ...], events: list[Event]) -> Played:
    """What a game that is over tells."""
    seats = range(len(state.players))
    order = [(state.first + place) % len(seats) for place in seats]
    players = [state.players[seat] for seat in order]
    ended = result(state)
    assert ended is not None
    return Played(
        scores=tuple(state.scores[seat] for seat in order),
        robots=tuple(len(player.built) for player in players),
        hired=tuple(len(player.hired) for player in players),
        levels=tuple(player.level for player in players),
        wins=tuple((seat in ended.winners) / max(1, len(ended.winners)) for seat in order),
        hands=tuple(hands[seat] for seat in order),
        out=state.upgrades,
        picks=tuple(event.kind for event in events if isinstance(event, UpgradeTaken)),
        goals=tuple((goal, is_met(players[0], goal)) for goal in state.goals),
        won=ended.reason == "solo_won",
    )


# --- Counting. ---


def totals(played: Played) -> list[int]:
    """The final scores of a game."""
    return [score.total for score in played.scores]


def main_figures(deals: Sequence[Sequence[Played]], wild: Sequence[Played]) -> Iterator[Figure]:
    """What the games of one number of players show, those of random play beside them."""
    games = [game for deal in deals for game in deal]
    seats = len(games[0].scores)
    players = str(seats)

    def parts(figure: str, of: Callable[[Score], float], wanted: Range) -> Figure:
        """A share of all points, in percent."""
        pairs = [
            (
                100.0 * sum(of(score) for game in deal for score in game.scores),
                float(sum(score.total for game in deal for score in game.scores)),
            )
            for deal in deals
        ]
        return ratio(figure, players, pairs, wanted)

    def means(figure: str, of: Callable[[Played], Sequence[float]], wanted: Range) -> Figure:
        """A mean over seats."""
        values = [statistics.fmean(x for game in deal for x in of(game)) for deal in deals]
        return mean(figure, players, values, wanted)

    scores = means("mean score", totals, MEANS[seats])
    yield scores
    every = [total for game in games for total in totals(game)]
    inside = sum(SCORES[0] <= total <= SCORES[1] for total in every)
    yield share("scores from 30 to 85, %", players, inside, len(every), (95, 100))
    against = [100 * statistics.fmean(totals(game)) / scores.value for game in wild]
    yield mean("random play, % of the bot's mean", players, against, (0, 50))
    yield parts("points from tracks, %", lambda score: sum(score.tracks), (40, 60))
    yield parts("points from level × assistants, %", lambda score: score.factory, (20, 36))
    yield parts("other points, %", other_points, (15, 30))
    yield means("level × assistants", lambda game: [s.factory for s in game.scores], (13, 20))
    yield means("robots completed", lambda game: game.robots, (6, 10))
    yield means("assistants played", lambda game: game.hired, (3, 6))
    yield means("factory level", lambda game: game.levels, (3, 5))
    if seats == 1:
        yield from solo_figures(games)
        return
    even = 100 / seats
    for place in range(seats):
        wins = [100 * statistics.fmean(game.wins[place] for game in deal) for deal in deals]
        wanted = (even - SEAT_MARGIN, even + SEAT_MARGIN)
        yield mean(f"wins of place {place + 1} in turn order, %", players, wins, wanted)


def other_points(score: Score) -> float:
    """Points that come neither from tracks nor from level × assistants."""
    return score.total - sum(score.tracks) - score.factory


def solo_figures(games: Sequence[Played]) -> Iterator[Figure]:
    """Rulebook, Solo Game: how often it is won with one goal, and how often each goal is met."""
    yield share("solo won with one goal, %", "1", sum(g.won for g in games), len(games), SOLO_WON)
    met = [goal for game in games for goal in game.goals]
    for key in GOALS:
        mine = [reached for goal, reached in met if goal == key]
        if mine:
            yield share(f"goal met: {key}, %", "1", sum(mine), len(mine), GOAL_MET)


def assistant_figures(deals: Sequence[Sequence[Played]]) -> Iterator[Figure]:
    """By how much a card in the hand raises its owner's score. A deal here is the game as it is,
    and then one game for each place in the hand, with the card there barred to every seat."""
    gains: dict[Key, list[float]] = {key: [] for key in ASSISTANTS}
    for whole, *others in deals:
        for at, barred in enumerate(others):
            for place, hand in enumerate(whole.hands):
                gain = whole.scores[place].total - barred.scores[place].total
                gains[hand[at]].append(gain)
    players = str(len(deals[0][0].scores))
    for key, values in gains.items():
        if len(values) > 1:
            yield mean(f"assistant: {key}", players, values, ASSISTANT)


def upgrade_figures(games: Iterable[Played]) -> Iterator[Figure]:
    """Of all upgrade tiles taken where a kind lies out, how many are of this kind."""
    mine: Counter[Key] = Counter()
    whole: Counter[Key] = Counter()
    for game in games:
        for kind in game.out:
            mine[kind] += game.picks.count(kind)
            whole[kind] += len(game.picks)
    for kind in UPGRADES:
        if whole[kind]:
            yield share(f"upgrade: {kind}, % of picks", "all", mine[kind], whole[kind], UPGRADE)


# --- What is played. ---


def main_jobs(players: int, games: int, seed: int) -> list[list[Job]]:
    """The games of the bot, deal by deal: each from every place."""
    count = -(-games // players)
    return [
        [Job(players, seed + number, turned) for turned in range(players)]
        for number in range(count)
    ]


def wild_jobs(players: int, games: int, seed: int) -> list[Job]:
    """The games of random play."""
    count = max(2, games // RANDOM_PART)
    return [Job(players, seed + number, random=True) for number in range(count)]


def paired_jobs(players: int, deals: int, seed: int) -> list[list[Job]]:
    """The paired games: each deal as it is, then with each place of the hand barred."""
    return [
        [Job(players, seed + number, barred=at) for at in range(-1, HAND)]
        for number in range(deals)
    ]


def measure(
    counts: Sequence[int],
    games: int,
    paired: int,
    seed: int,
    run: Callable[[list[Job]], list[Played]],
) -> Iterator[Figure]:
    """All figures, as they come."""
    everything: list[Played] = []
    for players in counts:
        jobs = main_jobs(players, games, seed)
        deals = grouped(run([job for deal in jobs for job in deal]), len(jobs[0]))
        everything += [game for deal in deals for game in deal]
        yield from main_figures(deals, run(wild_jobs(players, games, seed)))
    yield from upgrade_figures(everything)
    players = counts[0] if len(counts) == 1 else PAIRED_PLAYERS
    jobs = paired_jobs(players, paired, seed)
    yield from assistant_figures(grouped(run([job for deal in jobs for job in deal]), HAND + 1))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said on the command line for this game alone."""
    parser.add_argument(
        "--paired",
        type=partial(at_least, 2),
        help=f"deals of paired games, for the assistants (default: a deal for {PAIRED_PART} games)",
    )


def figures(arguments: argparse.Namespace, processes: int) -> Iterator[Figure]:
    """All figures that were asked for, as they come."""
    counts = (arguments.players,) if arguments.players else SEATS
    paired = arguments.paired or arguments.games // PAIRED_PART
    run = partial(run_all, processes, play)
    return measure(counts, arguments.games, paired, arguments.seed, run)
