"""What positions are worth, and the champion, which plans whole turns and looks at the answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardlab import State, game, make_agent, play_match
from cardlab.errors import OptionError
from cardlab.games.duelyst.agents.champion import TRAIT_NAMES, ChanceEvaluator
from cardlab.games.duelyst.agents.kinds import learned_chances
from tests.games.duelyst.tables import creep, lay, spring, unit

GOLEM, FENRIR, TIGER = 10205, 503, 10012


def points(state: State, seat: int = 0, name: str = "e1") -> float:
    return float(state.game.evaluator(name).points(state, seat))


def traits(state: State, seat: int) -> dict[str, float]:
    found = ChanceEvaluator(learned_chances()).traits(state, seat)
    return {name: round(value, 3) for name, value in zip(TRAIT_NAMES, found, strict=True) if value}


def test_the_reference_counts_cost_attack_health_and_kills_within_reach() -> None:
    """Golem 10, Fenrir 8; the golem and the general can kill Fenrir (0.05 of 8 each), Fenrir the golem (0.05 of 10)."""
    state = lay(unit(GOLEM, 1, 3, 2), unit(FENRIR, 2, 4, 2))
    assert points(state) == pytest.approx(2 + 0.4 + 0.4 - 0.5)
    assert points(state, 1) == pytest.approx(-points(state))


def test_units_far_from_unused_springs_count_less() -> None:
    near, far = lay(unit(GOLEM, 1, 3, 0), tiles=[spring(4, 0)]), lay(unit(GOLEM, 1, 0, 4), tiles=[spring(4, 0)])
    assert points(near) - points(far) == pytest.approx(0.25 * (8 - 1) / 2)
    used = [lay(unit(GOLEM, 1, x, y), tiles=[spring(4, 0, used=True)]) for x, y in ((3, 0), (0, 4))]
    assert points(used[0]) == points(used[1])


def test_a_won_game_counts_the_winners_health() -> None:
    state = lay(unit(GOLEM, 1, 7, 2), unit(1, 1, 0, 2, hp=12, maxHp=25), unit(101, 2, 8, 2, hp=3, maxHp=25))
    state.apply(state.parse("attack 7,2 8,2"))
    assert (points(state), points(state, 1)) == (120_000, -120_000)


def test_traits_say_what_a_side_has_and_could_do() -> None:
    state = lay(unit(GOLEM, 1, 5, 2), unit(FENRIR, 2, 6, 3), hand=[9, 20044], tiles=[creep(1, 6, 3)], mana=3)
    assert traits(state, 0) == {
        "health": 2.5, "general's attack": 0.4, "attack": 0.4, "minions' health": 0.3, "cost": 0.3, "minions": 0.2,
        "strike": 0.4, "overkill": 0.154, "kills": 0.5, "threatened": 0.7, "hand": 0.4, "distance": 0.15,
        "deck": 1.0, "creep": 0.1, "on creep": 0.2, "mana": 0.8,
    }  # fmt: skip


def test_chances_of_both_seats_add_up_to_one() -> None:
    state = lay(unit(GOLEM, 1, 5, 2), unit(FENRIR, 2, 6, 3), hand=[9], deck=[9] * 9, foe_deck=[9] * 9)
    fresh = ChanceEvaluator(learned_chances(), fresh=True)
    assert fresh.value(state, 0) + fresh.value(state, 1) == pytest.approx(1.0)
    assert fresh.value(state, 0) > ChanceEvaluator(learned_chances()).value(state, 0)


def test_weights_of_another_length_are_refused() -> None:
    with pytest.raises(OptionError, match=f"has {2 * len(TRAIT_NAMES) + 1} weights, not 3"):
        ChanceEvaluator([0.0, 1.0, 2.0])


def turn_of(state: State, spec: str) -> State:
    agent, player, state = make_agent(state.game, spec), state.player, state.copy()
    for seed in range(40):
        if state.player != player or player is None:
            break
        state.apply(agent.choose(state.seat(player), seed))
    return state


@pytest.mark.parametrize("answers", ["rules", "beam"])
def test_the_champion_finds_a_kill_over_several_actions(answers: str) -> None:
    """A tiger has to be summoned and to go there beside the golem, and both must strike."""
    foe = unit(101, 2, 8, 2, hp=7, maxHp=25)
    state = lay(unit(GOLEM, 1, 5, 2), foe, unit(FENRIR, 2, 8, 0), hand=[20044, TIGER], deck=[9] * 9, mana=4)
    after = turn_of(state, f"champion:600,answers={answers}")
    assert after.over and after.result is not None and after.result.scores == (1.0, 0.0)


def test_the_champion_throws_what_it_cannot_play_soon() -> None:
    state = game("duelyst").new(0)
    position = state.to_dict()
    position["players"][0]["hand"] = [10206, 9, 10207, 11, 20044, None]
    state = game("duelyst").from_dict(position)
    assert state.text(make_agent(state.game, "champion:50").choose(state.seat(0), 1)) == "mulligan 0 2"


def test_the_champion_plays_the_same_game_twice_and_wins() -> None:
    spec = "champion:300,width=6,worlds=2,finalists=4,plies=1"
    first, second = (
        play_match(game("duelyst", profile="duelyst2", deck1="starter_abyssian"), [spec, "random"], games=2, seed=3, workers=w)
        for w in (1, 2)
    )
    assert first.roles[0].points == second.roles[0].points and first.roles[0].decisions == second.roles[0].decisions
    assert first.roles[0].score == 1.0 and not any(first.roles[0].failures.values())


def test_the_champion_plays_by_chances_of_a_file(tmp_path: Path) -> None:
    """By the weights that it has anyway it plays as without a file; by opposite ones it does not take a kill for good."""
    state = lay(unit(GOLEM, 1, 4, 2), unit(FENRIR, 2, 5, 2), hand=[20066], deck=[9] * 5, foe_deck=[9] * 5)
    shipped, opposite = tmp_path / "shipped.json", tmp_path / "opposite.json"
    for path, sign in ((shipped, 1.0), (opposite, -1.0)):
        path.write_text(json.dumps({"names": list(TRAIT_NAMES), "weights": [sign * weight for weight in learned_chances()]}))
    plans = []
    for option in ("", f",evaluator={shipped}", f",evaluator={opposite}"):
        agent = make_agent(state.game, f"champion:400,worlds=0{option}")
        agent.choose(state.seat(0), 1)
        plans.append((agent.report.principal, round(agent.report.lines[0].value, 6)))
    assert plans[0] == plans[1] != plans[2]


def test_the_champion_may_play_by_other_weights_and_without_answers() -> None:
    agent = make_agent(game("duelyst"), "champion:100,worlds=0,evaluator=tuned")
    state = lay(unit(GOLEM, 1, 7, 2), unit(101, 2, 8, 2, hp=4, maxHp=25))
    assert state.text(agent.choose(state.seat(0), 1)) == "attack 7,2 8,2"
    with pytest.raises(OptionError, match="answers"):
        make_agent(game("duelyst"), "champion:100,worlds=0,answers=beam")
