"""The drawn pieces of Sparks: the sprite has one for everything the components and views can name,
and the macros that place them say in words what they show.
"""

import gzip
import re
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from app.web.render import TEMPLATES, templates
from engines.sparks import views
from engines.sparks.components import (
    ASSISTANTS,
    BOARD_BOX,
    BONUSES,
    GOALS,
    LEVELS,
    PRINTED,
    ROBOTS,
    TILES,
    UPGRADES,
    bonus_effects,
    tile_side,
)
from engines.sparks.model import (
    ALWAYS,
    COLOURS,
    ONCE,
    TURN,
    ColourPrice,
    Die,
    DieToStep,
    Effect,
    Factory,
    FactoryEach,
    GainCogs,
    GainSetDie,
)
from engines.sparks.views import BonusView, SpaceView, Symbol, TileView, UpgradeView

pytestmark = pytest.mark.unmeasured

ROOT = Path(__file__).parents[2]
SPRITE = (ROOT / "static/img/sparks.svg").read_text()
SHEET = (ROOT / "static/sparks/art.css").read_text()
HREF = "/static/img/sparks.svg#"
SVG = "{http://www.w3.org/2000/svg}"
MOST = 45_000
"""Bytes of the sprite on the wire; a first visit has 200,000 for everything."""
VALUES = range(1, 7)

tree = ElementTree.fromstring(SPRITE)
named = {found.attrib["id"]: found for found in tree.iter() if "id" in found.attrib}
symbols = {found.attrib["id"] for found in tree.iter(f"{SVG}symbol")}
env = templates(TEMPLATES)
art: Any = env.get_template("sparks/art.html").module


def all_effects() -> Iterator[Effect]:
    """Every effect that is printed on any component."""
    for robot in ROBOTS.values():
        yield from (*robot.rewards, *robot.box)
    for assistant in ASSISTANTS.values():
        yield from assistant.effects
    for key, colour in product((*BONUSES, PRINTED), COLOURS):
        yield from bonus_effects(key, colour)
    for key, seats in product(TILES, VALUES):
        yield from tile_side(key, seats).extras
    yield from (level.reward for level in LEVELS)
    yield from BOARD_BOX


EFFECTS = tuple(dict.fromkeys(map(views.symbol, all_effects())))


def drawing(key: str) -> str:
    """A piece's drawing with everything it uses written out."""

    def told(element: ElementTree.Element) -> str:
        given = {k: v for k, v in element.attrib.items() if k not in ("id", "href")}
        inner = [*element]
        if "href" in element.attrib:
            inner = [*inner, named[element.attrib["href"].removeprefix("#")]]
        parts = "".join(map(told, inner))
        return f"<{element.tag} {sorted(given.items())}>{element.text or ''}{parts}"

    return told(named[key])


def placed(html: str) -> list[str]:
    """The symbols that some markup places; each of them is in the sprite."""
    found = [href.removeprefix(HREF) for href in re.findall(r'href="([^"]+)"', str(html))]
    assert found, html
    assert set(found) <= symbols, set(found) - symbols
    return found


def all_markup() -> Iterator[tuple[str, str]]:
    """Everything the macros can be asked for, with what was asked."""
    for colour in COLOURS:
        yield f"mark {colour}", art.mark(colour)
        yield f"pawn {colour}", art.marker(colour)
        yield f"step {colour}", art.step(colour)
    yield "step any", art.step("any")
    for colour, value in product(COLOURS, VALUES):
        yield f"die {colour} {value}", art.die(Die(1, colour, value))
    for space in SPACES:
        yield f"space {space}", art.socket(space)
    for key in ROBOTS:
        yield f"robot {key}", art.robot(key)
        yield f"bust {key}", art.bust(key)
    for key in ASSISTANTS:
        yield f"animal {key}", art.animal(key)
    for key in UPGRADES:
        yield f"upgrade {key}", art.upgrade(views.upgrade_view(key))
    for bonus in BONUS_VIEWS:
        yield f"bonus {bonus}", art.bonus(bonus)
    for key, words in GOALS.items():
        yield f"goal {key}", art.goal(key, words)
    for key, seats in product(TILES, (1, 4)):
        yield f"tile {key} {seats}", art.tile(views.tile_view(key, seats))
    for each in EFFECTS:
        yield f"effect {each}", art.symbol(each)
    yield "effects", art.symbols(EFFECTS)
    yield "cogs", art.cog(3)
    yield "sparks", art.sparks(1)


SPACES = (
    *(SpaceView("", colour, 0) for colour in COLOURS),
    *(SpaceView("", "", value) for value in VALUES),
    *(SpaceView("", colour, value) for colour, value in product(COLOURS, VALUES)),
    SpaceView("1.1", "red", 0, Die(1, "blue", 2)),
)
BONUS_VIEWS = (
    *(BonusView(2, key, False, views.symbols(bonus_effects(key, "red"))) for key in BONUSES),
    *(BonusView(6, PRINTED, True, views.symbols(bonus_effects(PRINTED, c))) for c in COLOURS),
)
MARKUP = dict(all_markup())
DICE = Symbol("die", "", 2, "two dice")


# --- The sprite. ---


def test_the_sprite_is_plain() -> None:
    """The page's policy refuses styles, and its rules don't reach in; other browsers find no
    gradient in an outside file."""
    drawn = {f"{SVG}{tag}" for tag in ("path", "rect", "circle", "ellipse", "text", "g", "use")}
    assert {found.tag for found in tree.iter()} == drawn | {
        f"{SVG}{t}" for t in ("svg", "symbol", "defs")
    }
    for found in tree.iter():
        assert not {"class", "style"} & found.attrib.keys(), found.attrib
        assert not [name for name in found.attrib if name.startswith("on")], found.attrib
        assert not [value for value in found.attrib.values() if "url(" in value], found.attrib


def test_names_are_unique_and_known() -> None:
    """Each name once; what a drawing uses is there; what can be placed has a box."""
    names = re.findall(r'\bid="([^"]+)"', SPRITE)
    assert len(names) == len(set(names))
    uses = {found.attrib["href"] for found in tree.iter(f"{SVG}use")}
    assert {href.removeprefix("#") for href in uses} <= named.keys()
    assert all("viewBox" in named[key].attrib for key in symbols)


def test_nothing_lies_about_that_nobody_uses() -> None:
    """A part is in some drawing."""
    uses = {found.attrib["href"].removeprefix("#") for found in tree.iter(f"{SVG}use")}
    assert named.keys() - symbols <= uses


def test_paint_is_mixed_in_the_sheet() -> None:
    """A custom property has a value in the sheet or one to fall back on."""
    mixed = set(re.findall(r"(--[\w-]+):", SHEET))
    bare = set(re.findall(r"var\((--[\w-]+)\)", SPRITE))
    assert bare <= mixed
    for colour in COLOURS:
        ramp = re.search(rf"\.k-{colour} {{([^}}]*)}}", SHEET)
        assert ramp
        assert bare <= set(re.findall(r"(--[\w-]+):", ramp[1])), colour


def test_the_sprite_is_light() -> None:
    assert len(gzip.compress(SPRITE.encode())) < MOST


# --- A picture for everything. ---


@pytest.mark.parametrize(
    ("prefix", "keys"),
    [
        ("r-", ROBOTS),
        ("b-", ROBOTS),
        ("a-", ASSISTANTS),
        ("u-", UPGRADES),
        ("bo-", BONUSES),
        ("bo-colour-", COLOURS),
        ("g-", GOALS),
        ("m-", COLOURS),
        ("pawn-", COLOURS),
        ("i-", (ONCE, TURN, ALWAYS)),
    ],
)
def test_each_has_its_own_drawing(prefix: str, keys: Any) -> None:
    """No two of a kind look the same."""
    drawings = {key: drawing(prefix + key) for key in keys}
    for one, other in combinations(drawings, 2):
        assert drawings[one] != drawings[other], (one, other)


def test_nobody_else_has_a_face() -> None:
    """Pictures of robots and assistants that are in the game, and of no others."""
    for prefix, keys in (("r-", ROBOTS), ("b-", ROBOTS), ("a-", ASSISTANTS), ("h-", ROBOTS)):
        found = {name.removeprefix(prefix) for name in named if name.startswith(prefix)}
        assert found == keys.keys(), prefix


def test_every_effect_has_an_icon() -> None:
    """Different effects are shown by different icons, numbers aside."""
    shown: dict[tuple[str, ...], str] = {}
    for each in EFFECTS:
        icons = tuple(placed(art.symbol(each)))
        kind = f"{each.icon} {each.colour}"
        assert shown.setdefault(icons, kind) == kind, (icons, each)
    assert {icon for icons in shown for icon in icons} > {"i-cog", "i-advance", "i-flip"}


def test_dice_and_spaces_show_their_colour_without_colour() -> None:
    """Each colour's letter stands on its dice, spaces, marks and arrows; pips have its shape."""
    for colour in COLOURS:
        letter = colour[0].upper()
        for value in VALUES:
            for key in (f"d-{colour}-{value}", f"so-{colour}-{value}"):
                assert f">{letter}" in drawing(key), key
                assert drawing(key).count(drawing(f"pip-{colour}")) == value, key
        for key in ("so-", "m-", "pawn-", "bo-colour-", "i-advance-", "i-colour_die-"):
            assert f">{letter}" in drawing(key + colour), key
    for value in VALUES:
        assert f">{value}" in drawing(f"so-{value}")


# --- The macros. ---


@pytest.mark.parametrize("asked", MARKUP)
def test_markup_is_whole(asked: str) -> None:
    """What is placed exists; it is read out or silent, and never painted by a style attribute."""
    html = str(MARKUP[asked])
    placed(html)
    root = ElementTree.fromstring(f"<p>{html}</p>")
    for found in root.iter():
        assert "style" not in found.attrib
        if found.tag == "svg":
            silent = found.attrib.get("aria-hidden") == "true"
            read = found.attrib.get("role") == "img" and found.attrib.get("aria-label")
            assert silent != bool(read), html
            kind = found.attrib["class"].split()[0]
            assert re.search(rf"\.{kind}[ ,{{]", SHEET), kind


@pytest.mark.parametrize(
    ("html", "words"),
    [
        (art.die(Die(1, "red", 4)), "red 4"),
        (art.socket(SpaceView("", "red", 0)), "wants red, any value"),
        (art.socket(SpaceView("", "", 1)), "wants a 1, any colour"),
        (art.socket(SpaceView("", "red", 1)), "wants red 1"),
        (art.socket(SpaceView("", "red", 0, Die(1, "blue", 2))), "blue 2, placed on red"),
        (art.upgrade(UpgradeView("recycle", "Recycle", "slot", 2)), "Recycle, 2 points"),
        (art.upgrade(UpgradeView("recycle", "Recycle", "slot", 1)), "Recycle, 1 point"),
        (art.upgrade(UpgradeView("recycle", "Recycle", "slot", 0)), "Recycle"),
        (art.tile(TileView("bag", 3, False, 0, (DICE,))), "3 dice, two dice"),
        (art.tile(TileView("anywhere", 3, True, 0, ())), "3 dice from anywhere in the row"),
        (art.tile(TileView("reroll", 4, False, 1, ())), "4 dice, a reroll"),
        (art.tile(TileView("bulk", 5, False, 0, ())), "5 dice"),
        (art.goal("level", "Factory level 5"), "Factory level 5"),
        (art.mark("green"), "green"),
        (art.marker("green", "", "Ada"), "Ada"),
        (art.icon("check", "", "met"), "met"),
    ],
)
def test_pictures_say_what_they_show(html: object, words: str) -> None:
    assert ElementTree.fromstring(str(html)).attrib["aria-label"] == words


def test_bonuses_are_read_as_what_they_give() -> None:
    for bonus in BONUS_VIEWS:
        assert all(each.text in str(art.bonus(bonus)) for each in bonus.symbols)


def spoken(html: object) -> str:
    """What a screen reader hears of an effect."""
    root = ElementTree.fromstring(str(html))
    return "".join(
        found.text or "" for found in root.iter() if found.attrib.get("aria-hidden") != "true"
    )


def test_effects_are_read_as_words_once() -> None:
    """The number for the eye is not read a second time."""
    for each in EFFECTS:
        assert spoken(art.symbol(each)) == each.text
    several = views.symbols(bonus_effects("card", "red"))
    assert spoken(art.symbols(several)) == ", ".join(each.text for each in several)
    assert not str(art.symbols(()))
    assert spoken(art.cog(1)) == "1 cog"
    assert spoken(art.sparks(2)) == "2 sparks"


@pytest.mark.parametrize(
    ("effect", "shown"),
    [
        (views.symbol(GainCogs(2)), "2"),
        (views.symbol(GainCogs(1)), ""),
        (views.symbol(Factory(4)), "+4"),
        (views.symbol(FactoryEach(1)), "+1"),
        (views.symbol(DieToStep(5)), "5+"),
        (views.symbol(ColourPrice(1)), "1"),
        (views.symbol(GainSetDie(6)), ""),
    ],
)
def test_numbers_of_effects(effect: Symbol, shown: str) -> None:
    """A number where there is more than one; the die that is set shows its value itself."""
    found = ElementTree.fromstring(str(art.symbol(effect))).findall("b")
    assert [each.text for each in found] == ([shown] if shown else [])
    if effect.icon == "set_die":
        assert placed(art.symbol(effect)) == ["i-set_die-6"]


def test_templates_name_icons_that_are_drawn() -> None:
    """Every icon a Sparks template asks for by name."""
    asked = set()
    for file in (ROOT / "templates/sparks").glob("*.html"):
        text = file.read_text()
        for alias in re.findall(r'import "sparks/art.html" as (\w+)', text):
            asked |= set(re.findall(rf'\b{alias}\.icon\("([\w-]+)"', text))
    assert {f"i-{name}" for name in asked} <= symbols


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG 2 has it."""
    short = colour.removeprefix("#")
    full = "".join(c * 2 for c in short) if len(short) == 3 else short
    parts = [int(full[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colour", COLOURS)
def test_letters_can_be_read(colour: str) -> None:
    """A letter on its enamel 4.5 to 1, the lines of an empty space on its ground 3 to 1, by day
    and by night."""
    ramp = re.search(rf"\.k-{colour} {{([^}}]*)}}", SHEET)
    assert ramp
    paint = dict(re.findall(r"--(\w+): ([^;]+);", ramp[1]))
    assert contrast(paint["m"], paint["on"]) >= 4.5
    assert contrast(paint["m"], paint["pip"]) >= 3
    rims, grounds = (re.findall(r"#\w+", paint[name]) for name in ("rim", "soft"))
    assert len(rims) == len(grounds) == 2
    for rim, ground in zip(rims, grounds, strict=True):
        assert contrast(rim, ground) >= 3, (rim, ground)
