"""Every option of every agent does something in every game, or is refused with the reason."""

from __future__ import annotations

import functools
import os
from typing import Any

import pytest

from cardlab import Game, game, make_agent
from cardlab.errors import CardlabError, OptionError
from cardlab.lab.matches.arena import Arena
from cardlab.lab.matches.recording import Recording
from cardlab.registry import agent_kind, agent_names

pytestmark = pytest.mark.skipif(os.environ.get("CARDLAB_PURE") == "1", reason="plays too many games for the uncompiled build")
BUDGETS = {"beam": 3000, "oneply": 8, "e-ismcts": 20}
WIDE = {"dfs": 1000, "e-ismcts": 300, "ismcts": 400, "pimc": 1000, "turn-mcts": 600}
PLAYED = {"epsilon", "loyal", "rivals", "share", "others", "policy"}
"""Of those that decide about playouts a few show enough, where the rule that plays them is slow."""
"""Such that neither a wide beam is cut short, nor a tree finds all there is.

In games of many actions a tree must see some of them twice.
"""
RULES = {"castle": "lowest", "locm": "greedy", "unicorns": "rule-based", "tribute": "decision_tree", "duelyst": "starter-ai"}
POLICIES = {**RULES, "tribute": "hillclimb", "duelyst": "hillclimb"}
"""Mere rules, by which playouts can be played."""
TABLES = {"castle": "castle,group=any", "unicorns": "unicorns,players=3", "duelyst": "duelyst,turns=8"}
GAMES = {"castle": 6, "locm": 6}
MORE_GAMES = {"hql": 6}
"""Where one game tells enough, and where it does not, as what was learned shows in the next one."""
OTHER = {
    "c": "9", "final": "value", "discount": "0.6", "threads": "3", "depth": "3", "value": "hard", "gate": "0.4", "again": "3",
    "batch": "16", "reuse": "yes", "visits": "one", "loyal": "1", "share": "1", "others": "policy", "epsilon": "0.7",
    "limit": "1", "worlds": "3",
    "width": "1", "finalists": "2", "reply": "1", "plies": "3", "trust": "9", "draft": "contest1", "weights": "evolved",
    "samples": "4", "aggregate": "mean", "turn_limit": "1", "backup": "max", "normalise": "yes", "tree": "no",
    "guide": "none at all", "chance": "through",
    "variant": "written", "genes": "tiers", "senses": "tiers", "seed": "5", "trees": "1", "table": "flat", "start": "1",
    "state": "size", "version": "thesis", "contracts": "yes", "slip": "no", "learn": "yes", "rate": "1", "pelin": "yes",
    "annealing": "no", "answers": "beam",
}  # fmt: skip
"""A value for each option that is not its default in any game."""
OWN = {
    ("castle", "memory"): "table",
    ("unicorns", "memory"): "none",
    ("tribute", "weights"): "start",
    ("tribute", "genes"): "1/1/1/1/1",
}
"""The same where a game has an option of that name that is something else."""
ELSEWHERE = {"evaluator", "encoder", "row", "play", "values", "vary", "aim", "worth", "missing", "difficulty", "slips"}
"""What names other things, is needed anyway, or has tests of its own."""
PLANS = ("width", "reply", "samples", "aggregate", "turn_limit", "backup", "normalise", "tree")
SELDOM = {("castle", option) for option in (*PLANS, "chance")} | {("locm", "samples"), ("locm", "chance")}
SELDOM |= {("duelyst", "final")}
"""There most visits and the best value are nearly always the same action's."""
SELDOM |= {(name, option) for name in ("unicorns", "tribute", "duelyst") for option in ("guide", "chance")}
"""They have tests of their own there."""
SELDOM |= {("duelyst", "others")}  # it shows in games, not within the few positions that are tried here
"""A turn of Castle is one action, but for burns: plans hardly ever have a choice. A turn of the second has no chance in it."""
FILES = {("hql", "weights"), ("hql", "learn"), ("hql", "discount"), ("turn_tree", "reuse"), ("best_mcts", "reuse")}
FILES |= {("best_mcts", "pace"), ("so_ismcts", "pace")}
"""What shows only after many moves, with a file or by the clock has tests of its own in the tests of the game."""
NEEDS = {
    "again": ["gate=0.3,evaluator={evaluator}"], "gate": ["evaluator={evaluator}"], "batch": ["evaluator={evaluator}"],
    "value": ["evaluator=cards", "evaluator={evaluator}"], "depth": ["evaluator={evaluator}"],
    "epsilon": ["policy={policy}"], "loyal": ["policy={policy}"], "rivals": ["policy={policy}"],
    "share": ["policy={policy},rivals=random"], "others": ["policy={policy}"],
    "finalists": ["worlds=3"], "reply": ["worlds=3", "answers=beam"],
    "plies": ["worlds=3"], "normalise": ["c=0.1"], "trust": ["worlds=3"],
    "rate": ["learn=yes"], "discount": ["learn=yes"], "pelin": ["learn=yes"], "start": ["table=flat"],
}  # fmt: skip
"""Options without which another one means nothing."""


@functools.cache
def played(table: str, text: str) -> Any:
    """All that can be seen of an agent in a few games: what it plays, what it thinks, how it ends.

    Many options are held against the same agent without them, so what it did is kept.
    """
    rules = game(table)
    agents = [make_agent(rules, text), *(make_agent(rules, RULES[rules.name]) for _ in range(rules.players - 1))]
    arena = Arena(rules, agents, seed=8, recording=True, recorder=Recording(observe=(0,)).recorder(rules))
    columns = arena.play(0, GAMES.get(rules.name, MORE_GAMES.get(text.partition(",")[0], 1)))
    assert columns.errors == {}
    return [replay.actions for replay in columns.replays], columns.observed.reals


def other(rules: Game, agent: str, option: str) -> str:
    """A value that an option does not have by default."""
    declared = {o.name: str(o.default) for o in agent_kind(agent, rules.name).options_for(type(rules))}
    pairs = {
        "rivals": ("None", "random"),
        "policy": ("random", POLICIES[rules.name]),
        "memory": ("full", OWN.get((rules.name, "memory"), "none")),
    }
    if option == "final" and declared["final"] == OTHER["final"]:
        return "visits"
    if option not in pairs:
        return OWN.get((rules.name, option), OTHER[option])
    first, second = pairs[option]
    return second if declared.get(option, first) in (first, "None") else first


def budget(name: str, agent: str, option: str) -> int:
    if POLICIES[name] == "hillclimb" and option in PLAYED:
        return 60 if option == "others" and name == "duelyst" else 20 if agent == "pimc" else 6
    if name == "tribute" and agent in ("flat", "mcts"):
        return 20
    return WIDE[agent] if name == "duelyst" and agent in WIDE else BUDGETS.get(agent, 60)


def kinds(name: str) -> list[tuple[str, str, str]]:
    """All options of all agents of a game: (game, agent with a small budget, option)."""
    found = []
    for agent in agent_names(name):
        kind = agent_kind(agent, name)
        names = {option.name for option in (*kind.options, *game(name).agent_options)}
        if name == "castle" and agent == "turn-mcts":
            continue  # as above
        for option in sorted(names - ELSEWHERE):
            if (name, option) not in SELDOM and (agent, option) not in FILES:
                found.append((name, f"{agent}:{budget(name, agent, option)}" if kind.default_budget else agent, option))
    return found


@pytest.mark.parametrize(("name", "head", "option"), [each for name in RULES for each in kinds(name)])
def test_an_option_does_something_or_is_refused(name: str, head: str, option: str) -> None:
    table = TABLES.get(name, name)
    rules = game(table)
    value = other(rules, head.partition(":")[0], option)
    refused = 0
    words = {"policy": POLICIES[name], "evaluator": rules.evaluators()[0]}
    tries = ["", *(needed.format(**words) for needed in NEEDS.get(option, []))]
    for needed in tries:
        base = ",".join(filter(None, [head, needed]))
        try:
            before = played(table, base)
            after = played(table, f"{base},{option}={value}")
        except CardlabError as error:
            assert str(error).strip()
            refused += 1
            continue
        assert before != after, f"{base},{option}={value}"
    assert refused < len(tries) or (name, option) in REFUSED


REFUSED = {
    *((name, "memory") for name in ("locm", "tribute", "duelyst")), ("tribute", "loyal"), ("duelyst", "loyal"),
    ("unicorns", "reuse"), *((name, option) for name in RULES if name != "castle" for option in ("gate", "again", "batch")),
    *((name, "guide") for name in RULES),
}  # fmt: skip
"""The search has nothing to forget there, no model of its own, no rule that can be asked about the table, keys or guides."""


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("locm", "ismcts:50,memory=table", "locm has nothing that a search could be told to forget; leave memory out"),
        ("castle", "beam,finalists=5", "finalists=5 means nothing without worlds: set worlds too, or leave finalists out"),
        ("locm", "dfs,reply=5", "reply=5 means nothing without worlds"),
        ("locm", "beam,plies=2", "plies=2 means nothing without worlds"),
        ("locm", "beam,trust=1,worlds=0", "trust=1.0 means nothing without worlds"),
        ("castle", "beam,worlds=3,finalists=1", "a whole number from 2 to 256"),
        ("castle", "e-ismcts,again=5", "again=5 means nothing without gate"),
        ("castle", "ismcts,again=5", "again=5 means nothing without gate"),
        ("castle", "flat,epsilon=0.1", "epsilon=0.1 means nothing without policy"),
        ("castle", "ismcts,policy=random,epsilon=0.1", "epsilon=0.1 means nothing without policy"),
        ("castle", "pimc:100,worlds=101", "worlds=101 is more than the 100 iterations of each tree"),
        ("castle", "pimc:100,worlds=51,threads=2", "worlds=51 is more than the 50 iterations of each tree"),
        ("castle", "ismcts,gate=0.1", "gate=0.1 needs an evaluator"),
    ],
)
def test_an_option_without_effect_is_refused_with_what_is_missing(name: str, text: str, words: str) -> None:
    with pytest.raises(OptionError) as error:
        make_agent(game(name), text)
    assert words in str(error.value)


def test_defaults_that_suit_a_game_are_no_reason_to_refuse() -> None:
    """Legends of Code and Magic mixes random moves into its policy; without a policy that means nothing."""
    make_agent(game("locm"), "ismcts:10,policy=random")
    make_agent(game("castle"), "pimc:10")


# ---- varying with several trees --------------------------------------------------------------------------------------


def test_several_trees_vary_too_when_a_position_returns() -> None:
    rules = game("castle")
    state = rules.new(3)
    chosen: dict[int, list[int]] = {0: [], 1: []}
    for vary, actions in chosen.items():
        agent = make_agent(rules, f"ismcts:100,vary={vary},threads=2")
        past: list[tuple[int, int]] = []
        for seed in range(30):
            actions.append(agent.choose(state.seat(0, past), seed))
            line = next(line for line in agent.report.lines if line.action == actions[-1])
            assert agent.estimate == line.value
            past += [(0, state.legal()[0]), (1, state.legal()[0])]
        agent.new_game()
        assert agent.choose(state.seat(0), 0) == actions[0]
    assert chosen[0][0] == chosen[1][0]
    assert sum(a != b for a, b in zip(chosen[0], chosen[1], strict=True)) > 15


# ---- a tree that is kept -----------------------------------------------------------------------------------------------


def visits(agent: Any) -> int:
    return sum(line.visits for line in agent.report.lines)


def test_a_tree_is_kept_only_where_the_history_shows_that_the_game_went_on() -> None:
    rules = game("castle")
    agent = make_agent(rules, "ismcts:200,reuse=yes")
    for number in range(12):
        state = rules.new(number % 3)
        agent.choose(state.seat(0), number)
        assert visits(agent) == 200, "without a history every position is a new one"


def test_a_tree_of_another_game_is_dropped() -> None:
    """Two games in turns, whose histories are equally long."""
    rules = game("castle")
    agent = make_agent(rules, "ismcts:200,reuse=yes")
    states, pasts = [rules.new(seed) for seed in (1, 2)], [[], []]  # type: ignore[var-annotated]
    mover = make_agent(rules, "lowest")
    kept = 0
    for _ in range(16):
        for state, past in zip(states, pasts, strict=True):
            while state.player == 1 or len(state.legal()) < 2:
                past.append((state.player, mover.choose(state.seat(state.player))))
                state.apply(past[-1][1])
            agent.choose(state.seat(0, past), 1)
            kept += visits(agent) > 200
            past.append((0, mover.choose(state.seat(0))))
            state.apply(past[-1][1])
    assert kept == 0


def test_a_game_that_goes_on_keeps_its_tree() -> None:
    rules = game("castle")
    agent, state, past, kept = make_agent(rules, "ismcts:400,reuse=yes"), rules.new(4), [], 0  # type: ignore[var-annotated]
    mover = make_agent(rules, "lowest")
    while not state.over and len(past) < 60:
        seat = state.seat(state.player, past)
        chosen = agent.choose(seat, 1) if state.player == 0 else mover.choose(seat)
        kept += state.player == 0 and visits(agent) > 400
        past.append((state.player, chosen))
        state.apply(chosen)
    assert kept > 3
