"""The subcommands: each row leads somewhere, and a wrong word gets a sentence."""

import importlib

import pytest

from app import cli


@pytest.mark.parametrize("name", cli.SUBCOMMANDS)
def test_what_is_offered_can_be_called(name: str):
    target = cli.SUBCOMMANDS[name][0]
    if cli.is_there(target):
        module, _, function = target.partition(":")
        assert callable(getattr(importlib.import_module(module), function))
    assert (name in cli.usage()) == cli.is_there(target)


def test_a_subcommand_of_two_words_gets_the_rest(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(cli.SUBCOMMANDS, "two words", ("tests.app.test_cli:echo", "for this test"))
    assert cli.main(["two", "words", "--and", "more"]) == 44
    assert heard == ["--and", "more"]


heard: list[str] = []


def echo(arguments) -> int:
    heard[:] = arguments
    return 44


def test_a_wrong_word_gets_a_sentence_and_the_list(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["fly"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("There is no subcommand 'fly'.")
    assert "serve" in said
