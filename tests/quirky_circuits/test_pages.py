"""Every region of the page can be drawn for every robot: while programming, while a run waits for a
choice, at each beat and after the end."""

from pathlib import Path

import pytest

from app.web.render import TEMPLATES, regions_of, templates
from engines.core.chance import Dice
from engines.quirky_circuits.model import Options, State
from engines.quirky_circuits.rules import apply, asks, options, result
from engines.quirky_circuits.setup import setup
from engines.quirky_circuits.views import private, public
from tests.quirky_circuits import samples
from tests.quirky_circuits.wild import WILD, put_in_the_book

ROOT = Path(__file__).parents[2]
MOST = 4
"""Runs of a game that are drawn beat by beat."""
env = templates(TEMPLATES)


def draw(state: State) -> dict[str, str]:
    """Every region of seat 0's page and of a spectator's."""
    base = {"seats": samples.SEATS, "table": samples.TABLE, "lookback": None}
    drawn = {
        f"{shown.field} {at}": env.get_template(f"quirky_circuits/{shown.field}.html").render(
            view=shown.view, **base
        )
        for at, shown in enumerate(regions_of(public(state)))
    }
    for viewer in (0, None):
        mine = private(state, viewer)
        for name in mine.__struct_fields__:
            drawn[f"{name} {viewer}"] = env.get_template(f"quirky_circuits/{name}.html").render(
                view=getattr(mine, name), viewer=viewer, ask="q1", **base
            )
    return drawn


@pytest.mark.unmeasured
@pytest.mark.parametrize("key", WILD)
def test_every_region_of_every_robot(key: str) -> None:
    """In a random game on a map with everything on it."""
    put_in_the_book()
    dice, choice = Dice(b"pages"), Dice(b"pages!")
    state = setup(Options(key), 3, dice).state
    step = waits = runs = 0
    while result(state) is None or not waits:
        if result(state) is not None:
            state = setup(Options(key), 3, Dice(b"%d" % step)).state
        step += 1
        asked = asks(state)
        seat = asked[choice.below(len(asked), step, "seat")].seat
        if state.running is not None and seat == 0:
            waits += 1
            regions = draw(state)
            for action in private(state, 0).moves.choices:
                assert f'value="q1 {action.text}"' in regions["moves 0"]
            assert "data-choice" not in regions["moves None"]
        actions = options(state, seat)
        done = apply(state, seat, actions[choice.below(len(actions), step, "do")], dice)
        if done.beats and runs < MOST:
            runs += 1
            assert all(draw(moment) for _, moment in done.beats[:3])
            assert draw(done.state)
        state = done.state
    assert any("map-title" in html for html in draw(state).values())
