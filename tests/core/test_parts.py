"""Parts that a game may lack: they are there or None, and whoever needs one says so in the same words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_overloads

import pytest

from cardlab import Game, game, make_agent
from cardlab.core.features import PlainEncoder
from cardlab.core.parts import PARTS, need
from cardlab.core.vectorfile import find_kind
from cardlab.errors import CardlabError, MissingPart, OptionError, RunError
from cardlab.registry import game_names
from tests.lab.matches.plain_games import RaceGame

BARE = RaceGame()


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("rules", [BARE, *map(game, game_names())], ids=lambda rules: rules.name)
def test_every_part_of_every_game_is_there_or_nothing(rules: Game, part: Any) -> None:
    found = getattr(rules, part)()
    if found is None or (isinstance(found, Mapping | Sequence) and not found):
        with pytest.raises(MissingPart, match=f"^{rules.name} has no {PARTS[part][0]}, {PARTS[part][1]}$"):
            need(rules, part)
    else:
        assert type(need(rules, part)) is type(found)


def test_a_game_in_a_few_lines_lacks_all_parts() -> None:
    assert [getattr(BARE, part)() for part in PARTS] == [None, {}, (), {}, {}, None]


def test_every_part_can_be_needed_with_its_type() -> None:
    assert [overload.__annotations__["part"] for overload in get_overloads(need)] == [f"Literal[{part!r}]" for part in PARTS]


@pytest.mark.parametrize(
    ("use", "words"),
    [
        (
            lambda: make_agent(BARE, "cmd:sh"),
            "race has no text protocol of its own, so programs play it by",
        ),
        (lambda: make_agent(BARE, "beam"), "race has no evaluator of its own, and this search needs one"),
        (
            lambda: make_agent(BARE, "ismcts:9,vary=0.1"),
            "race has no observer, so a search cannot tell",
        ),
        (lambda: make_agent(BARE, "ismcts:9,vary=0.1,threads=2"), "race has no observer, so a search cannot tell"),
        (lambda: BARE.encoder("rich"), "race has no encodings of positions, so no model can learn from its games"),
        (lambda: PlainEncoder(BARE, "plain", 1.0), "race has no observer, so no data can be collected"),
        (lambda: find_kind(BARE), "race has no policy that is a vector of numbers, so there is nothing to evolve"),
    ],
)
def test_whoever_needs_a_part_says_what_is_missing(use: Callable[[], Any], words: str) -> None:
    with pytest.raises(MissingPart) as refusal:
        use()
    assert words in str(refusal.value)
    assert isinstance(refusal.value, OptionError) and isinstance(refusal.value, RunError)


def test_rows_need_an_observer_before_anything_is_read(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    from cardlab.data.source import read_rows

    with pytest.raises(MissingPart, match="race has no observer"):
        read_rows([tmp_path / "nowhere.parquet"], BARE)


def test_a_game_that_refuses_a_part_by_an_error_of_its_own_is_quoted() -> None:
    class Refusing(RaceGame):
        def observer(self) -> None:
            raise OptionError("race is observed with players=2 only")

    with pytest.raises(CardlabError, match="race is observed with players=2 only"):
        need(Refusing(), "observer")
