"""Marbles: a small game that only the tests play, to show that `engines.core` needs to know no
game."""

from engines.core.engine import Engine
from tests.engines.tiny import model, rules, views

ENGINE: Engine[
    model.State, model.Action, model.Event, model.Options, views.Public, views.Private
] = Engine(
    key="tiny",
    title="Marbles",
    version="1",
    seats=(2, 3),
    endings=("full", "rounds"),
    state_type=model.State,
    event_type=model.Event,
    options_type=model.Options,
    setup=rules.setup,
    asks=rules.asks,
    options=rules.options,
    why_not=rules.why_not,
    apply=rules.apply,
    offers=views.offers,
    idle=rules.idle,
    closed=rules.closed,
    reveals=rules.reveals,
    result=rules.result,
    public=views.public,
    private=views.private,
    hide=views.hide,
    redeal=views.redeal,
    line=views.line,
    write=views.write,
    read=views.read,
)
