"""How a game ends, and who has won when several things happen at once."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab import game
from cardlab.core.rng import Rng
from cardlab.errors import GameOver, IllegalAction
from cardlab.games.locm.rules.state import LocmState
from tests.games.locm.tables import changes, creature, facing, holding, lay, play

DECK = [3] * 10
CHOMPLEAF, HOWLER, HEALING = 25, 45, 153


def end(state: LocmState) -> tuple[int, str]:
    """The winner and the reason, told in the same way everywhere."""
    assert state.over and state.player is None and state.legal() == []
    result, position = state.result, state.to_dict()
    assert result is not None and result.winner is not None
    scores = (1.0, 0.0) if result.winner == 0 else (0.0, 1.0)
    assert (result.scores, result.reason, state.reason) == (scores, position["reason"], position["reason"])
    assert (position["phase"], position["player"], position["winner"]) == ("over", None, result.winner)
    return result.winner, result.reason


# ---- by damage ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("health", [1, 4])
def test_an_attack_that_takes_the_last_health_wins(health: int) -> None:
    state = play(lay({"board": [creature(4, 4)]}, {"health": health}), "ATTACK 1 -1")
    assert end(state) == (0, "health")


def test_one_point_of_health_is_enough_to_play_on() -> None:
    state = play(lay({"board": [creature(4, 4)]}, {"health": 5}), "ATTACK 1 -1")
    assert not state.over and state.result is None and state.reason == ""


def test_the_second_player_wins_by_damage_too() -> None:
    state = play(lay({"health": 3}, {"board": [creature(4, 4)]}, player=1), "ATTACK 2 -1")
    assert end(state) == (1, "health")


def test_breakthrough_a_card_and_an_item_can_win() -> None:
    assert end(play(facing(creature(9, 9, "B"), creature(1, 1), second={"health": 8}), "ATTACK 1 2")) == (0, "health")
    assert end(play(lay(holding(78), {"health": 5}), "SUMMON 1 0")) == (0, "health")
    assert end(play(lay(holding(158), {"health": 4}), "USE 1 -1")) == (0, "health")
    assert end(play(lay(holding(146), {"health": 2, "board": [creature(1, 1)]}), "USE 1 2")) == (0, "health")


def test_who_kills_himself_has_lost() -> None:
    assert end(play(lay(holding(HOWLER, health=3)), "SUMMON 1 0")) == (1, "health")
    state = play(lay(holding(HOWLER, health=4)), "SUMMON 1 0")
    assert not state.over and state.to_dict()["players"][0]["health"] == 1


def test_drain_comes_in_time() -> None:
    """Gain and loss of one fight belong to two players, so that none can save the other."""
    state = facing(creature(5, 1, "BD"), creature(9, 1), {"health": 1}, {"health": 4})
    changed = changes(state, "ATTACK 1 2")
    assert (changed["0.health"], changed["1.health"]) == (6, 0)
    assert end(state) == (0, "health")


@pytest.mark.parametrize(
    ("player", "options", "winner"),
    [
        (0, {}, 0),
        (1, {}, 1),
        (0, {"rules": "gym"}, 1),
        (1, {"rules": "gym"}, 1),
        (0, {"both_dead": "second"}, 1),
        (1, {"both_dead": "second"}, 1),
        (0, {"rules": "paper", "opponent_hp": "signed"}, 1),
        (0, {"rules": "paper", "opponent_hp": "signed", "both_dead": "active"}, 0),
    ],
)
def test_if_both_have_no_health_left_the_rules_name_the_winner(player: int, options: dict[str, Any], winner: int) -> None:
    sides: list[dict[str, Any]] = [{"health": 2}, {"health": 2}]
    sides[player]["hand"] = [CHOMPLEAF]
    state = play(lay(*sides, player=player, **options), f"SUMMON {player + 1} 0")
    assert [side["health"] for side in state.to_dict()["players"]] == [0, 0]
    assert end(state) == (winner, "health")


def test_where_effects_heal_only_the_owner_dies() -> None:
    state = play(lay(holding(CHOMPLEAF, health=2), {"health": 2}, rules="paper"), "SUMMON 1 0")
    assert [side["health"] for side in state.to_dict()["players"]] == [0, 4]
    assert end(state) == (1, "health")


# ---- by drawing --------------------------------------------------------------------------------------------------


def drawn_dead(player: int = 1, **options: Any) -> LocmState:
    """The turn of a player with no rune and no card left has begun; he holds a potion and has an attacker."""
    sides: list[dict[str, Any]] = [{"deck": DECK}, {"deck": DECK}]
    sides[player] = {"health": 4, "hand": [HEALING, 3], "board": [creature(30, 5)]}
    return play(lay(*sides, player=1 - player, **options), "PASS")


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("rules", ["official", "gym"])
def test_death_by_drawing_counts_at_once(player: int, rules: str) -> None:
    assert end(drawn_dead(player, rules=rules)) == (1 - player, "deck")


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("options", [{"rules": "paper"}, {"rules": "rust"}, {"draw_death": "after_action"}])
def test_death_by_drawing_may_count_after_the_next_action_only(player: int, options: dict[str, Any]) -> None:
    state = drawn_dead(player, **options)
    assert not state.over and state.player == player
    assert state.to_dict()["players"][player]["health"] == 0
    for action in ("PASS", f"SUMMON {player + 5} 0"):
        assert end(play(state.copy(), action)) == (1 - player, "deck")
    saved = play(state.copy(), f"USE {player + 3} -1")
    assert not saved.over and saved.to_dict()["players"][player]["health"] == 5


def test_a_doomed_player_may_take_the_other_along() -> None:
    """Both are dead then; who has won is the question of both_dead."""
    assert end(play(drawn_dead(1, rules="paper"), "ATTACK 2 -1")) == (1, "health")
    assert end(play(drawn_dead(0, rules="paper"), "ATTACK 1 -1")) == (1, "health")
    assert end(play(drawn_dead(0, rules="paper", both_dead="active"), "ATTACK 1 -1")) == (0, "health")


def test_saved_by_an_item_the_player_is_as_well_as_ever() -> None:
    state = play(drawn_dead(1, rules="paper"), "USE 4 -1")
    play(state, "SUMMON 6 0", "PASS")
    assert state.player == 0 and not state.over


# ---- by length ---------------------------------------------------------------------------------------------------


def test_after_the_last_round_the_first_player_wins() -> None:
    state = lay({"deck": DECK}, {"deck": DECK, "health": 99}, turn=5, rounds=3)
    play(state, "PASS")
    assert end(state) == (0, "rounds")


def test_the_last_round_is_played_to_its_end() -> None:
    state = lay({"deck": DECK}, {"deck": DECK, "board": [creature(9, 9)]}, turn=4, rounds=3)
    play(state, "PASS")
    assert state.player == 1
    assert not play(state, "ATTACK 2 -1").over


def test_the_paper_rules_have_256_rounds_and_the_others_no_limit() -> None:
    late = {"deck": DECK, "hand": [3]}
    state = play(lay(late, late, turn=511, rules="paper"), "PASS")
    assert end(state) == (0, "rounds")
    for rules in ("official", "rust", "gym"):
        state = play(lay(late, late, turn=511, rules=rules), "PASS")
        assert not state.over and state.player == 0


@pytest.mark.parametrize(("rules", "passes"), [("official", 110), ("gym", 110), ("paper", 111), ("rust", 111)])
def test_every_game_ends_though_both_only_pass(rules: str, passes: int) -> None:
    state = game("locm", rules=rules).new(2)
    assert isinstance(state, LocmState)
    play(state, *["PICK 0"] * 60, *["PASS"] * (passes - 1))
    assert not state.over
    assert end(play(state, "PASS")) == (1, "deck")


def test_random_games_end_by_health_or_deck() -> None:
    reasons = set()
    for seed in range(20):
        state = game("locm").new(seed)
        state.rollout(Rng(seed))
        assert isinstance(state, LocmState)
        reasons.add(end(state)[1])
    assert reasons <= {"health", "deck"} and "health" in reasons


# ---- afterwards --------------------------------------------------------------------------------------------------


def test_nothing_can_be_played_after_the_end() -> None:
    state = play(lay({"board": [creature(4, 4), creature(4, 4)]}, {"health": 1}), "ATTACK 1 -1")
    before = state.to_dict()
    with pytest.raises(GameOver):
        play(state, "PASS")
    assert state.to_dict() == before


@pytest.mark.parametrize(
    "text",
    [
        "PICK 0", "SUMMON 3 0", "SUMMON 5 0", "SUMMON 1 0", "SUMMON 4 0", "ATTACK 1 -1", "ATTACK 1 4", "ATTACK 3 2",
        "ATTACK 2 1", "USE 5 -1", "USE 5 1", "USE 7 2", "USE 3 2", "ATTACK 1 1", "USE 1 2",
    ],
)  # fmt: skip
def test_an_illegal_action_is_refused_and_changes_nothing(text: str) -> None:
    """Player 0: creature 1, a creature in hand too dear (3), a red item (5), a green one (7). Player 1: a guard (2) and 4."""
    mine = holding(116, 141, 118, mana=5, board=[creature(2, 2)])
    state = lay(mine, {"board": [creature(1, 1, "G"), creature(1, 1)], "hand": [3]})
    before = state.to_dict()
    with pytest.raises(IllegalAction):
        play(state, text)
    assert state.to_dict() == before
