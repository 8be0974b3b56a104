"""What a page says a seat could take back."""

from app.web.render import take_back
from engines.core.game import act, ask_id
from engines.sparks import ENGINE
from tests.sparks.table import Forced, Seat, Table

NAMES = ("Anna", "Ben")
assert ENGINE.key == "sparks"


def test_the_last_step_in_words_and_why_it_stays() -> None:
    table = Table(Seat("r4 r1", slots="peppercorn - -", rerolls=1), Seat("b1"))
    game = table.game()
    assert take_back(game, 0, NAMES) is None
    game = act(game, 0, ask_id(game, 0), f"place {table.number(0, 'r4')} 1.1", Forced()).game
    back = take_back(game, 0, NAMES)
    assert back is not None
    assert back.no == ""
    assert back.what.startswith("places the red 4")
    assert take_back(game, 1, NAMES) is None
    game = act(
        game, 0, ask_id(game, 0), f"reroll; pick {table.number(0, 'r1')}; roll", Forced()
    ).game
    back = take_back(game, 0, NAMES)
    assert back is not None
    assert back.no.startswith("Chance has spoken")
