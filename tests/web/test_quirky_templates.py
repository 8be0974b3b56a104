"""The templates of the Quirky Circuits table, with made-up views: what a region may and must hold.

The page's policy forbids style attributes and inline scripts; public regions are the same bytes for
everybody; whatever can't be done says why.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup
from msgspec.structs import replace

from app.web.render import TEMPLATES, regions_of, templates
from engines.quirky_circuits.components import BACKS, CARDS, SPOTS
from engines.quirky_circuits.lookback import ASKED, BENDS, OPENED
from engines.quirky_circuits.model import FACINGS, Furniture
from engines.quirky_circuits.robots import ROBOTS
from engines.quirky_circuits.scenario import SCENARIOS
from engines.quirky_circuits.text import FRAMES, TOKENS
from engines.quirky_circuits.views import MapView, map_view
from tests.quirky_circuits import samples
from tests.web.markup import Reader

pytestmark = pytest.mark.unmeasured

ROOT = Path(__file__).parents[2]
PUBLIC = tuple(samples.PUBLIC.__struct_fields__)
PRIVATE = tuple(samples.PRIVATE.__struct_fields__)
OURS = ("people", "talk", "notice")
NAMES = tuple(samples.PAGES)
SPRITE = ROOT / "static/img/quirky.svg"

env = templates(TEMPLATES)


def inner(page: str, name: str, **more: Any) -> str:
    """A region's inner markup."""
    public, private, viewer, app = samples.PAGES[page]
    over = samples.LOOKBACK if public.debrief else None
    base = {"seats": samples.SEATS, "table": samples.TABLE, "lookback": over, **more}
    if name in PUBLIC:
        template = env.get_template(f"quirky_circuits/{name}.html")
        return "".join(
            template.render(view=shown.view, **base)
            for shown in regions_of(public)
            if shown.field == name
        )
    if name in PRIVATE:
        return env.get_template(f"quirky_circuits/{name}.html").render(
            view=getattr(private, name), viewer=viewer, ask="q3", **base
        )
    if name == "log":
        return '<ol id="log-lines" class="log"></ol>'
    return env.get_template(f"parts/{name}.html").render(**base, **app[name])


def whole(page: str) -> str:
    """The bar and the body of a table page, with every region in its wrapper."""

    def region(name: str) -> Markup:
        kind = "" if name == "others" else f'id="{name}" '
        return Markup(f'<div {kind}class="region r-{name}">{inner(page, name)}</div>')

    return "".join(
        env.get_template(f"quirky_circuits/{part}.html").render(
            region=region, table=samples.TABLE, theme=""
        )
        for part in ("top", "layout")
    )


@pytest.fixture(params=NAMES)
def page(request):
    return request.param


def test_every_region_has_its_template_and_its_place():
    layout = (ROOT / "templates/quirky_circuits/layout.html").read_text()
    bar = (ROOT / "templates/quirky_circuits/top.html").read_text()
    called = re.findall(r'region\("(\w+)"\)', layout + bar)
    assert sorted(called) == sorted([*PUBLIC, *PRIVATE, *OURS, "log"])


def test_the_policy_is_kept(page):
    for element in Reader(whole(page)).elements:
        assert element.tag not in {"style", "script"}
        for name, value in element.attributes.items():
            assert name != "style", element.attributes
            assert not name.startswith("on"), element.attributes
            assert "javascript:" not in value
            if name == "href" and not value.startswith(("#", "/")):
                pytest.fail(f"an address outside: {value}")


def test_ids_are_unique_and_what_is_named_is_there(page):
    elements = Reader(whole(page)).elements
    ids = [e.attributes["id"] for e in elements if "id" in e.attributes]
    assert len(ids) == len(set(ids))
    known = set(ids)
    for element in elements:
        for name in ("aria-labelledby", "aria-describedby", "popovertarget", "for"):
            for one in element.attributes.get(name, "").split():
                # hand-title stands in the hand; map-art in the map
                assert one in known, (name, one)
        if element.tag == "use" and element.attributes["href"].startswith("#"):
            assert element.attributes["href"][1:] in known


def test_every_piece_that_is_placed_is_drawn(page):
    drawn = set(re.findall(r'<symbol id="([^"]+)"', SPRITE.read_text()))
    for element in Reader(whole(page)).elements:
        href = element.attributes.get("href", "")
        if element.tag == "use" and href.startswith("/static/img/quirky.svg#"):
            assert href.partition("#")[2] in drawn, href


def test_the_sprite_keeps_the_policy_and_refers_to_itself():
    text = SPRITE.read_text()
    assert not re.search(r"\b(style|class|on\w+)=|<style|<script|url\(", text)
    drawn = re.findall(r'<symbol id="([^"]+)"', text)
    assert len(drawn) == len(set(drawn))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(drawn)


def test_every_card_has_a_face_and_every_kind_a_back():
    drawn = set(re.findall(r'<symbol id="([^"]+)"', SPRITE.read_text()))
    assert {f"f-{face}" for face in CARDS} <= drawn
    assert {f"back-{kind.replace(' ', '_')}" for kind in BACKS} <= drawn


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_region_knows_no_viewer(page, name):
    """Without `viewer` and `ask` in reach it renders all the same, and speaks to nobody.

    "You" is in the chip of every owner, and the sheet shows it on the owner's page only.
    """
    html = inner(page, name)
    words = re.sub(r'<span class="you">You</span>', "", html)
    words = re.sub(r"<[^>]*>", " ", words)
    assert not re.search(r"\b(you|your)\b", words.replace("you lose", "").lower()), words
    assert "Ada" not in words or name in {"queue", "others", "run", "debrief"}
    assert 'form="act" name="do"' not in html


def test_public_regions_hide_closed_faces():
    for name in PUBLIC:
        if name in {"run", "debrief"}:
            continue
        assert not re.search(r"#f-", inner("program", name)), name


def test_a_back_says_no_more_than_its_kind():
    """Two cards of one back, one owner and neighbouring places look the same in the queue."""
    html = inner("program", "queue")
    cards = re.findall(r'<li id="q-(\d)" data-owner="1">(.*?)</li>', html, re.S)
    plain = {
        re.sub(r'<span class="n">\d</span>', "", body) for place, body in cards if place in "46"
    }
    assert len(plain) == 1


def test_what_cannot_be_done_says_why(page):
    for element in Reader(whole(page)).elements:
        if element.attributes.get("aria-disabled") == "true":
            why = element.attributes["data-why"]
            assert len(why.split()) > 3
            assert element.tag == "button"
            assert "disabled" not in element.attributes


def test_every_offer_is_a_plain_button_in_words(page):
    _, private, _, _ = samples.PAGES[page]
    moves = Reader(inner(page, "moves")).elements
    for offer in private.moves.offers:
        if offer in private.moves.choices:
            continue  # shown twice: see test_what_a_card_asks_is_seen
        found = [
            e
            for e in moves
            if e.attributes.get("value") == f"q3 {offer.text}" and e.text.startswith(offer.label)
        ]
        assert len(found) == 1
        assert found[0].attributes["form"] == "act"
        assert found[0].attributes["name"] == "do"
        assert (found[0].attributes.get("aria-disabled") == "true") == (offer.no is not None)


def test_every_card_of_a_hand_is_a_button_that_is_named(page):
    _, private, _, _ = samples.PAGES[page]
    if private.hand is None:
        assert "watching" in inner(page, "hand")
        return
    buttons = [e for e in Reader(inner(page, "hand")).elements if e.tag == "button"]
    assert [b.attributes["data-on"] for b in buttons] == [c.face for c in private.hand.cards]
    for button, card in zip(buttons, private.hand.cards, strict=True):
        assert button.attributes["aria-label"].startswith(card.label)
        assert button.attributes["data-play"] == f"q3 {card.play}"
        assert button.attributes["aria-pressed"] == "false"
        if card.no:
            assert card.no.text in button.attributes["aria-label"]


def test_when_all_are_waited_for_one_word_says_so():
    """Two lines at most on a phone, however long the names are."""
    line = samples.PAGES["practice"][1].line
    template = env.get_template("quirky_circuits/line.html")
    for count in range(1, len(samples.SEATS) + 1):
        view = replace(line, waiting=tuple(range(count)))
        said = template.render(view=view, viewer=0, seats=samples.SEATS)
        assert ("everybody" in said) == (count == len(samples.SEATS))
        assert said.count('class="chip') == count


def test_every_button_has_words(page):
    for element in Reader(whole(page)).elements:
        if element.tag in {"button", "a", "summary"}:
            assert element.text or element.attributes.get("aria-label"), element.attributes


def test_a_signal_that_stands_can_be_taken_back():
    moves = Reader(inner("practice", "moves")).elements
    pressed = [e for e in moves if e.attributes.get("aria-pressed") == "true"]
    assert [e.attributes["value"] for e in pressed] == ["q3 not done"]


def test_the_walk_through_holds_every_frame():
    run = samples.RUN
    frames = [e for e in Reader(inner("program", "run")).elements if "data-tokens" in e.attributes]
    assert len(frames) == 1 + sum(len(card.frames) for card in run.cards)
    last = run.cards[-1].frames[-1]
    assert frames[-1].attributes["data-at"] == f"{last.x} {last.y} {last.facing}"
    assert len(frames[-1].attributes["data-tokens"].split(",")) == len(last.tokens)
    assert frames[-1].text == last.text


def test_the_debrief_shows_every_card_with_its_hand():
    view = samples.over(True).debrief
    assert view is not None
    elements = Reader(inner("won", "debrief")).elements
    hands = [e for e in elements if "from" in e.attributes.get("class", "").split()]
    assert len(hands) == sum(len(r.cards) for r in view.rounds)
    marked = [e for e in elements if e.attributes.get("class") == "this"]
    assert len(marked) == len(hands)
    doing = [e.attributes["value"] for e in elements if e.attributes.get("form") == "host"]
    assert doing == ["again"]
    lost = Reader(inner("lost", "debrief")).elements
    assert [e.attributes["value"] for e in lost if e.attributes.get("form") == "host"] == ["again"]


def test_the_debrief_compares_with_par():
    """In words, where the scenario has one."""
    elements = Reader(inner("won", "debrief")).elements
    (par,) = [e for e in elements if e.attributes.get("class") == "par"]
    assert par.text.startswith("Par for three is 4 rounds; this team took 3: 1 under par.")
    facts = [(e.tag, e.text) for e in elements if e.tag in ("dt", "dd")][:8]
    assert facts == [
        *(("dt", "Rounds"), ("dd", "3"), ("dt", "Cards at least: 12"), ("dd", "19")),
        *(("dt", "Bumps"), ("dd", "3"), ("dt", "Drift"), ("dd", "1")),
    ]
    lost = inner("lost", "debrief")
    assert 'class="par"' not in lost
    assert "Bumps</dt><dd>0</dd>" in lost


def debrief_links(**more: Any) -> dict[str, str]:
    """Every link of the won debrief: address to words."""
    elements = Reader(inner("won", "debrief", **more)).elements
    links = [e for e in elements if e.tag == "a"]
    return {e.attributes["href"]: e.attributes.get("aria-label", e.text) for e in links}


def test_the_debrief_leads_into_the_past():
    """The film and every seat's eyes from the first moment; each card's moment from its player's
    eyes, and when it ran; each with the place here that it came from."""
    links = debrief_links()
    assert links["/t/4/at/1?as=all#play"].startswith("Watch the whole game")
    eyes = {words for href, words in links.items() if re.fullmatch(r"/t/4/at/1\?as=\w+", href)}
    assert {"All hands open", "Ada’s eyes", "Mo’s eyes", "A watcher’s eyes"} <= eyes
    for number, cards in enumerate(samples.LOOKBACK, 1):
        for card, (place, stood) in zip(samples.RUN_SPEC, enumerate(cards, 1), strict=True):
            here = f"#card-{number}-{place}"
            name = samples.NAMES[card[0]]
            own = f"/t/4/at/{stood.before}?as={card[0]}{here}"
            assert links[own] == f"That moment, through {name}’s eyes"
            assert (f"/t/4/at/{stood.ran}?as=all{here}" in links) == bool(stood.ran)
        assert f"/t/4/at/{cards[0].before}?as=all#round-{number}" in links
        assert f"#round-{number}" in links
    known = {e.attributes.get("id") for e in Reader(inner("won", "debrief")).elements}
    assert {href.partition("#")[2] for href in links} - {"", "play"} <= known


def test_without_rows_and_on_a_page_of_the_past_the_debrief_stands_all_the_same():
    """No moments to lead to; no entrance and nothing to press where one is in the past already."""
    assert not any("/at/" in href for href in debrief_links(lookback=None, past=True))
    past = inner("won", "debrief", past=True)
    assert " form=" in inner("won", "debrief")
    assert " form=" not in past
    assert "Watch the whole game" not in past
    assert "eyes</span>" in past


def test_the_debrief_tells_what_each_player_could_see():
    """The queue before the card: faces only of own cards; the others' backs; signals; in words."""
    elements = Reader(inner("won", "debrief")).elements
    view = samples.over(True).debrief
    assert view is not None
    shown = [e.attributes.get("aria-label", "") for e in elements]
    for card in view.rounds[0].cards:
        for queued in card.queue:
            by = samples.NAMES[queued.seat]
            words = f"{queued.label}, of {by}" if queued.face else f"card, face down, of {by}"
            assert any(s.startswith(f"{queued.place}: ") and s.endswith(words) for s in shown)
    knew = [e for e in elements if e.attributes.get("class") == "knew"]
    assert len(knew) == view.rounds[0].cards[-1].place * len(view.rounds)
    assert all(e.tag == "details" for e in knew)
    summaries = [e.text for e in elements if e.tag == "summary" and "could see" in e.text]
    assert summaries[0] == "What Mo could see"
    assert inner("won", "debrief").count("#i-flat") == sum(
        ("flat" in dict(stood.signals).values()) for cards in samples.LOOKBACK for stood in cards
    )


def test_the_debrief_marks_what_changed_the_way():
    """On the map with the card's number, in a list in words, and at the card; no mark by colour
    alone: each kind is a shape and a word."""
    html = inner("won", "debrief")
    elements = Reader(html).elements
    svg = html.partition('class="minimap"')[2].partition("</svg>")[0]
    signs = re.findall(r'<g class="sign".*?#k-(\w+)".*?<text[^>]*>(\d)</text></g>', svg, re.S)
    bends = [bend for came in samples.CAME for bend in came.bends]
    assert signs == [(bend.kind, str(bend.place)) for bend in bends]
    places = re.findall(r'<g class="sign" transform="([^"]+)"', svg)
    assert len(set(places)) == len(places)
    lists = [e for e in elements if e.attributes.get("aria-label") == "Where the way was changed"]
    assert len(lists) == 3
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))
    for said in (
        "Card 2: a bump on A4, going north",
        "Card 3: a drift to A4",
        "Card 4: a slide to B4",
        "by belt to B4",
        "stopped by the chair on C4",
    ):
        assert said in words
    marks = [e.text for e in elements if e.attributes.get("class", "").startswith("mark")]
    assert "asked its player" in marks
    assert "bumped" in marks


def test_every_mark_has_a_picture_and_a_word():
    kit: Any = env.get_template("quirky_circuits/kit.html").module
    assert set(kit.marks) == {*FRAMES.values(), ASKED, OPENED} - {"steadied"}
    assert set(kit.bends) == set(BENDS)
    drawn = set(re.findall(r'<symbol id="([^"]+)"', SPRITE.read_text()))
    assert {picture for picture, _ in kit.marks.values()} <= drawn
    assert len({word for _, word in kit.marks.values()}) == len(kit.marks)


def test_a_round_without_a_turn_of_the_way_says_so():
    view = samples.debrief(False)
    calm = tuple(
        replace(r, cards=tuple(replace(card, came=samples.CAME[0]) for card in r.cards))
        for r in view.rounds
    )
    html = env.get_template("quirky_circuits/debrief.html").render(
        view=replace(view, rounds=calm), seats=samples.SEATS, table=samples.TABLE, lookback=None
    )
    assert html.count("Nothing got in the way.") == len(calm)
    assert '<g class="sign"' not in html


MAPS = [samples.MAP, samples.KITCHEN, samples.BEDROOM, samples.GARDEN, samples.DIG, samples.SUSHI]


@pytest.mark.parametrize("plan", MAPS)
def test_a_map_is_told_in_words(plan):
    html = env.get_template("quirky_circuits/map.html").render(
        view=plan, seats=samples.SEATS, table=samples.TABLE
    )
    words = next(e for e in Reader(html).elements if e.attributes.get("id") == "map-words").text
    for item in plan.furniture:
        assert (item.kind.replace("_", " ") in words) == item.solid or item.kind == "table"
    for x, y, _ in plan.inclines:
        assert f"{'ABCDEFG'[x]}{y + 1}, uphill" in words
    assert words.count("between") == len(plan.walls)
    for x, y, _ in plan.belts:
        assert f"{'ABCDEFG'[x]}{y + 1}, running" in words
    for spot in plan.spots:
        number = f" number {spot.number}" if plan.rules else ""
        assert f"{spot.kind}{number} on {'ABCDEFG'[spot.x]}{spot.y + 1}" in words
    assert ("snail toward the bed" in words) == (plan.wander is not None)
    assert ("one token only" in words) == ("one token a space" in plan.rules)


def drawn_map(plan: MapView) -> str:
    return env.get_template("quirky_circuits/map.html").render(
        view=plan, seats=samples.SEATS, table=samples.TABLE
    )


@pytest.mark.parametrize(
    ("plan", "ground"),
    [
        (samples.MAP, "wood"),
        (samples.KITCHEN, "kitchen"),
        (samples.GARDEN, "garden"),
        (samples.DIG, "dig"),
        (samples.SUSHI, "sushi"),
        (replace(samples.DIG, place="museum"), "hall"),
        (replace(samples.DIG, place="nowhere"), "dig"),
        (replace(samples.SUSHI, place="galley of a ferry"), "kitchen"),
        (replace(samples.SUSHI, place="nowhere"), "sushi"),
        (replace(samples.GARDEN, place="nowhere"), "garden"),
    ],
)
def test_a_place_has_its_ground(plan, ground):
    """By its name, else by what stands there."""
    assert f"map ground-{ground} " in drawn_map(plan)


@pytest.mark.parametrize("key", SCENARIOS)
def test_every_map_of_the_book_has_its_pictures(key):
    """Nothing of a scenario falls back to the picture for things that are not known."""
    html = drawn_map(map_view(key))
    used = set(re.findall(r'quirky\.svg#([\w-]+)"', html))
    assert used <= set(re.findall(r'<symbol id="([^"]+)"', SPRITE.read_text()))
    assert "fu-crate-1x1" not in used
    assert "spot-any" not in used


def test_every_token_and_every_figure_is_drawn():
    drawn = set(re.findall(r'<symbol id="([^"]+)"', SPRITE.read_text()))
    assert {f"tok-{kind}" for kind in TOKENS} <= drawn
    assert {f"spot-{kind}" for kind in SPOTS} <= drawn
    assert {f"{robot}-{facing}" for robot in ROBOTS for facing in FACINGS} <= drawn


@pytest.mark.parametrize("robot", ["twirl", "rover", "lefty"])
def test_what_is_held_is_seen_and_told(robot):
    view = samples.PAGES[robot][0].pieces
    html = inner(robot, "pieces")
    title = next(e for e in Reader(html).elements if e.tag == "title").text
    assert len(view.held) > 0
    for held in view.held:
        hand = f" in the {held.hand} hand" if held.hand else ""
        assert f"Held{hand}: {held.token.kind}." in title
        shown = "data-held" if held.token.lie < 0 else "data-token"
        assert html.count(f'{shown}="{held.token.id}"') == 1
    for token in view.tokens:
        assert f'data-token="{token.id}"' in html
    assert ("a drift to the west" in title) == (robot == "twirl")
    assert html.count("#tok-momentum") == len(view.momentum)


def test_a_long_token_is_told_with_both_its_spaces():
    html = inner("rover", "pieces")
    assert "Spine on B6 and C6." in html
    assert 'data-token="tail-b3"' in html
    assert "rotate(90)" in html.partition('data-token="tail-b3"')[2].partition("</g>")[0]


def test_frames_tell_hands_and_momentum():
    frames = [e for e in Reader(inner("twirl", "run")).elements if "data-tokens" in e.attributes]
    assert [e.attributes.get("data-momentum") for e in frames] == [None, None, "e", "e w", "w"]
    assert [e.attributes.get("data-held") for e in frames[:2]] == [None, "- seed-g6 seed 2 4"]
    frames = [e for e in Reader(inner("rover", "run")).elements if "data-tokens" in e.attributes]
    assert frames[-1].attributes["data-held"] == "- tail-b3 tail 2 2 2"
    assert "spine-b6 spine 1 5 1" in frames[-1].attributes["data-tokens"]
    frames = [e for e in Reader(inner("lefty", "run")).elements if "data-tokens" in e.attributes]
    assert frames[-1].attributes["data-held"] == "left maki-c2 maki 1 4,right soup-c2 soup 0 4"


def test_a_frame_says_to_which_side_a_robot_bumped():
    kit: Any = env.get_template("quirky_circuits/kit.html").module
    bump = replace(samples.START, kind="collided", way="w")
    (frame, *_) = Reader(kit.frame(bump)).elements
    assert frame.attributes["data-way"] == "w"
    assert "data-way" not in kit.frame(samples.START)


def test_the_script_knows_the_same_places_as_the_templates():
    """animate.js holds what a robot carries where pieces.html does, for every hand and facing."""
    script = (ROOT / "static/quirky_circuits/animate.js").read_text()
    kit: Any = env.get_template("quirky_circuits/kit.html").module
    for key, robot, hand in (("left", "", "left"), ("right", "", "right"), ("rover", "rover", "")):
        row = re.search(rf"^  {key}: {{(.*)}},$", script, re.MULTILINE)
        assert row is not None
        for facing in FACINGS:
            x, y = kit.hand_at(robot, hand, facing).split()
            assert f" {facing}: [{x}, {y}]" in row[1]
    x, y = kit.hand_at("twirl", "", "n").split()
    assert f"?? [{x}, {y}]" in script


def test_what_a_card_asks_is_seen():
    """Each answer is a button of its own beside the hand, with the token's picture."""
    elements = Reader(inner("rover", "moves")).elements
    asked = [e for e in elements if "data-choice" in e.attributes]
    assert [e.attributes["value"] for e in asked] == [f"q3 {o.text}" for o in samples.ASKED]
    assert [e.text for e in asked] == [o.label for o in samples.ASKED]
    for kind in ("bone", "skull"):
        assert f"#tok-{kind}" in inner("rover", "moves")


def test_odd_furniture_is_drawn_as_something():
    odd = Furniture("dinosaur", 1, 1, 2, 2)
    plan = MapView(
        scenario="odd",
        number=99,
        title="Odd",
        place="attic",
        columns=5,
        rows=7,
        furniture=(odd, Furniture("sofa", 0, 4, 1, 2)),
        chairs=(),
        inclines=(),
        walls=(),
        home=(0, 0),
    )
    html = env.get_template("quirky_circuits/map.html").render(
        view=plan, seats=samples.SEATS, table=samples.TABLE
    )
    assert html.count("#fu-crate-1x1") == 4
    assert "rotate(90)" in html


def test_two_tokens_on_one_space_can_both_be_seen():
    html = inner("first", "pieces")
    places = re.findall(r'data-token="dust-a2"[^>]* x="(\d+)"', html)
    assert len(set(places)) == 2


def test_hostile_names_stay_text():
    seats = tuple(
        samples.SeatName(s.seat, "<b onclick=alert(1)>&\"'", s.shape, s.colour)
        for s in samples.SEATS
    )
    for name in ("queue", "others", "run", "debrief"):
        public = samples.over(True) if name == "debrief" else samples.PUBLIC
        for shown in regions_of(public):
            if shown.field == name:
                html = env.get_template(f"quirky_circuits/{name}.html").render(
                    view=shown.view, seats=seats, table=samples.TABLE, lookback=samples.LOOKBACK
                )
                assert "<b onclick" not in html
                assert "&lt;b onclick" in html
                Reader(html)


def test_talk_and_notices():
    closed = env.get_template("parts/talk.html").render(
        closed="Quiet.", messages=(), may_say=False, table=samples.TABLE
    )
    assert "Quiet." in closed
    assert "form" not in closed
    silent = env.get_template("parts/talk.html").render(
        closed="", messages=(), may_say=False, table=samples.TABLE
    )
    assert "Nobody has said anything yet." in silent
    assert "<form" not in silent
    told = env.get_template("parts/notice.html").render(
        notice=samples.Notice("info", "Well <done>", "")
    )
    assert 'role="alert"' in told
    assert "Well &lt;done&gt;" in told


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("endable", [False, True])
def test_people(over, endable):
    html = env.get_template("parts/people.html").render(
        people=(*samples.PEOPLE, samples.Person(3, "Kit", "triangle", "yellow", stand_in=True)),
        watching=1,
        watch=True,
        host=True,
        switches=(),
        endable=endable,
        over=over,
    )
    elements = Reader(html).elements
    values = {e.attributes["value"] for e in elements if e.attributes.get("form") == "host"}
    assert "1 person watches" in " ".join(html.split())
    if over:
        assert not values
    else:
        assert {"idle 2", "hand 2", "back 3"} <= values
        assert ("end" in values) == endable
        assert ("once somebody has been away" in html) != endable
    assert elements[0].attributes["data-away"].split() == ["2"]
