"""The beams of HQL and of the sample bots as the shared beam plays them: by evaluator and guide."""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import comb
from typing import Any

import pytest

from cardlab import make_agent
from cardlab.core.state import State
from cardlab.errors import UnknownOption
from cardlab.games.tribute import Tribute
from cardlab.games.tribute.agents.bots import MOST_LISTED
from cardlab.games.tribute.agents.hqlvalues import hql_heuristic, named_table
from cardlab.lab.matches.playing import play_match
from tests.games.tribute.tables import PATRONS

PURE = os.environ.get("CARDLAB_PURE") == "1"
GAME = Tribute()
CROWS = ["PELIN", "RED_EAGLE", "TREASURY", "DUKE_OF_CROWS", "HLAALU"]
SHARED = "beam:20000,width=10,evaluator=hql,guide=hql,chance=through"
SAMPLE = "beam:20000,width=20,evaluator=sample,guide=end,chance=through"
RAIDERS = [{"card": "STUBBORN_SHADOW", "hp": 3}, {"card": "BANNERET", "hp": 3}]
TURNS: dict[str, tuple[dict[str, Any], dict[str, Any], Sequence[str]]] = {
    "a card without choices before one with": ({"hand": ["HIRAS_END", "LUXURY_EXPORTS"]}, {}, ()),
    "cards before purchases": ({"hand": ["HIRAS_END"], "coins": 9}, {}, ["LUXURY_EXPORTS"]),
    "the better card": ({"coins": 10, "patron_calls": 0}, {}, ["LUXURY_EXPORTS", "HLAALU_COUNCILOR"]),
    "power hits an agent": ({"power": 3, "patron_calls": 0}, {"agents": RAIDERS}, ()),
    "power for a patron": ({"power": 2}, {}, ()),
    "nothing left": ({"patron_calls": 0}, {}, ()),
}


def lay(mine: dict[str, Any], his: dict[str, Any] | None = None, row: Sequence[str] = (), **rest: Any) -> State:
    """A position in which PLAYER1 is to move; what is not told is empty."""
    return GAME.from_dict({"patrons": PATRONS, "P1": mine, "P2": his or {}, "tavern": {"row": list(row)}, **rest})


def turn_of(state: State, bot: str) -> list[str]:
    """What a bot does until its turn is over."""
    agent, made, state = make_agent(GAME, bot), [], state.copy()
    agent.new_game()
    while state.player == 0 and not state.over:
        action = agent.choose(state.seat(0), 1)
        made.append(state.text(action))
        state.apply(action)
    return made


@pytest.mark.parametrize("name", TURNS)
def test_the_shared_beam_plays_as_hql_where_no_luck_has_a_part(name: str) -> None:
    state = lay(*TURNS[name])
    turn = turn_of(state, "hql")
    assert turn[-1] == "END_TURN" and turn_of(state, SHARED) == turn


def test_the_crows_are_not_called_for_few_coins() -> None:
    """Six coins make five power, which HQL would like if it looked at it; for eight it looks."""
    for coins, called in ((6, False), (8, True)):
        state = lay({"coins": coins, "prestige": 20}, {"prestige": 20}, patrons=CROWS)
        for bot in (SHARED, "hql"):
            assert ("CALL_PATRON DUKE_OF_CROWS" in turn_of(state, bot)) == called


def test_contracts_that_make_things_worse_are_not_signed() -> None:
    """An Ebony Mine gives two coins for three; a Blackmail two power, each worth more than all three."""
    for card, signed in (("EBONY_MINE", False), ("BLACKMAIL", True)):
        state = lay({"coins": 3, "patron_calls": 0}, row=[card])
        for bot in (SHARED, "hql"):
            assert (f"BUY_CARD {card}" in turn_of(state, bot)) == signed


def test_a_plan_takes_what_goes_without_saying_along() -> None:
    """After the choice of an effect the cards that ask nothing are part of the plan, and the end of the turn closes it."""
    state = lay({"coins": 4, "patron_calls": 0}, row=["LUXURY_EXPORTS", "CURRENCY_EXCHANGE"])
    agent = make_agent(GAME, "beam:2000,width=10,evaluator=hql,guide=hql")
    agent.choose(state.seat(0), 1)
    plan = [state.text(action) for action in agent.report.principal]
    assert plan[-1] == "END_TURN" and len(plan) == 2


def test_in_points_the_evaluator_is_hqls_heuristic() -> None:
    position = {
        "patrons": PATRONS, "turn": 9, "favor": {"ANSEI": "PLAYER1", "PELIN": "PLAYER2"},
        "P1": {"hand": ["GOLD", "MIDNIGHT_RAID"], "cooldown": ["RALLY"], "prestige": 4, "agents": RAIDERS[1:]},
        "P2": {"hand": ["PECK"], "prestige": 9},
    }  # fmt: skip
    state, evaluator = GAME.from_dict(position), GAME.evaluator("hql")
    points = evaluator.points(state, 0)
    assert points == hql_heuristic(GAME.position_of(state), 0, named_table("learned"), 4)
    better = lay({"prestige": 9})
    assert evaluator.value(better, 0) > evaluator.value(lay({"prestige": 8}), 0)


def test_the_sample_bots_evaluation_is_that_of_their_makers() -> None:
    """Prestige counts 50, power 40, four neutral patrons 10 each, an own agent 3 for each health, and the row against one."""
    assert GAME.evaluator("sample").points(lay({"prestige": 2, "power": 1}), 0) == 50 * 2 + 40 + 4 * 10
    assert GAME.evaluator("sample").points(lay({"prestige": 30}, favor={"PELIN": "PLAYER1"}), 0) == 1500 + 50 + 3 * 10


def test_guides_are_known_by_name() -> None:
    assert GAME.guides() == ("end", "hql")
    with pytest.raises(UnknownOption, match=r"no guide of tribute 'crow'. .*Known: end, hql"):
        make_agent(GAME, "beam,guide=crow")


@pytest.mark.skipif(PURE, reason="some hundred games")
@pytest.mark.parametrize(("shared", "own"), [(SHARED, "hql"), (SAMPLE, "sample_beam,annealing=no")])
def test_it_is_as_strong(shared: str, own: str) -> None:
    """As strong as what it repeats: its share lies where that of equals lies in nearly all series of so many games."""
    games = 120 if own == "hql" else 40
    result = play_match("tribute", [shared, own], games=games, seed=5, workers=1)
    assert abs(result.roles[0].score - 0.5) < 2.6 * 0.5 / games**0.5


def test_a_choice_of_three_among_many_is_listed_whole() -> None:
    """Three of 29 cards with all smaller selections; what is beyond is cut, as the page on the game says."""
    fits, beyond = (sum(comb(cards, k) for k in range(4)) for cards in (29, 30))
    assert fits <= MOST_LISTED < beyond
    rubbish = ["GOLD"] * 21
    state = lay({"hand": [], "cooldown": [*rubbish, "MIDNIGHT_RAID", "MIDNIGHT_RAID", "MIDNIGHT_RAID"], "patron_calls": 0})
    state = GAME.from_dict({**GAME.position_of(state), "P1": {**GAME.position_of(state)["P1"], "hand": ["HIRAS_END"]}})
    state.apply(state.parse("PLAY_CARD HIRAS_END"))
    state.apply(state.parse("CHOOSE RIGHT"))
    agent, picks = make_agent(GAME, "hql,version=thesis"), []
    while state.view(0).get("pending_choice"):
        action = agent.choose(state.seat(0), 1)
        picks.append(state.text(action).partition(".")[0])
        state.apply(action)
    assert picks == ["PICK MIDNIGHT_RAID"] * 3
