"""Records to bytes and back: MessagePack for states, JSON for what people and Postgres may look
into.
"""

from typing import Any, cast

import msgspec


def pack(state: object) -> bytes:
    """A state as MessagePack bytes."""
    return msgspec.msgpack.encode(state)


def unpack(data: bytes, kind: Any) -> Any:
    """The state of type `kind` in these bytes. Raises `msgspec.ValidationError`."""
    return msgspec.msgpack.decode(data, type=kind)


def dump(record: object) -> str:
    """A record as JSON text."""
    return msgspec.json.encode(record).decode()


def load(text: str | bytes, kind: Any) -> Any:
    """The record of type `kind` in this JSON text. Raises `msgspec.ValidationError`."""
    return msgspec.json.decode(text, type=kind)


def plain(record: object) -> Any:
    """A record as plain dicts, lists, numbers and texts, for a JSON column."""
    return cast(Any, msgspec.to_builtins(record))


def record(data: Any, kind: Any) -> Any:
    """The record of type `kind` in plain data. Raises `msgspec.ValidationError`."""
    return msgspec.convert(data, type=kind)
