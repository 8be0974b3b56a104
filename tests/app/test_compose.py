"""docker-compose.yml can't be run here, but it can be read."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from app import embedded, worker
from app.settings import Settings

ROOT = Path(__file__).parents[2]
SERVICES: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())[
    "services"
]


def test_every_variable_of_the_app_is_a_setting():
    known = {f"BEEPBOOP_{name.upper()}" for name in Settings.model_fields} | {"DATABASE_URL"}
    assert set(SERVICES["app"]["environment"]) <= known


def test_its_values_are_valid_settings(monkeypatch: pytest.MonkeyPatch):
    for name, value in SERVICES["app"]["environment"].items():
        assert isinstance(value, str), f"{name}: YAML made something else of it"
        monkeypatch.setenv(name, re.sub(r"\$\{\w+:\?[^}]*\}", "example.org", value))
    settings = Settings()
    assert settings.secure_cookies
    assert settings.log_json


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_has_a_health_check(name: str):
    assert SERVICES[name]["healthcheck"]["test"][0] in {"CMD", "CMD-SHELL"}


@pytest.mark.parametrize("name", SERVICES)
def test_services_wait_for_the_health_of_others(name: str):
    for other, how in SERVICES[name].get("depends_on", {}).items():
        assert other in SERVICES
        assert how == {"condition": "service_healthy"}


def test_postgres_is_the_embedded_major():
    assert SERVICES["postgres"]["image"] == f"postgres:{embedded.MAJOR}"


def test_only_caddy_is_reached_from_outside():
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["caddy"]


def test_passwords_come_from_outside():
    text = (ROOT / "docker-compose.yml").read_text()
    assert re.findall(r"PASSWORD: (?!\$\{POSTGRES_PASSWORD:\?)", text) == []


def test_the_image_holds_what_the_app_needs():
    docker = (ROOT / "Dockerfile").read_text()
    for folder in ("app", "engines", "migrations", "static", "templates"):
        assert f"COPY {folder} {folder}\n" in docker
        assert f"!{folder}\n" in (ROOT / ".dockerignore").read_text()
    assert "--require-hashes -r requirements/base.txt" in docker


def test_caddy_closes_a_resting_connection_before_the_app_does():
    (seconds,) = re.findall(r"keepalive (\d+)s", (ROOT / "Caddyfile").read_text())
    config = worker.config(Settings(database_url="postgresql://x/x"))
    assert config.timeout_keep_alive > int(seconds)
