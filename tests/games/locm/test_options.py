"""Options and the rule sets that they follow."""

from __future__ import annotations

import pytest

from cardlab import game
from cardlab.errors import OptionError
from cardlab.games.locm.words.options import AUTO, LOCM_OPTIONS, PRESETS, resolved


def test_every_rule_set_decides_everything_that_can_be_left_to_it() -> None:
    left = {option.name for option in LOCM_OPTIONS if option.default in (AUTO, -1)}
    assert all(set(preset) == left for preset in PRESETS.values())
    allowed = {option.name: option for option in LOCM_OPTIONS}
    assert all(allowed[name].parse(value) == value for preset in PRESETS.values() for name, value in preset.items())


@pytest.mark.parametrize("rules", PRESETS)
def test_auto_follows_the_rule_set(rules: str) -> None:
    assert resolved(game("locm", rules=rules).options) == {"rules": rules, "lanes": 2, **PRESETS[rules]}


def test_a_value_of_ones_own_goes_before_the_rule_set() -> None:
    chosen = resolved(game("locm", rules="paper", hands="4+5", rounds=0, lethal_zero="yes", lanes=1).options)
    assert chosen == {**PRESETS["paper"], "rules": "paper", "lanes": 1, "hands": "4+5", "rounds": 0, "lethal_zero": "yes"}


def test_the_game_is_written_with_what_was_chosen_only() -> None:
    assert game("locm", rules="paper", lanes="1", draft="auto").spec() == "locm,rules=paper,lanes=1"
    assert game("locm,rules=rust,rounds=9").spec() == "locm,rules=rust,rounds=9"


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("rules", "nim", "official, paper, rust, gym"),
        ("lanes", 3, "from 1 to 2"),
        ("rounds", -2, "from -1"),
        ("hands", 4, "4\\+5"),
    ],
)
def test_other_values_are_refused_with_those_that_are_allowed(name: str, value: object, allowed: str) -> None:
    with pytest.raises(OptionError, match=f"option {name}=.*allowed is .*{allowed}"):
        game("locm", **{name: value})
