"""The cards of Scripts of Tribute are counted: what patrons bring, what is made, what is destroyed."""

from __future__ import annotations

from cardlab import Event
from cardlab.games.tribute import Tribute
from cardlab.games.tribute.rules.state import BEWILDERMENT, GOLD
from tests.games.tribute.tables import PATRONS

GAME = Tribute()
SIDE = {"hand": ["RALLY", "GOLD"], "draw": ["GOLD"]}


def test_a_match_has_the_cards_of_its_patrons_from_the_draft_on() -> None:
    state, counted = GAME.new(4), GAME.inventory(GAME.new(4))
    for _ in range(4):
        told: list[Event] = []
        state.listener = told.append
        state.apply(state.legal()[0])
        for event in told:
            counted = GAME.ledger()(counted, event)
        assert GAME.inventory(state) == counted
    assert counted[GOLD] == 12


def test_cards_that_are_made_are_counted_as_told() -> None:
    state = GAME.from_dict(
        {"patrons": ["RAJHIN", *PATRONS[1:]], "P1": {"hand": ["RALLY", "GOLD"], "draw": ["GOLD"], "coins": 3}}
    )
    before, told = GAME.inventory(state), list[Event]()
    state.listener = told.append
    state.apply(state.parse("CALL_PATRON RAJHIN"))
    should = before
    for event in told:
        should = GAME.ledger()(should, event)
    assert GAME.inventory(state) == should == {**before, BEWILDERMENT: 1}
