"""`./dev balance`: a row a figure, and an exit code that says whether all hold."""

import json
from statistics import fmean

import pytest

from app import balance_quirky, balance_sparks
from app.balance import main
from app.balance_sparks import (
    Job,
    Played,
    assistant_figures,
    carry_out,
    main_jobs,
    paired_jobs,
    play,
    upgrade_figures,
    without,
)
from app.figures import Figure, mean, ratio, run_all, share
from engines.core.chance import Dice
from engines.core.engine import Illegal
from engines.quirky_circuits.scenario import SCENARIOS
from engines.sparks.bots import choose
from engines.sparks.components import ASSISTANTS, GOALS, UPGRADES
from engines.sparks.model import Event, Score
from engines.sparks.setup import HAND
from tests.sparks.table import Seat, Table


def points(total: int) -> Score:
    """A score of so many points, half of them from tracks."""
    return Score((total // 2, 0, 0, 0), total - total // 2, 0, 0, 0, 0, 0)


def game(*totals: int, hands: tuple[tuple[str, ...], ...] = (), **rest: object) -> Played:
    """A game with these final scores, by places."""
    best = max(totals)
    parts: dict = {
        "scores": tuple(map(points, totals)),
        "robots": (8,) * len(totals),
        "hired": (5,) * len(totals),
        "levels": (4,) * len(totals),
        "wins": tuple((total == best) / totals.count(best) for total in totals),
        "hands": hands,
        "out": tuple(UPGRADES)[:6],
        "picks": (),
        "goals": (),
        "won": False,
    }
    return Played(**{**parts, **rest})


def told(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[int, list[Job]]:
    """The exit code of a run in which every game ends the same; the games that were played."""
    jobs: list[Job] = []

    def one(job: Job) -> Played:
        jobs.append(job)
        hand = tuple(ASSISTANTS)[HAND * (job.seed % 5) :][:HAND]
        totals = [(5 if job.random else 52) + (place + job.turned) % 2 for place in range(2)]
        return game(*totals, hands=(hand, hand), picks=tuple(UPGRADES)[:6])

    monkeypatch.setattr(balance_sparks, "play", one)
    return main(["sparks", "--processes", "1", "--players", "2", *arguments]), jobs


def test_rows_as_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, jobs = told(monkeypatch, "--json", "--games", "9", "--seed", "4")
    rows = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    for row in rows:
        assert row.keys() == {"figure", "players", "value", "low", "high", "ci", "holds"}
    by_figure = {row["figure"]: row for row in rows}
    assert by_figure["mean score"] == {
        "figure": "mean score",
        "players": "2",
        "value": 52.5,
        "low": 48,
        "high": 57,
        "ci": 0.0,
        "holds": True,
    }
    assert by_figure["wins of place 2 in turn order, %"]["value"] == 50
    assert by_figure["points from level × assistants, %"]["holds"] is False
    assert code == 1
    assert {job.players for job in jobs} == {2}
    assert min(job.seed for job in jobs) == 4


def test_a_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(monkeypatch, "--games", "8")[0] == 1
    head, first, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["figure", "players", "value", "±", "95", "%", "wanted"]
    assert first.split() == ["mean", "score", "2", "52.5", "±", "0.0", "48", "to", "57"]
    assert any(row.endswith("NO") for row in rows)


def test_alone(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A solo game's figures in place of the shares of wins."""
    hand = tuple(ASSISTANTS)[:HAND]

    def one(job: Job) -> Played:
        met = job.seed % 2 == 0
        return game(40 + 20 * met, hands=(hand,), goals=(("level", met),), won=met)

    monkeypatch.setattr(balance_sparks, "play", one)
    main(["sparks", "--json", "--players", "1", "--games", "8", "--processes", "1"])
    rows = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    values = {row["figure"]: row["value"] for row in rows}
    assert values["solo won with one goal, %"] == 50
    assert values["goal met: level, %"] == 50
    assert "goal met: sparks, %" not in values
    assert not any(name.startswith("wins") for name in values)


def test_all_hold(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    fine = Figure("mean score", "2", 50.0, 1.0, 48.0, 57.0)
    monkeypatch.setattr(balance_sparks, "measure", lambda *_: iter([fine]))
    assert main(["sparks"]) == 0
    assert capsys.readouterr().out.count("\n") == 2


@pytest.mark.parametrize(
    ("value", "ci", "holds"),
    [
        (50, 0, True),
        (48, 0, True),
        (57, 0, True),
        (47, 0.5, False),
        (47, 1, True),
        (58, 0.5, False),
        (58, 1, True),
        (20, 100, True),
    ],
)
def test_what_holds(value: float, ci: float, holds: bool) -> None:
    """Not the whole interval lies outside the range."""
    assert Figure("mean score", "1", value, ci, 48, 57).holds is holds


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "required: game"),
        (["chess"], "invalid choice: 'chess'"),
        (["sparks", "--players", "5"], "invalid choice: 5"),
        (["sparks", "--games", "7"], "'7' is no whole number from 8 on"),
        (["sparks", "--games", "many"], "'many' is no whole number from 8 on"),
        (["sparks", "--paired", "1"], "'1' is no whole number from 2 on"),
        (["sparks", "--seed", "-1"], "-1"),
        (["sparks", "--processes", "0"], "'0' is no whole number from 1 on"),
        (["quirky_circuits", "--players", "1"], "invalid choice: 1"),
        (["quirky_circuits", "--scenario", "home"], "invalid choice: 'home'"),
        (["quirky_circuits", "--paired", "4"], "unrecognized arguments: --paired 4"),
    ],
)
def test_bad_arguments(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert message in capsys.readouterr().err


def test_half_widths() -> None:
    """Of a mean, of a ratio, of a share: against numbers worked out by hand."""
    found = mean("a mean", "2", [1, 2, 3, 4], (0, 5))
    assert (found.value, round(found.ci, 4)) == (2.5, round(1.96 * 1.6666667**0.5 / 2, 4))
    assert ratio("a ratio", "2", [(1, 2), (2, 4), (3, 6)], (0, 1))[2:4] == (0.5, 0)
    found = share("a share", "2", 0, 16, (0, 5))
    assert (found.value, round(found.ci, 4)) == (0, round(196 * (0.1 * 0.9 / 20) ** 0.5, 4))


def test_assistants_by_pairs() -> None:
    """What a card gains its owner: the score with it less the score without."""
    hands = (("emma", "max"), ("frank", "silas"))
    deal = [game(50, 60, hands=hands), game(49, 57, hands=hands), game(52, 61, hands=hands)]
    found = {figure.figure: figure for figure in assistant_figures([deal, deal])}
    gains = {name.removeprefix("assistant: "): figure.value for name, figure in found.items()}
    assert gains == {"emma": 1, "max": -2, "frank": 3, "silas": -1}


def test_upgrades_where_they_lie_out() -> None:
    kinds = tuple(UPGRADES)
    one = game(50, out=kinds[:6], picks=(kinds[0], kinds[0], kinds[1]))
    other = game(50, out=kinds[1:7], picks=(kinds[1],))
    found = [round(figure.value) for figure in upgrade_figures([one, other])]
    assert found == [67, 50, 0, 0, 0, 0, 0]


def test_a_deal_from_every_place() -> None:
    """Each game of a deal gives every hand to another place; nothing else of the deal changes."""
    first, second = (play(job) for job in main_jobs(2, 2, 7)[0])
    assert first.hands == second.hands[::-1]
    assert first.out == second.out
    assert first.scores != second.scores
    assert fmean(score.total for score in (*first.scores, *second.scores)) > 30


@pytest.mark.unmeasured
def test_a_barred_card_is_not_played() -> None:
    """Paired games: the same deal; what is barred stays in the hand, and nothing else does."""
    whole, *barred = (play(job) for job in paired_jobs(1, 2, 3)[0])
    assert len(barred) == HAND
    assert {each.hands for each in barred} == {whole.hands}
    assert len({each.scores for each in (whole, *barred)}) > 1


def test_asked_about_a_barred_card() -> None:
    """Greta asks whom to play for free; the bot, which sees nobody, is asked anew, and declines.
    Where nothing is barred, what the bot does must be possible."""
    table = Table(Seat(hand="greta max", cogs=1, level=4, sparks=0), Seat("b1"), turn=8)
    known = without(table.state, 0, "max")
    assert known.players[0].hand == ("greta",)
    planned = choose(known, 0)
    events: list[Event] = []
    state = carry_out(table.state, 0, planned, Dice(b"x"), events, barred=True)
    assert state.players[0].hand == ("max",)
    assert not state.players[0].done
    state = carry_out(state, 0, choose(without(state, 0, "max"), 0), Dice(b"x"), [], barred=True)
    assert state.players[0].done
    assert state.players[0].hand == ("max",)
    with pytest.raises(Illegal):
        carry_out(table.state, 0, planned, Dice(b"x"), [], barred=False)


def test_random_play_and_goals() -> None:
    """In two processes as in one: a solo game of the bot and one of random play."""
    jobs = [Job(1, 5), Job(1, 5, random=True)]
    bot, wild = run_all(2, play, jobs)
    assert [bot, wild] == run_all(1, play, jobs)
    assert wild.scores[0].total < bot.scores[0].total
    assert {goal for goal, _ in bot.goals} < GOALS.keys()


# --- Quirky Circuits. ---


def quirky(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> tuple[int, dict[tuple[str, str, str], dict[str, object]]]:
    """The exit code of a run in which bots win three games of four, green, yellow, red, and random
    players none; its rows by scenario, figure and players."""

    def one(job: balance_quirky.Job) -> balance_quirky.Played:
        won = ("", "green", "yellow", "red")[job.seed % 4] if not job.random else ""
        return balance_quirky.Played(won, job.players if won else 0, 7)

    monkeypatch.setattr(balance_quirky, "play", one)
    code = main(["quirky_circuits", "--json", "--processes", "1", *arguments])
    rows = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    return code, {(row["scenario"], row["figure"], row["players"]): row for row in rows}


def test_rows_of_a_scenario(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """For each number of players, and the mean, with the range wanted of the scenario's place among
    its robot's."""
    code, rows = quirky(monkeypatch, capsys, "--games", "40", "--scenario", "mind_the_vases")
    assert rows["mind_the_vases", "wins, %", "2"] == {
        "scenario": "mind_the_vases",
        "figure": "wins, %",
        "players": "2",
        "value": 75,
        "low": 5,
        "high": 98,
        "ci": 13.16,
        "holds": True,
    }
    wins = rows["mind_the_vases", "wins, %", "mean"]
    assert (wins["value"], wins["low"], wins["high"]) == (75, 63, 87)
    assert rows["mind_the_vases", "green wins, % of wins", "mean"]["value"] == 33.33
    assert rows["mind_the_vases", "battery left at a win", "4"]["value"] == 4
    assert rows["mind_the_vases", "wins of random play, %", "mean"]["value"] == 0
    assert rows["all", "wins more than random play, points", "mean"]["value"] == 75
    assert code == 0


def test_scenarios_and_what_is_wanted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole book with one number of players: no means; no wins, no shares of them."""
    code, rows = quirky(monkeypatch, capsys, "--games", "8", "--players", "3")
    assert code == 0
    assert {row["players"] for row in rows.values()} == {"3", "mean"}
    assert {scenario for scenario, _, players in rows if players == "mean"} == {"all"}
    assert len({scenario for scenario, _, _ in rows}) == len(SCENARIOS) + 1
    assert [balance_quirky.wanted(key)[1] for key in SCENARIOS][:6] == [98, 87, 72, 57, 42, 98]
    assert balance_quirky.wanted("snail_mail") == balance_quirky.ADVANCED
    lost = [balance_quirky.Played("", 0, 9)] * 8
    found = balance_quirky.rows("quirky", "2", lost, lost)
    assert [figure.figure for figure in found] == ["wins, %", "rounds", "wins of random play, %"]


def test_a_game_of_bots_and_one_of_chance() -> None:
    """The same job is the same game; random play stops as soon as it may, bots win more."""
    bot, wild = (balance_quirky.Job("dust_bunnies", 2, 1, random) for random in (False, True))
    played = run_all(1, balance_quirky.play, [bot, bot, wild])
    assert played[0] == played[1]
    assert played[0].band
    assert not played[2].band
    assert played[2].rounds == SCENARIOS["dust_bunnies"].battery
