"""What can be set from outside, all of it, through environment variables.

Each is named BEEPBOOP_ and the field's name; only DATABASE_URL is plain, as hosting providers set
it. README.md lists them; tests/app/test_settings.py compares.
"""

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, AliasChoices, Field
from pydantic_settings import BaseSettings, SettingsConfigDict


def without_slash(url: str) -> str:
    """One way to write an address, so that paths can be put behind it."""
    return url.rstrip("/")


class Settings(BaseSettings):
    """The settings of this process, read once."""

    model_config = SettingsConfigDict(
        env_prefix="BEEPBOOP_", env_ignore_empty=True, extra="ignore", frozen=True
    )

    database_url: str | None = Field(
        default=None, validation_alias=AliasChoices("DATABASE_URL", "database_url")
    )
    """A Postgres of one's own. None: the private one of app.embedded."""

    data_dir: Path | None = None
    """Where the private Postgres keeps its data. None: see app.embedded.state_root."""

    host: str = "0.0.0.0"
    """All addresses by default: the table's phones are in the same network."""
    port: int = Field(default=8000, ge=0, le=65535)
    workers: int = Field(default=1, ge=1, le=64)

    public_url: Annotated[str | None, AfterValidator(lambda v: v and without_slash(v))] = Field(
        default=None, pattern=r"^https?://[^/\s]+/?$"
    )
    """The address people use, for links. None: the one each request came to."""

    trusted_proxies: str = ""
    """Whose X-Forwarded-* headers count: addresses or networks with commas between, or `*`."""

    cookie_secure: bool | None = None
    """Send cookies over https only. None: if public_url is https."""

    cdn: bool = True
    """Let browsers fetch htmx from the CDN first. False: always our own copy."""

    away_seconds: int = Field(default=120, ge=10)
    """After how long without a socket the table counts somebody as away."""

    pace: bool = True
    """Slow down who posts, guesses or opens too much. False: for measurements."""

    pool_size: int = Field(default=5, ge=1, le=50)
    """Database connections a worker keeps open."""

    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_json: bool = False
    """One JSON object a line, for machines. False: lines for people."""

    @property
    def secure_cookies(self) -> bool:
        """Whether cookies get the Secure flag."""
        if self.cookie_secure is not None:
            return self.cookie_secure
        return bool(self.public_url and self.public_url.startswith("https://"))


@cache
def get_settings() -> Settings:
    """The settings from this process's environment."""
    return Settings()
