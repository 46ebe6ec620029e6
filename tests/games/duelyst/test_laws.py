"""The laws of the contract, in both generations of the rules."""

from __future__ import annotations

import os
from typing import Any

import pytest

from cardlab.games.duelyst import Duelyst
from cardlab.testing import check_game

PURE = os.environ.get("CARDLAB_PURE") == "1"
OPTIONS: list[dict[str, Any]] = [
    {"deck1": "starter_vanar", "deck2": "starter_abyssian", "turns": 5},
    {"profile": "duelyst2", "overlay": True, "deck1": "starter_songhai", "skip": True, "cancel": True, "turns": 4},
]


@pytest.mark.parametrize("options", OPTIONS[: 1 if PURE else None])
def test_duelyst_keeps_the_contract(options: dict[str, Any]) -> None:
    check = check_game(Duelyst(**(options | ({"turns": 2} if PURE else {}))), games=1, seed=5)
    assert check.hidden and check.games == 1
