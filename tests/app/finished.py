"""Games that end as wanted: a golden game is put into a table up to its last row, which somebody
then plays.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import text

from app.web.deps import House
from engines import ENGINES
from engines.core import codec
from engines.core.game import Acted
from engines.core.golden import Golden, read, story
from tests.app.workers import Worker, lobby

GAMES = Path(__file__).parents[1] / "quirky_circuits/games"


class Told(NamedTuple):
    """A golden game and its rows."""

    golden: Golden
    rows: list[Acted]

    @property
    def scenario(self) -> str:
        """What was played."""
        return str(self.golden.options["scenario"])

    @property
    def last(self) -> tuple[int, str, str]:
        """The seat, the ask and the text that end it."""
        row = self.rows[-1].row
        return row.seat, row.ask, row.text


@lru_cache
def golden_game(players: int, ending: str) -> Told:
    """The shortest golden game of so many players that ends so, by all the rules."""
    [path, *_] = sorted(GAMES.glob(f"*-{players}-{ending}.game"), key=lambda p: p.stat().st_size)
    golden = read(path.read_text())
    assert not golden.options["practice"]
    assert not golden.options["talk"]
    return Told(golden, story(golden, ENGINES))


async def put_in(house: Worker | House, game: UUID, told: Told) -> None:
    """This table has played a golden game but for its last row."""
    rows = [
        {
            "g": game,
            "seq": acted.row.seq,
            "seat": acted.row.seat,
            "ask": acted.row.ask,
            "said": acted.row.text,
            "draws": codec.dump(acted.row.draws),
            "events": codec.dump(acted.row.events),
        }
        for acted in told.rows[:-1]
    ]
    async with house.sessions.begin() as session:
        await session.execute(
            text(
                "insert into actions (game_id, seq, seat, ask, text, draws, events) values"
                " (:g, :seq, :seat, :ask, :said, cast(:draws as jsonb), cast(:events as jsonb))"
            ),
            rows,
        )
        await session.execute(
            text(
                "update games set status = 'running', seed = :seed, last_seq = :last,"
                " rev = rev + 1 where id = :g"
            ),
            {"g": game, "seed": told.golden.seed, "last": len(rows)},
        )
    house.play.distrust()


async def before_the_end(house: Worker, users: list[UUID], told: Told, **options: Any) -> UUID:
    """A new table where these people have played a golden game but for its last row."""
    game = await lobby(house, users, **{**told.golden.options, **options})
    await put_in(house, game, told)
    return game


async def finished(house: Worker, users: list[UUID], ending: str, **options: Any) -> UUID:
    """A new table where these people have played a game to this end."""
    told = golden_game(len(users), ending)
    game = await before_the_end(house, users, told, **options)
    seat, ask, said = told.last
    await house.play.act(game, users[seat], ask, said)
    return game
