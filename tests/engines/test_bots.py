"""`engines.core.bots`: random players that know no game; and the bench that measures them."""

import json
from collections import Counter
from dataclasses import replace as with_parts
from typing import Any

import pytest

from app import bench_engine
from engines.core.bots import asked_seats, play_out, random_text
from engines.core.chance import Dice
from engines.core.game import begin, fold
from tests.engines.test_game import game_at, player, state
from tests.engines.tiny import ENGINE, model, rules


def test_asked_seats() -> None:
    game = game_at(state(player(done=True), player(), player(done=True, reopened=True)))
    assert asked_seats(game) == [0, 1]
    assert asked_seats(game, must=True) == [1]


def test_random_text_takes_each_option_alike() -> None:
    game = game_at(state(player(pouch=("red",)), player(), dish=("blue",)))
    texts = [ENGINE.write(action) for action in ENGINE.options(game.state, 0)]
    assert len(texts) == 7
    counts = Counter(random_text(game, 0, Dice(b"bot"), i) for i in range(1400))
    assert set(counts) == set(texts)
    assert all(140 <= count <= 260 for count in counts.values())
    assert random_text(game, 0, Dice(b"bot"), 5) == random_text(game, 0, Dice(b"bot"), 5)


def test_play_out_is_a_whole_game_from_its_seed() -> None:
    told = play_out(ENGINE, model.Options(), 3, b"seed")
    assert told[0] == begin(ENGINE, model.Options(), 3, Dice(b"seed"))
    assert told[-1].game.result is not None
    assert all(acted.game.result is None for acted in told[:-1])
    assert fold(told[0].game, [acted.row for acted in told[1:]]) == told[-1].game
    assert {acted.row.seat for acted in told[1:]} == {0, 1, 2}
    assert play_out(ENGINE, model.Options(), 3, b"seed") == told
    assert play_out(ENGINE, model.Options(), 3, b"another") != told


def test_play_out_of_a_game_without_end() -> None:
    told = play_out(ENGINE, model.Options(), 2, b"seed")
    rows = len(told) - 1
    assert play_out(ENGINE, model.Options(), 2, b"seed", most=rows) == told
    with pytest.raises(RuntimeError, match=f"tiny: no end after {rows - 1} rows"):
        play_out(ENGINE, model.Options(), 2, b"seed", most=rows - 1)


def test_play_out_of_a_game_that_asks_nobody() -> None:
    def asks(state: model.State) -> Any:
        return () if state.phase == "free" else rules.asks(state)

    with pytest.raises(RuntimeError, match="tiny: nobody is asked, and there is no result"):
        play_out(with_parts(ENGINE, asks=asks), model.Options(), 2, b"seed")


def test_bench_counts_actions() -> None:
    """A clock that ticks a second at each look: two games in two seconds."""
    ticks = iter(range(100))
    speed = bench_engine.actions_per_second(ENGINE, 2, clock=lambda: float(next(ticks)))
    games = [
        play_out(ENGINE, model.Options(), players, number.to_bytes(16, "big"))
        for number, players in enumerate((2,))
    ]
    assert speed == sum(len(told) - 1 for told in games) / 2


def test_bench_command(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(bench_engine, "ENGINES", {"tiny": ENGINE})
    assert bench_engine.main(["--json", "--seconds", "0"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert row.keys() == {"game", "actions_per_s"}
    assert row["game"] == "tiny"
    assert row["actions_per_s"] > 0
    assert bench_engine.main(["--seconds", "0"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert "cores, " in first
    assert second.split()[0] == "tiny"
    assert second.endswith("actions/s")
