"""Test scenarios are put into the book for one test only."""

from collections.abc import Iterator

import pytest

from engines.quirky_circuits.scenario import SCENARIOS, board


@pytest.fixture(autouse=True)
def _the_book_as_it_was() -> Iterator[None]:
    before = dict(SCENARIOS)
    yield
    SCENARIOS.clear()
    SCENARIOS.update(before)
    board.cache_clear()
