"""Actions and events in words, and what a player sees."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cardlab import Rng, game
from cardlab.core.action import extra_of, pack
from cardlab.core.events import Event
from cardlab.errors import CardlabError, PositionError
from cardlab.games.locm.rules.state import Kind, Told
from tests.games.locm.tables import creature, holding, lay
from tests.play.desk import drawn, seen

SLIMER, DECIMATE, POISON = 1, 151, 154


def _told(state: Any, *actions: str) -> list[str]:
    words: list[str] = []
    state.listener = lambda event: words.append(event.text)
    for text in actions:
        state.apply(state.parse(text))
    return words


# ---- actions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"rules": "paper"}, {"rules": "rust", "lanes": 1}], ids=str)
def test_every_action_of_random_games_is_read_back_with_and_without_the_name(options: dict[str, Any]) -> None:
    rules, seen = game("locm", **options), set()
    for seed in range(6):
        state, rng = rules.new(seed), Rng(seed)
        while not state.over:
            for action in state.legal():
                text = state.text(action)
                assert rules.parse_action(text) == action
                assert state.parse(" ".join(text.split()[:3])) == action
                seen.add(text.split()[0])
            state.apply(state.random_action(rng))
    assert seen == {"PICK", "SUMMON", "ATTACK", "USE", "PASS"}


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (pack(Kind.PICK, 2), "PICK 2"),
        (pack(Kind.SUMMON, 12, 0, SLIMER), "SUMMON 12 0 Slimer"),
        (pack(Kind.SUMMON, 60, 1), "SUMMON 60 1"),
        (pack(Kind.ATTACK, 3, 0, SLIMER), "ATTACK 3 -1 Slimer"),
        (pack(Kind.ATTACK, 3, 8), "ATTACK 3 8"),
        (pack(Kind.USE, 5, 8, DECIMATE), "USE 5 8 Decimate"),
        (pack(Kind.USE, 5, 0, 156), "USE 5 -1 Major Life Steal Potion"),
        (pack(Kind.PASS), "PASS"),
    ],
)
def test_actions_are_written_as_in_the_protocol_with_the_name_of_the_card(action: int, text: str) -> None:
    rules = game("locm")
    assert rules.action_text(action) == text
    assert rules.parse_action(f"  {text} ") == action


@pytest.mark.parametrize(
    "text",
    [
        "", "pass", "PASS 1", "PICK", "PICK 3", "PICK -1", "PICK 1 Slimer", "SUMMON 3", "SUMMON 3 2", "SUMMON 3 -1",
        "SUMMON 0 1", "SUMMON 61 0", "SUMMON 03 0", "SUMMON 3  0", "ATTACK 3 0", "ATTACK 3 61", "ATTACK -1 3", "USE 3",
        "USE 3 x", "USE ３ 4", "DANCE 1 2", None, 7, ["PASS"],
    ],
)  # fmt: skip
def test_what_is_no_action_is_refused_with_examples(text: Any) -> None:
    with pytest.raises(PositionError, match="actions look like: PICK 1, SUMMON 12 0, ATTACK 3 -1"):
        game("locm").parse_action(text)


def test_a_name_that_is_no_card_is_refused_with_the_nearest() -> None:
    with pytest.raises(PositionError, match="no card 'Slimmer'; did you mean 'Slimer'"):
        game("locm").parse_action("SUMMON 1 0 Slimmer")


@pytest.mark.parametrize(
    "action",
    [
        0, -1, 6, 1 << 80, pack(Kind.PICK, 3), pack(Kind.PICK, 1, 1), pack(Kind.PASS, 1), pack(Kind.SUMMON, 0, 1),
        pack(Kind.SUMMON, 1, 2), pack(Kind.ATTACK, 61, 1), pack(Kind.USE, 1, 1, 161), "PASS", None,
    ],
)  # fmt: skip
def test_numbers_that_are_no_actions_have_no_text(action: Any) -> None:
    with pytest.raises(PositionError, match="is not an action of Legends of Code and Magic"):
        game("locm").action_text(action)


def test_in_a_position_the_card_of_the_instance_is_filled_in() -> None:
    state = lay(holding(SLIMER, POISON))
    assert extra_of(state.parse("SUMMON 1 0")) == SLIMER
    assert extra_of(state.parse("USE 3 -1")) == POISON
    assert extra_of(state.seat(0).parse("USE 3 -1")) == POISON
    assert extra_of(state.parse("USE 31 -1")) == 0, "a card that does not exist stays unknown"
    with pytest.raises(PositionError, match="3 is Poison, not Slimer"):
        state.parse("SUMMON 3 0 Slimer")


def test_the_cards_of_the_other_are_not_filled_in_for_a_seat() -> None:
    state = lay({}, holding(POISON))
    assert extra_of(state.parse("USE 2 -1")) == POISON
    assert extra_of(state.seat(0).parse("USE 2 -1")) == 0


# ---- events ----------------------------------------------------------------------------------------------------------


EVERYBODY = -1


def _event(kind: Told, player: int, *numbers: int, seats: int = EVERYBODY, lanes: int = 2) -> Event:
    return game("locm", lanes=lanes).event(kind, player, [*numbers, *[0] * (4 - len(numbers))], seats)


@pytest.mark.parametrize(
    ("event", "fields", "words", "own"),
    [
        ((Told.OFFERED, -1, 6), {"round": 6}, "three cards are offered (7 of 30)", None),
        ((Told.PICKED, 0, 1, 6), {"card": 1, "round": 6}, "picks Slimer", "pick Slimer"),
        ((Told.BATTLE_BEGAN, -1), {}, "the draft is over, the battle begins", None),
        ((Told.TURN, 1, 5, 4), {"turn": 5, "mana": 4}, "begins round 3 with 4 mana", "begin round 3 with 4 mana"),
        ((Told.DREW, 1, 1, 8), {"card": 1, "id": 8}, "draws Slimer", "draw Slimer"),
        (
            (Told.SUMMONED, 0, 3, 1, 0),
            {"id": 3, "card": 1, "lane": 0},
            "summons Slimer (2/1) on the left lane",
            "summon Slimer (2/1) on the left lane",
        ),
        (
            (Told.SUMMONED, 0, 3, 49, 1),
            {"id": 3, "card": 49, "lane": 1},
            "summons Shiny Prowler (1/2, Guard, Lethal) on the right lane",
            "summon Shiny Prowler (1/2, Guard, Lethal) on the right lane",
        ),
        (
            (Told.ATTACKED, 0, 3, 1),
            {"id": 3, "card": 1, "target": 0, "target_card": 0},
            "attacks the opponent with Slimer",
            "attack the opponent with Slimer",
        ),
        (
            (Told.ATTACKED, 0, 3, 1, 4, 2),
            {"id": 3, "card": 1, "target": 4, "target_card": 2},
            "attacks Scuttler with Slimer",
            "attack Scuttler with Slimer",
        ),
        (
            (Told.USED, 0, 5, 151, 4, 2),
            {"id": 5, "card": 151, "target": 4, "target_card": 2},
            "uses Decimate on Scuttler",
            "use Decimate on Scuttler",
        ),
        (
            (Told.USED, 0, 5, 153),
            {"id": 5, "card": 153, "target": 0, "target_card": 0},
            "uses Healing Potion",
            "use Healing Potion",
        ),
        ((Told.HEALTH, 1, -3, 27), {"change": -3, "health": 27}, "loses 3 health, now 27", "lose 3 health, now 27"),
        ((Told.HEALTH, 1, 2, 32), {"change": 2, "health": 32}, "gains 2 health, now 32", "gain 2 health, now 32"),
        (
            (Told.RUNE, 1, 25),
            {"rune": 25},
            "loses the rune at 25: one more card next turn",
            "lose the rune at 25: one more card next turn",
        ),
        (
            (Told.BURNED_RUNE, 1, 20, 20),
            {"rune": 20, "health": 20},
            "loses the rune at 20 by drawing, health now 20",
            "lose the rune at 20 by drawing, health now 20",
        ),
        (
            (Told.BURNED_RUNE, 1),
            {"rune": 0, "health": 0},
            "loses the last health by drawing, health now 0",
            "lose the last health by drawing, health now 0",
        ),
        (
            (Told.WARD_BROKE, 1, 4, 7),
            {"id": 4, "card": 7},
            "loses the Ward of Rootkin Sapling",
            "lose the Ward of Rootkin Sapling",
        ),
        ((Told.DIED, 1, 4, 7), {"id": 4, "card": 7}, "loses Rootkin Sapling", "lose Rootkin Sapling"),
        ((Told.NO_ROOM, 0, 1), {"draws": 1}, "loses 1 draw, the hand is full", "lose 1 draw, the hand is full"),
        ((Told.NO_ROOM, 0, 2), {"draws": 2}, "loses 2 draws, the hand is full", "lose 2 draws, the hand is full"),
        ((Told.PASSED, 0), {}, "ends the turn", "end the turn"),
        ((Told.ENDED, 1, 1), {"reason": 1}, "wins: the opponent has no health left", "win: the opponent has no health left"),
        ((Told.ENDED, 1, 2), {"reason": 2}, "wins: the opponent has died by drawing", "win: the opponent has died by drawing"),
        ((Told.ENDED, 0, 3), {"reason": 3}, "wins: the last round is over", "win: the last round is over"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_event_has_its_fields_and_its_words(
    event: tuple[Told, int, *tuple[int, ...]], fields: dict[str, int], words: str, own: str | None
) -> None:
    told = _event(*event)
    assert (told.kind, told.player, told.fields) == (event[0].name.lower(), None if own is None else event[1], fields)
    assert told.text == (words if own is None else f"seat {event[1]} {words}")
    assert told.words(own=True) == (own or words)


@pytest.mark.parametrize(
    ("kind", "known", "secret"), [(Told.PICKED, "round", "picks a card"), (Told.DREW, "id", "draws a card")]
)
def test_the_card_of_a_pick_or_draw_is_absent_for_the_other(kind: Told, known: str, secret: str) -> None:
    told = _event(kind, 0, 1, 6, seats=0b01)
    assert told.for_seat(0) == told
    assert told.for_seat(1).to_dict() == {"kind": told.kind, "player": 0, "fields": {known: 6}, "audience": [0]}
    assert told.for_seat(1).text == f"seat 0 {secret}"


def test_with_one_lane_the_lane_is_not_named() -> None:
    assert _event(Told.SUMMONED, 0, 3, 1, 0, lanes=1).text == "seat 0 summons Slimer (2/1)"


def test_a_fight_is_told_in_the_order_of_the_rules() -> None:
    state = lay({"board": [creature(5, 2, "BD")]}, {"board": [creature(2, 3)], "health": 26})
    assert _told(state, "ATTACK 1 2") == [
        "seat 0 attacks Beavrat with Beavrat",
        "seat 1 loses Beavrat",
        "seat 0 loses Beavrat",
        "seat 0 gains 5 health, now 35",
        "seat 1 loses 2 health, now 24",
        "seat 1 loses the rune at 25: one more card next turn",
    ]


def test_the_end_of_a_turn_and_a_draw_are_told() -> None:
    state = lay({}, {"deck": [DECIMATE], "draws": 2, "health": 12})
    assert _told(state, "PASS") == [
        "seat 0 ends the turn",
        "seat 1 begins round 1 with 12 mana",
        "seat 1 draws Decimate",
        "seat 1 loses the rune at 10 by drawing, health now 10",
    ]


def test_others_hear_of_picks_and_draws_but_not_which() -> None:
    state, rng, heard = game("locm").new(3), Rng(3), []
    state.listener = heard.append
    while not state.over:
        state.apply(state.random_action(rng))
    hidden: list[Event] = [event for event in heard if event.kind in ("picked", "drew")]
    assert len(hidden) > 70
    for event in hidden:
        assert event.player is not None
        other = event.for_seat(1 - event.player)
        verb = "picks" if event.kind == "picked" else "draws"
        assert other.text == f"seat {event.player} {verb} a card"
        assert "card" in event.fields and "card" not in other.fields
        assert event.for_seat(event.player) == event


# ---- views -----------------------------------------------------------------------------------------------------------


def test_the_view_of_a_battle_in_full() -> None:
    first = {
        "gone": [POISON],
        "board": [{"card": SLIMER, "lane": 1, "defense": 3}],
        "hand": [DECIMATE],
        "deck": [9, 4],
        "mana": 5,
    }
    second = {"health": 23, "hand": [2, 3], "board": [63], "deck": [5], "draws": 2, "bonus": True}
    state = lay(first, second, turn=6)
    assert state.view(0) == {
        "seat": 0, "player": 0, "phase": "battle", "turn": 6,
        "players": [
            {
                "health": 30, "mana": 5, "max_mana": 12, "runes": 5, "draws": 1, "due": 1, "bonus": False,
                "hand": ["151#5"],
                "board": [{
                    "card": "1#3", "lane": 1, "attack": 2, "defense": 3, "keywords": "------",
                    "able": True, "attacked": False, "touched": True,
                }],
                "gone": ["154#1"],
                "deck": ["4#7", "9#9"],
            },
            {
                "health": 23, "mana": 13, "max_mana": 13, "runes": 4, "draws": 2, "due": 1, "bonus": True,
                "hand": ["?#4", "?#6"],
                "board": [{
                    "card": "63#2", "lane": 0, "attack": 0, "defense": 4, "keywords": "---G-W",
                    "able": False, "attacked": False, "touched": False,
                }],
                "gone": [],
                "deck": ["?#8"],
            },
        ],
    }  # fmt: skip


def test_offers_are_seen_up_to_the_present_round_and_only_own_picks() -> None:
    state = game("locm").new(4)
    offers = state.to_dict()["offers"]
    for text in ("PICK 1", "PICK 0", "PICK 2"):
        state.apply(state.parse(text))
    mine, others = state.view(0), state.view(1)
    assert mine == {"seat": 0, "phase": "draft", "player": 1, "offers": offers[:2], "picks": [[1, 2], ["?"]]}
    assert others == {"seat": 1, "phase": "draft", "player": 1, "offers": offers[:2], "picks": [["?", "?"], [0]]}
    state.apply(state.parse("PICK 0"))
    assert state.view(0)["offers"] == state.view(1)["offers"] == offers[:3]


def test_after_the_draft_all_offers_and_the_own_deck_are_known() -> None:
    state, rng = game("locm").new(4), Rng(1)
    while state.to_dict()["phase"] == "draft":
        state.apply(state.random_action(rng))
    view, truth = state.view(1), state.to_dict()
    assert view["offers"] == truth["offers"]
    picked = [offer[index] for offer, index in zip(truth["offers"], truth["picks"][1], strict=True)]
    assert view["picks"] == [["?"] * 30, truth["picks"][1]]
    other, side = view["players"]
    assert sorted(int(text.partition("#")[0]) for text in side["deck"] + side["hand"]) == sorted(picked)
    assert side["deck"] == sorted(side["deck"], key=lambda text: int(text.partition("#")[0]))
    assert [text.partition("#")[0] for text in other["hand"] + other["deck"]] == ["?"] * 30


def test_who_won_and_how_is_seen() -> None:
    state = lay({"board": [creature(9, 9)]}, {"health": 9})
    state.apply(state.parse("ATTACK 1 -1"))
    view = state.view(1)
    assert (view["phase"], view["player"], view["winner"], view["reason"]) == ("over", None, 0, "health")


def test_with_healing_opponent_effects_the_hand_says_so() -> None:
    for options, effect in (({}, "foe-2"), ({"opponent_hp": "heals"}, "foe+2"), ({"rules": "paper"}, "foe+2")):
        state = lay(holding(POISON), **options)
        assert effect in drawn(seen(state, 0, ("you", "other")), 60, 28).plain()


def test_views_are_plain_values_at_every_moment() -> None:
    state, rng = game("locm", lanes=1).new(8), Rng(8)
    while not state.over:
        for seat in range(2):
            view = state.view(seat)
            assert json.loads(json.dumps(view)) == view
        state.apply(state.random_action(rng))


def test_bad_input_changes_nothing() -> None:
    state = lay(holding(SLIMER))
    before = state.digest()
    for text in ("SUMMON 1 7", "ATTACK 1 -1", "SUMMON 3 0", "PICK 0"):
        with pytest.raises(CardlabError):
            state.apply(state.parse(text))
    assert state.digest() == before
