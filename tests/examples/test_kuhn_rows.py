"""What the example of a game in Python tells data sets and models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardlab import make_agent
from cardlab.core.plugins import load_object

FILE = Path(__file__).parents[2] / "examples" / "cardlab-kuhn" / "cardlab_kuhn.py"


@pytest.fixture(scope="module")
def kuhn() -> Any:
    return load_object(f"python:{FILE}:Kuhn")()


@pytest.mark.parametrize(
    ("line", "seat", "row", "features"),
    [
        ([], 0, {"card": "Q", "second": False, "moves": 0, "bets": 0}, [1, 0, 0, 0]),
        (["pass"], 1, {"card": "K", "second": True, "moves": 1, "bets": 0}, [2, 1, 1, 0]),
        (["pass", "bet"], 0, {"card": "Q", "second": False, "moves": 2, "bets": 1}, [1, 0, 2, 1]),
        (["bet", "bet"], 1, {"card": "K", "second": True, "moves": 2, "bets": 2}, [2, 1, 2, 2]),
    ],
)
def test_rows_and_features(kuhn: Any, line: list[str], seat: int, row: dict[str, Any], features: list[int]) -> None:
    state = kuhn.from_dict({"cards": ["Q", "K"], "spare": "J", "line": line})
    assert kuhn.observer().values(state.seat(seat)) == row
    assert kuhn.encoder("plain").encode_states([state], [seat]).tolist() == [features]


def test_the_page_shows_the_row_of_its_deal(kuhn: Any) -> None:
    state = kuhn.new(seed=3)
    state.apply(state.parse("pass"))
    assert kuhn.observer().values(state.seat(1)) == {"card": "K", "second": True, "moves": 1, "bets": 0}


def test_a_search_asks_only_about_the_own_turn(kuhn: Any) -> None:
    """Seat 0 begins; it is its turn again only after pass and bet."""
    asked = set()

    def by_card(x: Any) -> Any:
        asked.update(tuple(line) for line in x.tolist())
        return (1 + x[:, 0]) / 4

    state = kuhn.from_dict({"cards": ["Q", "K"], "spare": "J", "line": []})
    make_agent(kuhn, "e-ismcts:200,depth=0,encoder=plain", evaluator=by_card).choose(state.seat(0), rng=1)
    assert asked == {(1.0, 0.0, 2.0, 1.0)}
