"""Which way imports run (docs: architecture, Layout), read from the source; and a game's four
folders."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines import ENGINES

ROOT = Path(__file__).resolve().parents[2]

FORBIDDEN = {"random", "time", "datetime", "os", "asyncio", "logging", "uuid"}
"""No clock, no hidden chance, no outside world in an engine."""

LAYERS = ("engines.core", "engines", "app.play", "app.web")
"""From the bottom up: a module imports from its own layer and below. The rest of `app` wires
them."""

ORDER = {
    "model": 0,
    "text": 1,
    "components": 1,
    "effects": 2,
    "rules": 3,
    "views": 4,
    "notation": 4,
    "bots": 4,
    "__init__": 5,
}
"""Inside an engine, what must not import what comes after it. `text` stands low, since a refusal is
a sentence that `rules` gives. Files that only one game has stand
between."""


def imports(source: str) -> set[str]:
    """Every module that a source imports, anywhere in it, with the names taken `from` packages."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports name their package in full"
            assert node.module
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def within(module: str, package: str) -> bool:
    """Whether a module is this package or lies in it."""
    return module == package or module.startswith(f"{package}.")


def layer(module: str) -> int | None:
    """The layer of a module of ours."""
    for height, package in enumerate(LAYERS):
        if within(module, package):
            return height
    return None


def wrong_way(module: str, imported: set[str]) -> set[str]:
    """Which imports of a module run up, or across to another game."""
    own = layer(module)
    wrong = set()
    for name in imported:
        other = layer(name)
        if own is not None and (other is not None and other > own):
            wrong.add(name)
        if within(module, "engines") and within(name, "app"):
            wrong.add(name)
        if own == other == 1 and module != "engines":
            mine, theirs = module.split(".")[1], [*name.split("."), ""][1]
            if mine != theirs:
                wrong.add(name)
    return wrong


def not_for_engines(imported: set[str]) -> set[str]:
    """Which imports an engine may not have."""
    allowed = (sys.stdlib_module_names - FORBIDDEN) | {"msgspec", "engines"}
    return {name for name in imported if name.split(".")[0] not in allowed}


def out_of_order(module: str, imported: set[str]) -> set[str]:
    """Which imports of a game's module break the order inside the game."""
    parts = module.split(".")
    own = ORDER.get(parts[2] if len(parts) > 2 else "__init__")
    wrong = set()
    for name in imported:
        other = ORDER.get([*name.split("."), "", ""][2])
        if own is None or other is None:
            continue
        if within(name, ".".join(parts[:2])) and other > own:
            wrong.add(name)
    return wrong


def modules(package: str) -> Iterator[tuple[str, set[str]]]:
    """Every module of a package with what it imports."""
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        yield name, imports(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("package", ["engines", "app"])
def test_imports_run_one_way(package: str) -> None:
    found = dict(modules(package))
    assert len(found) > 5
    assert {name: wrong for name in found if (wrong := wrong_way(name, found[name]))} == {}


def test_engines_import_little() -> None:
    found = dict(modules("engines"))
    assert {name: wrong for name in found if (wrong := not_for_engines(found[name]))} == {}


@pytest.mark.parametrize("key", ENGINES)
def test_order_inside_an_engine(key: str) -> None:
    found = dict(modules(f"engines/{key}"))
    assert set(ORDER) - {"__init__"} - {"bots"} <= {
        name.split(".")[2] for name in found if name.count(".") >= 2
    }
    assert {name: wrong for name in found if (wrong := out_of_order(name, found[name]))} == {}


@pytest.mark.parametrize("key", ENGINES)
def test_a_game_is_four_folders_and_a_line(key: str) -> None:
    assert ENGINES[key].key == key
    for folder in ("engines", "templates", "static", "tests"):
        assert (ROOT / folder / key).is_dir(), f"{folder}/{key} is missing"


def test_core_and_marbles_know_no_game() -> None:
    """Not even by name: nothing in core, nor in the game that proves it, speaks of a real game."""
    for folder in ("engines/core", "tests/engines/tiny"):
        for path in (ROOT / folder).glob("*.py"):
            source = path.read_text(encoding="utf-8").lower()
            for key, engine in ENGINES.items():
                assert key not in source
                assert engine.title.lower() not in source


def test_the_checks_can_fail() -> None:
    """Each of these would be found."""
    assert imports("import os.path as p\ndef f():\n    from a.b import c, d\n") == {
        "os.path",
        "a.b.c",
        "a.b.d",
    }
    with pytest.raises(AssertionError):
        imports("from . import x")
    assert wrong_way("engines.core.game", {"engines.sparks.rules"}) == {"engines.sparks.rules"}
    assert wrong_way("engines.core.game", {"engines.ENGINES"}) == {"engines.ENGINES"}
    assert wrong_way("engines.sparks.rules", {"engines.core.chance", "engines.sparks"}) == set()
    assert wrong_way("engines.sparks.rules", {"engines.chess.rules"}) == {"engines.chess.rules"}
    assert wrong_way("engines.sparks.rules", {"engines.ENGINES"}) == {"engines.ENGINES"}
    assert wrong_way("engines", {"engines.sparks.ENGINE"}) == set()
    assert wrong_way("engines.sparks.rules", {"app.settings"}) == {"app.settings"}
    assert wrong_way("app.play.store", {"app.web.table"}) == {"app.web.table"}
    assert wrong_way("app.web.table", {"app.play.store", "engines.ENGINES"}) == set()
    assert wrong_way("app.main", {"app.play.store", "app.web.table"}) == set()
    for name in (*FORBIDDEN, "sqlalchemy.orm", "app.settings"):
        assert not_for_engines({name}) == {name}
    assert not_for_engines({"hashlib", "msgspec.structs.replace", "engines.core"}) == set()
    game = "engines.sparks"
    assert out_of_order(f"{game}.model", {f"{game}.rules.apply"}) == {f"{game}.rules.apply"}
    assert out_of_order(f"{game}.rules", {f"{game}.views.public"}) == {f"{game}.views.public"}
    assert out_of_order(f"{game}.views", {f"{game}.text.line", f"{game}.rules"}) == set()
    assert out_of_order(f"{game}.text", {f"{game}.rules"}) == {f"{game}.rules"}
    assert out_of_order(f"{game}.components.cards", {f"{game}.effects"}) == {f"{game}.effects"}
    assert out_of_order(f"{game}.rules", {"engines.core.views.x", f"{game}.board"}) == set()
    assert out_of_order(game, {f"{game}.views.public"}) == set()
