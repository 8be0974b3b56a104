"""Sparks: the engine record, this game's table of contents."""

from engines.core.engine import Engine
from engines.sparks.hidden import heads, hide, redeal, reveals
from engines.sparks.house import label, printed
from engines.sparks.model import Action, Event, Options, State
from engines.sparks.notation import read, write
from engines.sparks.offers import offers
from engines.sparks.own import Private, private
from engines.sparks.rules import (
    ENDINGS,
    apply,
    asks,
    closed,
    idle,
    options,
    result,
    why_not,
)
from engines.sparks.setup import SEATS, setup
from engines.sparks.text import line
from engines.sparks.turns import switch, switches
from engines.sparks.views import Public, public

ENGINE: Engine[State, Action, Event, Options, Public, Private] = Engine(
    key="sparks",
    title="Sparks",
    version="6",
    seats=SEATS,
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
    printed=printed,
    label=label,
    heads=heads,
    switches=switches,
    switch=switch,
)
