"""Settings: what can be set is said in the README, and nothing is set that isn't used."""

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from app.settings import Settings

ROOT = Path(__file__).parents[2]


def variables() -> set[str]:
    names = set(Settings.model_fields) - {"database_url"}
    return {"DATABASE_URL"} | {f"BEEPBOOP_{name.upper()}" for name in names}


def test_the_readme_lists_every_setting_and_no_other():
    readme = (ROOT / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| `((?:BEEPBOOP_)?[A-Z_]+)` \|", readme, re.MULTILINE)
    assert set(rows) == variables()


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_is_used(name: str):
    sources = [p.read_text("utf-8") for p in (ROOT / "app").rglob("*.py") if p.stem != "settings"]
    used = {"cookie_secure": "secure_cookies"}.get(name, name)
    assert any(f"settings.{used}" in source for source in sources)


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("BEEPBOOP_PUBLIC_URL", "https://play.example/")
    monkeypatch.setenv("DATABASE_URL", "postgresql://db/name")
    monkeypatch.setenv("BEEPBOOP_DATA_DIR", "")
    settings = Settings()
    assert settings.public_url == "https://play.example"
    assert settings.database_url == "postgresql://db/name"
    assert settings.data_dir is None


@pytest.mark.parametrize(
    ("public_url", "asked", "secure"),
    [
        (None, None, False),
        ("http://play.example", None, False),
        ("https://play.example", None, True),
        ("https://play.example", False, False),
        (None, True, True),
    ],
)
def test_cookies_are_secure_under_https(public_url, asked, secure):
    assert Settings(public_url=public_url, cookie_secure=asked).secure_cookies is secure


@pytest.mark.parametrize("address", ["play.example", "ftp://play.example", "https://a/b"])
def test_an_address_with_a_path_or_without_a_scheme_is_refused(address: str):
    with pytest.raises(ValidationError):
        Settings(public_url=address)
