"""Players that are decided by a vector play as those they were made after, and can be evolved; limits and states of HQL."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cardlab import Rng, make_agent
from cardlab.agents.agent import PolicyAgent
from cardlab.core.vectorfile import find_kind, read_vector
from cardlab.errors import RunError, UnknownOption
from cardlab.games.tribute import Tribute
from cardlab.games.tribute.agents.evolving import TREE_GENES, vector_names, weights_of
from cardlab.games.tribute.agents.genes import HQL_RANGES, TREE_RANGES, genes_of, numbers_of
from cardlab.games.tribute.agents.hqlvalues import hql_weights
from cardlab.lab.engine import Conditions
from cardlab.learn.evolution import run_training
from cardlab.learn.task import Task

PURE = os.environ.get("CARDLAB_PURE") == "1"
GAME = Tribute(limit=120) if PURE else Tribute()


def test_genes_stand_for_numbers_between_bounds() -> None:
    assert numbers_of(genes_of(TREE_GENES, TREE_RANGES), TREE_RANGES) == pytest.approx(TREE_GENES)
    assert genes_of((5.0, 3.0, 5000.0, -1.0, 10.0), TREE_RANGES)[::3] == [1.0, 0.0]
    thesis = GAME.named_vector("hql", "thesis")
    assert len(thesis) == len(HQL_RANGES) == 60
    assert weights_of(thesis) == hql_weights("thesis")
    assert weights_of(GAME.named_vector("hql", "submitted")) == hql_weights("submitted")
    assert [weights_of(thesis)[0][i] for i in (0, 5, 14)] == [15, 4, -3]


@pytest.mark.parametrize(("kind", "agent", "name"), [("tree", "decision_tree", "original"), ("hql", "hql", "submitted")])
def test_known_vectors_play_as_their_agents(kind: str, agent: str, name: str) -> None:
    policy = find_kind(GAME, kind).policy(agent)
    policy.load(GAME.named_vector(kind, name))
    assert (name in vector_names(kind)) and policy.looks_ahead == (kind == "hql")
    players = [PolicyAgent(policy), make_agent(GAME, agent)]
    state, alike, n = GAME.new(5), 0, 0
    while not state.over and n < (30 if PURE else 150):
        rng = Rng(n)
        if kind == "tree":
            chosen = [player.choose(state.seat(state.player or 0), rng.copy()) for player in players]
            alike += chosen[0] == chosen[1]
        else:
            chosen = [players[0].choose(state.seat(state.player or 0), rng)]
            alike += chosen[0] in state.legal()
        n += 1
        state.apply(chosen[0])
    assert alike == n


def test_vectors_that_are_not_there_are_named() -> None:
    with pytest.raises(UnknownOption, match="submitted"):
        GAME.named_vector("hql", "submited")
    with pytest.raises(RunError):
        make_agent(GAME, "hql,weights=nowhere.json")


@pytest.mark.skipif(PURE, reason="many games")
@pytest.mark.parametrize(("kind", "agent", "option"), [("tree", "decision_tree", "genes"), ("hql", "hql", "weights")])
def test_evolution_finds_a_vector_that_an_agent_plays_by(kind: str, agent: str, option: str, tmp_path: Path) -> None:
    task = Task.of(GAME, "random,population=3,scenarios=2,games=1,kept=1", kind=kind, seed=2)
    found = run_training(task, Conditions(1), tmp_path / "training.json", False)
    assert found.games > 0
    (tmp_path / "found.json").write_text(json.dumps(found.history[-1].genes.tolist()), encoding="utf-8")
    genes = read_vector(tmp_path / "found.json", GAME, kind)
    assert len(genes) == len(TREE_RANGES if kind == "tree" else HQL_RANGES) and all(0 <= gene <= 1 for gene in genes)
    player = make_agent(GAME, f"{agent},{option}={tmp_path / 'found.json'}")
    state = GAME.new(1)
    assert player.choose(state.seat(0), 1) in state.legal()


def test_with_enough_cards_hql_buys_nothing_but_contracts() -> None:
    state = GAME.from_dict(
        {
            "patrons": ["PELIN", "RED_EAGLE", "TREASURY", "ANSEI", "HLAALU"], "turn": 5,
            "P1": {"coins": 3, "draw": ["GOLD"] * 10, "patron_calls": 0}, "P2": {}, "tavern": {"row": ["LUXURY_EXPORTS"]},
        }
    )  # fmt: skip
    texts = [state.text(make_agent(GAME, f"hql{limit}").choose(state.seat(0), 1)) for limit in ("", ",limit=11", ",limit=10")]
    assert texts == ["BUY_CARD LUXURY_EXPORTS", "BUY_CARD LUXURY_EXPORTS", "END_TURN"]


def test_a_table_by_size_looks_at_all_own_cards(tmp_path: Path) -> None:
    """Six cards of other decks count for the state of Luxury Exports only where the size of all of the deck does."""
    kind = GAME.tables()["card-values-by-size"]
    table = kind.blank(1.0)
    row = table.rows.index("LUXURY_EXPORTS")
    table.values[row] = [float(n) for n in range(20)]
    table.save(tmp_path / "table.csv")
    position = {
        "patrons": ["PELIN", "RED_EAGLE", "TREASURY", "ANSEI", "HLAALU"],
        "P1": {"draw": ["LUXURY_EXPORTS", *["MIDNIGHT_RAID"] * 5]}, "P2": {},
    }  # fmt: skip
    state = GAME.from_dict(position)
    worths = []
    for by in ("deck", "size"):
        bot = make_agent(GAME, f"hql,table={tmp_path / 'table.csv'},state={by}")
        worths.append(bot.value(state, 0))  # type: ignore[attr-defined]
    assert worths[1] - worths[0] == 5 * (3 - 1)  # stage start: five for each unit of a card's value, 6 // 2 against 1
