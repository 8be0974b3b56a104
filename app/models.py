"""The database tables as typed records. Columns and keys only: what happens to rows is in app.play.

Every change here needs a migration (migrations/README.md); tests/app/test_migrations.py compares.
"""

from datetime import datetime
from typing import Any, Final, Literal, get_args
from uuid import UUID, uuid4

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    LargeBinary,
    MetaData,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

Status = Literal["lobby", "running", "over", "ended"]
"""lobby: seats fill. running: rows are added. over: there is a result. ended: given up."""

Watch = Literal["anyone", "link", "nobody"]
"""Who may look on: anyone from the list, whoever the invite link let in, or only the seats."""

STATUSES: Final[tuple[Status, ...]] = get_args(Status)
WATCH: Final[tuple[Watch, ...]] = get_args(Watch)


def one_of(column: str, values: tuple[str, ...]) -> str:
    """The SQL condition that a text column holds one of these words."""
    words = ", ".join(f"'{value}'" for value in values)
    return f"{column} in ({words})"


class Base(DeclarativeBase):
    """Names every constraint, so that a migration can name it too."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy's own form
        str: Text,
        bytes: LargeBinary,
        datetime: DateTime(timezone=True),
        dict[str, Any]: JSONB,
        list[Any]: JSONB,
        # Stored as text; the check constraint on games keeps the words.
        Status: Text,
        Watch: Text,
    }


class User(Base):
    """A person in one browser or more: a guest until they give a name."""

    __tablename__ = "users"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    name: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class Session(Base):
    """A signed-in browser. Only the hash of its cookie's token is kept."""

    __tablename__ = "sessions"

    token_hash: Mapped[bytes] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey(User.id, ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    seen_at: Mapped[datetime] = mapped_column(server_default=func.now())


class Game(Base):
    """One table: its lobby, its play and its end."""

    __tablename__ = "games"
    __table_args__ = (
        CheckConstraint(one_of("status", STATUSES), name="status"),
        CheckConstraint(one_of("watch", WATCH), name="watch"),
        Index("ix_games_status_updated_at", "status", "updated_at"),
        Index("ix_games_due_at", "due_at", postgresql_where=text("due_at is not null")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    engine: Mapped[str]
    version: Mapped[str]
    options: Mapped[dict[str, Any]] = mapped_column(default=dict, server_default=text("'{}'"))
    # 32 random bytes, published as a hash before anybody's word arrives; the seed comes from both.
    secret: Mapped[bytes]
    seed: Mapped[bytes | None]
    status: Mapped[Status] = mapped_column(default="lobby", server_default="lobby")
    last_seq: Mapped[int] = mapped_column(default=0, server_default="0")
    # Counts every change that is no row: seats, talk, presence of a stand-in.
    # last_seq + rev is what pages compare.
    rev: Mapped[int] = mapped_column(default=0, server_default="0")
    host_id: Mapped[UUID | None] = mapped_column(ForeignKey(User.id, ondelete="SET NULL"))
    public: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    watch: Mapped[Watch] = mapped_column(default="link", server_default="link")
    invite: Mapped[str] = mapped_column(unique=True)
    result: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    # The table that went on from here ("again, same people").
    next_id: Mapped[UUID | None] = mapped_column(ForeignKey("games.id", ondelete="SET NULL"))
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now())
    # When the server itself must act next (a clock, an expiry).
    due_at: Mapped[datetime | None]


class Seat(Base):
    """A place at a table and who holds it."""

    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("game_id", "user_id"),)

    game_id: Mapped[UUID] = mapped_column(ForeignKey(Game.id, ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    user_id: Mapped[UUID | None] = mapped_column(
        ForeignKey(User.id, ondelete="SET NULL"), index=True
    )
    name: Mapped[str]
    ready: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    # What this browser added to the seed.
    word: Mapped[str | None]
    # A bot plays on for somebody who left.
    stand_in: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    # The hash of a fresh link that hands this seat over.
    claim_hash: Mapped[bytes | None]
    # When this seat last said "beep-boop".
    beeped_at: Mapped[datetime | None]
    joined_at: Mapped[datetime] = mapped_column(server_default=func.now())


class Visitor(Base):
    """Somebody whom the invite link let in, seated or not; `kept_out`: the host sent them away."""

    __tablename__ = "visitors"

    game_id: Mapped[UUID] = mapped_column(ForeignKey(Game.id, ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[UUID] = mapped_column(
        ForeignKey(User.id, ondelete="CASCADE"), primary_key=True, index=True
    )
    came_at: Mapped[datetime] = mapped_column(server_default=func.now())
    kept_out: Mapped[bool] = mapped_column(default=False, server_default=text("false"))


class Action(Base):
    """One row of a game: appended, never updated. The primary key proves no two share a seq."""

    __tablename__ = "actions"
    __table_args__ = (UniqueConstraint("game_id", "seat", "ask"),)

    game_id: Mapped[UUID] = mapped_column(ForeignKey(Game.id, ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int]
    ask: Mapped[str]
    text: Mapped[str]
    draws: Mapped[list[Any]]
    events: Mapped[list[Any]]
    at: Mapped[datetime] = mapped_column(server_default=func.now())


class Snapshot(Base):
    """A disposable cache: the state at a closed phase. The table may be emptied at any time."""

    __tablename__ = "snapshots"

    game_id: Mapped[UUID] = mapped_column(ForeignKey(Game.id, ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int]
    version: Mapped[str]
    state: Mapped[bytes]


class Message(Base):
    """One line of a table's talk."""

    __tablename__ = "messages"
    __table_args__ = (Index("ix_messages_game_id_id", "game_id", "id"),)

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    game_id: Mapped[UUID] = mapped_column(ForeignKey(Game.id, ondelete="CASCADE"))
    user_id: Mapped[UUID | None] = mapped_column(ForeignKey(User.id, ondelete="SET NULL"))
    name: Mapped[str]
    text: Mapped[str]
    at: Mapped[datetime] = mapped_column(server_default=func.now())
