"""What the app asks beside the moves: what to call a table."""

import pytest

from engines.sparks import ENGINE
from engines.sparks.model import Options


@pytest.mark.parametrize(
    ("options", "name"),
    [
        (Options(), ""),
        (Options(in_order=True, solo_goals=3), ""),
        (Options(goals=True), "Sparks with goals"),
        (Options(goals=True, draft=True), "Sparks with goals and a draft"),
    ],
)
def test_a_table_is_called_by_its_variants(options: Options, name: str) -> None:
    assert ENGINE.label(options) == name
