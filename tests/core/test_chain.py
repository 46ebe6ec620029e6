"""Chains, questions, polls and deals, as rules use them. Only C can call them when compiled, so this runs uncompiled."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab import Rng, kind_of, source_of
from cardlab.errors import PluginError
from tests.effort import PURE

pytestmark = pytest.mark.skipif(not PURE, reason="compiled, these are functions of C")


@pytest.fixture
def core() -> Any:
    from cardlab.core import chain

    return chain


@pytest.fixture
def waiting(core: Any) -> Any:
    """A chain with nothing in it, behind a pointer as rules hold it."""
    return [core.Chain()]


def effects(chain: Any) -> list[int]:
    return [chain[0].frame[i].what for i in range(chain[0].now, chain[0].n)]


def resolved(core: Any, chain: Any) -> list[int]:
    """All effects in the order in which they are resolved."""
    order = []
    while core.running(chain):
        order.append(chain[0].frame[chain[0].now].what)
        core.drop(chain)
    return order


def test_effects_are_resolved_first_in_first_out(core: Any, waiting: Any) -> None:
    for what in (1, 2, 3):
        core.append(waiting, what, 0, 0, 0, 0)
    assert resolved(core, waiting) == [1, 2, 3]


def test_what_is_inserted_or_pushed_comes_before_what_waits(core: Any, waiting: Any) -> None:
    for what in (1, 2):
        core.append(waiting, what, 0, 0, 0, 0)
    assert core.running(waiting)
    core.insert(waiting, 3, 1, 2, 4, 5)
    core.append(waiting, 4, 0, 0, 0, 0)
    core.append_to_link(waiting, 5, 0, 0, 0, 0)
    core.push(waiting, 6, 0, 0, 0, 0)
    assert resolved(core, waiting) == [6, 1, 3, 2, 5, 4]


def test_a_frame_that_makes_room_keeps_its_numbers(core: Any, waiting: Any) -> None:
    core.append(waiting, 1, 1, 1, 1, 1)
    core.append(waiting, 2, 2, 2, 2, 2)
    core.running(waiting)
    core.insert(waiting, 3, 3, 3, 3, 3)
    assert [waiting[0].frame[i].plain() for i in range(3)] == [
        {"what": n, "seat": n, "card": n, "at": 0, "a": n, "b": n} for n in (1, 3, 2)
    ]


def test_a_straightened_chain_is_as_if_it_had_just_been_written(core: Any, waiting: Any) -> None:
    for what in (1, 2, 3):
        core.append(waiting, what, 0, 0, 0, 0)
    core.running(waiting)
    core.drop(waiting)
    core.append(waiting, 4, 0, 0, 0, 0)
    core.straighten(waiting)
    fresh = [core.Chain()]
    for what in (2, 3, 4):
        core.append(fresh, what, 0, 0, 0, 0)
    core.straighten(fresh)
    assert bytes(waiting[0]) == bytes(fresh[0]) and effects(waiting) == [2, 3, 4]
    core.clear_chain(waiting)
    assert bytes(waiting[0]) == bytes(core.Chain())


def test_a_full_chain_and_too_many_picks_are_errors(core: Any, waiting: Any) -> None:
    for _ in range(core.CHAIN_ROOM):
        core.append(waiting, 1, 0, 0, 0, 0)
    with pytest.raises(PluginError, match="room for 64 effects, and a question for 32 picks"):
        core.append(waiting, 1, 0, 0, 0, 0)
    with pytest.raises(PluginError, match="room for 64 effects, and a question for 32 picks"):
        core.open_question(waiting, 0, 0, 0, core.PICKS_ROOM + 1, False, False)


def offered(core: Any, chain: Any, options: int) -> list[str]:
    from cardlab.core.state import Actions

    out = Actions()
    out.n = 0
    core.offer_picks(chain, out, 1, 2, options)
    actions = [out.at[i] for i in range(out.n)]
    return ["stop" if kind_of(action) == 2 else str(source_of(action)) for action in actions]


@pytest.mark.parametrize(
    ("least", "most", "ordered", "picks", "expected"),
    [
        (0, 2, False, [], ["0", "2", "3", "stop"]),
        (0, 2, False, [2], ["3", "stop"]),
        (2, 2, False, [], ["0", "2"]),
        (2, 2, False, [0], ["2", "3"]),
        (2, 2, True, [3], ["0", "2"]),
        (3, 3, True, [], ["0", "2", "3"]),
    ],
)
def test_picks_that_can_still_be_made_are_offered(
    core: Any, waiting: Any, least: int, most: int, ordered: bool, picks: list[int], expected: list[str]
) -> None:
    core.open_question(waiting, 0, 0, least, most, ordered, False)
    for pick in picks:
        assert not core.take_pick(waiting, pick, 0b1101)
    assert offered(core, waiting, 0b1101) == expected


def test_a_question_is_complete_when_enough_is_picked_or_nothing_is_left(core: Any, waiting: Any) -> None:
    core.open_question(waiting, 0, 0, 0, 2, False, False)
    assert core.take_pick(waiting, 3, 0b1101)
    core.open_question(waiting, 0, 0, 0, 2, True, False)
    assert not core.take_pick(waiting, 3, 0b1101) and core.take_pick(waiting, 0, 0b1101)


@pytest.mark.parametrize("ordered", [False, True])
def test_hidden_picks_are_drawn_from_all_that_could_have_been_made(core: Any, waiting: Any, ordered: bool) -> None:
    found = set()
    for seed in range(200):
        core.open_question(waiting, 0, 1, 3, 3, ordered, True)
        core.take_pick(waiting, 0, 0b1111)
        core.take_pick(waiting, 1, 0b1111)
        core.hide_picks(waiting, 0)
        core.fill_picks(waiting, 0b1111, Rng(seed))
        found.add((waiting[0].ask.picked[0], waiting[0].ask.picked[1]))
    unordered = {(0, 1), (0, 2), (1, 2)}  # one must be left behind them
    assert found == ({(a, b) for a in range(4) for b in range(4) if a != b} if ordered else unordered)


def test_answers_of_a_poll_are_secret_until_the_last() -> None:
    from cardlab.core import poll

    asked = [poll.Poll()]
    poll.open_poll(asked, 0b101)
    assert poll.next_asked(asked) == 0 and not poll.take_answer(asked, 0, 4)
    assert poll.next_asked(asked) == 2 and poll.hidden_answers(asked, 2) == 0b1 and poll.hidden_answers(asked, 0) == 0
    poll.hide_poll(asked, 0)
    assert asked[0].answer[0] == 4
    poll.hide_poll(asked, 2)
    assert asked[0].answer[0] == 0 and asked[0].answered == 0b1
    assert poll.take_answer(asked, 2, 7) and not poll.is_open(asked) and poll.said(asked, 7) == 0b100
    poll.hide_poll(asked, 0)
    assert asked[0].answer[2] == 7


def test_hidden_cards_go_to_places_that_take_them_in_every_way_there_is() -> None:
    from cardlab.core.knowledge import Redeal

    found = set()
    for seed in range(100):
        deal = Redeal()
        deal._clear()
        for card, kind in ((10, 0), (11, 1), (12, 1)):
            deal._card(card, kind)
        for refused in (0b10, 0, 0):
            deal._place(refused)
        deal._deal(Rng(seed))
        found.add(tuple(deal._dealt(place) for place in range(3)))
    assert found == {(10, 11, 12), (10, 12, 11)}


def test_a_deal_that_cannot_be_is_an_error() -> None:
    from cardlab.core.knowledge import Redeal

    deal = Redeal()
    deal._clear()
    deal._card(10, 0)
    deal._place(0b1)
    with pytest.raises(PluginError, match="a game forgets or invents something"):
        deal._deal(Rng(1))
