"""The laws of the contract, under several options."""

from __future__ import annotations

import os
from typing import Any

import pytest

from cardlab.games.tribute import Tribute
from cardlab.testing import check_game

PURE = os.environ.get("CARDLAB_PURE") == "1"
OPTIONS: list[dict[str, Any]] = [
    {},
    {"luck": "original", "pool": "SAINT_ALESSIA+PSIJIC+ANSEI+RAJHIN", "limit": 400},
    {"cards": "2024", "pool": "HLAALU+RED_EAGLE+PELIN+ORGNUM", "limit": 300},
]


@pytest.mark.parametrize("options", OPTIONS[: 1 if PURE else None])
def test_tribute_keeps_the_contract(options: dict[str, Any]) -> None:
    check = check_game(Tribute(**(options | ({"limit": 100} if PURE else {}))), games=1, seed=5)
    assert check.hidden and check.games == 1
