"""The players of the competitions, and tree search over a turn, in positions worked out by hand."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cardlab import Rng, make_agent
from cardlab.core.state import State
from cardlab.core.valuetables import q_update
from cardlab.errors import OptionError
from cardlab.games.tribute import Tribute
from cardlab.games.tribute.agents.bestmcts import BEST_EVOLVED, BEST_START, BestJudge
from cardlab.games.tribute.agents.cardteacher import CardTeacher
from cardlab.games.tribute.agents.kinds import read_phases
from cardlab.games.tribute.agents.rival import phase_of
from cardlab.games.tribute.words.cards import card_named
from cardlab.learn.qlearning import QTask, QTraining
from tests.games.tribute.tables import PATRONS

PURE = os.environ.get("CARDLAB_PURE") == "1"
GAME = Tribute()
FEW = 20 if PURE else 300
TREES = [f"best_mcts:{FEW}", f"best_mcts:{FEW},trees=5", f"so_ismcts:{FEW}"]


def lay(mine: dict[str, Any], his: dict[str, Any] | None = None, row: Sequence[str] = (), **rest: Any) -> State:
    """A position in which PLAYER1 is to move; what is not told is empty."""
    return GAME.from_dict({"patrons": PATRONS, "P1": mine, "P2": his or {}, "tavern": {"row": list(row)}, **rest})


def choices(state: State, bot: str, seeds: int = 1) -> set[str]:
    """What a bot answers, in words."""
    agent = make_agent(GAME, bot)
    return {state.text(agent.choose(state.seat(0), seed)) for seed in range(seeds)}


@pytest.mark.parametrize("text", [*TREES, "camel_case", "sakkirin"])
def test_whole_matches_are_played(text: str) -> None:
    for options in ({}, {"cards": "2024"}):
        rules = Tribute(**options)
        state, rng = rules.new(4), Rng(1)
        agents = [make_agent(rules, text), make_agent(rules, "decision_tree")]
        for _ in range(40 if PURE else 10_000):
            if state.over:
                break
            assert state.player is not None
            state.apply(agents[state.player].choose(state.seat(state.player), rng))
        assert PURE or state.over


@pytest.mark.parametrize("text", TREES)
def test_power_is_not_left_in_hand(text: str) -> None:
    """Whoever ends the turn now loses: the other has 41, and two Midnight Raids bring 3 + 3 + 2 + 2 power to the own 35."""
    state, agent = lay({"prestige": 35, "hand": ["MIDNIGHT_RAID", "MIDNIGHT_RAID"]}, {"prestige": 41}), make_agent(GAME, text)
    for _ in range(2):
        action = agent.choose(state.seat(0), 1)
        assert state.text(action).startswith("PLAY_CARD MIDNIGHT_RAID")
        state.apply(action)


@pytest.mark.parametrize("text", TREES)
def test_a_turn_that_was_seen_to_its_end_is_searched_no_longer(text: str) -> None:
    """One purchase and the end of the turn: three ends in each world, and then nothing is left to look at."""
    state = lay({"coins": 2, "patron_calls": 0}, row=["LUXURY_EXPORTS"])
    agent = make_agent(GAME, text)
    assert state.text(agent.choose(state.seat(0), 1)) == "BUY_CARD LUXURY_EXPORTS"
    report = agent.report
    assert [state.text(line.action) for line in report.lines] == ["BUY_CARD LUXURY_EXPORTS", "END_TURN"]
    assert 3 <= report.iterations < FEW and agent.estimate is not None


def test_phases() -> None:
    assert [phase_of(*both) for both in ((10, 13), (11, 0), (0, 14), (26, 29), (27, 0), (0, 30))] == [0, 1, 1, 1, 2, 2]


def test_ends_of_turns_are_judged_by_the_evolved_weights_or_by_those_before() -> None:
    """8 prestige ahead at the beginning; a Luxury Exports of tier 50, alone in its deck; an Oathman of tier 30, health 2."""
    tiers = read_phases()
    evolved, before = (14.407, 32.456, 2.4073), (10, 10, 1.1)
    for weights, (prestige, tier, agent) in ((BEST_EVOLVED, evolved), (BEST_START, before), (None, evolved)):
        judge = BestJudge(GAME, tiers, weights)
        ahead = 8 * prestige
        assert judge.value(lay({"prestige": 9}, {"prestige": 1}), 0) == pytest.approx((10000 + ahead) / 20000)
        card = lay({"prestige": 9, "draw": ["LUXURY_EXPORTS"]}, {"prestige": 1})
        assert judge.value(card, 0) == pytest.approx((10000 + ahead + 50 * tier + 1) / 20000)
        board = lay({"prestige": 9, "agents": [{"card": "OATHMAN", "hp": 2}]}, {"prestige": 1})
        own = 30 * tier + 2 * prestige * agent + 1
        assert judge.value(board, 0) == pytest.approx((10000 + ahead + own) / 20000)


@pytest.mark.parametrize("name", ["best_mcts", "so_ismcts"])
def test_the_weights_that_evolved_are_played_with_unless_others_are_named(name: str) -> None:
    """The evolved weights want the better card, those before the one that goes with nine others: they count decks by cubes."""
    side = {"coins": 7, "patron_calls": 0, "draw": ["PECK"] * 9}
    state = lay(side, row=["CURRENCY_EXCHANGE", "SQUAWKING_ORATORY"])
    assert choices(state, f"{name}:{FEW}") == choices(state, f"{name}:{FEW},weights=evolved") == {"BUY_CARD CURRENCY_EXCHANGE"}
    assert choices(state, f"{name}:{FEW},weights=start") == {"BUY_CARD SQUAWKING_ORATORY"}
    with pytest.raises(OptionError, match="weights"):
        make_agent(GAME, f"{name},weights=other")


def test_best_mcts_plays_some_cards_at_once_and_drafts_the_crows() -> None:
    state = lay({"hand": ["WAY_OF_THE_SWORD", "MIDNIGHT_RAID", "GOLD"], "coins": 5}, row=["LUXURY_EXPORTS"])
    assert choices(state, f"best_mcts:{FEW}", 3) == {"PLAY_CARD MIDNIGHT_RAID"}
    draft = GAME.new(0)
    assert choices(draft, "best_mcts") == {"DRAFT DUKE_OF_CROWS"}
    draft.apply(draft.parse("DRAFT DUKE_OF_CROWS"))
    agent = make_agent(GAME, "best_mcts")
    assert draft.text(agent.choose(draft.seat(1), 0)) == "DRAFT RED_EAGLE"


def test_camel_case_plays_what_needs_no_thought_and_buys_the_dearest() -> None:
    state = lay({"hand": ["CUSTOMS_SEIZURE", "BEWILDERMENT", "GOLD"]})
    assert choices(state, "camel_case") == {"PLAY_CARD BEWILDERMENT"}
    state = lay({"hand": ["CUSTOMS_SEIZURE", "GOLD"], "coins": 6}, row=["MIDNIGHT_RAID", "LUXURY_EXPORTS", "OATHMAN"])
    assert choices(state, "camel_case") == {"PLAY_CARD GOLD"}
    state.apply(state.parse("PLAY_CARD GOLD"))
    assert choices(state, "camel_case") == {"BUY_CARD MIDNIGHT_RAID"}  # an Oathman may acquire, which needs a thought
    assert choices(GAME.new(0), "camel_case") == {"DRAFT DUKE_OF_CROWS"}


def test_camel_case_gives_starters_to_the_treasury() -> None:
    state = lay({"coins": 2, "played": ["LUXURY_EXPORTS", "WAR_SONG"]})
    assert choices(state, "camel_case") == {"CALL_PATRON TREASURY"}
    state.apply(state.parse("CALL_PATRON TREASURY"))
    assert choices(state, "camel_case") == {"PICK WAR_SONG"}


def test_sakkirin_calls_patrons_before_all_and_gold_before_other_cards() -> None:
    state = lay({"hand": ["WAR_SONG", "GOLD", "LUXURY_EXPORTS"], "patron_calls": 0})  # 10 + 0.5 + 0.1, 25, 10 + 0.5 + 3
    assert choices(state, "sakkirin", 5) == {"PLAY_CARD GOLD"}
    state = lay({"hand": ["WAR_SONG", "LUXURY_EXPORTS"], "patron_calls": 0})
    assert choices(state, "sakkirin", 5) == {"PLAY_CARD LUXURY_EXPORTS"}
    state = lay({"hand": ["GOLD"], "power": 2}, favor={"RED_EAGLE": "PLAYER1"})
    assert choices(state, "sakkirin", 5) == {"CALL_PATRON ANSEI"}


# ---- learning --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("form", "follows"), [("thesis", "LUXURY_EXPORTS"), ("archive", "KNIGHTS_OF_SAINT_PELIN")])
def test_a_turn_teaches_what_its_cards_brought(form: str, follows: str) -> None:
    """Luxury Exports were played twice, for 3 coins each; Gold is a starter and teaches nothing."""
    table = next(iter(GAME.tables().values())).blank(1.0)
    table.values[card_named(follows)][3] = 9.0
    state = lay(
        {"hand": ["LUXURY_EXPORTS", "LUXURY_EXPORTS", "GOLD"]}, row=["LUXURY_EXPORTS", "KNIGHTS_OF_SAINT_PELIN", "TITHE"]
    )
    teacher = CardTeacher(table, form)
    state.listener = teacher.saw
    for text in ("PLAY_CARD LUXURY_EXPORTS", "PLAY_CARD LUXURY_EXPORTS", "PLAY_CARD GOLD"):
        action = state.parse(text)
        assert list(teacher.lessons(state, action)) == []
        state.apply(action)
    (lesson,) = teacher.lessons(state, state.parse("END_TURN"))
    assert lesson == (card_named("LUXURY_EXPORTS"), 2, 6, 9.0)
    assert list(teacher.lessons(state, state.parse("END_TURN"))) == []
    assert q_update(5.0, 6.0, 10.0, 0.1, 0.5) == pytest.approx(0.9 * 5 + 0.1 * (6 + 5))


def test_learning_is_the_same_after_an_interruption(tmp_path: Path) -> None:
    games, block = (2, 1) if PURE else (30, 10)
    rules = Tribute(limit=400) if PURE else GAME
    whole = QTraining.start(QTask.of(rules, "decision_tree", games, block=block, seed=3))
    whole.run()
    part = QTraining.start(QTask.of(rules, "decision_tree", block, block=block, seed=3))
    part.run(checkpoint=tmp_path / "kept.json")
    rest = QTraining.resume(whole.task, tmp_path / "kept.json")
    rest.run()
    assert rest.table.values == whole.table.values and rest.blocks == whole.blocks
    assert whole.table.values != whole.task.kind.blank(5.0).values
    whole.table.save(tmp_path / "table.csv")
    make_agent(GAME, f"hql,table={tmp_path / 'table.csv'}")


def test_bad_tasks_are_refused() -> None:
    wrongs: list[dict[str, Any]] = [{"form": "other"}, {"table": "other"}, {"alpha": 0.0}, {"gamma": 1.0}, {"block": 0}]
    for wrong in wrongs:
        with pytest.raises(OptionError):
            QTask.of(GAME, "decision_tree", 10, **wrong)
