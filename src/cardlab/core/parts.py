"""What a game may have or lack. A part that it lacks is None or empty; whoever cannot do without one asks here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from cardlab.errors import MissingPart

if TYPE_CHECKING:
    from cardlab.bots.protocol import Protocol
    from cardlab.core.encoders import EncoderKind
    from cardlab.core.features import Observer
    from cardlab.core.game import Game
    from cardlab.core.valuetables import TableKind
    from cardlab.core.vectors import VectorKind

PARTS: Mapping[str, tuple[str, str]] = {
    "observer": ("observer", "so no data can be collected from its games"),
    "encoders": ("encodings of positions", "so no model can learn from its games"),
    "evaluators": ("evaluator of its own", "and this search needs one: evaluator=FILE.onnx"),
    "vectors": ("policy that is a vector of numbers", "so there is nothing to evolve"),
    "tables": ("table of values", "so there is nothing to learn for it by cardlab learn"),
    "protocol": ("text protocol of its own", "so programs play it by the protocol of all games: json:COMMAND"),
}
"""The methods of a game that answer with a part, with what the part is called and what its absence means."""


@overload
def need(game: Game, part: Literal["observer"], then: str = "") -> Observer: ...
@overload
def need(game: Game, part: Literal["encoders"], then: str = "") -> Mapping[str, EncoderKind]: ...
@overload
def need(game: Game, part: Literal["evaluators"], then: str = "") -> Sequence[str]: ...
@overload
def need(game: Game, part: Literal["vectors"], then: str = "") -> Mapping[str, VectorKind]: ...
@overload
def need(game: Game, part: Literal["tables"], then: str = "") -> Mapping[str, TableKind]: ...
@overload
def need(game: Game, part: Literal["protocol"], then: str = "") -> Protocol: ...
def need(game: Game, part: str, then: str = "") -> Any:
    """A part of a game that somebody cannot do without; MissingPart says what is missing and what follows, `then`."""
    found = getattr(game, part)()
    if found is None or (isinstance(found, Mapping | Sequence) and not found):
        called, usually = PARTS[part]
        raise MissingPart(f"{game.name} has no {called}, {then or usually}")
    return found
