"""Each house rule by itself: what changes, in exact positions."""

from __future__ import annotations

import pytest

from cardlab import game
from cardlab.errors import OptionError
from tests.games.castle.tables import lay, legal, play, shows

DOWN = ["4", "5"]
CHOICE = {"hands": ["3 3 4 9 K A", "5 5 5 6 6 6"], "down": ["7 7 7", "8 8 8"], "stock": "rest"}


def test_group_any_offers_every_number_of_cards() -> None:
    state = lay(["9 9 9 K", "3"], down=DOWN, pile="4", spec="castle,group=any")
    assert legal(state) == ["play 9", "play 9 9", "play 9 9 9", "play K"]
    shows(play(state, "play 9 9"), hands=["9 K", "3"], pile="4 9 9")


def test_four_off_never_burns_but_a_ten_does() -> None:
    state = play(lay(["6 10", "3"], down=DOWN, pile="6 6 6", spec="castle,four=off"), "play 6")
    shows(state, pile="6 6 6 6", player=1)
    shows(play(lay(["6 10", "3"], down=DOWN, pile="6 6 6", spec="castle,four=off"), "play 10"), pile="", player=0)


def test_voluntary_pickup_is_offered_in_every_zone_but_not_on_an_empty_pile() -> None:
    spec = "castle,voluntary_pickup=yes"
    assert legal(lay(["9", "3"], down=DOWN, pile="4", spec=spec)) == ["play 9", "pickup"]
    assert legal(lay(["", "3"], up=["9"], down=DOWN, pile="4", spec=spec)) == ["row 9", "pickup"]
    assert legal(lay(["", "3"], down=["4 6", "5"], pile="4", spec=spec)) == ["down 0", "down 1", "pickup"]
    assert legal(lay(["9", "3"], down=DOWN, spec=spec)) == ["play 9"]


def test_simultaneous_rows_stay_hidden_until_all_have_chosen() -> None:
    state = lay(**CHOICE, phase="castle", spec="castle,castle=simultaneous")  # type: ignore[arg-type]
    play(state, "castle 9 K A")
    shows(state, up=["9 K A", ""], player=1)
    assert state.view(1)["up"] == ["", ""] and state.view(1)["hands"] == ["? ? ? ? ? ?", "5 5 5 6 6 6"]
    assert state.view(0)["up"] == ["9 K A", ""]
    play(state, "castle 6 6 6")
    assert state.view(1)["up"] == ["9 K A", "6 6 6"] and state.view(1)["hands"] == ["? ? ?", "5 5 5"]


def test_a_random_castle_is_the_first_three_hand_cards_dealt() -> None:
    castle = game("castle,castle=random")
    state = castle.from_deck(
        [2] * 4
        + [3] * 2
        + [4, 5, 4, 5, 6, 5, 7, 8, 7, 9, 10, 9]
        + _rest([2] * 4 + [3] * 2 + [4, 5, 4, 5, 6, 5, 7, 8, 7, 9, 10, 9])
    )
    shows(state, phase="play", player=0, up=["6 6 8", "7 7 7"], hands=["9 9 Q", "10 J J"])


def _rest(used: list[int]) -> list[int]:
    left = [rank for rank in range(13) for _ in range(4)]
    for rank in used:
        left.remove(rank)
    return left


def test_swapping_exchanges_single_cards_up_to_three_times() -> None:
    state = lay(
        ["3 3 4", "5 5 6"], ["9 K A", "6 6 7"], ["7 7 7", "8 8 8"], spec="castle,castle=swap", phase="swap", stock="rest"
    )
    assert legal(state) == [f"swap {a} {b}" for a in "34" for b in "9KA"] + ["done"]
    play(state, "swap 3 K")
    shows(state, hands=["3 4 K", "5 5 6"], up=["3 9 A", "6 6 7"], player=0, swaps=1, known=["K", ""])
    play(state, "swap K 3", "swap 4 9")
    shows(state, hands=["3 3 9", "5 5 6"], up=["4 K A", "6 6 7"], player=1, swaps=None)
    assert "swap 6 6" not in legal(state)
    shows(play(state, "done"), phase="play", player=0)


@pytest.mark.parametrize(("first", "seat"), [("seat0", 0), ("seat1", 1), ("lowest", 1)])
def test_who_begins(first: str, seat: int) -> None:
    state = lay(
        ["4 4 6 6 6 6", "3 5 5 5 9 9"], down=["7 7 7", "8 8 8"], phase="castle", stock="rest", spec=f"castle,first={first}"
    )
    shows(play(state, "castle 4 6 6", "castle 5 9 9"), phase="play", player=seat)


def test_the_lowest_card_counts_in_strength_order_and_ties_go_to_the_lower_seat() -> None:
    spec = "castle,first=lowest"
    state = lay(["2 2 10 10 6 6", "A A A K K K"], down=["7 7 7", "8 8 8"], phase="castle", stock="rest", spec=spec)
    shows(play(state, "castle 10 6 6", "castle A A A"), player=1)
    tie = lay(["4 4 6 6 6 6", "4 5 5 5 9 9"], down=["7 7 7", "8 8 8"], phase="castle", stock="rest", spec=spec)
    shows(play(tie, "castle 6 6 6", "castle 5 9 9"), player=0)


def test_a_random_first_seat_is_drawn_by_the_seed() -> None:
    castle = game("castle,first=random,castle=random,players=4")
    first = [castle.new(seed).player for seed in range(60)]
    assert set(first) == {0, 1, 2, 3}
    assert first == [castle.new(seed).player for seed in range(60)]


def test_a_pickup_in_the_row_phase_takes_a_row_card_along() -> None:
    state = lay(["", "3"], up=["4 4 J"], down=DOWN, pile="Q", spec="castle,pickup_up=yes")
    assert legal(state) == ["pickup 4", "pickup J"]
    shows(play(state, "pickup 4"), hands=["4 Q", "3"], up=["4 J", ""], pile="", player=1, known=["4 Q", ""])
    assert legal(lay(["3", "3"], up=["4 4 J"], down=DOWN, pile="Q", spec="castle,pickup_up=yes")) == ["pickup"]


def test_a_gamble_plays_the_top_of_the_stock_or_takes_it_with_the_pile() -> None:
    spec = "castle,gamble=yes"
    state = lay(["3", "3"], down=DOWN, pile="9", stock="K 6", spec=spec)
    assert legal(state) == ["pickup", "gamble"]
    shows(play(state, "gamble"), hands=["3", "3"], pile="9 K", stock="6", player=1)
    shows(
        play(lay(["3", "3"], down=DOWN, pile="9", stock="6 K", spec=spec), "gamble"),
        hands=["3 6 9", "3"],
        pile="",
        stock="K",
        player=1,
    )
    shows(
        play(lay(["3", "3"], down=DOWN, pile="9", stock="10 K", spec=spec), "gamble"),
        hands=["3", "3"],
        pile="",
        stock="K",
        player=0,
    )
    assert legal(lay(["3", "3"], down=DOWN, pile="9", spec=spec)) == ["pickup"]
    assert legal(lay(["", "3"], down=DOWN, pile="9", stock="6 K", spec=spec)) == ["down 0"]


def test_transparent_ranks_go_on_anything_and_are_looked_through() -> None:
    spec = "castle,transparent=3+8"
    assert legal(lay(["3 8 9 K", "5"], down=DOWN, pile="K", spec=spec)) == ["play 3", "play 8", "play K"]
    assert legal(lay(["3 8 9 K", "5"], down=DOWN, pile="K 8 3", spec=spec)) == ["play 3", "play 8", "play K"]
    assert legal(lay(["4 9", "5"], down=DOWN, pile="8 3", spec=spec)) == ["play 4", "play 9"]


def test_on_a_lower_rank_only_equal_or_lower_ones_go() -> None:
    state = lay(["2 3 7 9 10", "5"], down=DOWN, pile="7", spec="castle,lower=7")
    assert legal(state) == ["play 2", "play 3", "play 7", "play 10"]


def test_each_skip_card_passes_over_one_player() -> None:
    spec = "castle,skip=8"
    assert play(lay(["8 K", "3", "3"], down=["4", "5", "6"], spec=spec), "play 8").player == 2
    assert play(lay(["8 8 K", "3", "3"], down=["4", "5", "6"], spec=spec), "play 8 8").player == 0
    assert play(lay(["8 K", "3"], down=DOWN, spec=spec), "play 8").player == 0


def test_an_odd_number_of_reverse_cards_turns_the_direction_round() -> None:
    spec = "castle,reverse=Q"
    shows(play(lay(["Q K", "3", "3"], down=["4", "5", "6"], spec=spec), "play Q"), player=2, direction=-1)
    shows(play(lay(["Q Q K", "3", "3"], down=["4", "5", "6"], spec=spec), "play Q Q"), player=1, direction=None)


def test_two_again() -> None:
    assert play(lay(["2 K", "3"], down=DOWN, pile="5", spec="castle,two_again=yes"), "play 2").player == 0
    assert play(lay(["2 K", "3"], down=DOWN, pile="5"), "play 2").player == 1


def test_a_ten_may_be_barred() -> None:
    spec = "castle,ten_barred=A"
    assert legal(lay(["3 10", "3"], down=DOWN, pile="A", spec=spec)) == ["pickup"]
    assert legal(lay(["3 10", "3"], down=DOWN, pile="K", spec=spec)) == ["play 10"]


def test_burns_without_an_extra_turn() -> None:
    shows(play(lay(["10 K", "3"], down=DOWN, pile="5", spec="castle,ten_extra=no"), "play 10"), pile="", player=1)
    shows(play(lay(["6 K", "3"], down=DOWN, pile="6 6 6", spec="castle,ten_extra=no"), "play 6"), pile="", player=0)
    shows(play(lay(["6 K", "3"], down=DOWN, pile="6 6 6", spec="castle,four_extra=no"), "play 6"), pile="", player=1)


def test_a_failed_card_may_stay_on_the_table() -> None:
    state = play(lay(["", "3"], down=["7 8", "5"], pile="9 9", spec="castle,failed_down=table"), "down 0")
    shows(state, hands=["9 9", "3"], up=["7", ""], down=["8", "5"], pile="", player=1)


@pytest.mark.parametrize("last", ["2", "10"])
def test_nobody_may_finish_on_a_special_card_if_that_is_barred(last: str) -> None:
    state = play(lay([last, "3"], down=["", "5"], pile="9", spec="castle,finish_special=no"), f"play {last}")
    shows(state, hands=[" ".join(sorted([last, "9"], key=["2", "9", "10"].index)), "3"], pile="", player=1, phase="play")
    assert play(lay(["9", "3"], down=["", "5"], pile="9", spec="castle,finish_special=no"), "play 9").over


def test_ranking_plays_on_until_one_is_left() -> None:
    state = lay(["9", "9", "9 4"], spec="castle,ranking=yes", pile="8")
    play(state, "play 9")
    shows(state, places=[1, 0, 0], player=1, phase="play")
    play(state, "play 9")
    assert state.result is not None
    assert (state.result.places, state.result.scores) == ((1, 2, 3), (1.0, 0.5, 0.0))


def test_with_ranking_who_goes_out_by_a_burn_hands_the_turn_on() -> None:
    state = play(lay(["10", "9 9", "9 4"], spec="castle,ranking=yes", pile="8"), "play 10")
    shows(state, places=[1, 0, 0], player=1, pile="")
    shows(play(state, "play 9 9"), phase="over", places=[1, 2, 3])


def test_with_ranking_a_draw_shares_what_is_left() -> None:
    state = play(lay(["9", "9 3", "9 4"], spec="castle,ranking=yes,limit=10", pile="8", decisions=9), "play 9")
    assert state.result is not None
    assert (state.reason, state.result.scores) == ("limit", (1.0, 0.25, 0.25))


def test_jokers_go_on_everything_and_only_specials_go_on_them() -> None:
    state = lay(["A X", "2 9 10 A X"], down=DOWN, pile="A", spec="castle,jokers=2")
    assert legal(state) == ["play A", "play X"]
    assert legal(play(state, "play X")) == ["play 2", "play 10", "play X"]


def test_more_than_four_players_get_two_packs_by_themselves() -> None:
    assert game("castle,players=6") == game("castle,players=6,packs=2")
    assert (game("castle,players=4").options["packs"], game("castle,players=4,packs=2").options["packs"]) == (1, 2)
    assert game("castle,players=6").spec() == "castle,players=6,packs=2"


def test_two_packs_hold_eight_of_each() -> None:
    state = game("castle,packs=2,players=8,jokers=4").new(1)
    assert len(state.game.inventory(state)) == 108
    shows(play(lay(["6 6 A", "3"], down=DOWN, pile="6 6", spec="castle,packs=2"), "play 6 6"), pile="", player=0)


# ---- completing four of a kind out of turn -----------------------------------------------------------------------

FOUR = "castle,four_anytime=yes"


def test_others_who_could_complete_the_four_are_asked_in_turn() -> None:
    state = lay(["6 6 A", "6 6 A", "3 4"], down=["4", "5", "7"], spec=FOUR)
    play(state, "play 6 6")
    shows(state, phase="four", player=1, after=1)
    assert legal(state) == ["complete 6", "pass"]
    taken = play(state.copy(), "complete 6")
    shows(taken, phase="play", pile="", burned="6 6 6 6", hands=["A", "A", "3 4"], player=1)
    play(state, "pass")
    shows(state, phase="four", player=2)
    assert legal(state) == ["pass"]
    shows(play(state, "pass"), phase="play", player=1, pile="6 6")


def test_who_has_too_few_cards_is_not_asked() -> None:
    shows(play(lay(["6 A", "6 6", "3 4 5"], down=["4", "5", "7"], spec=FOUR), "play 6"), phase="four", player=2)
    shows(play(lay(["6 A", "6 6", "3 4"], down=["4", "5", "7"], spec=FOUR), "play 6"), phase="play", player=1)


def test_a_public_row_is_asked_only_if_it_holds_the_cards() -> None:
    asked = play(lay(["6 6 A", "", "3"], up=["", "6 6 9"], down=["4", "5", "7"], spec=FOUR), "play 6 6")
    shows(asked, phase="four", player=1)
    shows(play(asked, "complete 6"), up=["", "9", ""], pile="", player=1)
    shows(play(lay(["6 6 A", "", "3"], up=["", "6 9 9"], down=["4", "5", "7"], spec=FOUR), "play 6 6"), phase="play", player=1)


def test_completing_without_the_extra_turn_hands_on() -> None:
    state = play(lay(["6 6 A", "6 6 A", "3"], down=["4", "5", "7"], spec=FOUR + ",four_extra=no"), "play 6 6", "complete 6")
    shows(state, player=2, pile="")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("castle,players=5,packs=1", "need packs=2"),
        ("castle,first=seat2", "seats are 0 to 1"),
        ("castle,transparent=10", "never stays on the pile"),
        ("castle,repetition=1", "at least 2"),
        ("castle,group=some", "whole, any"),
        ("castle,players=9", "from 2 to 8"),
        ("castle,lower=14", "ranks such as"),
        ("castle,jokers=x", "from 0 to 4"),
    ],
)
def test_options_that_make_no_sense_are_refused(spec: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        game(spec)
