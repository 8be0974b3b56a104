"""Seats before, around and after the play, with several people at once."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import event

from app.play import clock, tables
from app.play.refused import Refused
from engines.core.game import ask_id
from tests.app.workers import (
    NAMES,
    QUIRKY,
    Worker,
    assert_whole,
    lay,
    lobby,
    make_ready,
    people,
    play_on,
    rows,
    running,
    table_info,
    views,
    workers,
)


async def told(house: Worker, what: Any, *arguments: Any, **named: Any) -> str:
    """Do one thing to a table; the kind of the refusal, or `""`."""
    try:
        async with house.sessions.begin() as session:
            await what(session, *arguments, **named)
    except Refused as no:
        return no.kind
    return ""


async def claim_link(house: Worker, game: UUID, seat: int) -> str:
    """A link for that seat."""
    async with house.sessions.begin() as session:
        return await tables.hand_over(session, game, seat)


async def test_everybody_sits_down_at_once(database_url: str) -> None:
    """Nine people, four seats: each seat has one, the rest are told that it is full."""
    async with workers(database_url, 2) as several:
        users = await people(several[0], 1)
        game = await lobby(several[0], users)
        crowd = []
        for at in range(9):
            [user] = await people(several[0], 1)
            crowd.append((user, f"Guest {chr(65 + at)}"))
        answers = await asyncio.gather(
            *(
                told(several[at % 2], tables.sit, game, user, name)
                for at, (user, name) in enumerate(crowd)
            )
        )
        assert sorted(answers) == ["", "", "", *["conflict"] * 6]
        info = await table_info(several[0], game)
        assert [seat.seat for seat in info.seats] == [0, 1, 2, 3]
        assert len({seat.user for seat in info.seats}) == 4


async def test_the_lobby_at_once(database_url: str) -> None:
    """Sitting, leaving, readiness, settings and a new invitation together: nothing is lost or
    half done."""
    async with workers(database_url, 2) as several:
        house = several[0]
        for number in range(12):
            users = await people(house, 4)
            game = await lobby(house, users[:3])
            before = (await table_info(house, game)).invite
            answers = await asyncio.gather(
                told(several[0], tables.leave, game, {users[1]}),
                told(several[1], tables.sit, game, users[3], NAMES[3]),
                told(several[0], tables.ready, game, users[2], "w" * 80),
                told(several[1], tables.new_invite, game, users[0]),
                told(
                    several[number % 2],
                    tables.change,
                    game,
                    users[0],
                    tables.read_options(QUIRKY, {"scenario": "quirky"}),
                    public=True,
                    watch="anyone",
                ),
            )
            assert not any(answers)
            info = await table_info(house, game)
            assert {seat.user for seat in info.seats} == {users[0], users[2], users[3]}
            assert (info.options.scenario, info.public, info.watch) == ("quirky", True, "anyone")
            assert info.invite != before
            # One creation, two who sat, five changes.
            assert info.rev == 8
            assert len({seat.seat for seat in info.seats}) == 3


async def test_a_changed_table_asks_everybody_again(database_url: str) -> None:
    """Settings and seats: who may change them, and that readiness ends with a change."""
    async with workers(database_url) as (house,):
        users = await people(house, 3)
        game = await lobby(house, users[:2])
        await make_ready(house, game, users[:2])
        settings = {"public": False, "watch": "link"}
        plain = tables.read_options(QUIRKY, {})
        assert await told(house, tables.change, game, users[1], plain, **settings) == "forbidden"
        for bad in ({"scenario": "nowhere"}, {"practice": "perhaps"}, {"scenario": 5}):
            with pytest.raises(Refused) as refused:
                tables.read_options(QUIRKY, bad)
            assert refused.value.kind == "invalid"
        assert all(seat.ready for seat in (await table_info(house, game)).seats)
        assert await told(house, tables.change, game, users[0], plain, **settings) == ""
        assert not any(seat.ready for seat in (await table_info(house, game)).seats)
        assert await told(house, tables.start, game, users[0]) == "conflict"
        await make_ready(house, game, users[:2])
        await told(house, tables.ready, game, users[1], None)
        assert await told(house, tables.start, game, users[0]) == "conflict"
        assert await told(house, tables.ready, game, users[2], "word") == "forbidden"
        await make_ready(house, game, users[:2])
        assert await told(house, tables.start, game, users[1]) == "forbidden"
        assert await told(house, tables.start, game, users[0]) == ""
        for what, *arguments in (
            (tables.sit, users[2], NAMES[2]),
            (tables.ready, users[0], "w"),
            (tables.leave, {users[1]}),
            (tables.kick, users[0], 1),
            (tables.start, users[0]),
        ):
            assert await told(house, what, game, *arguments) == "conflict", what
        assert await told(house, tables.change, game, users[0], plain, **settings) == "conflict"


async def test_one_alone_and_wrong_tables(database_url: str) -> None:
    """One seat can't start; a table that isn't there is missing; an unknown game too."""
    async with workers(database_url) as (house,):
        users = await people(house, 2)
        game = await lobby(house, users[:1])
        await make_ready(house, game, users[:1])
        assert await told(house, tables.start, game, users[0]) == "conflict"
        assert await told(house, tables.sit, uuid4(), users[1], "Ben") == "missing"
        assert await told(house, tables.let_in, game, users[1]) == ""
        assert await told(house, tables.let_in, game, users[1]) == ""
        with pytest.raises(Refused):
            tables.engine_of("chess")
        info = await table_info(house, game)
        assert tables.why_not_start(info)
        assert info.name_of(users[1]) == ""
        assert info.seat_of(None) is None


async def test_names_at_a_table(database_url: str) -> None:
    """NA-02: nobody takes a name that people would confuse with one at the table."""
    async with workers(database_url) as (house,):
        users = await people(house, 2)
        game = await lobby(house, users[:1])
        for name in ("anna", "ANNA", "Ànna", "A nna", "Anna\u200d", "An_na", "\u0410nna"):
            assert await told(house, tables.sit, game, users[1], name) == "invalid", name
        assert await told(house, tables.sit, game, users[1], "Анна") == "", "another name, Cyrillic"
        assert await told(house, tables.sit, game, users[1], "Ben") == "", "renamed while waiting"
        assert (await table_info(house, game)).seats[1].name == "Ben"


async def test_leaving(database_url: str) -> None:
    """LO-01: a seat is free at once, the host passes on, an empty table vanishes, also for
    everybody who looks."""
    async with workers(database_url) as (house,):
        users = await people(house, 4)
        game = await lobby(house, users[:3])
        assert await told(house, tables.leave, game, {users[0]}) == ""
        info = await table_info(house, game)
        assert info.host == users[1], "the one who has waited longest"
        assert [seat.seat for seat in info.seats] == [1, 2]
        assert await told(house, tables.sit, game, users[3], NAMES[3]) == ""
        assert (await table_info(house, game)).seat_of(users[3]) == 0
        assert await told(house, tables.leave, game, {users[0]}) == "", "not seated: nothing to do"
        await house.play.table(game)
        async with house.sessions.begin() as session:
            assert not await tables.leave(session, game, set(users))
        await house.play.changed(game)
        assert house.play.peek(game) is None
        with pytest.raises(Refused):
            await house.play.table(game)


async def test_seats_close_up_at_the_start(database_url: str) -> None:
    """Whoever sits at 1 and 3 plays as 0 and 1."""
    async with workers(database_url) as (house,):
        users = await people(house, 4)
        game = await lobby(house, users)
        await told(house, tables.leave, game, {users[0], users[2]})
        await make_ready(house, game, [users[1], users[3]])
        assert await told(house, tables.start, game, users[1]) == ""
        info = await table_info(house, game)
        assert [(seat.seat, seat.user) for seat in info.seats] == [(0, users[1]), (1, users[3])]
        held = await house.play.table(game)
        assert held.game is not None
        assert held.game.players == 2
        await lay(house, game, 1)


async def test_kicked(database_url: str) -> None:
    """WS-07: out, and kept out by every way in; nobody else can do it, and not to oneself."""
    async with workers(database_url) as (house,):
        users = await people(house, 3)
        game = await lobby(house, users, public=True, watch="anyone")
        assert await told(house, tables.kick, game, users[1], 2) == "forbidden"
        assert await told(house, tables.kick, game, users[0], 0) == "conflict"
        assert await told(house, tables.kick, game, users[0], 3) == "conflict"
        async with house.sessions.begin() as session:
            assert await tables.kick(session, game, users[0], 1) == users[1]
        info = await table_info(house, game)
        assert users[1] in info.kept_out
        assert not info.may_look(users[1])
        assert info.may_look(None)
        assert await told(house, tables.sit, game, users[1], "Ben") == "missing"
        await told(house, tables.let_in, game, users[1])
        assert not (await table_info(house, game)).may_look(users[1])
        # Nor at the next table of the same people.
        await make_ready(house, game, [users[0], users[2]])
        await told(house, tables.start, game, users[0])
        await told(house, tables.end, game)
        async with house.sessions.begin() as session:
            following = await tables.again(session, game, users[0], {})
        assert not (await table_info(house, following)).may_look(users[1])
        assert await told(house, tables.sit, following, users[1], "Ben") == "missing"


@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize("watch", ["anyone", "link", "nobody"])
async def test_who_may_look(database_url: str, public: bool, watch: Any) -> None:
    """LO-05: seats always; before the start whoever may join; then as the setting says."""
    async with workers(database_url) as (house,):
        users = await people(house, 4)
        game = await lobby(house, users[:2], public=public, watch=watch)
        await told(house, tables.let_in, game, users[2])
        info = await table_info(house, game)
        assert [info.may_look(user) for user in (users[0], users[2], users[3], None)] == [
            True,
            True,
            public,
            public,
        ]
        await make_ready(house, game, users[:2])
        await told(house, tables.start, game, users[0])
        info = await table_info(house, game)
        by_list = public and watch == "anyone"
        assert [info.may_look(user) for user in (users[0], users[2], users[3], None)] == [
            True,
            watch != "nobody",
            by_list,
            by_list,
        ]


async def test_hosts(database_url: str) -> None:
    """The host passes the table on, to a taken seat only."""
    async with workers(database_url) as (house,):
        users = await people(house, 2)
        game = await lobby(house, users)
        assert await told(house, tables.make_host, game, users[1], 1) == "forbidden"
        assert await told(house, tables.make_host, game, users[0], 3) == "conflict"
        assert await told(house, tables.make_host, game, users[0], 1) == ""
        assert (await table_info(house, game)).host == users[1]
        assert await told(house, tables.new_invite, game, users[0]) == "forbidden"


async def test_a_seat_link_works_once(database_url: str) -> None:
    """A new device gets the seat and the host's chair; the link and older ones are spent."""
    async with workers(database_url, 2) as (here, there):
        users = await people(here, 4)
        game = await running(here, users[:2])
        before = views(await here.play.table(game))
        old = await claim_link(here, game, 0)
        token = await claim_link(here, game, 0)
        assert await told(here, tables.claim, old, users[2]) == "gone"
        assert await told(here, tables.claim, "nonsense", users[2]) == "gone"
        assert await told(here, tables.claim, token, users[1]) == "conflict", "sits there already"
        async with here.sessions.begin() as session:
            assert await tables.claim(session, token, users[2]) == (game, users[0])
        assert await told(here, tables.claim, token, users[3]) == "gone"
        info = await table_info(here, game)
        assert (info.host, info.seat_of(users[2]), info.seat_of(users[0])) == (users[2], 0, None)
        await here.play.changed(game)
        held = await here.play.table(game)
        assert views(held) == before
        assert held.game is not None
        # Also a worker that hasn't heard of it knows who may act.
        await there.play.act(game, users[2], ask_id(held.game, 0), "play any @0")
        own = await claim_link(here, game, 0)
        async with here.sessions.begin() as session:
            assert await tables.claim(session, own, users[2]) == (game, None), "one's own link"
        late = await claim_link(here, game, 0)
        await told(here, tables.end, game)
        assert await told(here, tables.claim, late, users[3]) != ""
        async with here.sessions() as session:
            assert await tables.claimable(session, late) is None
        assert await told(here, tables.hand_over, game, 0) == "conflict"


async def test_two_open_a_seat_link_at_once(database_url: str) -> None:
    """One wins, the other is told, and the seat is the winner's: forty times."""
    async with workers(database_url, 2) as several:
        users = await people(several[0], 4)
        game = await running(several[0], users[:2])
        assert await told(several[0], tables.hand_over, game, 9) == "invalid"
        for _ in range(40):
            token = await claim_link(several[0], game, 1)
            answers = await asyncio.gather(
                *(
                    told(several[at % 2], tables.claim, token, user)
                    for at, user in enumerate(users[2:])
                )
            )
            assert sorted(answers) == ["", "gone"]
            winner = users[2 + answers.index("")]
            assert (await table_info(several[0], game)).seat_of(winner) == 1
            await several[0].sql(
                "update seats set user_id = :u where game_id = :g and seat = 1",
                u=users[1],
                g=game,
            )


async def test_again(database_url: str) -> None:
    """The same people at a fresh table; two who ask at once get the same one."""
    async with workers(database_url, 2) as several:
        house = several[0]
        users = await people(house, 3)
        game = await running(house, users[:2])
        assert await told(house, tables.again, game, users[0], {}) == "conflict"
        await play_on(house, game, b"again")
        assert await told(house, tables.again, game, users[2], {}) == "forbidden"
        assert await told(house, tables.again, game, users[0], {"scenario": "no"}) == "invalid"

        async def ask(house: Worker, user: UUID) -> UUID:
            async with house.sessions.begin() as session:
                return await tables.again(session, game, user, {"scenario": "quirky"})

        answers = await asyncio.gather(*(ask(several[at % 2], users[at % 2]) for at in range(6)))
        assert len(set(answers)) == 1
        info = await table_info(house, answers[0])
        assert {seat.user for seat in info.seats} == set(users[:2])
        assert info.options.scenario == "quirky"
        assert info.status == "lobby"
        [(tables_now,)] = await house.sql("select count(*) from games")
        assert tables_now == 2


async def test_lists(database_url: str) -> None:
    """LO-05: the list shows public tables, mine shows mine, and nothing else."""
    async with workers(database_url) as (house,):
        users = await people(house, 2)
        shown = await lobby(house, users, public=True)
        hidden = await lobby(house, users)
        async with house.sessions() as session:
            assert [entry.info.id for entry in await tables.listed(session)] == [shown]
            assert {e.info.id for e in await tables.mine(session, users[0])} == {shown, hidden}
            assert await tables.mine(session, uuid4()) == []
            info = await tables.by_invite(session, (await table_info(house, hidden)).invite)
            assert info is not None
            assert info.id == hidden
            assert await tables.by_invite(session, "no-such-words") is None


async def test_a_list_is_one_statement(database_url: str) -> None:
    """However many tables there are, and with everybody who sits, watches or was sent away."""
    async with workers(database_url) as (house,):
        users = await people(house, 3)
        for _ in range(3):
            game = await lobby(house, users, public=True)
            await told(house, tables.kick, game, users[0], 2)
        said: list[str] = []

        def listen(*call: Any) -> None:
            said.append(call[2])

        event.listen(house.engine.sync_engine, "before_cursor_execute", listen)
        async with house.sessions() as session:
            listed = await tables.listed(session)
            assert len(said) == 1, said
            mine = await tables.mine(session, users[1])
            assert len(said) == 2, said
        assert len(listed) == len(mine) == 3
        for entry in (*listed, *mine):
            assert [seat.user for seat in entry.info.seats] == users[:2]
            assert entry.info == await table_info(house, entry.info.id)
            assert entry.info.kept_out == {users[2]}
            assert users[1] in entry.info.visitors


async def test_dropping_a_seat_before_and_after_its_first_card(database_url: str) -> None:
    """AB-02: the table plays for an absent seat by the stated rule, and the game ends whole."""
    async with workers(database_url) as (house,):
        users = await people(house, 2)
        for first in (False, True):
            game = await running(house, users, scenario="dust_bunnies")
            if first:
                await lay(house, game, 1)
            async with house.sessions.begin() as session:
                assert await tables.stand_in(session, game, 1, True)
                assert not await tables.stand_in(session, game, 1, True)
            assert await told(house, tables.stand_in, game, 5, True) == "invalid"
            await house.play.changed(game)
            held = await house.play.table(game)
            for _ in range(400):
                held = await house.play.table(game)
                if held.info.status != "running":
                    break
                assert held.game is not None
                await house.sql(
                    "update games set due_at = now() - interval '1 second' where due_at is not null"
                )
                before = held.game.seq
                await clock.tick(house.play)
                held = await house.play.table(game)
                assert held.game is not None
                if held.game.seq == before:
                    held = await house.play.table(game)
                    assert held.game is not None
                    asked = held.game.asked[0]
                    assert asked is not None, "nobody can go on"
                    text = QUIRKY.write(QUIRKY.idle(held.game.state, 0))
                    await house.play.act(game, users[0], ask_id(held.game, 0), text)
            assert held.info.status == "over"
            await assert_whole(house, game)
            by_one = {row.text for row in await rows(house, game) if row.seat == 1}
            assert all(said.startswith("play any") or said == "flat" for said in by_one), by_one


async def test_old_options_and_scenarios(database_url: str) -> None:
    """RP-01: a table of rules with other options still has a title, a page and an end."""
    async with workers(database_url) as (house,):
        users = await people(house, 2)
        for old in ('{"scenario": "torn_out"}', '{"scenario": 7, "board": "x"}'):
            game = await running(house, users, public=True, watch="anyone")
            await house.sql("update games set options = cast(:o as jsonb)", o=old)
            house.play._held.clear()
            held = await house.play.table(game)
            assert held.broken
            assert held.info.title == QUIRKY.title
            async with house.sessions() as session:
                assert len(await tables.listed(session)) >= 1
            assert await told(house, tables.end, game) == ""
            await house.sql("delete from games")
