"""The pinned packages: the same everywhere, and nothing about the machine that pinned them."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "requirements"
PIN = re.compile(r"^([a-z0-9][a-z0-9._-]*)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE)


def pins(name: str) -> dict[str, str]:
    return dict(PIN.findall((FOLDER / name).read_text("utf-8")))


def wishes(name: str) -> set[str]:
    lines = (FOLDER / name).read_text("utf-8").splitlines()
    return {re.split(r"[\[=<>~ ]", line)[0] for line in lines if line and line[0] not in "#-"}


@pytest.mark.parametrize("name", ["base.txt", "dev.txt"])
def test_no_index_and_no_path_of_a_machine(name: str):
    text = (FOLDER / name).read_text("utf-8")
    assert not re.search(r"://|--(extra-)?index|--find-links|--trusted-host|file:|(?<!\w)/\w", text)


@pytest.mark.parametrize("name", ["base.txt", "dev.txt"])
def test_every_package_is_pinned_with_a_hash(name: str):
    text = (FOLDER / name).read_text("utf-8")
    packages = [entry for entry in re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE) if entry]
    assert packages
    assert all("--hash=sha256:" in entry for entry in packages)


def test_the_tests_run_on_the_versions_that_are_served():
    base, dev = pins("base.txt"), pins("dev.txt")
    assert {name: dev.get(name) for name in base} == base


def test_what_is_asked_for_is_pinned():
    assert wishes("base.in") <= set(pins("base.txt"))
    assert wishes("dev.in") <= set(pins("dev.txt"))
