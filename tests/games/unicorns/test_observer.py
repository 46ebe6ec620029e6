"""What a row of data says about a position of Unstable Unicorns, and what encodings make of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardlab
from cardlab.core.state import State
from cardlab.games.unicorns.data.observer import read_copies, show_copies, slug
from cardlab.testing.laws import Check
from cardlab.testing.observations import Watch
from cardlab.testing.trial import Trial

FIRST = {
    "hand": ["Neigh#1", "Neigh#2", "Unicorn Poison#1"],
    "stable": ["Baby Unicorn#1", "Ginormous Unicorn"],
    "downgrades": ["Slowdown"],
}  # fmt: skip
SECOND = {
    "hand": ["Neigh#3", "Llamacorn"],
    "seen": ["012", "1"],
    "stable": ["Baby Unicorn#2", "Basic Unicorn#1", "Basic Unicorn#2"],
}
THIRD = {"hand": ["Yay#1"], "upgrades": ["Rainbow Aura"]}
POSITION = {
    "players": [FIRST, SECOND, THIRD], "deck": ["Narwhal", "Neigh#5"], "discard": ["Neigh#6", "Neigh#7"],
    "nursery": ["Baby Narwhal"], "turns": 4,
}  # fmt: skip


def lay(**more: Any) -> State:
    return cardlab.game("unicorns,players=3").from_dict({**POSITION, **more})


def seen(state: State, player: int) -> dict[str, Any]:
    """The row of a seat as it would be stored."""
    observer = state.game.observer()
    assert observer is not None
    return observer.values(state.seat(player))


def test_a_column_for_each_card_counts_its_copies() -> None:
    row = seen(lay(), 0)
    assert row["card_neigh"] == "2/0/2/0+1/0+0", "two in hand, two discarded, one known in the next player's hand"
    assert row["card_baby_unicorn"] == "0/1/0/1+0/0+0"
    assert row["card_basic_unicorn"] == "0/0/0/2+0/0+0"
    assert row["card_rainbow_aura"] == "0/0/0/0+0/1+0"
    assert row["card_llamacorn"] == row["card_yay"] == row["card_narwhal"] == "0/0/0/0+0/0+0", "what is hidden is not told"
    last = seen(lay(), 2)
    assert (last["card_neigh"], last["card_yay"]) == ("0/0/2/0+0/0+1", "1/0/0/0+0/0+0"), "others follow in the order of play"


def test_numbers_of_the_players_stand_in_the_order_of_play() -> None:
    rows = [seen(lay(), player) for player in range(3)]
    told = [[row[f"{who}_unicorns"] for who in ("own", "other1", "other2")] for row in rows]
    assert told == [[3, 3, 0], [3, 0, 3], [0, 3, 3]]
    parts = ("letters", "hand", "upgrades", "downgrades", "natures")
    assert [rows[0][f"own_{part}"] for part in parts] == [27, 3, 0, 1, 1]
    assert [rows[0][f"other2_{part}"] for part in parts] == [0, 1, 1, 0, 8]


def test_the_table_and_what_is_asked() -> None:
    row = seen(lay(), 0)
    names = ("deck", "discard", "nursery", "on_turn", "decides", "phase", "plays_left", "stacked", "turns", "asked")
    assert [row[name] for name in names] == [2, 2, 1, 0, 1, 4, 1, 0, 4, 0]
    later = seen(lay(), 1)
    assert (later["on_turn"], later["decides"]) == (2, 3)
    state = lay()
    state.apply(state.parse("play Unicorn Poison"))
    kinds = [card.name for card in state.game.cards]  # type: ignore[attr-defined]
    row = seen(state, 1)
    assert (row["stacked"], row["stack_card"] - 1, row["top_owner"]) == (1, kinds.index("Unicorn Poison"), 3)
    assert row["card_unicorn_poison"] == "0/0/0/0+0/0+0"


def test_a_question_in_the_middle_of_an_effect_is_told() -> None:
    first = {"hand": ["Two-for-one#1"], "stable": ["Narwhal", "Americorn"]}
    others = [{"stable": ["Llamacorn", "Basic Unicorn#1", "Basic Unicorn#2"]}, {}]
    state = cardlab.game("unicorns,players=3").from_dict({"players": [first, *others], "deck": ["Neigh#1"]})
    for text in ("play Two-for-one", "choose 0.stable.0 Narwhal"):
        state.apply(state.parse(text))
    kinds = [card.name for card in state.game.cards]  # type: ignore[attr-defined]
    row = seen(state, 2)
    assert (row["asked"], row["asks_for"], row["asking_card"] - 1, row["decides"]) == (8, 2, kinds.index("Two-for-one"), 2)


@pytest.mark.parametrize("others", [1, 4, 7])
def test_counts_of_copies_are_read_back(others: int) -> None:
    rng = random.Random(others)
    for _ in range(50):
        number = rng.getrandbits(14 + 7 * others)
        assert read_copies(show_copies(number, others), others) == number
    assert show_copies(0, 1) == "0/0/0/0+0"


@pytest.mark.parametrize("text", ["", "1/2/3", "1/2/3/4", "32/0/0/0+0", "0/16/0/0+0", "0/0/0/0+8", "0/0/0/-1+0", "a/0/0/0+0"])
def test_texts_that_count_nothing_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_copies(text, 1)


def test_more_copies_than_can_be_told_count_as_the_most() -> None:
    stable = [f"Basic Unicorn#{n}" for n in range(1, 20)]
    state = cardlab.game("unicorns,players=2").from_dict({"players": [{}, {"stable": stable}], "deck": ["Neigh#1"]})
    assert (seen(state, 0)["card_basic_unicorn"], seen(state, 0)["other1_unicorns"]) == ("0/0/0/15+0", 19)


@pytest.mark.parametrize(
    "spec", ["unicorns,players=2,rules=official", "unicorns,players=4,decks=base+dragons", "unicorns,players=8"]
)
def test_rows_tell_what_a_seat_sees_and_nothing_more(spec: str) -> None:
    game = cardlab.game(spec)
    state, rng = game.new(7), random.Random(7)
    watch = Watch(Trial(game, 7, Check(game.spec(), 7)))
    while not state.over:
        if rng.random() < 0.08:
            watch.look(state)
        state.apply(rng.choice(state.legal()))
    watch.look(state)
    watch.close()
    assert watch.rows


def test_features_of_cards_players_and_the_table() -> None:
    numpy = pytest.importorskip("numpy")
    state = lay()
    rich, counts = (state.game.encoder(name) for name in ("rich", "counts"))
    told = dict(zip(rich.labels, rich.encode_states([state.seat(0)], [0])[0].tolist(), strict=True))
    assert [told[f"{part}_neigh"] for part in ("hand", "stable", "discard", "others", "known", "unseen")] == [
        2,
        0,
        0.5,
        0,
        1,
        0,
    ]
    assert told["unseen_llamacorn"] == 1 and told["others_basic_unicorn"] == 1
    assert told["own_unicorns"] == pytest.approx(3 / 7) and told["lead"] == 0 and told["other2_unicorns_safe"] == 1
    assert told["turn_of_0"] == told["decides_1"] == told["phase_action"] == told["asked_nothing"] == 1
    assert sum(value for name, value in told.items() if name.startswith("phase_")) == 1
    few = dict(zip(counts.labels, counts.encode_states([state.seat(0)], [0])[0].tolist(), strict=True))
    assert few == {name: told[name] for name in counts.labels}
    assert numpy.isfinite(list(few.values())).all() and len(few) < len(told)


def test_names_of_cards_become_names_of_columns() -> None:
    assert [slug(name) for name in ("Two-for-one", "Dragon's Breath", "Neigh, Foul Beast")] == [
        "two_for_one", "dragon_s_breath", "neigh_foul_beast",
    ]  # fmt: skip
