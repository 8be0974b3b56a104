"""Sample contexts for the pages and regions around the table: what the routes hand in, at its worst."""

# Rows are read as a table: one record a line.
# ruff: noqa: E501

from types import SimpleNamespace as Record
from typing import Any

from markupsafe import Markup

from app.web.book import AtTable, Entry, Group, Mark, Shown, Team
from engines.quirky_circuits.house import pages as quirky_pages
from engines.quirky_circuits.house import printed as quirky_printed
from engines.sparks.house import printed

HOSTILE = "<script>alert(1)</script>"  # 24 characters and a bit: names are cut by the server
LONG = "WWWWWWWWWWWWWWWWWWWWWWWW"
EMOJI = "🤖🐈🧹✨🤖🐈🧹✨🤖🐈🧹✨"
ARABIC = "أمينة بنت عبد الرحمن"

MAP = Record(
    columns=6,
    rows=7,
    furniture=(
        Record(kind="side_table", x=0, y=0, w=1, h=1, solid=True),
        Record(kind="sofa", x=1, y=0, w=2, h=1, solid=True),
        Record(kind="rug", x=1, y=1, w=3, h=3, solid=False),
        Record(kind="side_table", x=5, y=3, w=1, h=1, solid=True),
    ),
    chairs=((4, 1),),
    inclines=((4, 4, "e"),),
    walls=((1, 2, 1, 3), (5, 3, 6, 3), (1, 5, 3, 5), (5, 5, 5, 7)),
    home=(0, 6),
    place="living room",
)
TOKENS = tuple(
    Record(kind=kind, x=x, y=y)
    for kind, x, y in (
        ("dust", 1, 1),
        ("dust", 3, 2),
        ("dust", 5, 0),
        ("dust", 4, 5),
        ("dust", 5, 6),
        ("vase", 0, 0),
        ("vase", 5, 3),
    )
)


def scenario(key: str, number: int, title: str, difficulty: str, **more: Any) -> Record:
    return Record(
        **{
            "key": key,
            "number": number,
            "title": title,
            "story": "Somebody has left the window open, and the fluff has moved in. Nothing is as still as it looks.",
            "difficulty": difficulty,
            "par": ((2, 6), (3, 4), (4, 3)),
            "place": "living room",
            "robot": "gizmo",
            "battery": 9,
            "map": MAP,
            "tokens": TOKENS,
        }
        | more
    )


SCENARIOS = (
    scenario("dust_bunnies", 1, "Dust Bunnies", "a first step"),
    scenario("mind_the_vase", 2, "Mind the Vase", "easy"),
    scenario("quirky", 3, "Quirky", "getting tricky", place="Kitchen"),
    scenario("uphill", 4, "Uphill", "hard", place="Landing"),
    scenario("spring_cleaning", 5, "Spring Cleaning", "for old hands", map=None, tokens=()),
)


def mark(games: int, stars: int = 0, **more: Any) -> Mark:
    label = ("", "Won", "Challenge", "Expert")[stars]
    return Mark(games, min(games, stars), label, stars, 3, **more)


EXPERT = mark(3, 3, day="3 Nov 2026", date="2026-11-03", mates=(HOSTILE, LONG, EMOJI), url="/t/4")
EASED = mark(12, 1, easings=("practice mode", "talk between rounds"), day="1 May 2026", date="2026-05-01", url="/t/5")  # fmt: skip


def book(*marks: Mark | None, others: tuple[str, ...] = (), ahead: int = 0) -> Shown:
    """The samples as a book in which somebody has so much to show, of the first ones."""
    listed: tuple[Any, ...] = SCENARIOS
    mine = (*marks, *(None for _ in listed[len(marks) :]))
    entries = [
        Entry(s, s, m, others if m and m.stars else (), bool(m and m.stars), at == ahead)
        for at, (s, m) in enumerate(zip(listed, mine, strict=True))
    ]
    done = sum(entry.all for entry in entries)
    groups = (Group("Gizmo", tuple(entries[:3]), done), Group("Advanced", tuple(entries[3:]), 0))
    fields = (("scenario", listed[ahead].key), ("beep", "on")) if ahead >= 0 else ()
    return Shown(
        groups, done, 5, listed[ahead] if ahead >= 0 else None, bool(marks), bool(others), fields
    )


UNTOUCHED = book()
STARTED = book(EXPERT, EASED, mark(2), ahead=2)
FINISHED = book(EXPERT, EXPERT, EXPERT, EASED, EASED, ahead=-1)
AT_TABLE = book(EXPERT, EASED, mark(1), others=(HOSTILE, ARABIC), ahead=2)

LOOKS = (("disc", "red"), ("square", "blue"), ("leaf", "green"), ("triangle", "yellow"))


def seat(number: int, name: str | None, **more: bool) -> Record:
    shape, colour = LOOKS[number]
    return Record(
        **{"seat": number, "name": name, "shape": shape, "colour": colour}
        | {"ready": False, "host": False, "away": False}
        | more
    )


ADA = seat(0, "Ada", host=True, ready=True)
MO = seat(1, HOSTILE)
INES = seat(2, LONG, ready=True)
KIT = seat(3, EMOJI, away=True)
FREE = tuple(seat(n, None) for n in range(4))
FULL = (ADA, MO, INES, KIT)


# What live.js keeps on a page.
LIVE = {
    "pulse": Markup('<i id="pulse" hidden data-seq="0"></i>'),
    "body_attrs": Markup(' data-live="/live"'),
}


def start(**more: Any) -> dict[str, Any]:
    return {
        "csrf": "t0ken",
        "my_name": "Ada",
        "turn": None,
        "my_games": (),
        "books": {"quirky_circuits": UNTOUCHED, "sparks": None},
        "join_code": "",
        "join_error": "",
        **LIVE,
    } | more


GAMES = (
    Record(url="/t/1", emblem="gizmo", game="Quirky Circuits", title="Uphill", others=("Mo", "Ines"), round=3, state="your_turn", note=""),
    Record(url="/t/2", emblem="gizmo", game="Quirky Circuits", title="Quirky", others=("Mo", HOSTILE, LONG), round=2, state="waiting", note=""),
    Record(url="/t/3", emblem="gizmo", game="Quirky Circuits", title="Dust Bunnies", others=(), round=None, state="lobby", note=""),
    Record(url="/t/4", emblem="gizmo", game="Quirky Circuits", title="Dust Bunnies", others=("Ines",), round=None, state="over", note="won in the yellow"),
    Record(url="/t/5", emblem="sparks", game="", title="Sparks with goals", others=(ARABIC,), round=None, state="ended", note=""),
    Record(url="/t/6", emblem="sparks", game="", title="Sparks", others=(), round=3, state="your_turn", note=""),
    Record(url="/t/7", emblem="sparks", game="", title="Sparks", others=(LONG, HOSTILE), round=None, state="over", note=HOSTILE + " won"),
)  # fmt: skip
TURN = Record(title="Uphill", url="/t/1", emblem="gizmo", rest="Mo is ready, Ines is thinking.")
TABLES = (
    Record(id="a1", engine="quirky_circuits", url="/t/a1", title="Dust Bunnies", emblem="gizmo", game="Quirky Circuits", host="Kit", options=Record(practice=True), round=None, seats=(True, False, False, False), watching=0, can_watch=True),
    Record(id="b2", engine="quirky_circuits", url="/t/b2", title="Uphill", emblem="gizmo", game="Quirky Circuits", host=HOSTILE, options=Record(practice=False), round=2, seats=(True, True, True), watching=2, can_watch=True),
    Record(id="c3", engine="quirky_circuits", url="/t/c3", title="Quirky", emblem="gizmo", game="Quirky Circuits", host=LONG, options=Record(practice=False), round=None, seats=(True, True, True, True), watching=0, can_watch=False),
    Record(id="d4", engine="sparks", url="/t/d4", title="Sparks with goals and a draft", emblem="sparks", game="", host=LONG, options=Record(goals=True), round=None, seats=(True, False, False, False), watching=0, can_watch=True),
)  # fmt: skip


def new(**more: Any) -> dict[str, Any]:
    return {
        "csrf": "t0ken",
        "my_name": None,
        "action": "/new/quirky_circuits",
        "table": None,
        "game": Record(key="quirky_circuits", title="Quirky Circuits"),
        "catalogue": SCENARIOS,
        "book": UNTOUCHED,
        "guide": False,
        "values": Record(
            options={"scenario": "dust_bunnies", "practice": False, "talk": False, "beep": True},
            public=False,
            watch="link",
            name="",
        ),
        "known": False,
        "errors": {},
    } | more


def new_sparks(**more: Any) -> dict[str, Any]:
    return new(
        action="/new/sparks",
        game=Record(key="sparks", title="Sparks"),
        catalogue=(),
        book=None,
        values=Record(
            options={"goals": True, "solo_goals": 2, "draft": False, "in_order": False},
            public=True,
            watch="anyone",
            name=HOSTILE,
        ),
        **more,
    )


def mine(**more: Any) -> dict[str, Any]:
    return {
        "mine": Record(
            **{
                "seat": None,
                "name": "",
                "host": False,
                "ready": False,
                "free": 2,
                "can_sit": True,
                "can_watch": True,
                "waiting": (),
                "others": (ADA, MO),
                "start_no": "The host starts the game.",
                "alone": False,
                "emblem": "gizmo",
                "errors": {},
                "typed": "",
                "settings_url": "/t/1/settings",
            }
            | more
        )
    }


MINE = {
    "guest": mine(name="Ada"),
    "guest with a refused name": mine(
        errors={"name": "Somebody here is called that already."}, typed=HOSTILE
    ),
    "guest at a full table": mine(can_sit=False, free=0, others=FULL),
    "guest who may not watch": mine(can_sit=False, can_watch=False, free=0, others=FULL),
    "seated, not ready": mine(seat=MO, can_sit=False, waiting=(ADA, KIT), others=(ADA, KIT)),
    "seated, ready": mine(
        seat=INES, ready=True, can_sit=False, waiting=(MO, KIT), others=(ADA, MO, KIT)
    ),
    "all ready but the host starts": mine(seat=INES, ready=True, can_sit=False, others=(ADA,)),
    "host alone": mine(
        seat=ADA,
        host=True,
        can_sit=False,
        free=3,
        others=(),
        start_no="Two players are needed: one more.",
    ),
    "host may start alone": mine(
        seat=ADA, host=True, can_sit=False, free=3, others=(), start_no=None, alone=True
    ),
    "host waits": mine(
        seat=ADA,
        host=True,
        ready=True,
        can_sit=False,
        waiting=(MO, KIT),
        others=(MO, INES, KIT),
        start_no="Two players aren’t ready yet.",
    ),
    "host may start": mine(
        seat=ADA, host=True, ready=True, can_sit=False, others=(MO, INES), start_no=None
    ),
}


def seats(
    *row: Record, practice: bool = False, talk: bool = False, beep: bool = True, **more: Any
) -> dict[str, Any]:
    return {
        "table": Record(
            **{
                "engine": "quirky_circuits",
                "options": Record(practice=practice, talk=talk, beep=beep),
                "chosen": SCENARIOS[3],
                "public": False,
                "watch": "link",
                "watching": 0,
            }
            | more
        ),
        "seats": row,
    }  # fmt: skip


def sparks_seats(*row: Record, **options: Any) -> dict[str, Any]:
    chosen = {"goals": False, "solo_goals": 1, "draft": False, "in_order": False} | options
    return seats(*row, engine="sparks", chosen=None, options=Record(**chosen))


SEATS = {
    "first seat": seats(ADA, *FREE[1:]),
    "free seats": seats(ADA, MO, *FREE[2:], public=True, watch="anyone", watching=3),
    "full": seats(*FULL, practice=True, talk=True, beep=False, watch="nobody"),
    "sparks": sparks_seats(ADA, *FREE[1:]),
    "sparks, all variants": sparks_seats(*FULL, goals=True, solo_goals=4, draft=True, in_order=True),
}  # fmt: skip
ROOM = {
    **LIVE,
    "csrf": "t0ken",
    "my_name": "Ada",
    "table": Record(id="1", url="/t/1", title="Uphill", game="Quirky Circuits", engine="quirky_circuits", my_turn=True),
    "invite": Record(
        url="http://192.168.178.23:8000/j/kq3v9x2m7t4r8w1z",
        words="copper-cat-seven",
        host="192.168.178.23:8000",
        qr="/t/1/qr.svg",
    ),
}  # fmt: skip


def at_table(who: Any, me: bool, done: Mark | None) -> AtTable:
    return AtTable(who, me, done)


def here(*people: AtTable, settings_url: str = "", **team: Any) -> dict[str, Any]:
    """What those who sit somewhere have done, in the waiting room."""
    chosen = {"done": False, "finished": 2, "count": 5, "emblem": "gizmo", "option": "scenario"}
    whole = {"chapter": SCENARIOS[3], "next": SCENARIOS[2], "fits": False, "several": True}
    return {
        "team": Team(**{**chosen, **whole, **team}),
        "people": people,
        "settings_url": settings_url,
    }


HERE = {
    "of several": here(
        at_table(ADA, True, EXPERT),
        at_table(MO, False, None),
        at_table(INES, False, EASED),
        at_table(KIT, False, mark(2)),
        settings_url="/t/1/settings",
    ),
    "of one": here(at_table(ADA, True, mark(1)), several=False, fits=True, next=SCENARIOS[3]),
    "with all finished": here(at_table(ADA, True, EXPERT), finished=5, done=True, next=None),
    "of others": {"team": None, "people": (), "settings_url": ""},
}


def invite(state: str, **more: Any) -> dict[str, Any]:
    return {
        "csrf": "t0ken",
        "my_name": None,
        "action": "/j/kq3v9x2m7t4r8w1z",
        "table": Record(
            engine="quirky_circuits",
            game="Quirky Circuits",
            title="Uphill",
            chosen=SCENARIOS[3],
            options=Record(practice=True, talk=False, beep=True),
            emblem="gizmo",
            host=HOSTILE,
            url="/t/1",
            watch="link",
        ),
        "state": state,
        "seats": (ADA, MO, INES, FREE[3]) if state == "open" else FULL,
        "can_watch": True,
        "name": "",
        "errors": {},
    } | more


INVITE = {
    "open": invite("open"),
    "open, refused name": invite(
        "open",
        name=HOSTILE,
        errors={"name": "Somebody here is called that already.", "form": "Not seated yet."},
    ),
    "sparks": invite(
        "open",
        table=Record(engine="sparks", game="", title="Sparks with goals", chosen=None, options=Record(goals=True), emblem="sparks", host=LONG, url="/t/2", watch="link"),
    ),
    "full": invite("full"),
    "full, no watching": invite("full", can_watch=False),
    "running": invite("running"),
    "over": invite("over"),
    "over, closed to me": invite("over", can_watch=False),
    "closed": invite("closed", table=None, seats=(), can_watch=False),
}  # fmt: skip
CLAIM = {
    state: {
        "csrf": "t0ken",
        "my_name": None,
        "action": "/s/abc",
        "state": state,
        "table": Record(
            game="Quirky Circuits", title="Uphill", emblem="gizmo", url="/t/1", running=True
        )
        if state == "ready"
        else None,
        "seat": MO if state == "ready" else None,
        "error": "You hold a seat at this table already." if state == "ready" else "",
    }
    for state in ("ready", "used", "expired")
}
ERRORS = {
    "not found": {
        "status": 404,
        "title": "This page isn’t here",
        "sentence": "The address may be mistyped, or the table is gone.",
        "incident": None,
        "back": None,
    },
    "our fault": {
        "status": 500,
        "title": "Something broke here",
        "sentence": "That was us, not you. Your game is kept as it was; try again in a moment.",
        "incident": "7F3A-21",
        "back": Record(url="/t/1", words="Back to the table"),
    },
}


def alone(shelf: str, key: str) -> dict[str, Any]:
    """The page of one thing out of the rules, between the first one and the last."""
    all_ = quirky_pages()
    page = next(page for page in all_ if (page.shelf, page.key) == (shelf, key))
    around = {"before": all_[0], "after": all_[-1]}
    return {"pages": all_, "page": page, "printed": quirky_printed(), **around}


PAGES: dict[str, tuple[str, dict[str, Any]]] = {
    "start, empty": ("lobby/start.html", start(my_name=None)),
    "start, full": (
        "lobby/start.html",
        start(my_name=LONG, turn=TURN, my_games=GAMES, join_code=HOSTILE, join_error="No table has these words."),
    ),
    "start, book begun": ("lobby/start.html", start(books={"quirky_circuits": STARTED})),
    "start, book finished": ("lobby/start.html", start(books={"quirky_circuits": FINISHED})),
    "new": ("lobby/new.html", new()),
    "new, book begun": ("lobby/new.html", new(book=STARTED)),
    "new, book finished": ("lobby/new.html", new(book=FINISHED)),
    "new, errors": (
        "lobby/new.html",
        new(errors={"name": "Please give a name.", "scenario": "Pick a scenario.", "watch": "Pick who watches.", "form": "Not opened yet."}),
    ),
    "new sparks": ("lobby/new.html", new_sparks()),
    "new sparks, errors": (
        "lobby/new.html",
        new_sparks(errors={"solo_goals": "Not so many.", "draft": "Not offered.", "public": "Pick one.", "form": "Not opened yet."}),
    ),
    "sparks settings": (
        "lobby/new.html",
        new_sparks(known=True, my_name="Ada") | {"action": "/t/1/settings", "table": Record(url="/t/1")},
    ),
    "settings": (
        "lobby/new.html",
        new(action="/t/1/settings", table=Record(url="/t/1"), known=True, my_name="Ada", book=AT_TABLE),
    ),
    "room": ("lobby/room.html", ROOM),
    "about": ("pages/about.html", {"csrf": "t0ken", "theme": "dark", "known": True}),
    "rules": ("quirky_circuits/rules.html", {"printed": quirky_printed()}),
    "rules, a robot": ("quirky_circuits/rules_robots.html", alone("robots", "twirl")),
    "rules, a command": ("quirky_circuits/rules_commands.html", alone("commands", "carry")),
    "sparks rules": ("sparks/rules.html", {"printed": printed(), "csrf": "t0ken"}),
}  # fmt: skip
PAGES |= {f"invite, {name}": ("lobby/invite.html", context) for name, context in INVITE.items()}
PAGES |= {f"claim, {name}": ("lobby/claim.html", context) for name, context in CLAIM.items()}
PAGES |= {f"error, {name}": ("pages/error.html", context) for name, context in ERRORS.items()}
REGIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "open tables": ("lobby/open_tables.html", {"tables": TABLES}),
    "no open tables": ("lobby/open_tables.html", {"tables": ()}),
}
REGIONS |= {f"seats, {name}": ("lobby/room_seats.html", c) for name, c in SEATS.items()}
REGIONS |= {f"here, {name}": ("lobby/room_here.html", c) for name, c in HERE.items()}
REGIONS |= {f"mine, {name}": ("lobby/room_mine.html", c) for name, c in MINE.items()}
