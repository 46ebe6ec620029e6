"""Drafts by known lists, formulas and files: the values, the picks they lead to, and clear refusals of everything else."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cardlab import Agent, Rng, State, game, make_agent
from cardlab.errors import OptionError, RunError
from cardlab.games.locm.agents.drafts import battle_policy, draft_names, draft_values, formula_values, with_draft
from cardlab.games.locm.words.cards import CARDS, card
from cardlab.lab.matches.arena import Arena
from tests.effort import PURE
from tests.games.locm.samples import positions

LOCM = game("locm")


def picks(agent: Agent, seed: int, rng: Rng | int = 0) -> list[int]:
    """The thirty picks of an agent in seat 0; the other takes the first card."""
    state = LOCM.new(seed)
    made = []
    for _ in range(30):
        action = agent.choose(state.seat(0), rng)
        made.append(int(state.text(action).split()[1]))
        state.apply(action)
        state.apply(state.parse("PICK 0"))
    return made


def best_of(values: list[float], seed: int) -> list[int]:
    """The places of the most valuable cards on offer, the first of equals."""
    offers = LOCM.new(seed).to_dict()["offers"]
    return [max(range(3), key=lambda i: (values[offer[i] - 1], -i)) for offer in offers]


# ---- known lists -------------------------------------------------------------------------------------------------


def test_every_known_list_has_a_finite_value_for_each_card() -> None:
    contests = {f"contest{n}{published}" for n in (1, 2) for published in ("", "_published")}
    assert {*contests, "closetai", "levpm", "drainpower", "evolved"} <= set(draft_names())
    for name in draft_names():
        values = draft_values(LOCM, name)
        assert len(values) == 160 == len(CARDS)
        assert all(type(value) is float and math.isfinite(value) for value in values)
        assert len(set(values)) > 10


@pytest.mark.parametrize(
    ("name", "best", "worst"),
    [
        ("closetai", ["Emperor Nightmare", "Giant Squid", "Decimate"], "Healing Potion"),
        ("levpm", ["Giant Squid", "Rootkin Sapling", "Steelplume Defender"], "Grow Wings"),
        ("drainpower", ["Giant Squid", "Decimate", "Elite Bilespitter"], "Healing Potion"),
    ],
)
def test_a_list_that_ranks_the_cards_has_no_equals(name: str, best: list[str], worst: str) -> None:
    values = draft_values(LOCM, name)
    assert sorted(values) == list(range(1, 161))
    assert [card(values.index(rank) + 1).name for rank in (160, 159, 158)] == best
    assert card(values.index(1) + 1).name == worst


def test_the_published_list_of_the_first_contest_is_shifted_by_one_card() -> None:
    right, published = draft_values(LOCM, "contest1"), draft_values(LOCM, "contest1_published")
    assert published == [-666.0, *right[:-1]]
    assert right[:4] == [65.0, 50.0, 80.0, 50.0]


@pytest.mark.parametrize(
    ("number", "signed", "published"),
    [
        (1, 5.520286, 5.520286),
        (2, 5.520286, 4.744094),
        (3, 6.072336, 6.072336),
        (4, 6.590152, 6.590152),
        (53, 0.000722, 0.000722),
        (116, 1.837406, 1.837406),
        (151, -102.160827, 95.839173),
        (154, -3.670901, -5.223284),
        (158, -4.904817, 3.095183),
    ],
)
def test_the_formula_of_the_second_contest(number: int, signed: float, published: float) -> None:
    assert draft_values(LOCM, "contest2")[number - 1] == pytest.approx(signed, abs=1e-6)
    assert draft_values(LOCM, "contest2_published")[number - 1] == pytest.approx(published, abs=1e-6)


def test_the_formula_of_the_second_contest_term_by_term() -> None:
    """Quick Shot costs 2, takes 1 defense and draws a card; Emperor Nightmare costs 12 and has all keywords."""
    constant = -1.435985 + 5.219 - 0.163766 - 0.07751401869
    draw = -5.516179907 + 0.239521
    shot = constant - 0.006392651 * 4 - 1.463006 * 2 + draw
    emperor = constant + 16 - 0.006392651 * 144 - 1.463006 * 12
    emperor += 0.26015517 + 0.15241379 + 0.04418965 + 0.15313793 + 0.16238793
    assert draft_values(LOCM, "contest2")[147 - 1] == pytest.approx(shot - 1)
    assert draft_values(LOCM, "contest2_published")[147 - 1] == pytest.approx(shot + 1)
    for name in ("contest2", "contest2_published"):
        assert draft_values(LOCM, name)[116 - 1] == pytest.approx(emperor)


# ---- formulas ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "number", "value"),
    [
        ("1", 1, 1.0),
        ("attack+defense-cost", 3, 3.0),
        ("attack - 2 * (defense - cost) / 4", 4, -0.5),
        ("-attack+-1.5e1", 116, -23.0),
        ("+attack", 116, 8.0),
        ("player_hp*10+opponent_hp*100+card_draw*1000", 154, 800.0),
        ("player_hp", 153, 5.0),
        ("creature+2*green+4*red+8*blue", 116, 1.0),
        ("creature+2*green+4*red+8*blue", 117, 2.0),
        ("creature+2*green+4*red+8*blue", 151, 4.0),
        ("creature+2*green+4*red+8*blue", 160, 8.0),
        ("breakthrough+2*charge+4*drain+8*guard+16*lethal+32*ward", 116, 63.0),
        ("breakthrough+2*charge+4*drain+8*guard+16*lethal+32*ward", 117, 1.0),
        ("breakthrough+2*charge+4*drain+8*guard+16*lethal+32*ward", 139, 48.0),
        ("attack/max(1,cost)", 116, 8 / 12),
        ("attack/max(1,cost)", 83, 1.0),
        ("min(attack,defense,3)", 4, 1.0),
        ("abs(defense)", 151, 99.0),
    ],
)
def test_a_formula_is_arithmetic_over_the_facts_of_a_card(formula: str, number: int, value: float) -> None:
    values = formula_values(formula)
    assert len(values) == 160 and values[number - 1] == pytest.approx(value)
    assert draft_values(LOCM, f"formula:{formula}") == values


BAD_FORMULAS = [
    "", " ", "attack+", "(attack", "attack defense", "attack.real", "().__class__", "__import__('os')", "open('x')",
    "print(attack)", "abs", "abs()", "abs(1,2)", "abs(x=1)", "max()", "max(1)", "max(*[1,2])", "abs(**{})", "abs(abs)",
    "min(attack,key=abs)", "(lambda: 1)()", "lambda: 1", "attack**2", "2**9**9", "attack//2", "attack%2", "attack<<99",
    "~attack", "not attack", "attack and cost", "attack if cost else 1", "attack>cost", "[attack]", "(attack,)", "{1}",
    "{'a':1}", "[x for x in (1,2)]", "'a'*99", "'attack'", "b'a'", "f'{attack}'", "True", "None", "1j", "...", "attack[0]",
    "x:=1", "x=1", "import os", "attack;cost", "attack\ncost", "atack", "Attack", "power", "1/0", "1/cost",
    "attack/(cost-cost)", "1e999", "1e308*10", "1e999-1e999", "9" * 400, "9" * 499, "1e300*" * 60 + "1",
    "+".join(["attack"] * 200), "(" * 250 + "1" + ")" * 249, "-" * 490 + "1(", "(" * 499, "\x00", "attack\x00", "é", "１＋",
    "await attack", "yield", "*attack",
]  # fmt: skip


@pytest.mark.parametrize("formula", BAD_FORMULAS)
def test_anything_but_arithmetic_is_refused(formula: str) -> None:
    with pytest.raises(OptionError, match="draft formula"):
        draft_values(LOCM, f"formula:{formula}")


def test_a_refused_formula_says_what_would_be_right() -> None:
    with pytest.raises(OptionError, match=r"'atack' is not allowed\. It is made of .*min max abs.*facts cost, attack, defense"):
        formula_values("atack+1")
    with pytest.raises(OptionError, match=r"'Pow' is not allowed|'BinOp' is not allowed"):
        formula_values("attack**2")
    with pytest.raises(OptionError, match="divides by zero for some cards"):
        formula_values("attack/cost")
    with pytest.raises(OptionError, match="not finite"):
        formula_values("1e308*10")


def test_an_agent_text_can_hold_any_formula() -> None:
    agent = make_agent(LOCM, "greedy,draft=formula:attack/max(1,cost),weights=material")
    assert picks(agent, 2) == best_of(formula_values("attack/max(1,cost)"), 2)


def test_long_sums_and_deep_brackets_within_the_limit_are_fine() -> None:
    assert formula_values("+".join(["attack"] * 70))[0] == 140.0
    assert formula_values("(" * 50 + "cost" + ")" * 50)[0] == 1.0
    assert formula_values("-" * 100 + "cost")[0] == 1.0


# ---- files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["json", "lines", "commas"])
def test_a_file_with_160_values_picks_the_highest_and_of_equals_the_first(tmp_path: Path, form: str) -> None:
    rng, path = random.Random(form), tmp_path / "values.txt"
    values = [float(rng.randint(0, 4)) for _ in CARDS]
    text = {"json": json.dumps(values), "lines": "\n".join(map(str, values)), "commas": ",".join(map(str, values))}[form]
    path.write_text(text, encoding="utf-8")
    agent = make_agent(LOCM, f"greedy,draft={path}")
    for seed in range(2 if PURE else 20):
        assert picks(agent, seed) == best_of(values, seed)
    assert picks(agent, 0) != best_of([-value for value in values], 0)


@pytest.mark.parametrize("seed", range(3))
def test_equal_values_take_the_first_card_always(seed: int) -> None:
    assert picks(make_agent(LOCM, "random,draft=formula:7"), seed) == [0] * 30


def test_a_trained_file_drafts_with_its_best_vector(tmp_path: Path) -> None:
    path, values = tmp_path / "best.json", [float(number) for number in range(160)]
    head = {"format": "cardlab vector", "version": 1, "game": "locm", "kind": "draft"}
    path.write_text(json.dumps({**head, "best": [{"genes": values}, {"genes": values[::-1]}]}), encoding="utf-8")
    assert picks(make_agent(LOCM, f"random,draft={path}"), 1) == best_of(values, 1) != best_of(values[::-1], 1)


def _result(**changes: Any) -> str:
    head = {"format": "cardlab vector", "version": 1, "game": "locm", "kind": "draft"}
    return json.dumps({**head, "best": [{"genes": [0.5] * 160}], **changes})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (json.dumps([0.5] * 159), "has 159 numbers; the vector draft of locm has 160"),
        (json.dumps([0.5] * 161), "has 161 numbers"),
        ("\n".join(["1"] * 159 + ["nan"]), "value 160 is not finite"),
        (json.dumps([0.5] * 159 + [math.inf]), "value 160 is not finite"),
        (json.dumps(["0.5"] * 160), "is not a number"),
        ("\n".join(["1"] * 159 + ["one"]), "'one' is not a number"),
        (_result(game="castle"), "holds vectors of 'castle', not of 'locm'"),
        (_result(kind="greedy"), "holds vectors of the kind 'greedy', not 'draft'"),
        (_result(best=[]), "holds no vector"),
        ("{}", "is not a file with vectors"),
        ("[1, 2", "broken JSON"),
        ("", "is empty"),
    ],
)
def test_a_file_that_holds_no_draft_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "values.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RunError, match=words):
        make_agent(LOCM, f"greedy,draft={path}")


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RunError, match="is not a text file"):
        make_agent(LOCM, f"greedy,draft={tmp_path}/binary")
    with pytest.raises(RunError, match="there is no file"):
        make_agent(LOCM, f"greedy,draft={tmp_path}/none.json")
    with pytest.raises(RunError, match="there is no file"):
        make_agent(LOCM, "greedy,draft=none.json")
    with pytest.raises(RunError, match="cannot be read"):
        make_agent(LOCM, f"greedy,draft={tmp_path}")


@pytest.mark.parametrize("name", ["x" * 300, "/" + "x" * 300, "", "a\x00b"])
def test_a_text_that_can_be_no_file_is_refused(name: str) -> None:
    with pytest.raises((OptionError, RunError)):
        make_agent(LOCM, f"greedy,draft={name}")


# ---- names -------------------------------------------------------------------------------------------------------


def test_an_unknown_draft_is_answered_with_those_there_are() -> None:
    with pytest.raises(
        OptionError, match=r"'contset1'. Did you mean 'contest1'\?.*closetai.*own, random.*160 values.*formula:"
    ):
        make_agent(LOCM, "greedy,draft=contset1")


def test_an_unknown_player_of_a_drafting_vector_is_refused() -> None:
    with pytest.raises(
        OptionError, match=r"Did you mean 'greedy'\? Known: greedy, random|Did you mean 'greedy'\? Known: random, greedy"
    ):
        battle_policy("gredy")


def test_a_random_draft_takes_each_place_equally_often() -> None:
    rng, found = Rng(4), Counter[int]()
    agent = make_agent(LOCM, "beam:1,width=1,draft=random")
    for seed in range(2 if PURE else 100):
        found.update(picks(agent, seed, rng))
    n = sum(found.values()) / 3
    assert sum((found[i] - n) ** 2 / n for i in range(3)) < 13.8
    assert picks(agent, 1, Rng(5)) != picks(agent, 1, Rng(6))


# ---- joined to every kind of agent -------------------------------------------------------------------------------

AGENTS = [
    "random", "greedy", "greedy,weights=material", "flat:40", "ismcts:40", "pimc:40,worlds=2", "oneply:40", "beam:100,width=4",
    "dfs:100", "ismcts:40,threads=2", "champion:5",
]  # fmt: skip


@pytest.mark.parametrize("text", AGENTS[:3] if PURE else AGENTS)
def test_the_named_draft_picks_and_the_agent_battles_as_before(text: str) -> None:
    for name in ("contest1", "levpm"):
        drafter, alone = make_agent(LOCM, f"{text},draft={name}"), make_agent(LOCM, f"{text},draft=own")
        assert drafter.native == alone.native is True
        assert picks(drafter, 3) == best_of(draft_values(LOCM, name), 3)
        for state in _battles():
            for agent in (drafter, alone):
                agent.new_game()
            seat = state.seat(state.player)
            assert drafter.choose(seat, 5) == alone.choose(seat, 5)
            assert _told(drafter) == _told(alone)


def _battles() -> list[State]:
    found = [state.copy() for state in positions(8, every=9) if state.to_dict()["phase"] == "battle" and len(state.legal()) > 2]
    assert len(found) > 3
    return found[:4]


def _told(agent: Agent) -> Any:
    return agent.report.lines, agent.report.iterations, agent.report.principal


@pytest.mark.skipif(PURE, reason="plays whole games of search")
@pytest.mark.parametrize("text", AGENTS[:-1])
def test_whole_games_with_a_draft_of_its_own(text: str) -> None:
    agents = [make_agent(LOCM, f"{text},draft=contest2"), make_agent(LOCM, "greedy,draft=formula:attack+2*ward-cost")]
    rows = Arena(LOCM, agents, seed=2, recording=True).play(0, 2)
    assert rows.errors == {}


def test_random_and_greedy_pick_at_random_and_search_by_a_list_unless_told_otherwise() -> None:
    usual = next(option.default for option in LOCM.agent_options if option.name == "draft")
    assert usual in draft_names()
    for text in ("random", "greedy"):
        agent = make_agent(LOCM, text)
        assert picks(agent, 2, Rng(1)) != picks(agent, 2, Rng(2))
    assert picks(make_agent(LOCM, "beam"), 2) == best_of(draft_values(LOCM, usual), 2)


def test_own_means_the_agent_as_it_is() -> None:
    agent = make_agent(LOCM, "ismcts:20,draft=own")
    assert with_draft(LOCM, agent, "own") is agent
    agent.choose(LOCM.new(1).seat(0), 1)
    assert agent.report.iterations == 20


def test_the_policy_of_playouts_needs_no_draft() -> None:
    """Playouts by greedy: the draft of the search changes its picks and nothing else."""
    state = _battles()[0]
    reports = []
    for draft in ("own", "contest1", "random"):
        agent = make_agent(LOCM, f"ismcts:20,policy=greedy,draft={draft}")
        agent.choose(state.seat(state.player), 3)
        reports.append(_told(agent))
    assert reports[0] == reports[1] == reports[2]
