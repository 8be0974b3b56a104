"""The games: one line each."""

from engines.core.engine import AnyEngine
from engines.quirky_circuits import ENGINE as QUIRKY_CIRCUITS
from engines.sparks import ENGINE as SPARKS

ENGINES: dict[str, AnyEngine] = {engine.key: engine for engine in (QUIRKY_CIRCUITS, SPARKS)}
