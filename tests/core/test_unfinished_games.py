"""A game that lacks a part of the contract is refused when it is named, not when it is played."""

from __future__ import annotations

import pytest

from cardlab import PlainGame, register_game
from cardlab.errors import PluginError


class Unfinished(PlainGame):
    name = "unfinished"
    title = "Unfinished"
    about = "half a game"

    def start(self, rng: object) -> object:
        return rng


def test_an_unfinished_game_is_refused_with_the_names_of_what_it_lacks() -> None:
    with pytest.raises(PluginError, match="lacks the methods actions, play, scores, to_move"):
        register_game(Unfinished)
    with pytest.raises(TypeError, match="abstract"):
        Unfinished()  # type: ignore[abstract]
