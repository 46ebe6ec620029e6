"""Replays, positions and vectors that are damaged or forged: each is refused by a CardlabError, or can be used."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cardlab import Replay, Rng, game, load_state
from cardlab.core.vectorfile import Individual, find_kind, read_individuals, write_vector
from cardlab.errors import CardlabError
from cardlab.play.record import Record
from cardlab.play.telling import whole_text
from tests.core.damaging import damaged_json

TIMES = 300


def _replay(name: str, by_position: bool) -> Replay:
    start = game(name).new(3)
    state, rng, actions = start.copy(), Rng(3), []
    while not state.over:
        actions.append(state.random_action(rng))
        state.apply(actions[-1])
    return Replay.of(start, actions, None if by_position else 3, ["one", "other"], "a note")


@pytest.mark.parametrize("by_position", [False, True])
@pytest.mark.parametrize("name", ["castle", "locm"])
def test_a_damaged_replay_is_refused_or_told_in_plain_words(tmp_path: Path, name: str, by_position: bool) -> None:
    path = _replay(name, by_position).save(tmp_path / "game.json")
    whole, luck, refused = path.read_bytes(), random.Random(1), 0
    for _ in range(TIMES):
        path.write_bytes(damaged_json(whole, luck))
        try:
            text = "".join(whole_text(Record.of(Replay.load(path))))
        except CardlabError:
            refused += 1
            continue
        assert text.isprintable()
    assert 0 < refused < TIMES


@pytest.mark.parametrize(("name", "moves"), [("castle", 10), ("locm", 70)])
def test_a_damaged_position_is_refused_or_can_be_played(name: str, moves: int) -> None:
    state, luck, refused, chance = game(name).new(5), random.Random(2), 0, Rng(1)
    for _ in range(moves):
        state.apply(state.random_action(chance))
    whole = state.to_json().encode()
    for number in range(2 * TIMES):
        try:
            found = load_state(damaged_json(whole, luck).decode("utf-8", "replace"))
        except CardlabError:
            refused += 1
            continue
        rng = Rng(number)
        for _ in range(100):
            if found.player is None:
                break
            found.apply(found.random_action(rng))
    assert 0 < refused < 2 * TIMES


def test_a_damaged_vector_is_refused_or_holds_ordinary_numbers(tmp_path: Path) -> None:
    locm = game("locm")
    kind, path = find_kind(locm), tmp_path / "best.json"
    write_vector(path, locm, kind, [Individual((0.5,) * kind.size, 51.0), Individual((0.25,) * kind.size, None)])
    whole, luck, refused = path.read_bytes(), random.Random(3), 0
    for _ in range(TIMES):
        path.write_bytes(damaged_json(whole, luck))
        try:
            found = read_individuals(path, locm, kind)
        except CardlabError:
            refused += 1
            continue
        assert all(len(each.genes) == kind.size and all(abs(gene) < 1e309 for gene in each.genes) for each in found)
    assert 0 < refused < TIMES
