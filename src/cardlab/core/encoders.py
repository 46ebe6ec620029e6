"""Encodings by name: what a game offers, and how a text such as ``image,fd_fill=full`` is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardlab.core.options import Option, resolve, shown
from cardlab.core.spec import Spec, look_up
from cardlab.errors import UnknownOption

if TYPE_CHECKING:
    from cardlab.core.features import Encoder
    from cardlab.core.game import Game


@dataclass(frozen=True)
class EncoderKind:
    """An encoding as a game offers it. `build` is given the game, the full text and the options."""

    name: str
    about: str
    build: Callable[[Any, str, dict[str, Any]], Encoder]
    options: tuple[Option, ...] = ()


def make_encoder(game: Game, text: str | None, kinds: Mapping[str, EncoderKind]) -> Encoder:
    """The encoder that a text names; None: the game's first."""
    told = Spec.parse(text or next(iter(kinds)), "encoding")
    kind = look_up(f"encoding of {game.name}", told.head, kinds, UnknownOption)
    options = resolve(f"encoding {kind.name}", kind.options, told.options)
    changed = {o.name: shown(options[o.name]) for o in kind.options if options[o.name] != o.default}
    return kind.build(game, str(Spec(told.name, options=changed)), options)
