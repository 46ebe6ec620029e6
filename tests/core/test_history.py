"""What was played reaches a seat, without what the seat could not see."""

from __future__ import annotations

from cardlab import game, kind_of, source_of


def test_a_seat_remembers_what_was_played() -> None:
    state = game("castle").new(1)
    played = []
    for _ in range(5):
        action = state.legal()[0]
        played.append((state.player, action))
        state.apply(action)
    assert state.seat(0, played).history == played
    assert state.seat(0).history == []


def test_choices_hidden_until_all_are_in_have_no_cards_in_the_history() -> None:
    state = game("castle,castle=simultaneous").new(1)
    pick = state.legal()[3]
    state.apply(pick)
    (own,) = state.seat(0, [(0, pick)]).history
    ((mover, seen),) = state.seat(1, [(0, pick)]).history
    assert own == (0, pick)
    assert mover == 0 and seen != pick and kind_of(seen) == kind_of(pick) and source_of(seen) == 0
    last = state.legal()[0]
    state.apply(last)
    assert state.seat(1, [(0, pick), (1, last)]).history == [(0, pick), (1, last)]
