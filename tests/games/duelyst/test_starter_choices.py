"""What the starter AI does in positions that were worked out by hand from its description, defects and all."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab.lab.scenarios import run_cases
from tests.games.duelyst.asked import any_of, chosen, places, turn_of
from tests.games.duelyst.tables import lay, unit

GOLEM, BIG, BRIGHT, DRYBONE, WISP, KOMODO, SEER, SILITHAR = 10205, 10978, 10204, 10206, 315, 10018, 11027, 412
STILL = unit(1, 1, 0, 2, moves=1)
"""The own general, which has moved."""


def held(card: int, owner: int, x: int, y: int, **more: Any) -> dict[str, Any]:
    """A unit that has moved, but can attack."""
    return unit(card, owner, x, y, moves=1, **more)


# ---- whose turn it is --------------------------------------------------------------------------------------------------


def test_usable_units_are_sorted_so_that_only_the_first_is_sure() -> None:
    """15.2, 4.6 and 11.6 in board order stay so, the general's 39 goes first: the weaker Komodo attacks before the golem."""
    units = [held(BIG, 1, 4, 2), held(KOMODO, 1, 4, 0), held(GOLEM, 1, 4, 4)]
    state = lay(STILL, *units, unit(BRIGHT, 2, 5, 0), unit(BRIGHT, 2, 5, 4), mana=0)
    assert turn_of(state) == ["attack 4,0 5,0", "attack 4,4 5,4", "end"]


# ---- attacks -----------------------------------------------------------------------------------------------------------


def test_one_behind_a_forcefield_is_left_and_the_next_in_line_is_not_the_best() -> None:
    """The Seer's 26.8 is the head; behind it stand the Brightmoss with 9.4 and the Obelysk with 22.6, as on the board."""
    foes = [unit(SEER, 2, 5, 2), unit(BRIGHT, 2, 5, 1), unit(214, 2, 5, 3)]
    assert chosen(lay(STILL, held(GOLEM, 1, 4, 2), *foes, mana=0)) == "attack 4,2 5,1"


def test_another_unit_takes_the_forcefield_down_first() -> None:
    """A wraithling goes to the first of the tiles beside the Seer that are equally near."""
    state = lay(STILL, held(GOLEM, 1, 4, 2), unit(WISP, 1, 4, 4), unit(SEER, 2, 5, 2), mana=0)
    assert turn_of(state)[:3] == ["move 4,4 4,3", "attack 4,3 5,2", "attack 4,2 5,2"]


def test_who_would_be_held_on_the_way_takes_no_forcefield_down() -> None:
    """Both tiles beside the Seer that the wraithling can reach touch a Shieldmaster too, which is not the target."""
    foes = [unit(SEER, 2, 5, 2), unit(19027, 2, 5, 4)]
    done = turn_of(lay(STILL, held(GOLEM, 1, 4, 1), held(WISP, 1, 3, 4), *foes, mana=0))
    assert "attack 4,1 5,2" not in done


def test_a_minion_that_comes_back_is_killed_only_if_somebody_can_reach_the_egg() -> None:
    alone = lay(STILL, held(GOLEM, 1, 4, 2), unit(SILITHAR, 2, 5, 2), unit(BRIGHT, 2, 5, 1), mana=0)
    assert turn_of(alone)[0] == "attack 4,2 5,1"
    helped = lay(STILL, held(GOLEM, 1, 4, 2), unit(WISP, 1, 3, 4), unit(SILITHAR, 2, 5, 2), unit(BRIGHT, 2, 5, 1), mana=0)
    done = turn_of(helped)
    assert done[0] == "attack 4,2 5,2" and done[1:3] == ["move 3,4 4,3", "attack 4,3 5,2"]
    spare = lay(STILL, held(GOLEM, 1, 4, 2), unit(SILITHAR, 2, 5, 2, atk=2, hp=6, maxHp=6), mana=0)
    assert turn_of(spare)[0] == "attack 4,2 5,2"


def test_an_attack_that_the_rules_refuse_is_forgotten_for_the_turn() -> None:
    """The wraithling touches the Seer, but is held by a Shieldmaster: it cannot take the forcefield down, so another is hit."""
    foes = [unit(SEER, 2, 5, 2), unit(19027, 2, 3, 4), unit(BRIGHT, 2, 5, 0)]
    state = lay(STILL, held(GOLEM, 1, 4, 1), held(WISP, 1, 4, 3), *foes, mana=0)
    assert chosen(state) == "attack 4,1 5,0"
    assert turn_of(state)[:2] == ["attack 4,1 5,0", "attack 4,3 3,4"]


def test_with_a_kill_in_sight_the_general_forgets_its_fear() -> None:
    """With 6 health it does not attack one with 2 attack, but the fire's 3 and its own 2 make 5."""
    units = [unit(1, 1, 7, 2, hp=6, maxHp=25, moves=1), unit(101, 2, 8, 2, hp=5, maxHp=25)]
    assert chosen(lay(*units, mana=0)) == "end"
    assert turn_of(lay(*units, hand=[20081], mana=2)) == ["attack 7,2 8,2", "play 0 8,2 Phoenix Fire"]
    assert turn_of(lay(*units, hand=[20081], mana=1)) == ["end"]


def test_a_buff_may_be_what_kills() -> None:
    """The golem's 4 and 3 more are the general's 7."""
    state = lay(STILL, held(GOLEM, 1, 7, 2), unit(101, 2, 8, 2, hp=7, maxHp=25), hand=[20080], mana=2)
    assert turn_of(state) == ["play 0 7,2 Saberspine Seal", "attack 7,2 8,2"]


def test_vanishing_units_get_no_buff() -> None:
    state = lay(STILL, held(217, 1, 4, 2), unit(KOMODO, 2, 5, 2), hand=[20080], mana=2)
    assert turn_of(state)[0] == "attack 4,2 5,2"


def test_weakening_cards_are_looked_for_among_those_for_the_attacker() -> None:
    """Dampening Wave is for enemies only, and so never found; in the later game it is for any minion."""
    units = [STILL, held(GOLEM, 1, 4, 2), unit(BRIGHT, 2, 5, 2)]
    assert turn_of(lay(*units, hand=[20111], mana=0))[0] == "attack 4,2 5,2"
    later = lay(*units, hand=[20111], mana=0, profile="duelyst2", overlay=True)
    assert turn_of(later)[:2] == ["play 0 5,2 Dampening Wave", "attack 4,2 5,2"]
    safe = lay(STILL, held(DRYBONE, 1, 4, 2), unit(BRIGHT, 2, 5, 2), hand=[20111], mana=0, profile="duelyst2", overlay=True)
    assert turn_of(safe)[0] == "attack 4,2 5,2"


def test_psionic_strike_waits_until_it_kills_a_minion() -> None:
    home = unit(223, 1, 0, 2, moves=1)
    ready = {"sigReady": True}
    assert turn_of(lay(home, mine=ready, mana=1)) == ["end"]
    found = turn_of(lay(home, unit(KOMODO, 2, 1, 2), mine=ready, mana=1))
    assert found == ["play s - Psionic Strike", "attack 0,2 1,2", "end"]
    assert turn_of(lay(home, unit(101, 2, 1, 2, hp=3, maxHp=25), mine=ready, mana=1))[0] == "attack 0,2 1,2"


# ---- cards that are worth it -------------------------------------------------------------------------------------------


def test_cards_of_ninety_come_first_and_those_of_forty_last() -> None:
    """On a Drybone Golem a Fortitude is worth 1 + 2.2 * 43.6, on a Stormmetal Golem 1 + 2.2 * 32.2."""
    great = lay(STILL, unit(DRYBONE, 1, 2, 2), hand=[20116], mana=1)
    good = lay(STILL, unit(10207, 1, 2, 2), hand=[20116], mana=1)
    assert places(great)["2,2"] == pytest.approx(1 + 2.2 * (12 + 10**1.5))
    assert places(good)["2,2"] == pytest.approx(1 + 2.2 * (9.6 + 8**1.5))
    assert [text.split()[0] for text in turn_of(great)] == ["play", "move", "end"]
    assert [text.split()[0] for text in turn_of(good)] == ["move", "play", "end"]


def test_spells_below_forty_need_fifteen_but_nothing_with_a_full_hand() -> None:
    """A True Strike on a Hailstone Golem: 1 + 7.6."""
    foe = unit(BIG, 2, 7, 1)
    assert turn_of(lay(STILL, foe, hand=[20066], mana=1)) == ["end"]
    full = [20066, 9, 9, 9, 9, 9]
    assert "play 0 7,1 True Strike" in turn_of(lay(STILL, foe, hand=full, mana=1))


def test_shadow_nova_needs_two_beside_each_other_or_a_general() -> None:
    pair = [unit(WISP, 2, 6, 1), unit(GOLEM, 2, 7, 1)]
    assert chosen(lay(STILL, *pair, hand=[20051], mana=4)) == "play 0 6,0 Shadow Nova"
    assert turn_of(lay(STILL, pair[0], hand=[20051], mana=4)) == ["end"]
    assert turn_of(lay(STILL, pair[1], unit(GOLEM, 2, 6, 1), hand=[20051], mana=4)) == ["end"]
    assert chosen(lay(STILL, unit(101, 2, 8, 2, hp=1, maxHp=25), hand=[20051], mana=4)) == "play 0 7,1 Shadow Nova"
    three = [*pair, unit(GOLEM, 2, 6, 2)]
    assert chosen(lay(STILL, *three, hand=[20051], mana=4)) == "play 0 6,1 Shadow Nova"


def test_who_stands_in_a_nova_is_not_attacked() -> None:
    state = lay(STILL, held(GOLEM, 1, 5, 1), unit(WISP, 2, 6, 1), unit(KOMODO, 2, 7, 1), hand=[20051], mana=4)
    assert turn_of(state) == ["play 0 6,0 Shadow Nova", "end"]


def test_plasma_storm_does_not_count_own_losses() -> None:
    own = [held(10012, 1, 1, 1), held(10012, 1, 1, 3)]
    assert chosen(lay(STILL, *own, unit(WISP, 2, 7, 1), hand=[20122], mana=5)) == "play 0 - Plasma Storm"
    assert turn_of(lay(STILL, *own, unit(GOLEM, 2, 7, 1), hand=[20122], mana=5)) == ["end"]
    shielded = [held(SEER, 1, 1, 1), unit(WISP, 2, 7, 1)]
    assert turn_of(lay(STILL, *shielded, hand=[20122], mana=5)) == ["end"]  # 5 and a quarter of its 27.2 for the own Seer


def test_a_lure_kills_the_best_of_the_weak() -> None:
    weak = [unit(WISP, 2, 7, 1), unit(406, 2, 7, 3)]
    assert any_of(lay(STILL, *weak, hand=[20049], mana=2)) == {"play 0 7,3 Daemonic Lure"}
    ranged = [unit(WISP, 2, 7, 1), unit(108, 2, 7, 3), unit(GOLEM, 2, 7, 0)]
    assert any_of(lay(STILL, *ranged, hand=[20049], mana=2)) == {"play 0 7,1 Daemonic Lure"}


def test_a_lure_sends_the_strong_one_that_is_nearest_far_away() -> None:
    state = lay(STILL, unit(GOLEM, 2, 7, 1), unit(GOLEM, 2, 2, 2), hand=[20049], mana=2)
    assert chosen(state) == "play 0 2,2 Daemonic Lure"
    after = state.copy()
    after.apply(after.parse("play 0 2,2"))
    # (0,0) is 2 from the own general; the farthest are (8,0), (8,1), (8,3) and (8,4), 8 away.
    assert chosen(after) == "follow 8,0 Daemonic Lure"


def test_what_comes_first_in_any_case_is_left_to_chance() -> None:
    """Both Phalanxars pass; the first is the best, and so it could as well be the other."""
    pair = [unit(406, 2, 7, 1), unit(WISP, 2, 7, 3)]
    assert any_of(lay(STILL, *pair, hand=[20049], mana=2)) == {"play 0 7,1 Daemonic Lure", "play 0 7,3 Daemonic Lure"}
    seal = lay(STILL, held(KOMODO, 1, 3, 2, exhausted=True), held(KOMODO, 1, 2, 2, exhausted=True), hand=[20168], mana=1)
    assert any_of(seal) == {"play 0 3,2 Mist Dragon Seal", "play 0 2,2 Mist Dragon Seal"}
    other = lay(STILL, held(KOMODO, 1, 2, 2, exhausted=True), held(KOMODO, 1, 3, 2, exhausted=True), hand=[20168], mana=1)
    assert any_of(other) == {"play 0 3,2 Mist Dragon Seal"}


def test_a_teleport_to_the_first_of_all_tiles_goes_anywhere() -> None:
    """A Widowmaker keeps away; (0,0) is the first of the farthest tiles, so any tile will do. Blink has the same rule."""
    asked = lay(STILL, held(109, 1, 1, 1, exhausted=True), hand=[20168], mana=1)
    asked.apply(asked.parse("play 0 1,1"))
    assert len(any_of(asked)) > 20
    blink = lay(unit(101, 1, 0, 2, moves=1), unit(1, 2, 8, 2), held(KOMODO, 1, 3, 2, exhausted=True), mine={"sigReady": True})
    blink.apply(blink.parse("play s 3,2"))
    assert any_of(blink) == {"follow 5,2 Blink"}


@pytest.mark.parametrize(
    ("card", "units", "texts"),
    [
        (20109, [unit(WISP, 2, 7, 3)], {"play 0 8,2 Beam Shock", "play 0 7,3 Beam Shock"}),
        (20028, [unit(WISP, 2, 1, 1), unit(WISP, 2, 1, 3)], {"play 0 1,1 Dominate Will", "play 0 1,3 Dominate Will"}),
    ],
)
def test_cards_without_a_rule_go_anywhere(card: int, units: list[dict[str, Any]], texts: set[str]) -> None:
    tired = unit(1, 1, 0, 2, moves=1, attacks=1)
    assert any_of(lay(tired, *units, hand=[card], mana=7)) == texts


def test_choices_that_follow_without_a_rule_are_left_to_chance() -> None:
    state = lay(STILL, unit(WISP, 2, 7, 1), hand=[19052], mana=1)
    state.apply(state.parse("play 0 1,2"))
    assert any_of(state) == {"follow 8,2 Bloodtear Alchemist", "follow 7,1 Bloodtear Alchemist"}


def test_a_swarm_goes_towards_the_enemy_by_the_first_of_equal_tiles() -> None:
    """All of column 1 is 7 from the enemy general, and the last is taken; then the first of column 2, then of column 3."""
    assert turn_of(lay(STILL, hand=[20072], mana=3))[:3] == [
        "play 0 1,3 Wraithling Swarm", "follow 2,2 Wraithling Swarm", "follow 3,1 Wraithling Swarm again",
    ]  # fmt: skip


def test_a_gazer_is_put_beside_whom_it_helps_most() -> None:
    units = [held(GOLEM, 1, 1, 1, exhausted=True), held(DRYBONE, 1, 1, 3, exhausted=True)]
    assert turn_of(lay(STILL, *units, hand=[410], mana=3))[:2] == ["play 0 2,4 Primordial Gazer", "follow 1,3 Primordial Gazer"]
    assert places(lay(STILL, hand=[410]))["1,2"] == pytest.approx(2 * (2.4 + 2**1.5 + 3) - 0.7 + 15 - 20)


def test_warbird_points_at_the_column_of_the_enemy_general() -> None:
    state = lay(unit(501, 1, 0, 2, moves=1), mine={"sigReady": True}, mana=1, all_tiles=True)
    found = places(state, 6)
    assert found["8,0"] == pytest.approx(1 + 19.5 + 4) and found["7,2"] == pytest.approx(1)
    assert chosen(state) == "play s 8,4 Warbird"
    assert turn_of(lay(unit(501, 1, 0, 2, moves=1), mine={"sigReady": True}, mana=1)) == ["play s - Warbird", "end"]


# ---- recorded games ----------------------------------------------------------------------------------------------------


def _recorded(*actions: dict[str, Any]) -> list[dict[str, Any]]:
    """What it would do before each of some actions, and after them."""
    before = lay(unit(GOLEM, 1, 4, 2), unit(BIG, 2, 5, 2), hand=[20116], mana=1).to_dict()
    ask = {"do": "agent", "agent": "starter-ai", "player": 1}
    steps = [ask, *(step for action in actions for step in ({"action": action}, ask))]
    told = run_cases([{"id": 1, "game": "duelyst", "before": before, "steps": steps}])[0]
    return [step["action"] for step in told["steps"] if "action" in step]


def test_what_was_planned_is_kept_as_long_as_it_is_done() -> None:
    buff = {"type": "PlayCardFromHandAction", "player": 1, "hand": 0, "to": [4, 2]}
    assert _recorded(buff) == [buff, {"type": "AttackAction", "player": 1, "from": [4, 2], "to": [5, 2]}]


def test_another_action_than_the_planned_one_clears_the_plan() -> None:
    """With the plan kept it would attack now, without the card that makes the difference."""
    buff = {"type": "PlayCardFromHandAction", "player": 1, "hand": 0, "to": [4, 2]}
    assert _recorded({"type": "MoveAction", "player": 1, "from": [0, 2], "to": [1, 2]}) == [buff, buff]


def _asked(card: int, used: list[int], *units: dict[str, Any], hand: list[int] | None = None) -> dict[str, Any]:
    """What it does in the middle of a play that it did not think of."""
    before = lay(STILL, *units, hand=hand or []).to_dict() | {"followup": {"card": card, "stage": 0, "tiles": [used]}}
    row = {"id": 1, "game": "duelyst", "before": before, "steps": [{"do": "agent", "agent": "starter-ai", "player": 1}]}
    found: dict[str, Any] = run_cases([row])[0]["steps"][0]["action"]
    return found


def test_a_choice_that_it_did_not_plan_is_made_by_its_scores() -> None:
    """Column 2 is 6 from the enemy general, the last of it is taken. A Gazer's bonus is 2.2 of a unit's score: 15 is needed."""
    assert _asked(20072, [1, 2], unit(WISP, 1, 1, 2)) == {"type": "FollowUp", "player": 1, "to": [2, 3]}
    units = [unit(410, 1, 1, 2), unit(GOLEM, 1, 1, 1), unit(WISP, 1, 1, 3)]
    assert _asked(410, [1, 2], *units) == {"type": "FollowUp", "player": 1, "to": [1, 1]}
    assert _asked(410, [1, 2], units[0], units[2]) == {"type": "EndFollowupAction", "player": 1}
    full = _asked(410, [1, 2], units[0], units[2], hand=[9] * 6)
    assert full == {"type": "FollowUp", "player": 1, "to": [1, 3]}


# ---- less than all its skill -------------------------------------------------------------------------------------------


def test_less_skill_does_less() -> None:
    def done(state: Any, skill: float) -> list[str]:
        return turn_of(state, agent=f"starter-ai,difficulty={skill}")

    signature = lay(unit(501, 1, 0, 2, moves=1), mine={"sigReady": True}, mana=1)
    assert [done(signature, skill) for skill in (0.49, 0.5)] == [["end"], ["play s - Warbird", "end"]]
    crowd = lay(STILL, hand=[KOMODO] * 5, mana=9)
    assert [len(done(crowd, skill)) - 1 for skill in (0.0, 0.4, 0.99, 1.0)] == [0, 2, 5, 5]
    full = lay(STILL, hand=[KOMODO] * 6, mana=9)
    assert len(done(full, 0.0)) - 1 == 1  # with a full hand there is no limit
    near = lay(STILL, held(GOLEM, 1, 7, 2), mana=0)
    assert [done(near, skill)[0] for skill in (0.09, 0.1)] == ["end", "attack 7,2 8,2"]
    afraid = lay(unit(1, 1, 7, 2, hp=6, maxHp=25, moves=1), mana=0)
    assert [done(afraid, skill)[0] for skill in (0.74, 0.75)] == ["attack 7,2 8,2", "end"]
    weak = lay(unit(1, 1, 4, 2, hp=9, maxHp=25), mana=0)
    assert [done(weak, skill)[0] for skill in (0.19, 0.2)] == ["move 4,2 6,2", "move 4,2 2,2"]


def test_with_less_skill_some_minions_do_not_attack() -> None:
    """Of four units that can act half of two, one, by lot."""
    units = [held(GOLEM, 1, 4, y) for y in (0, 2, 4)] + [unit(BRIGHT, 2, 5, y) for y in (0, 2, 4)]
    state = lay(STILL, *units, mana=0)
    attacks = [text for text in turn_of(state, agent="starter-ai,difficulty=0.5") if text.startswith("attack")]
    assert len(attacks) == 2 and len([t for t in turn_of(state) if t.startswith("attack")]) == 3
