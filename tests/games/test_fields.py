"""A field of a state is named in at most three places besides the rules: header, form of positions, observer.

Players of a game's own read the struct as the rules do, so they are counted with them.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections import Counter
from pathlib import Path

import pytest

import cardlab
from cardlab.core.forms import PlayerTables, PositionForm, PositionParts
from cardlab.core.positionparts import EachPlayer, Entangled, NumberPart

GAMES = ("castle", "duelyst", "locm", "tribute", "unicorns")
ROOMS = Path(cardlab.__file__).parent / "games"
PLAYED = ("rules", "agents")
"""Where a struct is played with: the rules, and players that read it as they do."""
MOST = 3


def form_of(name: str) -> PositionForm:
    found = importlib.import_module(f"cardlab.games.{name}.words.position").FORM
    assert isinstance(found, PositionForm)
    return found


def described(name: str) -> set[str]:
    """The fields that the header of a game describes."""
    return set(cardlab.game(name).new(1).peek())


def told(name: str) -> list[Path]:
    """The sources of a game that are no rules and no players."""
    folder = ROOMS / name
    return [path for path in sorted(folder.rglob("*.py")) if path.relative_to(folder).parts[0] not in PLAYED]


def fields_read(path: Path) -> set[str]:
    """The fields of a struct ``z`` that a compiled source names."""
    return set(re.findall(r"\bz\.([a-z_]+)", path.read_text(encoding="utf-8")))


def looks_into_the_struct(path: Path) -> bool:
    """Whether a source asks for fields by name."""
    calls = (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
    return any(isinstance(call.func, ast.Attribute) and call.func.attr in ("peek", "poke") for call in calls)


@pytest.mark.parametrize("name", GAMES)
def test_a_field_is_named_in_at_most_three_places(name: str) -> None:
    header = described(name)
    places = Counter(header)
    places.update(field for field in form_of(name).fields if field in header)
    for path in told(name):
        places.update(fields_read(path) & header)
    assert {field: count for field, count in places.items() if count > MOST} == {}


@pytest.mark.parametrize("name", GAMES)
def test_a_form_knows_the_fields_of_the_header_and_no_others(name: str) -> None:
    form = form_of(name)
    assert set(form.fields) | {form.viewer} <= described(name)


@pytest.mark.parametrize("name", GAMES)
def test_only_the_form_asks_for_fields_by_their_names(name: str) -> None:
    assert [path.name for path in told(name) if looks_into_the_struct(path)] == []


def test_a_field_belongs_to_one_part() -> None:
    with pytest.raises(ValueError, match="more than one part claims: coins; entangle"):
        PositionParts(NumberPart("coins", 0, 9), NumberPart("purse", 0, 9, "coins"))
    with pytest.raises(ValueError, match="claims: coins"):
        PositionParts(NumberPart("coins", 0, 9), PlayerTables("seats", EachPlayer(NumberPart("coins", 0, 9), "numbers")))
    both = Entangled(
        (NumberPart("coins", 0, 9), NumberPart("debts", 0, 9)), ("coins",),
        lambda telling, held: (max(held, 0), max(-held, 0)), lambda telling, coins, debts: (coins - debts,),
    )  # fmt: skip
    assert PositionParts(both).fields == ("coins",) and PositionParts(both).names == ("coins", "debts")


def test_what_names_fields_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text("def f(s):\n    return s.z.hand[s.z.player]\n", encoding="utf-8")
    assert fields_read(planted) == {"hand", "player"} and not looks_into_the_struct(planted)
    planted.write_text("def f(s):\n    return s.peek(['hand'])\n", encoding="utf-8")
    assert looks_into_the_struct(planted)
