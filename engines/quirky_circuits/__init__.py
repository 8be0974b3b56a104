"""Quirky Circuits: the engine record, this game's table of contents."""

from engines.core.engine import Engine
from engines.quirky_circuits.house import book, catalogue, emblem, label, pages, printed, silence
from engines.quirky_circuits.lookback import lookback
from engines.quirky_circuits.model import Action, Event, Options, State
from engines.quirky_circuits.notation import read, write
from engines.quirky_circuits.rules import (
    ENDINGS,
    apply,
    asks,
    closed,
    idle,
    options,
    result,
    why_not,
)
from engines.quirky_circuits.setup import HAND_SIZES, setup
from engines.quirky_circuits.text import line
from engines.quirky_circuits.topics import topic
from engines.quirky_circuits.views import (
    Private,
    Public,
    beeps,
    heads,
    hide,
    offers,
    private,
    public,
    redeal,
    reveals,
)

ENGINE: Engine[State, Action, Event, Options, Public, Private] = Engine(
    key="quirky_circuits",
    title="Quirky Circuits",
    version="2",
    seats=tuple(HAND_SIZES),
    endings=ENDINGS,
    state_type=State,
    event_type=Event,
    options_type=Options,
    setup=setup,
    asks=asks,
    options=options,
    why_not=why_not,
    apply=apply,
    offers=offers,
    idle=idle,
    closed=closed,
    reveals=reveals,
    result=result,
    public=public,
    private=private,
    hide=hide,
    redeal=redeal,
    line=line,
    write=write,
    read=read,
    catalogue=catalogue,
    book=book,
    label=label,
    printed=printed,
    pages=pages,
    emblem=emblem,
    silence=silence,
    beeps=beeps,
    heads=heads,
    topic=topic,
    lookback=lookback,
)
