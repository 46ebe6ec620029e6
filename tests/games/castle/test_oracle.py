"""The plain-Python Castle, rule by rule, on small positions built by hand.

Zones are written as strings of ranks, 2 3 4 5 6 7 8 9 T J Q K A X; piles from oldest to newest, the stock
from its top. Every test states the whole position that a decision leads to.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.games.castle.oracle import (
    JOKER,
    RANKS,
    TEN,
    Options,
    Oracle,
    determinize,
    full_deck,
    ismcts,
    lowest,
    random_action,
    random_game,
)


def ranks(text: str) -> list[int]:
    return [RANKS.index(name) for name in text]


def some(text: str) -> frozenset[int]:
    return frozenset(ranks(text))


def names(cards: list[int]) -> str:
    return "".join(RANKS[card] for card in cards)


def position(hands, rows=None, downs=None, stock="", pile="", player=0, **options) -> Oracle:
    """A game in the play phase with exactly these zones; rows are empty and downs 333 unless given."""
    players = len(hands)
    settings = Options(players=players, castle="random", **options)
    oracle = Oracle(settings, full_deck(settings))
    oracle.hands = [ranks(hand) for hand in hands]
    oracle.rows = [ranks(row) for row in rows or [""] * players]
    oracle.downs = [ranks(down) for down in downs or ["333"] * players]
    oracle.stock = ranks(stock)
    oracle.pile = ranks(pile)
    oracle.player = player
    return oracle


def expect(oracle, hands, rows=None, downs=None, stock="", pile="", burned="", player=None) -> None:
    """The zones and the seat to decide are exactly these; player=None means that the game is over."""
    players = len(hands)
    assert [names(sorted(hand)) for hand in oracle.hands] == [names(sorted(ranks(hand))) for hand in hands]
    assert [names(sorted(row)) for row in oracle.rows] == [names(sorted(ranks(row))) for row in rows or [""] * players]
    assert [names(down) for down in oracle.downs] == (downs or ["333"] * players)
    assert names(oracle.stock) == stock
    assert names(oracle.pile) == pile
    assert names(sorted(oracle.burned)) == names(sorted(ranks(burned)))
    assert oracle.player == player
    assert oracle.over == (player is None)


def written(action) -> str:
    """An action as text: `hand 9 2`, `pick 3 4 K`, `down 0`, `pickup`."""
    kind, *rest = action
    if kind in ("hand", "up"):
        return f"{kind} {RANKS[rest[0]]} {rest[1]}"
    if kind == "down":
        return f"down {rest[0]}"
    return " ".join([kind, *(RANKS[rank] for rank in rest)])


def legal(oracle: Oracle) -> list[str]:
    return [written(action) for action in oracle.legal()]


def do(oracle: Oracle, *actions: str) -> Oracle:
    """Apply actions given as text, each of which must be legal."""
    for text in actions:
        [action] = [action for action in oracle.legal() if written(action) == text]
        oracle.apply(action)
    return oracle


def known(oracle: Oracle) -> list[str]:
    return [names(cards) for cards in oracle.known]


def stacked(first_cards: str, options: Options) -> list[int]:
    """A whole deck that begins with these cards."""
    rest = Counter(full_deck(options)) - Counter(ranks(first_cards))
    return ranks(first_cards) + sorted(rest.elements())


# The deal and the castle choice


def test_deal_goes_round_the_table_three_times_face_down_and_six_times_to_the_hands():
    oracle = Oracle(Options(), list(range(52)))
    assert oracle.downs == [[0, 2, 4], [1, 3, 5]]
    assert oracle.hands == [[6, 8, 10, 12, 14, 16], [7, 9, 11, 13, 15, 17]]
    assert oracle.stock == list(range(18, 52))
    assert oracle.player == 0 and oracle.phase == "castle"


@pytest.mark.parametrize("players, stock", [(2, 34), (3, 25), (4, 16)])
def test_stock_size_after_the_deal(players, stock):
    options = Options(players=players)
    assert len(Oracle(options, full_deck(options)).stock) == stock


def castle_position(hands, rows=None, **options) -> Oracle:
    settings = Options(players=len(hands), **options)
    oracle = Oracle(settings, full_deck(settings))
    oracle.hands = [ranks(hand) for hand in hands]
    oracle.rows = [ranks(row) for row in rows or [""] * len(hands)]
    oracle.downs = [ranks("333") for _ in hands]
    oracle.stock = []
    return oracle


def test_castle_choice_offers_each_rank_triple_once_in_order():
    oracle = castle_position(["KK2222", "456789"])
    assert legal(oracle) == ["pick 2 2 2", "pick 2 2 K", "pick 2 K K"]


def test_castle_choice_goes_in_seat_order_and_then_seat_0_plays():
    oracle = castle_position(["KK2222", "456789"])
    do(oracle, "pick 2 K K")
    expect(oracle, ["222", "456789"], ["2KK", ""], player=1)
    assert len(legal(oracle)) == 20
    do(oracle, "pick 7 8 9")
    expect(oracle, ["222", "456"], ["2KK", "789"], player=0)
    assert oracle.phase == "play" and oracle.decisions == 2
    assert legal(oracle) == ["hand 2 3"]


def test_simultaneous_castle_choice_is_asked_in_seat_order():
    oracle = castle_position(["KK2222", "456789"], castle="simultaneous")
    do(oracle, "pick 2 K K", "pick 7 8 9")
    expect(oracle, ["222", "456"], ["2KK", "789"], player=0)


def test_random_castle_takes_the_first_three_cards_of_each_hand():
    options = Options(castle="random")
    deck = stacked("333444" + "5" + "6" + "7" + "8" + "9" + "T" + "J" + "Q" + "K" + "A" + "2" + "2", options)
    oracle = Oracle(options, deck)
    assert [names(row) for row in oracle.rows] == ["579", "68T"]
    assert [names(hand) for hand in oracle.hands] == ["JK2", "QA2"]
    assert oracle.phase == "play" and oracle.player == 0 and oracle.decisions == 0


def test_swap_castle_exchanges_up_to_three_cards_each():
    oracle = castle_position(["447", "9QK"], ["4TA", "9QK"], castle="swap")
    assert legal(oracle) == [
        "swap 4 T", "swap 4 A", "swap 7 4", "swap 7 T", "swap 7 A", "done"
    ]  # fmt: skip
    do(oracle, "swap 4 T")
    expect(oracle, ["47T", "9QK"], ["44A", "9QK"], player=0)
    assert known(oracle) == ["T", ""]
    do(oracle, "swap T 4")
    assert known(oracle) == ["4", ""]
    do(oracle, "swap 7 A")
    expect(oracle, ["44A", "9QK"], ["47T", "9QK"], player=1)
    assert known(oracle) == ["4A", ""]
    do(oracle, "swap 9 K", "done")
    expect(oracle, ["44A", "QKK"], ["47T", "99Q"], player=0)
    assert oracle.phase == "play" and oracle.decisions == 5


def test_every_seat_has_three_swaps_of_its_own():
    oracle = castle_position(["456", "456"], ["789", "789"], castle="swap")
    do(oracle, "swap 4 7", "done", "swap 4 7", "swap 5 8", "swap 6 9")
    expect(oracle, ["567", "789"], ["489", "456"], player=0)
    assert oracle.phase == "play"


def test_swap_castle_with_equal_cards_leaves_only_done():
    oracle = castle_position(["444", "555"], ["444", "666"], castle="swap")
    assert legal(oracle) == ["done"]
    assert legal(do(oracle, "done")) == ["swap 5 6", "done"]


def test_castle_choice_starts_with_seat_0_whoever_plays_first():
    oracle = castle_position(["45678J", "456789"], first="seat1")
    assert oracle.player == 0
    do(oracle, "pick 4 5 6", "pick 4 5 6")
    expect(oracle, ["78J", "789"], ["456", "456"], player=1)


def test_lowest_hand_card_in_strength_order_plays_first():
    oracle = castle_position(["2TA444", "K99444", "QJ9444"], first="lowest")
    do(oracle, "pick 4 4 4", "pick 4 4 4", "pick 4 4 4")
    assert oracle.player == 1, "9 is weakest, and of the two seats that hold it the lower one starts"


def test_random_first_seat_is_the_drawn_one():
    options = Options(players=3, castle="random", first="random")
    assert Oracle(options, full_deck(options), first=2).player == 2
    with pytest.raises(ValueError, match="pass it as first"):
        Oracle(options, full_deck(options))


# Ten small positions of the basic game


def test_vector_1_equal_rank_is_legal_and_the_hand_is_refilled():
    oracle = position(["399", "J"], stock="56K", pile="9")
    assert legal(oracle) == ["hand 9 2"]
    do(oracle, "hand 9 2")
    expect(oracle, ["356", "J"], stock="K", pile="999", player=1)


def test_vector_1_legacy_agrees():
    oracle = do(position(["399", "J"], stock="56K", pile="9", four="legacy"), "hand 9 2")
    expect(oracle, ["356", "J"], stock="K", pile="999", player=1)


def test_vector_2_three_equal_on_a_pile_of_four_do_not_burn():
    oracle = do(position(["88K", "J"], pile="38"), "hand 8 2")
    expect(oracle, ["K", "J"], pile="3888", player=1)


def test_vector_2_legacy_burns_three_equal_on_a_pile_of_four():
    oracle = do(position(["88K", "J"], pile="38", four="legacy"), "hand 8 2")
    expect(oracle, ["K", "J"], burned="3888", player=0)


def test_vector_3_four_on_top_burn_whatever_lies_below():
    oracle = do(position(["6AA", "J"], stock="95", pile="45666"), "hand 6 1")
    expect(oracle, ["9AA", "J"], stock="5", burned="456666", player=0)


def test_vector_3_legacy_misses_four_on_top_of_a_pile_of_six():
    oracle = do(position(["6AA", "J"], stock="95", pile="45666", four="legacy"), "hand 6 1")
    expect(oracle, ["9AA", "J"], stock="5", pile="456666", player=1)


def test_vector_4_two_resets():
    oracle = position(["2TK", "35A"], pile="A")
    assert legal(oracle) == ["hand 2 1", "hand T 1"]
    do(oracle, "hand 2 1")
    expect(oracle, ["TK", "35A"], pile="A2", player=1)
    assert legal(oracle) == ["hand 3 1", "hand 5 1", "hand A 1"]


def test_vector_5_row_does_not_help_while_the_hand_has_cards():
    oracle = position(["3K", "J"], rows=["T", ""], pile="A")
    assert legal(oracle) == ["pickup"]
    do(oracle, "pickup")
    expect(oracle, ["3KA", "J"], rows=["T", ""], player=1)


def test_vector_6_row_plays_like_the_hand():
    oracle = position(["", "J"], rows=["44J", ""], pile="Q")
    assert legal(oracle) == ["pickup"]
    oracle = position(["", "J"], rows=["44J", ""], pile="4")
    assert legal(oracle) == ["up 4 2", "up J 1"]
    do(oracle, "up 4 2")
    expect(oracle, ["", "J"], rows=["J", ""], pile="444", player=1)


def test_vector_7_failed_face_down_card():
    oracle = position(["", "J"], downs=["7T", "333"], pile="99")
    assert legal(oracle) == ["down 0", "down 1"]
    do(oracle, "down 0")
    expect(oracle, ["799", "J"], downs=["T", "333"], player=1)


def test_vector_7_face_down_ten_burns_and_the_seven_then_wins():
    oracle = position(["", "J"], downs=["7T", "333"], pile="99")
    do(oracle, "down 1")
    expect(oracle, ["", "J"], downs=["7", "333"], burned="99T", player=0)
    do(oracle, "down 0")
    expect(oracle, ["", "J"], downs=["", "333"], pile="7", burned="99T")
    assert oracle.winner == 0 and oracle.reason == "win"
    assert oracle.places == [0, None] and oracle.scores() == [1.0, 0.0]


def test_vector_8_last_tens_win():
    oracle = do(position(["TT", "J"], downs=["", "333"], pile="K"), "hand T 2")
    expect(oracle, ["", "J"], downs=["", "333"], burned="KTT")
    assert oracle.winner == 0


def test_vector_9_drawing_stops_with_the_stock():
    oracle = do(position(["555", "J"], stock="K", pile="4"), "hand 5 3")
    expect(oracle, ["K", "J"], pile="4555", player=1)


def test_vector_9_legacy_burns():
    oracle = do(position(["555", "J"], stock="K", pile="4", four="legacy"), "hand 5 3")
    expect(oracle, ["K", "J"], burned="4555", player=0)


def test_vector_10_big_hand_does_not_draw():
    oracle = do(position(["345678JQ", "J"], stock="KK", pile="Q"), "hand Q 1")
    expect(oracle, ["345678J", "J"], stock="KK", pile="QQ", player=1)


# What follows from the order of resolving a play


def test_draw_comes_before_the_extra_turn():
    oracle = do(position(["T45", "J"], stock="K8", pile="9"), "hand T 1")
    expect(oracle, ["45K", "J"], stock="8", burned="9T", player=0)
    assert legal(oracle) == ["hand 4 1", "hand 5 1", "hand K 1"]


def test_ten_on_an_empty_pile_burns_itself():
    oracle = do(position(["T45", "J"]), "hand T 1")
    expect(oracle, ["45", "J"], burned="T", player=0)


def test_several_tens_leave_together_for_one_extra_turn():
    oracle = do(position(["TT5", "J"], pile="9"), "hand T 2")
    expect(oracle, ["5", "J"], burned="9TT", player=0)
    do(oracle, "hand 5 1")
    expect(oracle, ["", "J"], pile="5", burned="9TT", player=1)


def test_extra_turns_chain_and_cannot_be_declined():
    oracle = position(["T6", "J"], stock="TTJ", pile="9")
    do(oracle, "hand T 1")
    expect(oracle, ["6TT", "J"], stock="J", burned="9T", player=0)
    do(oracle, "hand T 2")
    expect(oracle, ["6J", "J"], burned="9TTT", player=0)
    assert legal(oracle) == ["hand 6 1", "hand J 1"]


def test_four_of_a_kind_counts_cards_over_several_plays():
    oracle = position(["6Q", "66Q", "6Q"], pile="")
    do(oracle, "hand 6 1", "hand 6 2", "hand 6 1")
    expect(oracle, ["Q", "Q", "Q"], burned="6666", player=2)


def test_four_of_a_kind_in_one_play():
    oracle = do(position(["6666Q", "J"], pile="3"), "hand 6 4")
    expect(oracle, ["Q", "J"], burned="36666", player=0)


def test_four_twos_burn():
    oracle = do(position(["22Q", "J"], pile="A22"), "hand 2 2")
    expect(oracle, ["Q", "J"], burned="A2222", player=0)


def test_a_two_in_between_breaks_the_run():
    oracle = do(position(["66Q", "J"], pile="662"), "hand 6 2")
    expect(oracle, ["Q", "J"], pile="66266", player=1)


def test_winning_with_a_burn_is_just_a_win():
    oracle = do(position(["6", "J"], downs=["", "333"], pile="666"), "hand 6 1")
    expect(oracle, ["", "J"], downs=["", "333"], burned="6666")
    assert oracle.winner == 0 and oracle.legal() == []


def test_pickup_never_draws():
    oracle = do(position(["3", "J"], stock="KKK", pile="A"), "pickup")
    expect(oracle, ["3A", "J"], stock="KKK", player=1)


def test_failed_face_down_card_never_draws():
    oracle = do(position(["", "J"], downs=["3", "333"], stock="KKK", pile="A"), "down 0")
    expect(oracle, ["3A", "J"], downs=["", "333"], stock="KKK", player=1)


def test_row_play_never_draws():
    oracle = do(position(["", "J"], rows=["4", ""], stock="KKK"), "up 4 1")
    expect(oracle, ["", "J"], stock="KKK", pile="4", player=1)


def test_player_returns_to_the_hand_after_a_pickup_from_the_row():
    oracle = do(position(["", "J"], rows=["4", ""], pile="A"), "pickup", "hand J 1")
    assert legal(oracle) == ["hand A 1"]


def test_turned_over_card_completes_four():
    oracle = do(position(["", "J"], downs=["459", "333"], pile="444"), "down 0")
    expect(oracle, ["", "J"], downs=["59", "333"], burned="4444", player=0)


# The legacy four of a kind


@pytest.mark.parametrize(
    "pile, hand, burns",
    [
        ("388", "8", True),  # m=4: the lowest card is ignored
        ("3888", "8", True),  # m=5: right by accident
        ("38882", "8", True),  # 3 8 8 8 2 8
        ("345888", "8", False),  # a true four on a pile of seven
        ("88", "8", False),  # too short
        ("8883", "8", False),  # 8 8 8 3 8: the fourth from the bottom differs
    ],
)
def test_legacy_compares_with_the_second_to_fourth_card_from_the_bottom(pile, hand, burns):
    oracle = do(position([hand + "K", "J"], pile=pile, four="legacy"), f"hand {hand} 1")
    if burns:
        expect(oracle, ["K", "J"], burned=pile + hand, player=0)
    else:
        expect(oracle, ["K", "J"], pile=pile + hand, player=1)


def test_four_off_never_burns_but_tens_do():
    oracle = do(position(["66K", "JT"], pile="66", four="off"), "hand 6 2")
    expect(oracle, ["K", "JT"], pile="6666", player=1)
    do(oracle, "hand T 1")
    expect(oracle, ["K", "J"], burned="6666T", player=1)


# Options


def test_two_packs_seat_eight_players():
    options = Options(players=8, packs=2)
    oracle = Oracle(options, full_deck(options))
    assert len(oracle.stock) == 104 - 72
    assert Counter(full_deck(options)) == dict.fromkeys(range(13), 8)
    with pytest.raises(ValueError, match=r"players must be 2..4"):
        Options(players=5)


def test_two_packs_burn_when_the_four_newest_are_equal():
    oracle = do(position(["66666K", "J"], pile="3", packs=2), "hand 6 5")
    expect(oracle, ["K", "J"], burned="366666", player=0)


def test_joker_goes_on_everything_and_carries_only_2_10_and_joker():
    assert full_deck(Options(jokers=3)).count(JOKER) == 3
    oracle = position(["3X", "2TAX"], pile="A", jokers=2)
    assert legal(oracle) == ["hand X 1"]
    do(oracle, "hand X 1")
    expect(oracle, ["3", "2TAX"], pile="AX", player=1)
    assert legal(oracle) == ["hand 2 1", "hand T 1", "hand X 1"]


def test_group_any_offers_every_count():
    oracle = position(["99933", "J"], rows=["", ""], pile="5", group="any")
    assert legal(oracle) == ["hand 9 1", "hand 9 2", "hand 9 3"]
    do(oracle, "hand 9 2")
    expect(oracle, ["933", "J"], pile="599", player=1)


def test_group_any_in_the_row():
    oracle = position(["", "J"], rows=["44J", ""], group="any")
    assert legal(oracle) == ["up 4 1", "up 4 2", "up J 1"]
    do(oracle, "up 4 1")
    expect(oracle, ["", "J"], rows=["4J", ""], pile="4", player=1)


def test_voluntary_pickup_in_every_zone_but_not_of_an_empty_pile():
    assert legal(position(["9", "J"], pile="5", voluntary_pickup=True)) == ["hand 9 1", "pickup"]
    assert legal(position(["", "J"], rows=["9", ""], pile="5", voluntary_pickup=True)) == ["up 9 1", "pickup"]
    assert legal(position(["9", "J"], voluntary_pickup=True)) == ["hand 9 1"]
    oracle = position(["", "J"], downs=["33", "333"], pile="5", voluntary_pickup=True)
    assert legal(oracle) == ["down 0", "down 1", "pickup"]
    do(oracle, "pickup")
    expect(oracle, ["5", "J"], downs=["33", "333"], player=1)


def test_pickup_from_the_row_takes_a_row_card_along():
    oracle = position(["", "J"], rows=["474", ""], pile="QK", pickup_up=True)
    assert legal(oracle) == ["pickup 4", "pickup 7"]
    do(oracle, "pickup 4")
    expect(oracle, ["4QK", "J"], rows=["47", ""], player=1)
    assert known(oracle) == ["4QK", ""]


def test_pickup_from_hand_or_face_down_takes_no_row_card():
    assert legal(position(["3", "J"], rows=["4", ""], pile="Q", pickup_up=True)) == ["pickup"]
    oracle = position(["", "J"], pile="Q", pickup_up=True, voluntary_pickup=True)
    assert legal(oracle) == ["down 0", "down 1", "down 2", "pickup"]


def test_voluntary_pickup_from_the_row_names_a_row_card():
    oracle = position(["", "J"], rows=["4K", ""], pile="Q", pickup_up=True, voluntary_pickup=True)
    assert legal(oracle) == ["up K 1", "pickup 4", "pickup K"]


def test_gamble_that_may_be_played():
    oracle = position(["3", "J"], stock="K5", pile="Q", gamble=True)
    assert legal(oracle) == ["pickup", "gamble"]
    do(oracle, "gamble")
    expect(oracle, ["3", "J"], stock="5", pile="QK", player=1)
    assert known(oracle) == ["", ""]


def test_gamble_that_burns_gives_another_turn_without_a_draw():
    oracle = do(position(["3", "J"], stock="T5", pile="Q", gamble=True), "gamble")
    expect(oracle, ["3", "J"], stock="5", burned="QT", player=0)


def test_gamble_that_fails_takes_the_card_and_the_pile():
    oracle = do(position(["", "J"], rows=["3", ""], stock="45", pile="Q", gamble=True), "gamble")
    expect(oracle, ["4Q", "J"], rows=["3", ""], stock="5", player=1)
    assert known(oracle) == ["4Q", ""]


def test_gamble_needs_a_legal_pickup_a_stock_and_an_open_zone():
    assert legal(position(["K", "J"], stock="K", pile="Q", gamble=True)) == ["hand K 1"]
    assert legal(position(["3", "J"], pile="Q", gamble=True)) == ["pickup"]
    voluntary = {"gamble": True, "voluntary_pickup": True}
    assert legal(position(["K", "J"], stock="K", pile="Q", **voluntary)) == ["hand K 1", "pickup", "gamble"]
    on_downs = position(["", "J"], stock="K", pile="Q", **voluntary)
    assert legal(on_downs) == ["down 0", "down 1", "down 2", "pickup"]


def test_transparent_rank_goes_on_everything_and_is_looked_through():
    oracle = position(["38", "4QK"], pile="Q", transparent=some("8"))
    assert legal(oracle) == ["hand 8 1"]
    do(oracle, "hand 8 1")
    expect(oracle, ["3", "4QK"], pile="Q8", player=1)
    assert legal(oracle) == ["hand Q 1", "hand K 1"]


def test_pile_of_only_transparent_cards_carries_everything():
    oracle = position(["4", "J"], pile="88", transparent=some("38"))
    assert legal(oracle) == ["hand 4 1"]
    with pytest.raises(ValueError, match="take T out"):
        Options(transparent=some("T"))


def test_four_transparent_cards_burn():
    oracle = do(position(["88K", "J"], pile="A88", transparent=some("8")), "hand 8 2")
    expect(oracle, ["K", "J"], burned="A8888", player=0)


def test_lower_rank_wants_equal_or_below():
    oracle = position(["2479TK", "J"], pile="7", lower=some("7"))
    assert legal(oracle) == ["hand 2 1", "hand 4 1", "hand 7 1", "hand T 1"]
    do(oracle, "hand 4 1")
    expect(oracle, ["279TK", "J"], pile="74", player=1)


def test_lower_rank_is_seen_through_a_transparent_card():
    oracle = position(["489", "J"], pile="78", lower=some("7"), transparent=some("8"))
    assert legal(oracle) == ["hand 4 1", "hand 8 1"]


def test_each_skip_card_skips_one_player():
    oracle = do(position(["88K", "J", "J", "J"], skip=some("8")), "hand 8 2")
    expect(oracle, ["K", "J", "J", "J"], pile="88", player=3)


def test_one_skip_card_between_two_players_keeps_the_turn():
    oracle = do(position(["8K", "J"], skip=some("8")), "hand 8 1")
    expect(oracle, ["K", "J"], pile="8", player=0)
    assert legal(oracle) == ["hand K 1"]


def test_reverse_turns_the_direction_for_an_odd_count():
    oracle = do(position(["JK", "JJ", "Q"], reverse=some("J")), "hand J 1")
    expect(oracle, ["K", "JJ", "Q"], pile="J", player=2)
    assert oracle.direction == -1
    do(oracle, "hand Q 1")
    expect(oracle, ["K", "JJ", ""], pile="JQ", player=1)
    do(oracle, "pickup")
    expect(oracle, ["K", "JJJQ", ""], player=0)


def test_reverse_with_an_even_count_keeps_the_direction():
    oracle = do(position(["JJK", "3", "4"], reverse=some("J")), "hand J 2")
    expect(oracle, ["K", "3", "4"], pile="JJ", player=1)
    assert oracle.direction == 1


def test_reverse_comes_before_skip():
    oracle = do(position(["JK", "3", "4", "5"], reverse=some("J"), skip=some("J")), "hand J 1")
    expect(oracle, ["K", "3", "4", "5"], pile="J", player=2)
    oracle = do(position(["JK", "3", "4", "5", "6"], packs=2, reverse=some("J"), skip=some("J")), "hand J 1")
    expect(oracle, ["K", "3", "4", "5", "6"], pile="J", player=3)


def test_reverse_turns_the_direction_even_when_the_player_moves_again():
    oracle = do(position(["JK", "3", "4"], pile="JJJ", reverse=some("J"), skip=some("J")), "hand J 1")
    expect(oracle, ["K", "3", "4"], burned="JJJJ", player=0)
    assert oracle.direction == -1


def test_skip_applies_to_a_burn_without_an_extra_turn():
    oracle = do(position(["JK", "3", "4"], pile="JJJ", skip=some("J"), four_extra=False), "hand J 1")
    expect(oracle, ["K", "3", "4"], burned="JJJJ", player=2)


def test_skip_applies_to_face_down_cards_and_gambles_but_not_to_pickups():
    oracle = do(position(["", "3", "4"], downs=["78", "333", "333"], skip=some("8")), "down 1")
    expect(oracle, ["", "3", "4"], downs=["7", "333", "333"], pile="8", player=2)
    oracle = do(position(["3", "3", "4"], pile="7", stock="8", skip=some("8"), gamble=True), "gamble")
    expect(oracle, ["3", "3", "4"], pile="78", player=2)
    oracle = do(position(["3", "3", "4"], pile="8", skip=some("8"), reverse=some("8")), "pickup")
    expect(oracle, ["38", "3", "4"], player=1)
    oracle = do(position(["", "3", "4"], downs=["8", "333", "333"], pile="9", skip=some("8")), "down 0")
    expect(oracle, ["89", "3", "4"], downs=["", "333", "333"], player=1)


def test_two_again_keeps_the_turn():
    oracle = do(position(["2K", "J"], pile="A", two_again=True), "hand 2 1")
    expect(oracle, ["K", "J"], pile="A2", player=0)


def test_two_again_holds_after_four_twos_without_extra_turn():
    oracle = do(position(["2K", "J"], pile="222", two_again=True, four_extra=False), "hand 2 1")
    expect(oracle, ["K", "J"], burned="2222", player=0)


def test_ten_may_be_barred_from_ranks():
    oracle = position(["3T", "J"], pile="A", ten_barred=some("A"))
    assert legal(oracle) == ["pickup"]
    assert legal(position(["3T", "J"], pile="K", ten_barred=some("A"))) == ["hand T 1"]
    seen_through = position(["3T8", "J"], pile="A8", ten_barred=some("A"), transparent=some("8"))
    assert legal(seen_through) == ["hand 8 1"]


def test_barred_ten_turned_over_fails():
    oracle = do(position(["", "J"], downs=["T4", "333"], pile="A", ten_barred=some("A")), "down 0")
    expect(oracle, ["TA", "J"], downs=["4", "333"], player=1)


def test_ten_without_extra_turn():
    oracle = do(position(["T4", "J"], pile="A", ten_extra=False), "hand T 1")
    expect(oracle, ["4", "J"], burned="AT", player=1)


def test_four_tens_are_a_burn_by_ten():
    oracle = do(position(["TTTT4", "J"], pile="A", four_extra=False), "hand T 4")
    expect(oracle, ["4", "J"], burned="ATTTT", player=0)


def test_four_without_extra_turn():
    oracle = do(position(["64", "J"], pile="666", four_extra=False), "hand 6 1")
    expect(oracle, ["4", "J"], burned="6666", player=1)


def test_failed_face_down_card_may_stay_on_the_table():
    oracle = do(position(["", "3J"], downs=["4T", "333"], pile="AA", failed_down="table"), "down 0")
    expect(oracle, ["AA", "3J"], rows=["4", ""], downs=["T", "333"], player=1)
    assert known(oracle) == ["AA", ""]
    do(oracle, "hand J 1", "hand A 2", "pickup")
    assert legal(oracle) == ["up 4 1"]


@pytest.mark.parametrize("last", "2T")
def test_finishing_on_a_special_card_takes_the_pile_back(last):
    options = {"finish_special": False, "skip": some("2T"), "reverse": some("2T"), "two_again": True}
    oracle = position([last, "J", "J"], downs=["", "333", "333"], pile="9K", **options)
    do(oracle, f"hand {last} 1")
    expect(oracle, [f"9K{last}", "J", "J"], downs=["", "333", "333"], player=1)
    assert oracle.direction == 1
    assert oracle.known[0] == sorted(ranks("9K" + last))


def test_finishing_on_a_face_down_ten_takes_the_pile_back():
    oracle = do(position(["", "J"], downs=["T", "333"], pile="9", finish_special=False), "down 0")
    expect(oracle, ["9T", "J"], downs=["", "333"], player=1)


def test_special_card_that_is_not_the_last_is_played_as_usual():
    oracle = do(position(["T", "J"], downs=["4", "333"], pile="9", finish_special=False), "hand T 1")
    expect(oracle, ["", "J"], downs=["4", "333"], burned="9T", player=0)


def test_finishing_on_an_ordinary_burn_is_allowed_without_finish_special():
    oracle = do(position(["6", "J"], downs=["", "333"], pile="666", finish_special=False), "hand 6 1")
    expect(oracle, ["", "J"], downs=["", "333"], burned="6666")
    assert oracle.winner == 0


def test_ranking_goes_on_until_one_is_left():
    oracle = position(["6", "7J", "8"], downs=["", "", ""], ranking=True)
    do(oracle, "hand 6 1")
    expect(oracle, ["", "7J", "8"], downs=["", "", ""], pile="6", player=1)
    assert oracle.places == [0, None, None] and oracle.winner is None
    do(oracle, "hand 7 1", "hand 8 1")
    expect(oracle, ["", "J", ""], downs=["", "", ""], pile="678")
    assert oracle.places == [0, 2, 1] and oracle.winner == 0 and oracle.reason == "win"
    assert oracle.scores() == [1.0, 0.0, 0.5]


def test_ranking_passes_over_players_who_are_out():
    oracle = position(["6J", "7", "8J"], downs=["", "", ""], ranking=True, player=1)
    do(oracle, "hand 7 1", "hand 8 1", "hand J 1")
    expect(oracle, ["6", "", "J"], downs=["", "", ""], pile="78J", player=2)


def test_ranking_passes_the_extra_turn_of_a_player_who_went_out():
    oracle = do(position(["T", "7", "8"], downs=["", "", ""], pile="A", ranking=True, skip=some("T")), "hand T 1")
    expect(oracle, ["", "7", "8"], downs=["", "", ""], burned="AT", player=2)
    oracle = do(position(["2", "7", "8"], downs=["", "", ""], ranking=True, two_again=True), "hand 2 1")
    expect(oracle, ["", "7", "8"], downs=["", "", ""], pile="2", player=1)


def test_player_who_is_out_draws_nothing():
    oracle = do(position(["6", "7", "8"], downs=["", "", ""], stock="KKK", ranking=True), "hand 6 1")
    expect(oracle, ["", "7", "8"], downs=["", "", ""], stock="KKK", pile="6", player=1)


def test_skip_counts_only_players_still_in():
    oracle = position(["9K", "7", "8J", "5"], downs=["", "", "", ""], ranking=True, player=1, skip=some("9"))
    do(oracle, "hand 7 1")
    oracle.player = 0
    do(oracle, "hand 9 1")
    expect(oracle, ["K", "", "8J", "5"], downs=["", "", "", ""], pile="79", player=3)


def test_ranking_draw_shares_the_places_that_are_left():
    oracle = do(position(["6", "7", "8"], downs=["", "", ""], ranking=True, limit=1), "hand 6 1")
    assert oracle.over and oracle.reason == "limit"
    assert oracle.places == [0, None, None] and oracle.winner is None
    assert oracle.scores() == [1.0, 0.25, 0.25]


# Completing four of a kind out of turn


def test_seats_that_could_complete_are_asked_and_play_goes_on_when_all_pass():
    oracle = position(["66K", "QQ", "7", "Q9"], stock="A", four_anytime=True)
    do(oracle, "hand 6 2")
    expect(oracle, ["KA", "QQ", "7", "Q9"], pile="66", player=1)
    assert oracle.asked == [1, 3], "a hand of one card can't complete two"
    assert legal(oracle) == ["pass"]
    do(oracle, "pass")
    expect(oracle, ["KA", "QQ", "7", "Q9"], pile="66", player=3)
    do(oracle, "pass")
    expect(oracle, ["KA", "QQ", "7", "Q9"], pile="66", player=1)
    assert oracle.asked == [] and oracle.decisions == 3
    assert legal(oracle) == ["hand Q 2"]


def test_completing_burns_draws_and_gives_the_turn():
    oracle = position(["66K", "Q", "66Q"], stock="A95", four_anytime=True)
    do(oracle, "hand 6 2")
    assert oracle.asked == [2]
    assert legal(oracle) == ["complete 6", "pass"]
    do(oracle, "complete 6")
    expect(oracle, ["KA9", "Q", "Q5"], burned="6666", player=2)
    assert oracle.asked == [] and legal(oracle) == ["hand 5 1", "hand Q 1"]


def test_completing_without_four_extra_passes_to_the_seat_after_the_completer():
    options = {"four_anytime": True, "four_extra": False, "skip": some("6"), "reverse": some("6")}
    oracle = position(["66K", "666Q", "Q", "9"], **options)
    do(oracle, "hand 6 2", "complete 6")
    expect(oracle, ["K", "6Q", "Q", "9"], burned="6666", player=2)
    assert oracle.direction == 1


def test_row_is_asked_only_when_it_holds_the_cards():
    oracle = position(["6K", "", "", ""], rows=["", "66Q", "666", "777"], four_anytime=True, packs=2)
    do(oracle, "hand 6 1")
    expect(oracle, ["K", "", "", ""], rows=["", "66Q", "666", "777"], pile="6", player=2)
    assert oracle.asked == [2]
    do(oracle, "complete 6")
    expect(oracle, ["K", "", "", ""], rows=["", "66Q", "", "777"], burned="6666", player=2)


def test_seats_are_asked_in_the_direction_of_play():
    oracle = position(["JJJK", "QQ", "KK"], four_anytime=True, reverse=some("J"))
    do(oracle, "hand J 3")
    assert oracle.asked == [2, 1] and oracle.player == 2
    do(oracle, "pass", "pass")
    assert oracle.player == 2


def test_skip_and_two_again_are_kept_when_all_pass():
    oracle = do(position(["88K", "QQ", "Q", "9"], four_anytime=True, skip=some("8")), "hand 8 2", "pass")
    expect(oracle, ["K", "QQ", "Q", "9"], pile="88", player=3)
    oracle = do(position(["22K", "QQ"], four_anytime=True, two_again=True), "hand 2 2", "pass")
    expect(oracle, ["K", "QQ"], pile="22", player=0)


def test_face_down_plays_and_gambles_are_asked_about_but_pickups_and_burns_are_not():
    oracle = do(position(["", "QQQ"], downs=["4", "333"], pile="3", four_anytime=True, ranking=True), "down 0")
    assert oracle.over
    oracle = do(position(["", "QQQ"], downs=["45", "333"], pile="3", four_anytime=True), "down 0")
    expect(oracle, ["", "QQQ"], downs=["5", "333"], pile="34", player=1)
    assert oracle.asked == [1]
    oracle = do(position(["3", "QQQ"], pile="4", stock="5", four_anytime=True, gamble=True), "gamble")
    assert oracle.asked == [1]
    assert do(position(["3", "QQQ"], pile="4", four_anytime=True), "pickup").asked == []
    assert do(position(["T3", "QQQ"], pile="4", four_anytime=True), "hand T 1").asked == []


def test_four_off_has_no_completing():
    oracle = do(position(["6K", "666"], four_anytime=True, four="off"), "hand 6 1")
    assert oracle.asked == []


def test_completing_always_burns_with_legacy():
    oracle = position(["66K", "66Q"], pile="345", four_anytime=True, four="legacy")
    do(oracle, "hand 6 2", "complete 6")
    expect(oracle, ["K", "Q"], burned="3456666", player=1)


def test_a_run_of_four_left_by_legacy_is_not_asked_about():
    oracle = do(position(["6K", "QQQ"], pile="345666", four_anytime=True, four="legacy"), "hand 6 1")
    expect(oracle, ["K", "QQQ"], pile="3456666", player=1)
    assert oracle.asked == []


def test_completing_with_the_last_cards_wins():
    oracle = position(["66K", "66"], downs=["333", ""], four_anytime=True)
    do(oracle, "hand 6 2", "complete 6")
    expect(oracle, ["K", ""], downs=["333", ""], burned="6666")
    assert oracle.winner == 1


def test_completing_with_the_last_twos_takes_the_pile_without_finish_special():
    oracle = position(["22K", "22", "9"], downs=["333", "", "333"], four_anytime=True, finish_special=False)
    do(oracle, "hand 2 2", "complete 2")
    expect(oracle, ["K", "2222", "9"], downs=["333", "", "333"], player=2)
    assert known(oracle) == ["", "2222", ""]


def test_completer_who_goes_out_passes_the_turn_in_a_ranking():
    oracle = position(["66K", "66", "9"], downs=["333", "", "333"], four_anytime=True, ranking=True)
    do(oracle, "hand 6 2", "complete 6")
    expect(oracle, ["K", "", "9"], downs=["333", "", "333"], burned="6666", player=2)
    assert oracle.places == [None, 0, None]


def test_others_are_asked_after_a_player_went_out_in_a_ranking():
    oracle = position(["66", "Q", "66"], downs=["", "333", "333"], four_anytime=True, ranking=True)
    do(oracle, "hand 6 2")
    assert oracle.asked == [2]
    do(oracle, "complete 6")
    expect(oracle, ["", "Q", ""], downs=["", "333", "333"], burned="6666", player=2)


# What is known of a hand


def test_picked_up_cards_are_known_until_played():
    oracle = position(["3K", "J"], pile="KA9A")
    do(oracle, "pickup")
    assert known(oracle) == ["9KAA", ""]
    do(oracle, "hand J 1", "hand K 2")
    assert known(oracle) == ["9AA", ""]


def test_known_cards_leave_first():
    oracle = position(["3K", "J"], pile="KA", group="any")
    do(oracle, "pickup", "hand J 1", "hand K 1")
    assert known(oracle) == ["A", ""]


def test_failed_face_down_card_is_known():
    oracle = do(position(["", "J"], downs=["7T", "333"], pile="99"), "down 0")
    assert known(oracle) == ["799", ""]


def test_drawn_cards_are_not_known():
    assert known(do(position(["399", "J"], stock="56K", pile="9"), "hand 9 2")) == ["", ""]


# Endless games


def forced_cycle(**options) -> Oracle:
    """Three players whose every move is forced and who are back where they began after twelve."""
    return position(["JJ", "", "Q"], rows=["46", "3", "8"], **options)


def play_forced_moves(oracle: Oracle) -> Oracle:
    while not oracle.over:
        [action] = oracle.legal()
        oracle.apply(action)
    return oracle


def test_forced_cycle_comes_back_after_twelve_moves():
    oracle = forced_cycle()
    for _ in range(12):
        [action] = oracle.legal()
        oracle.apply(action)
    expect(oracle, ["JJ", "", "Q"], rows=["46", "3", "8"], player=0)


def test_forced_cycle_ends_by_limit():
    oracle = play_forced_moves(forced_cycle())
    assert oracle.decisions == 5000 and oracle.reason == "limit"
    assert oracle.winner is None and oracle.places == [None] * 3
    assert oracle.scores() == pytest.approx([1 / 3] * 3)
    assert play_forced_moves(forced_cycle(limit=7)).decisions == 7


@pytest.mark.parametrize("times, decisions", [(2, 16 + 12), (3, 32 + 24), (4, 64 + 36)])
def test_forced_cycle_ends_by_repetition_of_the_anchor(times, decisions):
    oracle = play_forced_moves(forced_cycle(repetition=times))
    assert oracle.reason == "repetition" and oracle.decisions == decisions
    assert oracle.player is None and oracle.scores() == pytest.approx([1 / 3] * 3)


def test_repetition_is_watched_from_the_moment_the_stock_is_empty():
    oracle = position(["45Q", "56K"], stock="78", repetition=2)
    do(oracle, "hand 4 1")
    expect(oracle, ["5Q7", "56K"], stock="8", pile="4", player=1)
    assert oracle.since_reset == 0 and oracle.anchor is None
    do(oracle, "hand 5 1")
    expect(oracle, ["5Q7", "6K8"], pile="45", player=0)
    assert oracle.since_reset == 1 and oracle.anchor is not None


def test_repetition_is_not_counted_while_a_seat_is_asked():
    oracle = position(["66K", "QQ"], repetition=2, four_anytime=True)
    do(oracle, "hand 6 2")
    assert oracle.since_reset == 0
    do(oracle, "pass")
    assert oracle.since_reset == 1


def test_limit_comes_before_repetition():
    assert play_forced_moves(forced_cycle(repetition=2, limit=28)).reason == "limit"
    assert play_forced_moves(forced_cycle(repetition=2, limit=29)).reason == "repetition"


def test_counting_starts_anew_after_a_burn_a_turned_card_or_a_player_going_out():
    burn = position(["TQ", "J"], pile="4", repetition=2)
    burn.since_reset, burn.anchor = 5, ("anything",)
    do(burn, "hand T 1")
    assert burn.since_reset == 1 and burn.anchor[0] == 0
    turned = position(["", "J"], pile="4", repetition=2)
    turned.since_reset = 5
    assert do(turned, "down 0").since_reset == 1
    out = position(["5", "J", "J"], downs=["", "3", "3"], repetition=2, ranking=True)
    out.since_reset = 5
    assert do(out, "hand 5 1").since_reset == 1
    plain = position(["5Q", "J"], repetition=2)
    plain.since_reset = 5
    assert do(plain, "hand 5 1").since_reset == 6


def test_decisions_count_castle_choices():
    oracle = castle_position(["KK2222", "456789"], limit=1)
    do(oracle, "pick 2 K K")
    assert oracle.over and oracle.reason == "limit" and oracle.decisions == 1


def test_a_win_with_the_last_decision_is_a_win():
    oracle = do(position(["6", "J"], downs=["", "333"], limit=1), "hand 6 1")
    assert oracle.reason == "win" and oracle.winner == 0


# Laws


def all_cards(oracle: Oracle) -> Counter:
    zones = [oracle.stock, oracle.pile, oracle.burned, *oracle.hands, *oracle.rows, *oracle.downs]
    return Counter(card for zone in zones for card in zone)


def check_laws(before: Oracle, action: tuple, after: Oracle) -> None:
    assert all_cards(after) == dict.fromkeys(range(13), 4)
    assert all(len(row) <= 3 for row in after.rows) and all(len(down) <= 3 for down in after.downs)
    assert len(after.stock) <= len(before.stock)
    assert len(after.burned) >= len(before.burned)
    assert TEN not in after.pile
    assert after.stock == [] or all(len(down) == 3 for down in after.downs)
    assert after.over == (after.legal() == []) == (after.player is None)
    if action[0] == "hand" and after.stock:
        assert len(after.hands[before.player]) >= 3
    for hand, cards in zip(after.hands, after.known, strict=False):
        assert Counter(cards) <= Counter(hand) and cards == sorted(cards)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_laws_of_the_basic_game(players):
    rng = random.Random(players)
    options = Options(players=players)
    for _ in range(200):
        deck = full_deck(options)
        rng.shuffle(deck)
        oracle = Oracle(options, deck)
        while not oracle.over:
            before = oracle.copy()
            action = random_action(oracle, rng)
            assert action in oracle.legal()
            oracle.apply(action)
            check_laws(before, action, oracle)
        if oracle.reason == "win":
            assert sum(oracle.scores()) == 1 and oracle.winner is not None


def random_options(rng: random.Random) -> Options:
    packs = rng.choice([1, 2])
    players = rng.randint(2, 4 * packs)

    def rank_set(barred: str = "") -> frozenset[int]:
        if rng.random() < 0.6:
            return frozenset()
        return some(rng.sample([rank for rank in RANKS if rank not in barred], 2))

    def coin() -> bool:
        return rng.random() < 0.4

    return Options(
        players=players, packs=packs, jokers=rng.randint(0, 4),
        group=rng.choice(["whole", "any"]), four=rng.choice(["proper", "legacy", "off"]),
        voluntary_pickup=coin(), castle=rng.choice(["sequential", "simultaneous", "random", "swap"]),
        first=rng.choice(["seat0", f"seat{players - 1}", "lowest", "random"]),
        pickup_up=coin(), gamble=coin(), transparent=rank_set("T"), lower=rank_set(),
        skip=rank_set(), reverse=rank_set(), two_again=coin(), ten_barred=rank_set(),
        ten_extra=coin(), four_extra=coin(), four_anytime=coin(),
        failed_down=rng.choice(["hand", "table"]), finish_special=coin(), ranking=coin(),
        limit=1000, repetition=rng.choice([0, 2, 3]),
    )  # fmt: skip


def test_any_mixture_of_options_keeps_all_cards_and_shares_the_score():
    rng = random.Random(7)
    for _ in range(150):
        options = random_options(rng)
        oracle = random_game(options, rng)
        assert all_cards(oracle) == Counter(full_deck(options))
        total = options.players / 2 if options.ranking else 1
        assert sum(oracle.scores()) == pytest.approx(total)
        for hand, cards in zip(oracle.hands, oracle.known, strict=False):
            assert Counter(cards) <= Counter(hand)


def test_a_copy_is_independent():
    oracle = position(["3456789", "J"], stock="KKK", pile="2")
    snapshot = repr(vars(oracle))
    twin = oracle.copy()
    rng = random.Random(1)
    for _ in range(30):
        if not twin.over:
            twin.apply(random_action(twin, rng))
    assert repr(vars(oracle)) == snapshot


# Players


def test_determinize_keeps_what_the_seat_sees_and_redeals_the_rest():
    options = Options(players=3)
    deck = full_deck(options)
    rng = random.Random(5)
    rng.shuffle(deck)
    oracle = Oracle(options, deck)
    while len(oracle.pile) < 4:
        oracle.apply(random_action(oracle, rng))
    guess = determinize(oracle, 1, rng)
    assert guess.hands[1] == oracle.hands[1]
    assert (guess.rows, guess.pile, guess.burned) == (oracle.rows, oracle.pile, oracle.burned)
    assert [len(hand) for hand in guess.hands] == [len(hand) for hand in oracle.hands]
    assert [len(down) for down in guess.downs] == [3, 3, 3]
    assert len(guess.stock) == len(oracle.stock)
    assert all_cards(guess) == all_cards(oracle)
    assert guess.stock != oracle.stock and guess.downs[1] != oracle.downs[1]


def test_determinize_forgets_the_known_cards_of_others():
    oracle = do(position(["3K", "J4", "5"], pile="A"), "pickup", "hand 4 1", "hand 5 1")
    assert known(determinize(oracle, 1, random.Random(1))) == ["", "", ""]
    assert known(determinize(oracle, 0, random.Random(1))) == ["A", "", ""]


def test_determinize_hides_the_rows_of_an_unfinished_simultaneous_choice():
    oracle = castle_position(["KKKAAA", "456789"], castle="simultaneous")
    oracle.stock = ranks("QQQQJJJJ999988887777")
    do(oracle, "pick K K K")
    rows = [names(sorted(determinize(oracle, 1, random.Random(seed)).rows[0])) for seed in range(20)]
    assert len(set(rows)) > 1
    oracle = castle_position(["KKKAAA", "456789"])
    assert names(determinize(do(oracle, "pick K K K"), 1, random.Random(1)).rows[0]) == "KKK"


@pytest.mark.parametrize(
    "oracle, action",
    [
        (castle_position(["3T2KA9", "456789"]), "pick 2 T A"),
        (castle_position(["33T", "456"], ["2KA", "789"], castle="swap"), "done"),
        (position(["2T99K", "J"], pile="7"), "hand 9 2"),
        (position(["2T99K", "J"], pile="7", group="any"), "hand 9 2"),
        (position(["2T33", "J"], pile="7"), "hand 2 1"),
        (position(["T33", "J"], pile="7"), "hand T 1"),
        (position(["2XT", "J"], pile="A", jokers=1), "hand X 1"),
        (position(["9", "J"], pile="7", voluntary_pickup=True), "hand 9 1"),
        (position(["3", "J"], pile="7", stock="K", gamble=True), "pickup"),
        (position(["", "J"], rows=["T54", ""], pile="Q", pickup_up=True, ten_barred=some("Q")), "pickup 4"),
        (position(["", "J"], rows=["99J", ""], pile="7"), "up 9 2"),
        (position(["", "J"], pile="7", voluntary_pickup=True), "down 0"),
        (do(position(["66K", "66"], four_anytime=True), "hand 6 2"), "complete 6"),
        (do(position(["66K", "67"], four_anytime=True), "hand 6 2"), "pass"),
    ],
)
def test_lowest_card_player(oracle, action):
    assert written(lowest(oracle)) == action


def test_ismcts_finds_the_winning_card():
    oracle = position(["TK", "A"], downs=["", ""], pile="Q")
    statistics = ismcts(oracle, 200, 0.7, random.Random(1))
    assert set(statistics) == set(oracle.legal())
    assert sum(visits for visits, _ in statistics.values()) == 200
    assert max(statistics, key=statistics.get) == ("hand", TEN, 1)
    assert statistics["hand", RANKS.index("K"), 1][1] == 0, "the A goes on the K"
    assert statistics["hand", TEN, 1][1] == statistics["hand", TEN, 1][0], "10, then K, wins"


def test_ismcts_sees_one_face_down_slot_and_skips_forced_moves():
    assert ismcts(position(["", "J"], pile="5"), 100, 0.7, random.Random(1)) == {("down", 0): [0, 0.0]}
    oracle = position(["", "J"], pile="5", voluntary_pickup=True)
    assert set(ismcts(oracle, 50, 0.7, random.Random(1))) == {("down", 0), ("pickup",)}


def test_ismcts_leaves_the_game_alone_and_follows_its_generator():
    oracle = position(["3579", "468"], stock="QKA", pile="")
    snapshot = repr(vars(oracle))
    once = ismcts(oracle, 60, 0.7, random.Random(3))
    assert once == ismcts(oracle, 60, 0.7, random.Random(3))
    assert repr(vars(oracle)) == snapshot
