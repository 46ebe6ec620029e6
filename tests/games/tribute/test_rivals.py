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
from cardlab.games.tribute.agents.movefilter import MoveFilter
from cardlab.games.tribute.agents.rival import phase_of
from cardlab.games.tribute.rules.state import CardType, TributeState
from cardlab.games.tribute.words.cards import CARDS, card_named
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


def kept(state: State) -> list[str]:
    """The moves that BestMCTS looks at, in its order."""
    assert isinstance(state, TributeState)
    tiers = read_phases()
    keeper = MoveFilter(tiers, BestJudge(GAME, tiers))
    return [
        state.text(actions[0]) if len(actions) == 1 else " + ".join(map(state.text, actions)) for actions in keeper.kept(state)
    ]


def test_best_mcts_sorts_its_moves_and_takes_equal_ones_for_one() -> None:
    """By kind, then by the number of the card or patron; two agents of one name are one, whatever their health."""
    agents = [{"card": "BLACKFEATHER_KNIGHT", "hp": 1}, {"card": "OATHMAN", "hp": 1}, {"card": "OATHMAN", "hp": 2}]
    mine = {"hand": ["WAY_OF_THE_SWORD", "PECK", "GOODS_SHIPMENT", "PECK"], "power": 2, "coins": 2}
    state = lay(mine, {"agents": agents}, row=["TITHE", "LUXURY_EXPORTS", "HARVEST_SEASON"])
    plays = ["WAY_OF_THE_SWORD", "PECK", "GOODS_SHIPMENT"]
    calls = ["ANSEI", "RED_EAGLE", "TREASURY"]
    assert kept(state) == [
        *(f"PLAY_CARD {key}" for key in sorted(plays, key=card_named)), "ATTACK OATHMAN", "ATTACK BLACKFEATHER_KNIGHT",
        "BUY_CARD LUXURY_EXPORTS", "BUY_CARD HARVEST_SEASON", *(f"CALL_PATRON {name}" for name in calls), "END_TURN",
    ]  # fmt: skip


def test_best_mcts_looks_at_the_three_worst_names_to_destroy() -> None:
    asked = {"follow_up": "DESTROY_CARDS", "card": "BRIARHEART_RITUAL", "level": 1, "part": 1, "max": 2}
    hand = ["CURRENCY_EXCHANGE", "GOLD", "MIDNIGHT_RAID", "GOLD", "BEWILDERMENT", "PECK"]
    found = kept(lay({"hand": hand}, pending_choice=asked))
    assert len(found) == 1 + 3 + 4 and found[0] == "STOP"
    names = {part.split()[1].partition(".")[0] for move in found[1:] for part in move.split(" + ") if part != "STOP"}
    assert names == {"GOLD", "BEWILDERMENT", "PECK"}
    assert sum(move.count("GOLD") == 2 for move in found) == 1


@pytest.mark.parametrize(("most", "stay"), [(3, 10), (2, 6), (1, 3)])
def test_best_mcts_looks_at_the_best_selections_to_return(most: int, stay: int) -> None:
    """Five names: 1 + 5 + 10 + 10 selections of up to three. The first has the best cards, Gold and Peck are in none of one."""
    card = {1: "NO_SHIRA_POET", 2: "HEL_SHIRA_HERALD", 3: "HIRAS_END"}[most]
    asked = {"follow_up": "REFRESH_CARDS", "card": card, "level": 1, "part": int(most == 3), "max": most}
    names = ["CURRENCY_EXCHANGE", "MIDNIGHT_RAID", "LUXURY_EXPORTS", "GOLD", "PECK"]
    found = kept(lay({"cooldown": names}, pending_choice=asked))
    assert len(found) == stay
    best = ["PICK CURRENCY_EXCHANGE", "PICK LUXURY_EXPORTS", "PICK MIDNIGHT_RAID"]
    if most == 1:
        assert sorted(found) == best
    assert sorted(found[0].replace(" + STOP", "").split(" + ")) == sorted({1: found[:1], 2: best[:2], 3: best}[most])


def visits(text: str, state: State, seeds: Sequence[int] = (1, 1)) -> list[int]:
    """How often the moves of two decisions in a row have been tried, all together."""
    agent, found = make_agent(GAME, text), []
    agent.new_game()
    for seed in seeds:
        state.apply(agent.choose(state.seat(0), seed))
        found.append(sum(line.visits for line in agent.report.lines))
    return found


RICH = {"hand": ["WAY_OF_THE_SWORD"], "coins": 14, "power": 6, "cooldown": ["RALLY"] * 4}
ROW = ["LUXURY_EXPORTS", "MIDNIGHT_RAID", "CURRENCY_EXCHANGE", "SCRATCH", "PECK"]


@pytest.mark.parametrize("text", ["best_mcts:100", "best_mcts:100,trees=5", "so_ismcts:100,reuse=yes"])
def test_trees_are_carried_over_from_move_to_move(text: str) -> None:
    """What was tried below the move that was made counts on; with reuse=no every move begins from nothing."""
    first, second = visits(text, lay(RICH, row=ROW))
    assert first == 100 < second
    assert visits(text.replace(",reuse=yes", "") + ",reuse=no", lay(RICH, row=ROW)) == [100, 100]


def test_a_tree_is_forgotten_when_the_piles_are_not_those_of_its_world() -> None:
    """What refills the row is one of twenty different cards: no world has it right but by chance."""
    deck = [card.key for card in CARDS if card.type == CardType.ACTION][:20]
    kept_on = 0
    for top in range(5):
        cards = [*deck[top:], *deck[:top]]
        state = GAME.from_dict({"patrons": PATRONS, "P1": {"coins": 9, "power": 0, "patron_calls": 0, "draw": ["RALLY"] * 9},
                                "tavern": {"row": ROW, "deck": cards}})  # fmt: skip
        first, second = visits("best_mcts:60,trees=1", state)
        assert first == 60
        kept_on += second > 60
    assert kept_on <= 1


def test_the_time_of_a_turn_can_be_paced_as_the_originals_do() -> None:
    """When the time is over BestMCTS makes any move, SOISMCTS any but the end of the turn."""
    state = lay({"hand": ["PECK", "WAY_OF_THE_SWORD"], "patron_calls": 0}, {"prestige": 41})
    plays = {"PLAY_CARD PECK", "PLAY_CARD WAY_OF_THE_SWORD"}
    for name, later in (("best_mcts", {*plays, "END_TURN"}), ("so_ismcts", plays)):
        agent, found = make_agent(GAME, f"{name}:0.001ms,pace=turn"), set()
        agent.choose(state.seat(0), 1)
        for seed in range(60):
            found.add(state.text(agent.choose(state.seat(0), seed)))
        assert found == later
        agent = make_agent(GAME, f"{name}:{9900 if not PURE else 99000}ms+40,pace=turn")
        agent.choose(state.seat(0), 1)
        assert agent.report.iterations >= 20
        with pytest.raises(OptionError, match="9900ms,pace=turn"):
            make_agent(GAME, f"{name}:50,pace=turn")


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


def test_sakkirin_plays_gold_before_all_and_calls_patrons_before_other_cards() -> None:
    """War Song 10.6, Gold 31.5, Luxury Exports 13.5; a patron 31, an attack 30; Bewilderment and what asks for one of two 0."""
    state = lay({"hand": ["WAR_SONG", "GOLD", "LUXURY_EXPORTS"], "power": 2}, favor={"RED_EAGLE": "PLAYER1"})
    foe = {"agents": [{"card": "OATHMAN", "hp": 2}]}
    assert choices(state, "sakkirin", 5) == {"PLAY_CARD GOLD"}
    state = lay({"hand": ["WAR_SONG", "LUXURY_EXPORTS"], "power": 2}, foe, favor={"RED_EAGLE": "PLAYER1"})
    assert choices(state, "sakkirin", 5) == {"CALL_PATRON ANSEI", "CALL_PATRON HLAALU"}
    state = lay({"hand": ["WAR_SONG", "LUXURY_EXPORTS"], "power": 2, "patron_calls": 0}, foe)
    assert choices(state, "sakkirin", 5) == {"ATTACK OATHMAN"}
    state = lay({"hand": ["WAY_OF_THE_SWORD", "BEWILDERMENT", "WAR_SONG", "LUXURY_EXPORTS"], "patron_calls": 0})
    assert choices(state, "sakkirin", 5) == {"PLAY_CARD LUXURY_EXPORTS"}


def test_any_of_equal_moves_may_be_the_first_that_sakkirin_looks_at() -> None:
    hand = ["BEWILDERMENT", "WAY_OF_THE_SWORD", "STUBBORN_SHADOW"]
    state = lay({"hand": hand, "patron_calls": 0})
    assert choices(state, "sakkirin", 40) == {f"PLAY_CARD {key}" for key in hand}


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
