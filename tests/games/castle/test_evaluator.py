"""The evaluator that counts cards, and search that asks it."""

from __future__ import annotations

import math

import pytest

from cardlab import game, make_agent
from cardlab.errors import OptionError
from cardlab.games.castle.game import STANDARD_MODEL
from cardlab.models.modelfile import read_model
from tests.games.castle.tables import lay


def test_a_search_with_an_evaluator_cuts_playouts_and_stays_deterministic() -> None:
    rules = game("castle")
    state = rules.new(3)
    agent = make_agent(rules, "ismcts:200,depth=5,evaluator=cards")
    first = agent.choose(state.seat(0), 1)
    report = agent.report
    assert agent.choose(state.seat(0), 1) == first and agent.report.lines == report.lines
    assert sum(line.visits for line in report.lines) == 200
    values = {line.value for line in report.lines if line.visits}
    assert not values <= {n / d for n in range(3) for d in (1, 2)}, "values come from the evaluator, not from wins alone"


def test_who_holds_fewer_cards_stands_better() -> None:
    state = lay(["3", "3 4 5"], ["", "6 7 8"], ["9", "9 J Q"], pile="A")
    agent = make_agent(state.game, "flat:2,limit=1")
    assert agent.choose(state.seat(0), 1) in state.legal()
    strong = make_agent(state.game, "ismcts:64,depth=1,evaluator=cards,policy=random")
    play = lay(["3 4", "3 4 5"], ["", "6 7 8"], ["9", "9 J Q"])
    strong.choose(play.seat(0), 2)
    assert all(math.isfinite(line.value) and 0 < line.value <= 1 for line in strong.report.lines if line.visits)
    assert max(line.value for line in strong.report.lines) > 0.5


def test_depth_without_an_evaluator_and_unknown_evaluators_are_refused() -> None:
    with pytest.raises(OptionError, match="cards"):
        make_agent(game("castle"), "ismcts:10,depth=5")
    with pytest.raises(OptionError, match="cards"):
        make_agent(game("castle"), "ismcts:10,depth=5,evaluator=oracle")


def test_castle_gives_the_search_its_own_defaults_and_what_is_written_wins() -> None:
    rules = game("castle")
    seat = rules.new(5).seat(0)

    def visits(text: str) -> list[int]:
        agent = make_agent(rules, text)
        agent.choose(seat, 1)
        return [line.visits for line in agent.report.lines]

    defaults = ",".join(f"{name}={value}" for name, value in rules.agent_defaults["ismcts"].items())
    assert visits("ismcts:200") == visits(f"ismcts:200,{defaults}")
    assert visits("ismcts:200") != visits("ismcts:200,policy=random")


def test_the_standard_model_was_tested_on_deals_that_it_never_saw() -> None:
    """Its card says so: every game was a deal of its own, and fresh deals gave the same."""
    card = read_model(STANDARD_MODEL).card.rest
    fresh = card["fresh_deals"]["scores"]
    for scores in (card["scores"], fresh):
        assert scores["deals"] == scores["games"] == 1600 and scores["accuracy_error"] < 0.01
    apart = math.hypot(card["scores"]["accuracy_error"], fresh["accuracy_error"])
    assert abs(card["scores"]["accuracy"] - fresh["accuracy"]) < 2 * apart
    assert card["fresh_deals"]["gain"]["accuracy"] > 5 * card["fresh_deals"]["gain"]["error"]
