"""The starter AI on positions that were worked out by hand from its description."""

from __future__ import annotations

import os

import pytest

from cardlab import game, make_agent, play_match
from tests.games.duelyst.asked import chosen, turn_of
from tests.games.duelyst.tables import lay, spring, unit

PURE = os.environ.get("CARDLAB_PURE") == "1"
GOLEM = 10205
SPRINGS = [spring(4, 0), spring(4, 4), spring(5, 2)]


def test_scores_of_fresh_units() -> None:
    state = lay(
        unit(9, 1, 3, 2), unit(11, 1, 4, 4), unit(8, 2, 6, 0), unit(214, 2, 7, 0), unit(402, 1, 3, 0), unit(GOLEM, 1, 2, 0)
    )
    scores = make_agent(state.game, "starter-ai").unit_scores(state.seat(0))  # type: ignore[attr-defined]
    assert scores == pytest.approx(
        [39, 39, 3.6 + 2**1.5 + 4, 6 + 1 + 6 + 10, 4.8 + 8 + 2 + 20, 7.2 + 8, 3.6 + 3**1.5 + 2 + 30, 3.6 + 8]
    )


def test_scores_count_effects_artifacts_and_creep() -> None:
    worn = {"artifacts": [{"id": 30004, "durability": 2}]}
    row = unit(GOLEM, 1, 3, 2, atk=6, hp=3, maxHp=3)
    state = lay(row, mine=worn, tiles=[{"id": 40004, "owner": 2, "x": 3, "y": 2}])
    scores = make_agent(state.game, "starter-ai").unit_scores(state.seat(0))  # type: ignore[attr-defined]
    assert scores == pytest.approx([35 + 3 + 2 * 2 + 2, 39, 3.6 + 6**1.5 + 2 * 2])


def mulligan(hand: list[int], second: bool = False) -> str:
    cards = [*hand, *[None] * (6 - len(hand))]
    position = {
        "status": "mulligan", "units": [unit(1, 1, 0, 2), unit(1, 2, 8, 2)], "current": 2 if second else 1,
        "players": [{"hand": cards, "deck": [9] * 9}] * 2, "mulliganed": [1] if second else [],
    }  # fmt: skip
    return chosen(game("duelyst").from_dict(position))


def test_the_mulligan_throws_the_first_two_spells_artifacts_or_expensive_cards() -> None:
    assert mulligan([9, 20066, 11, 30004, 20044]) == "mulligan 1 3"
    assert mulligan([9, 8, 11, 9, 11]) == "mulligan 1"
    assert mulligan([9, 8, 11, 9, 11], second=True) == "mulligan"
    assert mulligan([9, 11, 9]) == "mulligan"


@pytest.mark.parametrize(
    ("hand", "choice"),
    [
        ([9, 10206, 11031], "replace 1 Drybone Golem"),
        ([9, 11, 8, 11], "replace 1 Silverguard Knight"),
    ],
)
def test_it_replaces_what_is_too_expensive_or_held_twice(hand: list[int], choice: str) -> None:
    assert chosen(lay(hand=hand, deck=[9], mana=4)) == choice


def test_it_replaces_a_random_spell_if_it_holds_more_than_two() -> None:
    state = lay(hand=[9, 20066, 20044, 20047], deck=[9], mana=2)
    picked = {chosen(state, seed) for seed in range(40)}
    assert picked == {"replace 1 True Strike", "replace 2 Tempest", "replace 3 War Surge"}


def test_the_general_opens_towards_the_springs() -> None:
    """From (2,2) the nearest spring is 3 away and the enemy general 6: -6 - 3. The corners (1,1) and (1,3) have -6 - 3.5."""
    assert chosen(lay(tiles=SPRINGS, mana=0)) == "move 0,2 2,2"


def test_minions_are_put_towards_springs_and_the_later_of_equal_tiles() -> None:
    """Without mana for more, an Adept beside the general.

    Tiles on column 1 are 3 from (4,0) or (4,4); zeal counts everywhere.
    """
    state = lay(unit(1, 1, 2, 2, moves=1), hand=[9], tiles=SPRINGS, mana=2)
    assert chosen(state) == "play 0 3,3 Windblade Adept"


def test_a_target_that_dies_goes_before_one_that_does_not() -> None:
    state = lay(unit(GOLEM, 1, 4, 2), unit(GOLEM, 2, 5, 2), unit(10206, 2, 5, 1), mana=0)
    assert chosen(state) == "attack 4,2 5,2"


def test_a_buff_is_played_when_it_makes_the_difference() -> None:
    state = lay(unit(GOLEM, 1, 4, 2), unit(10978, 2, 5, 2), hand=[20116], mana=1)
    assert turn_of(state)[:2] == ["play 0 4,2 Greater Fortitude", "attack 4,2 5,2"]


def test_a_stat_artifact_waits_unless_it_scores_or_there_are_two() -> None:
    """On a fresh general (39) the Bracers score 39 / 2 + 0, the Staff 39 + 2, which reaches 40."""
    assert turn_of(lay(unit(1, 1, 0, 2, moves=1), hand=[30004], mana=2)) == ["end"]
    assert turn_of(lay(unit(1, 1, 0, 2, moves=1), hand=[30006], mana=2)) == ["play 0 - Staff Of Y'Kir", "end"]
    both = turn_of(lay(unit(1, 1, 0, 2, moves=1), hand=[30004, 30010, 30004], mana=0))
    assert both[:2] == ["play 2 - Sunstone Bracers", "end"]


def test_a_general_does_not_attack_what_is_too_strong_for_it() -> None:
    strong = lay(unit(1, 1, 4, 2, hp=12, maxHp=25, moves=1), unit(GOLEM, 2, 5, 2), mana=0)
    assert "attack 4,2 5,2" not in turn_of(strong)
    weak = lay(unit(1, 1, 4, 2, hp=20, maxHp=25, moves=1), unit(GOLEM, 2, 5, 2), mana=0)
    assert "attack 4,2 5,2" in turn_of(weak)


def test_a_teleported_friend_goes_to_its_best_tile() -> None:
    state = lay(unit(110, 1, 1, 1), hand=[20168], mana=1)
    done = turn_of(state)
    assert done == [
        "move 0,2 2,2", "move 1,1 3,1", "play 0 3,1 Mist Dragon Seal", "follow 7,1 Mist Dragon Seal", "attack 7,1 8,2", "end",
    ]  # fmt: skip


def test_it_finishes_a_general_that_it_can_kill() -> None:
    state = lay(unit(GOLEM, 1, 6, 2), unit(101, 2, 8, 2, hp=4, maxHp=25), mana=0)
    done = turn_of(state)
    assert done[-1].endswith("8,2") and done[-1].startswith("attack")


@pytest.mark.parametrize("faction", ["lyonar", "songhai", "vetruvian", "abyssian", "magmar", "vanar"])
def test_it_plays_every_faction_and_beats_random_play(faction: str) -> None:
    kind = game("duelyst", deck1=f"ai_{faction}", deck2=f"ai_{faction}")
    result = play_match(kind, ["starter-ai", "random"], games=2 if PURE else 20, seed=3)
    assert result.roles[0].score >= (0.5 if PURE else 0.85)


def test_the_same_seed_gives_the_same_game() -> None:
    kind = game("duelyst", deck1="ai_vetruvian", deck2="ai_abyssian")
    first, second = (play_match(kind, ["starter-ai", "starter-ai"], games=2 if PURE else 6, seed=9) for _ in range(2))
    assert [(role.points, role.decisions) for role in first.roles] == [(role.points, role.decisions) for role in second.roles]
