"""Whatever is read, the answer is a CardlabError or a sound game: never another exception, never a crash."""

from __future__ import annotations

import contextlib
import copy
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cardlab import CardlabError, Replay, Rng, State, agent_names, game, load_state, make_agent
from cardlab.games.castle.words.options import CASTLE_OPTIONS
from tests.effort import effort
from tests.games.castle.laws import assert_sound

few = settings(max_examples=effort(300, 100, 40), deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
some = settings(few, max_examples=effort(100, 50, 15))

SPECS = [
    "castle",
    "castle,players=3",
    "castle,castle=simultaneous",
    "castle,castle=swap,first=lowest",
    "castle,players=4,four_anytime=yes",
    "castle,players=3,four_anytime=yes,four=legacy,packs=2,jokers=2",
    "castle,players=8,packs=2,ranking=yes,skip=3,reverse=4",
    "castle,gamble=yes,pickup_up=yes,voluntary_pickup=yes,transparent=3+8,lower=7",
    "castle,repetition=2,players=3,limit=200",
    "castle,failed_down=table,finish_special=no,two_again=yes,group=any,ranking=yes,players=3",
    "castle,four=off,castle=random",
]
CARD = st.sampled_from(["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "X"])
CARDS = st.lists(CARD, max_size=8).map(" ".join)
SCALAR = st.one_of(st.none(), st.booleans(), st.integers(), st.integers(-3, 9), st.floats(), st.text(max_size=8), CARDS)
JSON = st.recursive(
    SCALAR, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4), max_leaves=12
)
PARTS = [
    "player",
    "phase",
    "hands",
    "up",
    "down",
    "known",
    "pile",
    "stock",
    "burned",
    "decisions",
    "first",
    "direction",
    "swaps",
    "mover",
    "after",
    "since",
    "anchor",
    "anchor_seen",
    "places",
    "reason",
]
PHASES = st.sampled_from(["castle", "swap", "play", "four", "over"])
REASONS = st.sampled_from(["", "win", "limit", "repetition"])


def play_out(state: State, seed: int) -> None:
    """Play to the end by the public door, looking at every seat now and then."""
    rng = Rng(seed)
    assert_sound(state)
    n = 0
    while not state.over:
        state.apply(rng.choice(state.legal()))
        n += 1
        if n < 12 or n % 50 == 0:
            assert_sound(state)
            for seat in range(state.players):
                assert_sound(state.seat(seat).resample(n))
                state.seat(seat).forget(n % 5 - 2).resample(n)
    assert n <= state.game.limit
    assert_sound(state)
    assert state.result is not None


def read(attempt: Callable[[], State], seed: int = 0) -> State | None:
    """The state that is read, after playing a copy to the end; None if it was refused."""
    try:
        state = attempt()
    except CardlabError:
        return None
    assert state.game.from_dict(json.loads(json.dumps(state.to_dict()))) == state
    state.copy().rollout(Rng(seed))
    play_out(state.copy(), seed)
    return state


def some_position(spec: str, seed: int, moves: int) -> State:
    state = game(spec).new(seed)
    state.rollout(Rng(seed), moves)
    return state


@few
@given(st.sampled_from(SPECS), JSON | st.dictionaries(st.sampled_from(PARTS), JSON, max_size=12))
def test_arbitrary_values_are_refused_or_make_a_sound_position(spec: str, data: Any) -> None:
    read(lambda: game(spec).from_dict(data))


@few
@given(JSON | st.text(max_size=30) | st.binary(max_size=30))
def test_arbitrary_text_is_no_position(data: Any) -> None:
    text = data if isinstance(data, str | bytes) else json.dumps(data)
    read(lambda: load_state(text))  # type: ignore[arg-type]


@few
@given(st.sampled_from(SPECS), st.binary(max_size=60), st.integers(0, 200), st.integers(0, 255), st.integers(0, 1 << 20))
def test_damaged_bytes_are_refused_or_sound(spec: str, junk: bytes, at: int, byte: int, seed: int) -> None:
    start = some_position(spec, seed % 100, seed % 80)
    whole = bytearray(start.to_bytes())
    whole[at % len(whole)] = byte
    for data in (junk, bytes(whole), bytes(whole[: at % len(whole)])):
        read(lambda data=data: start.game.from_bytes(data))  # type: ignore[misc]


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A position of a real game with one to three parts changed, mostly into something that looks right."""
    spec = draw(st.sampled_from(SPECS))
    position = some_position(spec, draw(st.integers(0, 40)), draw(st.integers(0, 90))).to_dict()
    n = game(spec).players
    likely: dict[str, Any] = {
        "phase": PHASES,
        "reason": REASONS,
        "player": st.none() | st.integers(-1, n),
        "pile": CARDS,
        "stock": CARDS | st.just("rest"),
        "burned": CARDS,
        "places": st.lists(st.integers(0, n), min_size=n, max_size=n),
        "direction": st.sampled_from([-1, 0, 1]),
    }
    likely |= {name: st.lists(CARDS, min_size=n, max_size=n) for name in ("hands", "up", "down", "known")}
    for name in draw(st.lists(st.sampled_from(PARTS), min_size=1, max_size=4)):
        how = draw(st.integers(0, 9))
        if how == 0:
            position[name] = draw(JSON)
        elif how == 1:
            position.pop(name, None)
        else:
            position[name] = draw(likely.get(name, st.integers(-1, 9)))
    if draw(st.booleans()):
        position.pop("burned", None)
    return spec, position


@settings(few, max_examples=effort(1500, 400, 120))
@given(mutated(), st.integers(0, 1000))
def test_mutated_positions_are_refused_or_sound(made: tuple[str, dict[str, Any]], seed: int) -> None:
    spec, position = made
    read(lambda: game(spec).from_dict(position), seed)


@st.composite
def composed(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A position put together from a shuffled pack: any cards anywhere, so that most of them are taken."""
    spec = draw(st.sampled_from(SPECS))
    rules = game(spec)
    n = rules.players
    pack = list(
        rules.from_dict({"hands": ["3"] * n, "up": [""] * n, "down": [""] * n, "stock": "rest"}).to_dict()["stock"].split()
    )
    pack += ["3"] * n
    draw(st.randoms(use_true_random=False)).shuffle(pack)

    def take(most: int) -> str:
        return " ".join(pack.pop() for _ in range(min(draw(st.integers(0, most)), len(pack))))

    position: dict[str, Any] = {
        "hands": [take(6) for _ in range(n)],
        "up": [take(3) for _ in range(n)],
        "down": [take(3) for _ in range(n)],
    }
    position["pile"] = " ".join(card for card in take(9).split() if card != "10")
    position["phase"] = draw(st.sampled_from(["play", "play", "play", "four", "over"]))
    position["stock"] = draw(st.sampled_from(["", "rest"]))
    position["player"] = None if position["phase"] == "over" else draw(st.integers(0, n - 1))
    position |= {
        "mover": draw(st.integers(0, n - 1)),
        "after": draw(st.integers(0, n - 1)),
        "direction": draw(st.sampled_from([1, -1])),
    }
    empty = [p for p in range(n) if not any(position[zone][p] for zone in ("hands", "up", "down"))]
    position["places"] = [empty.index(p) + 1 if p in empty else 0 for p in range(n)]
    if position["phase"] == "over":
        position["reason"] = draw(REASONS)
    return spec, position


@settings(few, max_examples=effort(1500, 400, 120))
@given(composed(), st.integers(0, 1000))
def test_positions_put_together_from_a_pack_are_refused_or_sound(made: tuple[str, dict[str, Any]], seed: int) -> None:
    spec, position = made
    read(lambda: game(spec).from_dict(position), seed)


def some_replay(spec: str, seed: int, moves: int) -> dict[str, Any]:
    start = game(spec).new(seed)
    rng, state, actions = Rng(seed), start.copy(), []
    while not state.over and len(actions) < moves:
        actions.append(rng.choice(state.legal()))
        state.apply(actions[-1])
    return Replay.of(start, actions, seed=seed if seed % 2 else None).to_dict()


def check_replay(data: Any) -> None:
    """Both ways of reading agree: refused, or it leads where it claims."""
    with contextlib.suppress(CardlabError):
        read(Replay.from_dict(data).verify)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        path.write_text(json.dumps(data))
        try:
            assert Replay.load(path).verify().digest() == data["digest"] or data["digest"] is None
        except CardlabError as error:
            assert str(path) in str(error)


@some
@given(st.sampled_from(SPECS), st.integers(0, 30), st.integers(0, 60), st.data())
def test_mutated_replays_are_refused_or_lead_to_their_end(spec: str, seed: int, moves: int, data: st.DataObject) -> None:
    replay = some_replay(spec, seed, moves)
    name = data.draw(st.sampled_from([*replay, "position", "note", "odd"]))
    if name == "actions" and replay["actions"] and data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(replay["actions"]) - 1))
        words = st.text(max_size=9) | st.sampled_from(
            ["pickup", "done", "pass", "down 0", "play 3", "row 3", "gamble", "castle 3 3 3"]
        )
        replay["actions"][at] = data.draw(words)
    elif name == "options":
        replay["options"] = data.draw(
            st.dictionaries(st.sampled_from([o.name for o in CASTLE_OPTIONS] + ["name", "self"]), JSON, max_size=2)
        )
    else:
        replay[name] = data.draw(JSON)
    check_replay(replay)


@some
@given(JSON)
def test_arbitrary_values_are_no_replay(data: Any) -> None:
    with pytest.raises(CardlabError):
        Replay.from_dict(data)


def test_an_untouched_replay_is_read() -> None:
    data = some_replay("castle", 3, 1000)
    assert Replay.from_dict(copy.deepcopy(data)).verify().over
    check_replay(data)


@few
@given(st.text(max_size=24) | st.binary(max_size=24))
def test_arbitrary_files_are_no_replay(text: str | bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
        with pytest.raises(CardlabError):
            Replay.load(path)


AGENT = st.sampled_from(["ismcts", "pimc", "flat", "flat_mc", "random", "lowest", "lowset", "", "castle.lowest"])
KEYS = "c final discount depth evaluator reuse threads policy epsilon limit memory worlds odd".split()  # noqa: SIM905
VALUES = (
    st.text(max_size=6)
    | st.integers(-3, 40).map(str)
    | st.floats().map(str)
    | st.sampled_from(["yes", "no", "visits", "value", "full", "table", "lowest", "random", "ismcts"])
)


@settings(few, max_examples=effort(600, 200, 100))
@given(
    AGENT,
    st.text(max_size=6) | st.integers(-5, 10**12).map(str) | st.sampled_from(["9ms", "1s", "4+1ms"]),
    st.lists(st.tuples(st.sampled_from(KEYS), VALUES), max_size=3),
)
def test_agent_texts_make_an_agent_or_a_clear_error(name: str, budget: str, options: list[tuple[str, str]]) -> None:
    text = f"{name}:{budget}" + "".join(f",{key}={value}" for key, value in options)
    try:
        agent = make_agent(game("castle"), text)
    except CardlabError as error:
        assert str(error)
    else:
        assert agent.spec == text


@few
@given(st.text(max_size=20) | st.text("python:.,=x/\0").map(lambda t: "python:" + t) | JSON)
def test_arbitrary_things_are_no_agent(thing: Any) -> None:
    """But for the names of agents, which the fuzzer may find in the sources."""
    assume(not isinstance(thing, str) or thing.strip() not in agent_names("castle"))
    with pytest.raises(CardlabError):
        make_agent(game("castle"), thing)


@few
@given(st.dictionaries(st.sampled_from([o.name for o in CASTLE_OPTIONS]), JSON | VALUES, min_size=1, max_size=3))
def test_game_options_make_a_playable_game_or_a_clear_error(options: dict[str, Any]) -> None:
    try:
        made = game("castle", **options)
    except CardlabError as error:
        assert str(error)
        return
    assert game(made.spec()) == made
    assert game("castle", **json.loads(json.dumps(made.plain_options()))) == made
    made.new(1).rollout(Rng(1))


@few
@given(st.text(max_size=30))
def test_arbitrary_game_texts_are_refused_or_playable(text: str) -> None:
    try:
        made = game(text if text.startswith("castle") else "castle," + text)
    except CardlabError:
        return
    made.new(1)


@few
@given(st.text(max_size=20) | st.text("playrowdncke 0123456789JQKAX", max_size=14))
def test_action_texts_are_refused_or_read_back(text: str) -> None:
    castle = game("castle")
    try:
        action = castle.parse_action(text)
    except CardlabError:
        return
    assert castle.parse_action(castle.action_text(action)) == action


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"game": "castle", "position": ' + "[" * 900 + "]" * 900 + "}",
        "9" * 10_000,
        '{"game": "castle", "options": {"name": 1}}',
    ],
)
def test_hostile_texts_are_refused(text: str) -> None:
    with pytest.raises(CardlabError):
        load_state(text)
