"""The log on a page that goes on by itself, in a game whose steps can be taken back."""

import re
from functools import partial

import pytest

from app.play.service import Held
from app.web.render import Painter, Screen
from engines.core.chance import Dice
from engines.core.game import UNDO
from tests.engines.trials import TINY, walk
from tests.web.browsers import Page, lines_of
from tests.web.test_no_leak_bytes import info_of


@pytest.mark.unmeasured
def test_lines_that_are_taken_back_later() -> None:
    """UN-02: a page that gets each row, or that misses some, strikes out the same lines as a fresh
    one."""
    painter, dice = Painter(), Dice(b"log")
    struck = 0
    for number in range(12):
        told = walk(TINY, number, b"log %d" % number).told
        players = told[0].game.players
        pages = {viewer: [Page(), Page()] for viewer in (*range(players), None)}
        for at, acted in enumerate(told, 1):
            rows = tuple(each.row for each in told[:at])
            info = info_of(acted.game)
            held = Held(info, acted.game, b"", rows, 0.0)
            for viewer, both in pages.items():
                fresh = lines_of(painter.log(held, viewer))
                shown = Screen(
                    held.number,
                    "play",
                    False,
                    {},
                    held.seq,
                    partial(painter.log_since, held, viewer),
                )
                for place, page in enumerate(both):
                    if place and dice.below(3, number, at, str(viewer)) and at < len(told):
                        continue
                    page.apply(shown.message(page.have if page.pulse else {}))
                    assert list(page.log.items()) == list(fresh.items())
                    assert page.resyncs == 0
                struck += len(re.findall("<s>", str(fresh)))
        assert any(each.row.text == UNDO for each in told) or number
    assert struck > 20
