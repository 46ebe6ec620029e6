"""Positions of Unstable Unicorns: written and read back in the middle of anything; what is wrong is told."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from cardlab import Rng, game
from cardlab.errors import CardlabError, PositionError
from tests.effort import PURE
from tests.games.unicorns.samples import positions, random_options

Position = dict[str, Any]


@pytest.mark.parametrize("part", range(2 if PURE else 8))
def test_positions_and_views_of_whole_games_are_read_back_byte_for_byte(part: int) -> None:
    rng = random.Random(part)
    for state in positions(part, every=5, **random_options(rng)):
        again = state.game.from_dict(json.loads(json.dumps(state.to_dict())))
        assert again.memory == state.memory and again.legal() == state.legal()
        seat = state.seat(rng.randrange(state.players))
        rebuilt = state.game.from_view(json.loads(json.dumps(seat.view())))
        assert rebuilt.memory == seat.memory and rebuilt.resample(1) == seat.resample(1)


@pytest.mark.parametrize("part", range(2 if PURE else 6))
def test_random_actions_are_drawn_evenly_from_the_legal_ones(part: int) -> None:
    rng, dice = random.Random(part), Rng(part)
    for state in positions(part, every=40, **random_options(rng)):
        if state.over:
            continue
        legal = state.legal()
        drawn = [state.random_action(dice) for _ in range(120 * len(legal))]
        assert set(drawn) <= set(legal)
        assert all(60 < drawn.count(action) < 190 for action in legal)


def duel() -> Position:
    return {
        "players": [
            {"hand": ["Llamacorn", "Neigh#1"], "seen": ["0", "01"], "stable": ["Baby Unicorn#1"], "upgrades": ["Yay#1"]},
            {"hand": ["Rhinocorn"], "stable": ["Narwhal", "Basic Unicorn#1"], "downgrades": ["Slowdown"]},
        ],
        "deck": ["Neigh#2", "Neigh#3"],
        "discard": ["Good Deal"],
        "nursery": ["Baby Narwhal"],
    }


WRONG: list[tuple[str, Any, str]] = [
    ("players", [{}], "a list of 2 tables"),
    ("players", [{}, {"horses": []}], "no part 'horses'"),
    ("players", [{}, {"stable": ["Llamacron"]}], "did you mean 'Llamacorn'"),
    ("players", [{}, {"stable": ["Basic Unicorn#22"]}], "copies are Basic Unicorn#1 to Basic Unicorn#21"),
    ("players", [{}, {"stable": ["Llamacorn#2"]}], "there is one copy"),
    ("players", [{}, {"stable": ["Yay#1"]}], "cannot lie in"),
    ("players", [{}, {"hand": ["Baby Unicorn#1"]}], "cannot lie in"),
    ("players", [{"hand": ["Yay#1"]}, {"upgrades": ["Yay#1"]}], "in two places"),
    ("players", [{"hand": ["Yay#1"], "seen": ["1"]}, {}], "with the owner in it"),
    ("players", [{"hand": ["?"]}, {}], "is no card"),
    ("deck", ["Baby Unicorn#2"], "cannot lie in deck"),
    ("deck", "Neigh", "must be a list"),
    ("nursery", ["Narwhal"], "in two places"),
    ("turn", 2, "from 0 to 1"),
    ("phase", "lunch", "must be one of"),
    ("phase", "reactions", "stack"),
    ("phase", "limit", "somebody is asked"),
    ("flags", {"plays": 0}, "from 1 to 255"),
    ("flags", {"skip": 1}, "true or false"),
    ("order", ["Llamacorn"], "cards of the stables"),
    ("order", ["Narwhal"], "names all cards"),
    ("leashes", [{"card": "Llamacorn", "home": 0, "until": "turn_end", "lender": "Yay#1"}], "a card of a stable"),
    ("entries", [0, 0], "each once"),
    ("question", {"ask": "discard"}, "has 'ask'"),
    ("chain", {"frames": []}, "has the parts"),
    ("stack", [{"card": "Yay#2", "seat": 0}], "there is a 'stack' when"),
    ("reason", "goal", "a game that is over"),
    ("weather", "fine", "no part 'weather'"),
    ("absent", ["Yay#2"], "is neither anywhere nor 'absent'"),
]


@pytest.mark.parametrize(("part", "value", "reason"), WRONG, ids=[f"{part}: {reason}" for part, _, reason in WRONG])
def test_what_is_wrong_with_a_position_is_told(part: str, value: Any, reason: str) -> None:
    with pytest.raises(PositionError, match=reason.replace("(", "\\(")):
        game("unicorns", players=2).from_dict({**duel(), part: value})


@pytest.mark.parametrize("part", range(4 if PURE else 30))
def test_changed_positions_are_refused_or_played_to_the_end(part: int) -> None:
    """Whatever is written into a position, memory is safe, and a game that is accepted can be played."""
    rng = random.Random(part)
    options = random_options(rng)
    sound = 0
    for state in positions(part, every=7, **options):
        for _ in range(4):
            position = copy.deepcopy(state.to_dict())
            for _ in range(rng.randint(1, 3)):
                _change(position, rng)
            try:
                other = state.game.from_dict(position)
            except CardlabError:
                continue
            sound += 1
            dice = Rng(part)
            for _ in range(60):
                if other.over:
                    break
                other.apply(other.random_action(dice))
    assert sound > 0


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        return [leaf for key, inner in value.items() for leaf in _leaves(inner, (*path, key))]
    if isinstance(value, list):
        return [leaf for at, inner in enumerate(value) for leaf in _leaves(inner, (*path, at))]
    return [path]


def _change(position: Position, rng: random.Random) -> None:
    """Another number, the value of another place, or something missing."""
    leaves = _leaves(position)
    one, other = rng.choice(leaves), rng.choice(leaves)

    def at(path: tuple[Any, ...]) -> Any:
        value: Any = position
        for step in path:
            value = value[step]
        return value

    mine, theirs = at(one), at(other)
    way = rng.randrange(4)
    if way == 0 and isinstance(mine, int):
        at(one[:-1])[one[-1]] = rng.choice([mine + 1, mine - 1, 0, rng.randint(-1, 300)])
    elif way == 1:
        at(one[:-1])[one[-1]] = theirs
    elif way == 2:
        at(one[:-1])[one[-1]], at(other[:-1])[other[-1]] = theirs, mine
    elif isinstance(at(one[:-1]), list):
        del at(one[:-1])[one[-1]]
