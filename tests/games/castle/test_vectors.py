"""The rules in small positions: what may be played, and exactly what follows."""

from __future__ import annotations

import pytest

from cardlab import game
from cardlab.errors import GameOver, IllegalAction, PositionError
from cardlab.games.castle import Castle
from cardlab.games.castle.words.cards import full_pack
from tests.games.castle.tables import lay, legal, play, shows

LEGACY = "castle,four=legacy"
DOWN = ["4", "5"]


@pytest.mark.parametrize("spec", ["castle", LEGACY])
def test_all_cards_of_a_rank_are_played_and_the_hand_drawn_up_to_three(spec: str) -> None:
    state = lay(["3 9 9", "K"], down=DOWN, pile="9", stock="6 7 8", spec=spec)
    assert legal(state) == ["play 9 9"]
    play(state, "play 9 9")
    shows(state, hands=["3 6 7", "K"], pile="9 9 9", stock="8", player=1, decisions=1)


def test_three_equal_cards_on_top_do_not_burn() -> None:
    state = play(lay(["8 8 K", "K"], down=DOWN, pile="3 8"), "play 8 8")
    shows(state, pile="3 8 8 8", player=1, hands=["K", "K"])


def test_the_legacy_rule_burns_a_pile_of_four_with_three_equal_newest() -> None:
    state = play(lay(["8 8 K", "K"], down=DOWN, pile="3 8", spec=LEGACY), "play 8 8")
    shows(state, pile="", player=0, burned="3 8 8 8")


def test_four_equal_cards_on_top_burn_and_give_another_turn() -> None:
    state = play(lay(["6 A A", "K"], down=DOWN, pile="4 5 6 6 6", stock="3 7"), "play 6")
    shows(state, pile="", player=0, burned="4 5 6 6 6 6", hands=["3 A A", "K"], stock="7")


def test_the_legacy_rule_misses_four_on_top_of_a_longer_pile() -> None:
    state = play(lay(["6 A A", "K"], down=DOWN, pile="4 5 6 6 6", spec=LEGACY), "play 6")
    shows(state, pile="4 5 6 6 6 6", player=1)


@pytest.mark.parametrize(
    ("pile", "burns"),
    [("5 5 5", True), ("3 5 5", True), ("3 5 5 5", True), ("3 5 5 5 2", True), ("5 5 3 5", False), ("3 4 5 5 5", False)],
)
def test_the_legacy_rule_compares_the_newest_with_the_second_to_fourth_from_the_bottom(pile: str, burns: bool) -> None:
    state = play(lay(["5 A", "K"], down=["4", "6"], pile=pile, spec=LEGACY), "play 5")
    shows(state, pile="" if burns else f"{pile} 5", player=0 if burns else 1)


def test_two_and_ten_are_always_legal_and_a_two_opens_everything() -> None:
    state = lay(["2 10 K", "3 4 K"], down=DOWN, pile="A")
    assert legal(state) == ["play 2", "play 10"]
    play(state, "play 2")
    assert legal(state) == ["play 3", "play 4", "play K"]


def test_the_row_does_not_help_while_the_hand_has_cards() -> None:
    state = lay(["3 K", "3"], up=["10"], down=DOWN, pile="A")
    assert legal(state) == ["pickup"]
    play(state, "pickup")
    shows(state, hands=["3 K A", "3"], up=["10", ""], pile="", player=1, known=["A", ""])


def test_the_row_is_played_once_the_hand_is_empty() -> None:
    assert legal(lay(["", "3"], up=["4 4 J"], down=DOWN, pile="Q")) == ["pickup"]
    state = lay(["", "3"], up=["4 4 J"], down=DOWN, pile="4")
    assert legal(state) == ["row 4 4", "row J"]
    play(state, "row 4 4")
    shows(state, up=["J", ""], pile="4 4 4", player=1)


def test_a_face_down_card_that_does_not_fit_goes_to_the_hand_with_the_pile() -> None:
    state = lay(["", "3"], down=["7 10", "5"], pile="9 9")
    assert legal(state) == ["down 0", "down 1"]
    play(state, "down 0")
    shows(state, hands=["7 9 9", "3"], down=["10", "5"], pile="", player=1, known=["7 9 9", ""])


def test_a_face_down_ten_burns_and_the_last_card_wins() -> None:
    state = play(lay(["", "3"], down=["7 10", "5"], pile="9 9"), "down 1")
    shows(state, down=["7", "5"], pile="", burned="9 9 10", player=0)
    play(state, "down 0")
    assert state.result is not None
    assert (state.result.winner, state.result.scores, state.reason) == (0, (1.0, 0.0), "win")


def test_winning_with_cards_that_burn_is_just_a_win() -> None:
    state = play(lay(["10 10", "3"], down=["", "5"], pile="K"), "play 10 10")
    assert state.over and state.result is not None and state.result.winner == 0
    shows(state, phase="over", reason="win", places=[1, 0], player=None, decisions=1)


def test_the_last_stock_card_is_drawn_and_the_hand_stays_short() -> None:
    state = play(lay(["5 5 5", "3"], down=DOWN, pile="4", stock="9"), "play 5 5 5")
    shows(state, hands=["9", "3"], stock="", pile="4 5 5 5", player=1)
    legacy = play(lay(["5 5 5", "3"], down=DOWN, pile="4", stock="9", spec=LEGACY), "play 5 5 5")
    shows(legacy, hands=["9", "3"], stock="", pile="", player=0)


def test_a_large_hand_draws_nothing() -> None:
    state = play(lay(["3 4 5 6 7 8 9 J", "3"], down=DOWN, stock="rest"), "play 9")
    shows(state, hands=["3 4 5 6 7 8 J", "3"], player=1)


# ---- resolving a play ------------------------------------------------------------------------------------------


def test_the_draw_comes_before_the_extra_turn() -> None:
    state = play(lay(["10 K K", "3"], down=DOWN, pile="A", stock="3 4"), "play 10")
    shows(state, hands=["3 K K", "3"], stock="4", pile="", burned="A 10", player=0)
    assert legal(state) == ["play 3", "play K K"]


def test_a_ten_on_an_empty_pile_burns_itself_and_gives_the_extra_turn() -> None:
    state = play(lay(["3 10", "3"], down=DOWN), "play 10")
    shows(state, hands=["3", "3"], pile="", burned="10", player=0)


def test_several_tens_leave_together_as_one_burn() -> None:
    state = play(lay(["3 10 10 10", "3"], down=DOWN, pile="5"), "play 10 10 10")
    shows(state, hands=["3", "3"], burned="5 10 10 10", player=0, decisions=1)


def test_extra_turns_chain_and_cannot_be_declined() -> None:
    state = play(lay(["3 4 10", "3"], down=DOWN, pile="K", stock="10 5"), "play 10", "play 10")
    shows(state, hands=["3 4 5", "3"], player=0, burned="K 10 10", decisions=2)
    assert legal(state) == ["play 3", "play 4", "play 5"]


def test_four_of_a_kind_counts_cards_of_all_players() -> None:
    state = play(lay(["6 A", "6 6 A", "6 A"], down=["4", "5", "7"]), "play 6", "play 6 6", "play 6")
    shows(state, pile="", burned="6 6 6 6", player=2)


@pytest.mark.parametrize("rank", ["6", "2"])
def test_a_single_play_of_four_burns(rank: str) -> None:
    state = play(lay([f"{rank} {rank} {rank} {rank} A", "3"], down=DOWN), f"play {rank} {rank} {rank} {rank}")
    shows(state, pile="", player=0, hands=["A", "3"])


def test_a_two_between_equal_ranks_breaks_the_run() -> None:
    state = play(lay(["6 6 A", "3"], down=DOWN, pile="6 6 2"), "play 6 6")
    shows(state, pile="6 6 2 6 6", player=1)


def test_a_face_down_card_completes_four() -> None:
    state = play(lay(["", "3"], down=["9 4", "5"], pile="9 9 9"), "down 0")
    shows(state, pile="", burned="9 9 9 9", player=0, down=["4", "5"])


def test_neither_pickup_nor_a_failed_card_draws() -> None:
    shows(play(lay(["3", "3"], down=DOWN, pile="A", stock="6 7"), "pickup"), hands=["3 A", "3"], stock="6 7")
    shows(play(lay(["", "3"], down=["3 4", "5"], pile="A", stock="6 7"), "down 0"), hands=["3 A", "3"], stock="6 7")


def test_after_a_pickup_in_the_row_phase_the_hand_comes_first_again() -> None:
    state = play(lay(["", "3 3"], up=["4 5"], down=DOWN, pile="Q K"), "pickup", "play 3 3")
    assert legal(state) == ["play Q", "play K"]


def test_later_slots_move_down_when_one_is_used() -> None:
    state = play(lay(["", "K K"], down=["3 7 A", "5"], pile="4"), "down 1", "play K K", "down 1")
    shows(state, down=["3", "5"], pile="4 7 K K A", player=1)


def test_who_has_an_empty_hand_and_stock_left_plays_from_the_row() -> None:
    assert legal(lay(["", "3"], up=["9"], down=DOWN, stock="rest")) == ["row 9"]


# ---- the deal and the castle choice ----------------------------------------------------------------------------


def test_cards_are_dealt_one_a_seat_face_down_first() -> None:
    deck = full_pack(1, 0)
    state = Castle(players=3).from_deck(deck)
    shows(
        state,
        phase="castle",
        player=0,
        stock="8 9 9 9 9 10 10 10 10 J J J J Q Q Q Q K K K K A A A A",
        down=["2 2 3", "2 3 3", "2 3 4"],
        hands=["4 5 5 6 7 8", "4 5 6 6 7 8", "4 5 6 7 7 8"],
    )


def test_a_deck_must_be_the_whole_pack() -> None:
    with pytest.raises(PositionError, match="exactly the cards"):
        Castle().from_deck([3] * 52)


def test_the_castle_is_chosen_in_seat_order_and_seat_0_begins() -> None:
    state = lay(["3 3 4 9 K A", "5 5 5 5 6 6"], down=["7 7 7", "8 8 8"], phase="castle", stock="rest")
    assert len(legal(state)) == 14
    play(state, "castle 9 K A")
    shows(state, player=1, phase="castle", up=["9 K A", ""], hands=["3 3 4", "5 5 5 5 6 6"])
    assert legal(state) == ["castle 5 5 5", "castle 5 5 6", "castle 5 6 6"]
    play(state, "castle 5 6 6")
    shows(state, player=0, phase="play", hands=["3 3 4", "5 5 5"], pile="", decisions=2)


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    state = lay(["3 9 9", "K"], down=DOWN, pile="9")
    before = state.copy()
    for text in (
        "play 9",
        "play 3",
        "play K",
        "row 9",
        "down 0",
        "pickup",
        "castle 3 9 9",
        "done",
        "pass",
        "gamble",
        "pickup 9",
    ):
        with pytest.raises(IllegalAction, match="Legal: play 9 9"):
            state.apply(state.parse(text))
        assert state == before


def test_nothing_can_be_played_after_the_end() -> None:
    state = play(lay(["9", "K"], down=["", "5"]), "play 9")
    assert state.legal() == []
    with pytest.raises(GameOver):
        state.apply(state.parse("play K"))


@pytest.mark.parametrize(("players", "stock"), [(2, 34), (3, 25), (4, 16)])
def test_the_rest_of_the_pack_is_the_stock(players: int, stock: int) -> None:
    state = game("castle", players=players).new(3)
    assert len(state.to_dict()["stock"].split()) == stock
