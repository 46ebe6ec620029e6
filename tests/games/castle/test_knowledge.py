"""What a player sees, what is forgotten, and what is told to whom."""

from __future__ import annotations

import json

from cardlab import Event, State, game
from tests.games.castle.tables import lay, play


def table(hands: list[str], down: list[str], stock: str, **parts: object) -> State:
    """Seat 0 holds 8 8 Q and a 5 that everybody has seen; the rest is up to the caller."""
    return lay(hands, up=["A", "7"], down=down, pile="9 K", stock=stock, known=["5", ""], **parts)


def test_a_view_holds_what_is_public_and_the_own_hand() -> None:
    state = table(["5 8 8 Q", "3 J 10"], ["3 4", "5 6"], "2 2 2")
    view = state.view(1)
    burned = view.pop("burned").split()
    assert len(burned) == 52 - 7 - 2 - 4 - 2 - 3
    assert view == {
        "seat": 1,
        "player": 0,
        "phase": "play",
        "hands": ["5 ? ? ?", "3 10 J"],
        "known": ["5", ""],
        "up": ["A", "7"],
        "down": ["? ?", "? ?"],
        "pile": "9 K",
        "stock": "? ? ?",
    }


def test_a_view_tells_what_is_not_as_usual() -> None:
    parts = {"decisions": 7, "direction": -1, "first": 2, "places": [0, 1, 0], "since": 5, "anchor_seen": 1, "anchor": 77}
    state = lay(
        ["3 4", "", "5 6"], pile="9 K", player=2, known=["3", "", ""], barred=["", "", "9 K"], tight=[0, 0, 1],
        spec="castle,ranking=yes,repetition=3", **parts,
    )  # fmt: skip
    view = state.view(0)
    del view["burned"]
    assert isinstance(view.pop("anchor"), int)
    del parts["anchor"]
    assert view == {
        "seat": 0, "player": 2, "phase": "play", "hands": ["3 4", "", "? ?"], "up": ["", "", ""], "down": ["", "", ""],
        "known": ["3", "", ""], "barred": ["", "", "9 K"], "tight": [0, 0, 1], "pile": "9 K", "stock": "", **parts,
    }  # fmt: skip


def test_a_view_says_who_is_asked_for_a_fourth_card_and_who_goes_on() -> None:
    parts = {"player": 0, "mover": 1, "after": 2}
    view = lay(["5 5", "4", "3"], down=["6", "6", "6"], pile="8 8", phase="four", spec="castle,four_anytime=yes", **parts).view(
        1
    )
    assert view["phase"] == "four" and {name: view[name] for name in parts} == parts


def test_games_that_differ_only_in_hidden_cards_give_equal_seats() -> None:
    one = table(["5 8 8 Q", "3 J 10"], ["3 4", "5 6"], "2 2 4")
    other = table(["5 2 4 6", "3 J 10"], ["Q 8", "2 8"], "5 4 3")
    assert sorted(one.game.inventory(one)) == sorted(other.game.inventory(other))
    assert one.view(1)["burned"] == other.view(1)["burned"]
    assert one.seat(1) == other.seat(1) and hash(one.seat(1)) == hash(other.seat(1))
    assert [one.seat(1).resample(n) for n in range(5)] == [other.seat(1).resample(n) for n in range(5)]
    assert one.seat(0) != other.seat(0)


def test_cards_taken_up_are_known_until_they_are_played() -> None:
    state = play(lay(["3 4", "6 7"], down=["5", "5"], pile="9 K"), "pickup")
    assert state.view(1)["known"] == ["9 K", ""] and state.view(1)["hands"] == ["9 K ? ?", "6 7"]
    play(state, "play 6", "play 9")
    assert state.view(1)["known"] == ["K", ""]


def test_a_known_card_is_in_every_resampled_hand_unless_it_is_forgotten() -> None:
    state = table(["5 8 8 Q", "3 J 10"], ["3 4", "5 6"], "2 2 4")
    seat = state.seat(1)

    def held(memory: int) -> int:
        worlds = [seat.forget(memory).resample(n) for n in range(200)]
        assert all(world.to_dict()["hands"][1] == "3 10 J" for world in worlds)
        assert all(world.game.inventory(world) == state.game.inventory(state) for world in worlds)
        return sum("5" in world.to_dict()["hands"][0].split() for world in worlds)

    assert held(-1) == 200
    assert 20 < held(-2) < 180
    assert 5 < held(0) < 180


def test_a_memory_of_k_keeps_the_latest_burned_cards_only() -> None:
    state = table(["5 8 8 Q", "3 J 10"], ["3 4", "5 6"], "2 2 4")
    burned = state.to_dict()["burned"].split()
    for memory in (0, 3, len(burned), len(burned) + 5):
        worlds = [state.seat(1).forget(memory).resample(n).to_dict()["burned"].split() for n in range(30)]
        kept = min(memory, len(burned))
        assert all(world[len(burned) - kept :] == burned[len(burned) - kept :] for world in worlds)
        assert all(len(world) == len(burned) for world in worlds)
        assert (len({" ".join(world) for world in worlds}) == 1) == (kept == len(burned))
    for memory in (-1, -2):
        worlds = [state.seat(1).forget(memory).resample(n).to_dict()["burned"].split() for n in range(30)]
        assert all(world == burned for world in worlds)


def test_forgetting_leaves_the_seat_itself_alone() -> None:
    seat = table(["5 8 8 Q", "3 J 10"], ["3 4", "5 6"], "2 2 4").seat(1)
    before = json.dumps(seat.view())
    assert "known" not in seat.forget(-2).view() and seat.view()["known"] == ["5", ""]
    assert json.dumps(seat.view()) == before


def test_nobody_knows_the_own_face_down_cards() -> None:
    state = table(["5 8 8 Q", "3 J 10"], ["3 4", "5 6"], "2 2 4")
    for seat in (0, 1):
        own = {state.seat(seat).resample(n).to_dict()["down"][seat] for n in range(40)}
        assert len(own) > 5


def listen(state: State, *texts: str) -> list[Event]:
    told: list[Event] = []
    state.listener = told.append
    play(state, *texts)
    return told


def test_draws_are_told_to_the_drawer_only() -> None:
    told = listen(lay(["3 9 9", "K"], down=["4", "5"], pile="9", stock="6 7 8"), "play 9 9")
    assert [event.for_seat(0).text for event in told] == ["seat 0 plays 9 9", "seat 0 draws 6", "seat 0 draws 7"]
    assert [event.for_seat(1).text for event in told] == ["seat 0 plays 9 9", "seat 0 draws a card", "seat 0 draws a card"]
    assert [event.for_seat(None).text for event in told][1] == "seat 0 draws 6"
    assert [(event.kind, event.audience) for event in told] == [("played", None), ("drew", (0,)), ("drew", (0,))]
    assert [event.for_seat(1).to_dict() for event in told[:2]] == [
        {"kind": "played", "player": 0, "fields": {"rank": 7, "count": 2}, "audience": None},
        {"kind": "drew", "player": 0, "fields": {}, "audience": [0]},
    ]


def test_a_hidden_castle_choice_is_told_to_its_owner_only() -> None:
    parts = {"hands": ["3 3 4 9 K A", "5 5 5 6 6 6"], "down": ["7 7 7", "8 8 8"], "stock": "rest", "phase": "castle"}
    (told,) = listen(lay(**parts, spec="castle,castle=simultaneous"), "castle 9 K A")  # type: ignore[arg-type]
    assert (told.for_seat(0).text, told.for_seat(1).text) == ("seat 0 lays out 9 K A", "seat 0 has chosen a castle")
    (told,) = listen(lay(**parts), "castle 9 K A")  # type: ignore[arg-type]
    assert told.for_seat(1).text == "seat 0 lays out 9 K A"


def test_a_whole_turn_is_told_in_order() -> None:
    failed = listen(lay(["", "3"], down=["7 8", "5"], pile="9 9"), "down 0")
    assert [event.text for event in failed] == ["seat 0 turns over 7, which does not fit", "seat 0 takes the pile (2 cards)"]
    won = listen(lay(["10", "3"], down=["", "5"], pile="9"), "play 10")
    assert [event.text for event in won] == [
        "seat 0 plays 10",
        "seat 0 burns the pile (2 cards)",
        "seat 0 has no cards left",
        "the game is won",
    ]


def test_without_a_listener_nothing_is_told_and_a_copy_has_none() -> None:
    state = game("castle").new(1)
    told: list[Event] = []
    state.listener = told.append
    twin = state.copy()
    assert twin.listener is None
    twin.apply(twin.legal()[0])
    assert told == []
    state.listener = None
    state.apply(state.legal()[0])
    assert told == []


def test_who_had_to_take_the_pile_is_known_to_hold_nothing_that_would_have_fitted() -> None:
    state = table(["4 5 6 8", "3 J 10"], ["3 4", "5 6"], "2 A 2 A")
    state.apply(state.parse("pickup"))
    view = state.view(1)
    assert view["barred"][0] == "2 10 K A X" and view["tight"][0] == 3 and view["known"][0] == "5 9 K"
    for seed in range(200):
        hand = state.seat(1).resample(seed).view(0)["hands"][0].split()
        for rank in ("5", "9", "K"):
            hand.remove(rank)
        assert len(hand) == 3 and not set(hand) & {"2", "10", "K", "A"}


def test_conclusions_are_dropped_with_memory_pickups_but_known_cards_stay() -> None:
    state = table(["4 5 6 8", "3 J 10"], ["3 4", "5 6"], "2 A 2 A")
    state.apply(state.parse("pickup"))
    hands = [state.seat(1).forget(-3).resample(seed).view(0)["hands"][0].split() for seed in range(200)]
    assert all({"5", "9", "K"} <= set(hand) for hand in hands)
    assert any({"2", "A"} & set(hand) for hand in hands)
