"""Encodings by name: what a game offers, and how a text such as ``image,fd_fill=full`` is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardlab.core.options import Option, resolve, shown
from cardlab.errors import OptionError, UnknownOption

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
    if not kinds:
        raise OptionError(f"{game.name} has no encodings of positions")
    name, *parts = [part.strip() for part in (text or next(iter(kinds))).split(",")]
    if name not in kinds:
        raise UnknownOption(f"encoding of {game.name}", name, kinds)
    kind = kinds[name]
    given = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals:
            raise OptionError(f"encoding {text!r}: {part!r} is not an option; write name=value")
        given[key.strip()] = value.strip()
    options = resolve(f"encoding {name}", kind.options, given)
    changed = [f"{o.name}={shown(options[o.name])}" for o in kind.options if options[o.name] != o.default]
    return kind.build(game, ",".join([name, *changed]), options)
