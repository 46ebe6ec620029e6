"""Whatever is read, the answer is a CardlabError or a sound game that goes on by the rules: never another exception."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardlab import CardlabError, State, game, load_state
from cardlab.core.rng import Rng
from cardlab.games.locm.rules.state import LocmState
from tests.effort import effort
from tests.games.locm.compare import both, play_both
from tests.games.locm.laws import assert_sound
from tests.games.locm.samples import KEYWORD_SETS, random_options

few = settings(max_examples=effort(100, 50, 20), deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)

SPECS = [
    "locm",
    "locm,rules=paper",
    "locm,rules=rust,lanes=1",
    "locm,rules=gym,rounds=6",
    "locm,shuffle=same,draw_death=after_action",
    "locm,lanes=1,both_dead=second,opponent_hp=heals,late_draw=rune_and_card",
]
CARD = st.integers(0, 161) | st.sampled_from(["3", "21#1", "151#3", "83#2", "Decimate", "?#1", "Slimer#5", "#", "3#3#3"])
NUMBER = st.integers(-3, 35) | st.sampled_from([True, None, 1.5, float("nan"), 10**20, "3"])
SCALAR = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | CARD
JSON = st.recursive(
    SCALAR, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4), max_leaves=12
)
CREATURE = st.fixed_dictionaries(
    {"card": st.sampled_from([3, 21, 83, 116]) | CARD},
    optional={
        "lane": st.integers(-1, 2),
        "attack": NUMBER,
        "defense": NUMBER,
        "keywords": st.sampled_from(KEYWORD_SETS) | JSON,
        "able": st.booleans() | SCALAR,
        "attacked": st.booleans(),
        "touched": st.booleans(),
    },
)
SIDE_PARTS: dict[str, Any] = {
    "health": NUMBER,
    "mana": NUMBER,
    "max_mana": NUMBER,
    "runes": st.integers(-1, 6),
    "draws": NUMBER,
    "due": NUMBER,
    "bonus": st.booleans() | SCALAR,
    "hand": st.lists(CARD, max_size=9),
    "deck": st.lists(CARD, max_size=6),
    "gone": st.lists(CARD, max_size=4),
    "board": st.lists(CREATURE | CARD, max_size=7),
}
PARTS: dict[str, Any] = {
    "phase": st.sampled_from(["draft", "battle", "over"]),
    "player": st.none() | st.integers(-1, 2),
    "turn": NUMBER,
    "winner": NUMBER,
    "reason": st.sampled_from(["", "health", "deck", "rounds"]),
    "picks": st.lists(st.lists(st.integers(-1, 3), max_size=31), min_size=2, max_size=2),
    "offers": st.lists(st.lists(CARD, min_size=3, max_size=3), min_size=29, max_size=31),
    "order": st.lists(st.permutations(range(30)), min_size=2, max_size=2),
    "players": st.lists(st.fixed_dictionaries({}, optional=SIDE_PARTS), min_size=2, max_size=2),
}


def read(attempt: Callable[[], State], seed: int = 0) -> bool:
    """Whether it is taken; then it must be sound, be written back, and go on as the plain rules say."""
    try:
        state = attempt()
    except CardlabError as error:
        assert str(error)
        return False
    assert isinstance(state, LocmState)
    assert_sound(state)
    assert state.game.from_dict(json.loads(json.dumps(state.to_dict()))) == state
    for seat in range(2):
        assert_sound(state.seat(seat).resample(seed))  # type: ignore[arg-type]
    state.copy().rollout(Rng(seed))
    if state.to_dict()["phase"] == "battle":
        play_both(state, both(state), random.Random(seed), 0.5)
    assert_sound(state)
    return True


def some_position(spec: str, seed: int, moves: int) -> State:
    state = game(spec).new(seed)
    state.rollout(Rng(seed), moves)
    return state


@few
@given(st.sampled_from(SPECS), JSON | st.dictionaries(st.sampled_from([*PARTS]), JSON, max_size=8))
def test_arbitrary_values_are_refused_or_make_a_sound_position(spec: str, data: Any) -> None:
    read(lambda: game(spec).from_dict(data))


@settings(few, max_examples=effort(500, 200, 40))
@given(st.sampled_from(SPECS), st.fixed_dictionaries({"players": PARTS["players"]}, optional={"turn": st.integers(0, 120)}))
def test_battles_put_together_at_random_are_refused_or_sound(spec: str, data: Any) -> None:
    read(lambda: game(spec).from_dict(data), len(str(data)))


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A position of a real game with one to three parts changed, mostly into something that looks right."""
    spec = draw(st.sampled_from(SPECS))
    position = copy.deepcopy(some_position(spec, draw(st.integers(0, 40)), draw(st.integers(0, 160))).to_dict())
    sides: list[dict[str, Any]] = position.get("players", [])
    for _ in range(draw(st.integers(1, 3))):
        table, parts = position, PARTS
        if sides and position.get("players") is sides and draw(st.booleans()):
            table, parts = draw(st.sampled_from(sides)), SIDE_PARTS
        name = draw(st.sampled_from([*parts]))
        how = draw(st.integers(0, 9))
        if how == 0:
            table[name] = draw(JSON)
        elif how == 1:
            table.pop(name, None)
        else:
            table[name] = draw(parts[name])
    return spec, position


@settings(few, max_examples=effort(400, 160, 40))
@given(mutated(), st.integers(0, 1000))
def test_mutated_positions_are_refused_or_sound(made: tuple[str, dict[str, Any]], seed: int) -> None:
    spec, position = made
    read(lambda: game(spec).from_dict(position), seed)


def test_enough_of_the_battles_put_together_are_taken() -> None:
    """Or the test above would prove nothing."""
    taken = 0
    side = st.fixed_dictionaries(
        {}, optional={**SIDE_PARTS, "health": st.integers(6, 30), "runes": st.just(1), "draws": st.just(2)}
    )

    @settings(few, max_examples=100)
    @given(st.lists(side, min_size=2, max_size=2))
    def attempt(players: Any) -> None:
        nonlocal taken
        taken += read(lambda: game("locm").from_dict({"players": players}))

    attempt()
    assert taken >= 10


@few
@given(st.sampled_from(SPECS), st.binary(max_size=60), st.integers(0, 200), st.integers(0, 255), st.integers(0, 1 << 20))
def test_damaged_bytes_are_refused_or_sound(spec: str, junk: bytes, at: int, byte: int, seed: int) -> None:
    start = some_position(spec, seed % 100, seed % 160)
    whole = bytearray(start.to_bytes())
    whole[at % len(whole)] = byte
    for data in (junk, bytes(whole), bytes(whole[: at % len(whole)])):
        read(lambda data=data: start.game.from_bytes(data))  # type: ignore[misc]


@few
@given(JSON | st.dictionaries(st.sampled_from(["game", "options", "position"]), JSON, max_size=3))
def test_arbitrary_text_is_no_position(data: Any) -> None:
    text = json.dumps({"game": "locm", **data} if isinstance(data, dict) else data)
    read(lambda: load_state(text))


@few
@given(st.integers(0, 1 << 30))
def test_the_laws_hold_through_random_games_under_random_rules(seed: int) -> None:
    rng = random.Random(seed)
    state = game("locm", **random_options(rng)).new(seed)
    assert isinstance(state, LocmState)
    state.rollout(Rng(seed), rng.randint(0, 200))
    assert_sound(state)
    for seat in range(2):
        world = state.seat(seat).resample(seed)
        assert isinstance(world, LocmState)
        assert_sound(world)
