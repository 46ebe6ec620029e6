"""The bots: what they choose in small positions, number by number where they draw lots, and that whole matches go through."""

from __future__ import annotations

import os
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from cardlab import make_agent, play_match
from cardlab.core.rng import Rng, derive
from cardlab.core.state import State
from cardlab.errors import OptionError
from cardlab.games.tribute import Tribute
from cardlab.games.tribute.agents.cardteacher import CardPupil, CardTeacher, card_values
from cardlab.games.tribute.agents.hql import HqlBot
from cardlab.games.tribute.agents.hqlvalues import (
    flat_table,
    hql_card_value,
    hql_heuristic,
    hql_reward,
    hql_stage,
    hql_update,
    hql_weights,
    named_table,
    quiet_cards,
    read_tiers,
)
from cardlab.games.tribute.agents.kinds import (
    DECISION_TREE,
    FIRST,
    HQL,
    MAX_AGENTS,
    MAX_PRESTIGE,
    NO_END,
    PATRON_FAVORS,
    RANDOM_BOT,
    RANDOM_TURNS,
    SAMPLE_BEAM,
    TURN_TREE,
    move_of,
)
from cardlab.games.tribute.rules.state import TributeState
from cardlab.games.tribute.words.actions import listed_moves
from cardlab.games.tribute.words.cards import CARDS, card_named
from cardlab.learn.qlearning import QTask, QTraining
from cardlab.registry import register_agent, register_game
from tests.games.tribute.oracle import ROWS, Generator, Match
from tests.games.tribute.tables import PATRONS

PURE = os.environ.get("CARDLAB_PURE") == "1"
KINDS = (
    RANDOM_BOT, NO_END, FIRST, MAX_AGENTS, MAX_PRESTIGE, PATRON_FAVORS, DECISION_TREE, HQL, RANDOM_TURNS, SAMPLE_BEAM, TURN_TREE
)  # fmt: skip
SPECS = (
    "random_bot", "no_end", "first", "max_agents", "max_prestige", "patron_favors", "decision_tree", "hql,width=4",
    "random_turns:20",
    "sample_beam,width=4", "turn_tree:20",
)  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def known() -> None:
    register_game(Tribute)
    for kind in KINDS:
        register_agent(kind)


def answer(spec: str, options: dict[str, Any] | None = None, **position: Any) -> list[str]:
    """The actions of the move that a bot chooses in a position, until it has made all of it."""
    game = Tribute(**(options or {}))
    state = game.from_dict({"patrons": PATRONS, **position})
    bot, made = make_agent(game, spec), []
    while True:
        action = bot.choose(state.seat(state.player or 0), 1)
        made.append(state.text(action))
        state.apply(action)
        if "pending_choice" not in state.to_dict() or state.player != 0 or len(made) > 5:
            return made


@pytest.mark.parametrize("spec", SPECS)
def test_every_bot_plays_whole_matches(spec: str) -> None:
    records = play_match(Tribute(limit=400 if PURE else 60_000), [spec, "random_bot"], games=1 if PURE else 6, seed=3)
    assert records.games == (1 if PURE else 6) and "illegal" not in str(records.endings)


def any_of(match: Match, lots: Generator, ending: bool = False) -> int:
    """The place of a move that lots are drawn for; the end of the turn is what is left, without a lot."""
    moves = match.moves()
    n = len(moves) if ending or moves[-1][0] != "END_TURN" else len(moves) - 1
    return lots.next() % n if n else 0


def best_agent(match: Match, lots: Generator) -> int:
    """Agents to buy by tier, contracts only if there are no others; a lot is drawn in vain if a card can be played."""
    moves = [text.split()[:2] for text, _ in match.moves()]
    if any(move[0] in ("PLAY_CARD", "ACTIVATE_AGENT") for move in moves):
        lots.next()
    tiers = dict(zip((card.key for card in CARDS), read_tiers(), strict=True))
    for kind in ("AGENT", "CONTRACT_AGENT"):
        found = [at for at, move in enumerate(moves) if move[0] == "BUY_CARD" and ROWS[move[1]]["type"] == kind]
        if found:
            return max(found, key=lambda at: tiers[moves[at][1]])
    return any_of(match, lots)


def wanted_call(match: Match) -> int:
    """The place of the first call of a patron that does not favour who is to move, or -1."""
    calls = [(at, text.split()[1]) for at, (text, _) in enumerate(match.moves()) if text.startswith("CALL_PATRON")]
    return next((at for at, patron in calls if patron != "TREASURY" and match.favor[patron] != match.me), -1)


def favors_first(match: Match, lots: Generator) -> int:
    """Patrons, Tithe for one more call of a patron, anything."""
    at, texts = wanted_call(match), [text for text, _ in match.moves()]
    if at < 0 and "BUY_CARD TITHE" in texts and match.own.calls == 0:
        trial = deepcopy(match)
        trial.moves()[texts.index("BUY_CARD TITHE")][1]()
        if wanted_call(trial) >= 0:
            return texts.index("BUY_CARD TITHE")
    return at if at >= 0 else any_of(match, lots)


SIMPLE: dict[str, Callable[[Match, Generator], int]] = {
    "random_bot": lambda match, lots: any_of(match, lots, True),
    "no_end": any_of,
    "max_agents": best_agent,
    "patron_favors": favors_first,
    "first": lambda match, lots: 0,
}


@pytest.mark.parametrize("name", SIMPLE)
def test_the_simple_bots_play_as_the_original_does_number_by_number(name: str) -> None:
    """A match of two with seed 123 each, played again by the plain rules and rules of thumb with the same numbers."""
    game = Tribute(luck="original")
    state = game.new(42)
    assert isinstance(state, TributeState)
    text = name if name == "first" else f"{name},seed=123"
    bots = [make_agent(game, text) for _ in range(2)]
    lots = [Generator(123), Generator(123)]
    rest = list(game.pool)
    picked = []
    for player in (0, 1, 1, 0):
        action = bots[player].choose(state.seat(player), 0)
        picked.append(rest.pop(0 if name == "first" else lots[player].next() % len(rest)))
        assert state.text(action) == f"DRAFT {picked[-1]}"
        state.apply(action)
    match = Match([picked[0], picked[1], "TREASURY", picked[2], picked[3]], 42)
    for _ in range(60 if PURE else 1200):
        if state.over:
            break
        player = state.player or 0
        moves = match.moves()
        index = SIMPLE[name](match, lots[player])
        listed = listed_moves(state, game.cards)
        assert [move.text for move in listed] == [text for text, _ in moves]
        for wanted in listed[index].actions:
            assert bots[player].choose(state.seat(player), 0) == wanted
            state.apply(wanted)
        moves[index][1]()
    assert bool(state.over) == bool(match.over)


def test_the_first_option_is_the_first() -> None:
    assert answer("first", P1={"hand": ["PECK", "GOLD"]}) == ["PLAY_CARD PECK"]
    assert answer("first", P1={"hand": ["BRIARHEART_RITUAL", "GOLD"]}) == ["PLAY_CARD BRIARHEART_RITUAL", "STOP"]


def test_no_end_ends_only_when_nothing_else_is_left() -> None:
    assert answer("no_end", P1={"hand": ["GOLD"]}) == ["PLAY_CARD GOLD"]
    assert answer("no_end") == ["END_TURN"]


def test_max_agents_buys_the_best_agent_before_contracts() -> None:
    row = ["SHIELD_BEARER", "JEERING_SHADOW", "OATHMAN", "RALLY"]
    tiers = dict(zip((card.key for card in CARDS), read_tiers(), strict=True))
    best = max(["JEERING_SHADOW", "OATHMAN"], key=lambda key: tiers[key])
    assert answer("max_agents", P1={"coins": 9}, tavern={"row": row})[0] == f"BUY_CARD {best}"
    assert answer("max_agents", P1={"coins": 9}, tavern={"row": ["RALLY", "SHIELD_BEARER"]})[0] == "BUY_CARD SHIELD_BEARER"


def test_patron_favors_calls_and_buys_tithe_for_a_call() -> None:
    assert answer("patron_favors", P1={"power": 2, "hand": ["GOLD"]}) == ["CALL_PATRON RED_EAGLE"]
    side = {"power": 2, "coins": 3, "patron_calls": 0}
    assert answer("patron_favors", P1=side, tavern={"row": ["TITHE"]}) == ["BUY_CARD TITHE"]


def test_max_prestige_sees_two_moves_ahead() -> None:
    assert answer("max_prestige", P1={"hand": ["GOLD", "MIDNIGHT_RAID"]}) in (["PLAY_CARD GOLD"], ["PLAY_CARD MIDNIGHT_RAID"])
    assert answer("max_prestige", P1={"hand": ["WAY_OF_THE_SWORD"], "patron_calls": 0})[-1] == "CHOOSE LEFT"


@pytest.mark.parametrize("bot", ["max_prestige", "max_prestige,seed=7"])
def test_max_prestige_takes_anything_where_nothing_brings_prestige_or_power(bot: str) -> None:
    game = Tribute()
    state = game.from_dict({"patrons": PATRONS, "P1": {"hand": ["GOLD", "WRIT_OF_COIN"], "patron_calls": 0}})
    agent = make_agent(game, bot)
    made = {state.text(agent.choose(state.seat(0), seed)) for seed in range(20)}
    assert made == {"PLAY_CARD GOLD", "PLAY_CARD WRIT_OF_COIN"}


def test_the_decision_tree_plays_then_buys_then_calls_then_attacks() -> None:
    assert answer("decision_tree", P1={"hand": ["GOLD"], "coins": 9}, tavern={"row": ["RALLY"]}) == ["PLAY_CARD GOLD"]
    assert answer("decision_tree", P1={"coins": 9}, tavern={"row": ["RALLY", "TITHE"]}) == ["BUY_CARD RALLY"]
    assert answer("decision_tree", P1={"power": 2}) == ["CALL_PATRON ANSEI"]
    foes = {"agents": [{"card": "OATHMAN", "hp": 2}, {"card": "HLAALU_COUNCILOR", "hp": 1}]}
    assert answer("decision_tree", P1={"power": 1, "patron_calls": 0}, P2=foes) == ["ATTACK HLAALU_COUNCILOR"]
    assert answer("decision_tree") == ["END_TURN"]


def test_the_decision_tree_destroys_one_poor_card_of_a_large_deck() -> None:
    asked = {"follow_up": "DESTROY_CARDS", "card": "BRIARHEART_RITUAL", "level": 1, "part": 1, "max": 2}
    large = {"hand": ["GOLD", "RALLY"], "draw": ["GOLD"] * 12}
    assert answer("decision_tree", P1=large, pending_choice=asked) == ["PICK GOLD", "STOP"]
    assert answer("decision_tree", P1={"hand": ["RALLY", "GOLD"]}, pending_choice=asked) == ["STOP"]


TOP = {"follow_up": "REFRESH_CARDS", "card": "HEL_SHIRA_HERALD", "level": 1, "max": 2}
ROW = {"follow_up": "REPLACE_CARDS_IN_TAVERN", "card": "IMPERIAL_PLUNDER", "level": 1, "max": 2}


@pytest.mark.parametrize(
    ("asked", "side", "row", "picks"),
    [
        (TOP, {"cooldown": ["RALLY", "GOLD", "BONFIRE"]}, [], ["BONFIRE", "RALLY"]),
        (TOP, {"cooldown": ["RALLY", "CURRENCY_EXCHANGE"]}, [], ["RALLY", "CURRENCY_EXCHANGE"]),
        (ROW, {}, ["GOLD", "RALLY", "BONFIRE"], ["BONFIRE", "RALLY"]),
        (ROW, {"hand": ["GOLD"]}, ["RALLY", "BONFIRE", "GOLD"], ["GOLD", "BONFIRE"]),
    ],
)
def test_the_decision_tree_picks_in_ascending_order_of_tiers_where_order_matters(
    asked: dict[str, Any], side: dict[str, Any], row: list[str], picks: list[str]
) -> None:
    """Gold has no tier, then come Bonfire, Rally and Currency Exchange; what is picked last lies on top."""
    found = answer("decision_tree", P1=side, tavern={"row": row, "deck": ["PECK"] * 4}, pending_choice=asked)
    assert [text for text in found if text != "STOP"] == [f"PICK {key}" for key in picks]


@pytest.mark.parametrize(
    ("spec", "enemy", "answers"),
    [
        ("random_turns:20", 0, {"CHOOSE LEFT", "CHOOSE RIGHT"}),
        ("random_turns:20", 20, {"CHOOSE LEFT"}),
        ("random_turns:20,slips=no", 0, {"CHOOSE LEFT"}),
    ],
)
def test_power_counts_for_random_turns_only_if_the_other_has_much(spec: str, enemy: int, answers: set[str]) -> None:
    """A slip of the original: a power or a coin that buys nothing are the same to it."""
    game = Tribute()
    side = {"hand": ["WAY_OF_THE_SWORD"], "patron_calls": 0}
    state = game.from_dict({"patrons": PATRONS, "P1": side, "P2": {"prestige": enemy}})
    state.apply(state.parse("PLAY_CARD WAY_OF_THE_SWORD"))
    found = set()
    for seed in range(12):
        bot = make_agent(game, spec)
        bot.new_game()
        found.add(state.text(bot.choose(state.seat(0), seed)))
    assert found == answers


def test_random_turns_count_cards_like_the_agent_that_was_looked_at_last() -> None:
    """Without an agent a Gold is worth nothing, and may as well be destroyed; with an Oathman in play ten times its tier."""
    game = Tribute()
    asked = {"follow_up": "DESTROY_CARDS", "card": "BRIARHEART_RITUAL", "level": 1, "part": 1, "max": 2}
    side = {"hand": ["GOLD"], "patron_calls": 0}
    for agents, answers in (({}, {"PICK GOLD", "STOP"}), ({"agents": [{"card": "OATHMAN", "hp": 2}]}, {"STOP"})):
        state = game.from_dict({"patrons": PATRONS, "P1": {**side, **agents}, "pending_choice": asked})
        found = set()
        for seed in range(12):
            bot = make_agent(game, "random_turns:20")
            bot.new_game()
            found.add(state.text(bot.choose(state.seat(0), seed)))
        assert found == answers


@pytest.mark.skipif(PURE, reason="whole matches")
def test_a_turn_tree_that_goes_on_from_move_to_move_plays_otherwise() -> None:
    """And it plays by the rules: a tree that does not fit what it comes to would name moves that are not there."""
    texts = ("turn_tree:60", "turn_tree:60,reuse=yes", "turn_tree:60,reuse=no")
    kept, same, anew = (play_match(Tribute(), [text, "no_end"], games=4, seed=3, workers=1) for text in texts)
    assert all(found.games == 4 and "illegal" not in str(found.endings) for found in (kept, anew))
    lengths = [list(found.records.decisions) for found in (kept, same, anew)]
    assert lengths[0] == lengths[1] != lengths[2]


def test_quiet_cards_are_the_52_of_the_program_in_the_set_of_2024() -> None:
    old = [number for number in quiet_cards(CARDS, True) if CARDS[number].old]
    assert len(old) == 52 and len([number for number in quiet_cards(CARDS, False) if CARDS[number].old]) == 43
    assert card_named("GOLD") in old and card_named("TITHE") not in old


def hql(table: list[list[float]] | None = None, **options: Any) -> tuple[Tribute, HqlBot]:
    game = Tribute()
    return game, HqlBot(game, hql_weights(), quiet_cards(CARDS, False), table or flat_table(3.0), **options)


def test_the_heuristic_of_hql_adds_up() -> None:
    game, bot = hql()
    state = game.from_dict(
        {
            "patrons": PATRONS, "favor": {"ANSEI": "PLAYER1", "PELIN": "PLAYER2"},
            "P1": {
                "hand": ["GOLD", "RALLY"], "draw": ["PECK"], "cooldown": ["GOLD"], "coins": 2, "power": 3, "prestige": 4,
                "agents": [{"card": "BANNERET", "hp": 2}],
            },
            "P2": {"hand": ["GOLD"] * 5, "draw": ["GOLD"] * 2, "prestige": 1},
        }
    )  # fmt: skip
    own = 15 * 4 + 14 * 3 + 2 * 2 + (18 + 3) + 5 * (3 + 3) + 2 * 2 + 0 * 2 + 12 * 3 + 4 * 2
    theirs = 15 * 1 + 18 + 2 * (5 + 2 + 0 + 1)
    assert bot.value(state, 0) == own - theirs


@pytest.mark.parametrize(("prestige", "turn", "gold"), [(0, 1, 0), (10, 1, -2), (19, 3, -4), (0, 61, -6), (9, 3, -2)])
def test_the_stage_follows_prestige_and_turns(prestige: int, turn: int, gold: int) -> None:
    game, bot = hql()
    base = {"patrons": PATRONS, "turn": turn, "P2": {"prestige": prestige}}
    with_gold = game.from_dict({**base, "P1": {"hand": ["GOLD"]}})
    assert bot.value(with_gold, 0) - bot.value(game.from_dict(base), 0) == gold


def taught(state: State, table: list[list[float]], moves: str) -> list[list[float]]:
    """The table of an HQL that sits in seat 0, plays and hears what happens, after those moves."""
    pupil = CardPupil(CardTeacher(card_values(table), "thesis"), 0.1, 0.5)
    bot = HqlBot(state.game, hql_weights(), quiet_cards(CARDS, False), table, pupil=pupil)
    assert bot.listens
    bot.new_game()
    state.listener = lambda event: bot.hear(event.for_seat(0))
    for text in moves.split(", "):
        if state.player == 0:
            assert state.text(bot.choose(state.seat(0), 1)) == text
        state.apply(state.parse(text))
    return bot.table()


def test_one_step_of_learning_is_the_rule() -> None:
    """Luxury Exports brings 3 coins; the best next value is that of a Hlaalu card in the tavern."""
    table = flat_table(4.0)
    table[card_named("OATHMAN")] = [10.0] * 20
    state = Tribute().from_dict(
        {"patrons": PATRONS, "P1": {"hand": ["LUXURY_EXPORTS"], "patron_calls": 0}, "tavern": {"row": ["OATHMAN"]}}
    )
    after = taught(state, table, "PLAY_CARD LUXURY_EXPORTS, END_TURN")
    exports = after[card_named("LUXURY_EXPORTS")]
    assert exports[1] == pytest.approx(0.9 * 4.0 + 0.1 * (3 + 0.5 * 10.0))
    assert exports[0] == exports[2] == 4.0 and after[card_named("OATHMAN")] == [10.0] * 20


def test_what_cards_do_in_the_turn_of_the_other_teaches_too() -> None:
    """A card that was owned once counts whoever plays it; what the other alone has had does not."""
    sides = {
        "P1": {"hand": ["LUXURY_EXPORTS"], "draw": ["BEWILDERMENT"] * 5, "patron_calls": 0},
        "P2": {"hand": ["LUXURY_EXPORTS", "MIDNIGHT_RAID"], "draw": ["GOLD"] * 5, "patron_calls": 0},
    }
    state = Tribute().from_dict({"patrons": PATRONS, **sides})
    his = "PLAY_CARD LUXURY_EXPORTS, PLAY_CARD MIDNIGHT_RAID, END_TURN"
    mine = ", ".join(["PLAY_CARD BEWILDERMENT"] * 5)
    after = taught(state, flat_table(4.0), f"PLAY_CARD LUXURY_EXPORTS, END_TURN, {his}, {mine}, END_TURN")
    first = 0.9 * 4 + 0.1 * 3
    assert after[card_named("LUXURY_EXPORTS")][:3] == [4.0, pytest.approx(0.9 * first + 0.1 * 3), 4.0]
    assert after[card_named("MIDNIGHT_RAID")] == [4.0] * 20


def test_who_goes_on_learning_learns_as_a_training_does() -> None:
    games = 1 if PURE else 6
    rules = Tribute(limit=300) if PURE else Tribute()
    task = QTask.of(rules, "decision_tree", games, seed=2, gamma=0.5)
    training = QTraining.start(task)
    training.run()
    bot = make_agent(rules, "hql,table=flat,learn=yes")
    assert isinstance(bot, HqlBot)
    other = make_agent(rules, "decision_tree")
    for number in range(games):
        seat = number % 2
        agents = (bot, other) if seat == 0 else (other, bot)
        state = rules.new(derive(task.seed, "deal", number) >> 1)
        lucks = [Rng(derive(task.seed, "luck", number, player)) for player in range(2)]
        state.listener = lambda event, seat=seat: bot.hear(event.for_seat(seat))
        for agent in agents:
            agent.new_game()
        while state.player is not None:
            state.apply(agents[state.player].choose(state.seat(state.player), lucks[state.player]))
    assert bot.table() == training.table.values != flat_table(5.0)


@pytest.mark.skipif(PURE, reason="whole matches")
def test_learning_goes_on_from_match_to_match() -> None:
    """Who learns hears the matches it plays: with a rate of 1 its values, and so its moves, are soon others."""
    texts = ("hql,table=flat", "hql,table=flat,learn=yes,rate=1.0")
    still, learning = (play_match(Tribute(), [text, "decision_tree"], games=8, seed=3, workers=1) for text in texts)
    assert still.to_dict() != learning.to_dict()


@pytest.mark.skipif(PURE, reason="whole matches")
def test_who_discounts_otherwise_learns_something_else() -> None:
    texts = [f"hql,table=flat,learn=yes,rate=1.0,discount={discount}" for discount in ("0.0", "0.5", "0.9")]
    points = [play_match(Tribute(), [text, "decision_tree"], games=8, seed=3, workers=1).records for text in texts]
    assert len({tuple(found.decisions) for found in points}) == 3


def test_hql_plays_quiet_cards_first_and_buys_what_it_values() -> None:
    assert answer("hql", P1={"hand": ["BONFIRE", "GOLD"]}) == ["PLAY_CARD GOLD"]
    assert answer("hql") == ["END_TURN"]
    row = {"row": ["RALLY", "LEGIONS_ARRIVAL"]}
    assert answer("hql", P1={"coins": 8, "patron_calls": 0}, tavern=row) in (["BUY_CARD RALLY"], ["BUY_CARD LEGIONS_ARRIVAL"])


@pytest.mark.parametrize(("worths", "bought"), [((9, 9, 1), "REINFORCEMENTS"), ((1, 9, 9), "LEGIONS_ARRIVAL")])
def test_a_full_layer_takes_a_position_only_if_it_is_better(worths: tuple[int, ...], bought: str) -> None:
    """Two of three cards can be bought. The last pair to be looked at is the worst one, or not the first best one."""
    row = ["REINFORCEMENTS", "LEGIONS_ARRIVAL", "PYANDONEAN_WAR_FLEET"]
    game = Tribute()
    state = game.from_dict({"patrons": PATRONS, "P1": {"coins": 6, "patron_calls": 0}, "tavern": {"row": row}})
    for width in (1, 2, 10):
        bot = HqlBot(game, hql_weights(), (), flat_table(1.0), width=width)
        for key, worth in zip(row, worths, strict=True):
            bot.put(card_named(key), 0, worth)
        bot.new_game()
        assert state.text(bot.choose(state.seat(0), 1)) == f"BUY_CARD {bought}"


def test_tables_of_card_values_are_read_and_wrong_ones_refused(tmp_path: Path) -> None:
    good = tmp_path / "good.csv"
    header = "key," + ",".join(f"s{n}" for n in range(20))
    good.write_text(f"{header}\nRALLY,{','.join(['7.5'] * 20)}\n")
    assert named_table(str(good))[card_named("RALLY")] == [7.5] * 20 and named_table(str(good))[0] == [5.0] * 20
    assert len(named_table("learned")) == len(CARDS)
    for text, words in (
        ("key,s0\nRALLY,1\n", "columns key"),
        (f"{header}\nRALLYE,{','.join(['1'] * 20)}\n", "did you mean RALLY"),
        (f"{header}\nRALLY,x\n", "line 2"),
        (f"{header}\nRALLY,{','.join(['1'] * 20)}\n", "another card set"),
    ):
        bad = tmp_path / "bad.csv"
        bad.write_text(text)
        with pytest.raises(OptionError, match=words):
            named_table(str(bad), start=None)


@pytest.mark.parametrize("spec", ["random_bot,seed=-1", "decision_tree,genes=1/2", "hql,width=0", "sample_beam,width=65"])
def test_options_out_of_range_are_refused(spec: str) -> None:
    with pytest.raises(OptionError):
        make_agent(Tribute(), spec)


def test_bots_take_no_wrong_turn_when_asked_about_another_position() -> None:
    """A move of several picks that was begun elsewhere is forgotten."""
    game = Tribute()
    bot = make_agent(game, "no_end")
    rng = Rng(5)
    for seed in range(10 if PURE else 60):
        state = game.new(seed)
        state.rollout(Rng(seed), 40 + seed)
        if not state.over:
            assert bot.choose(state.seat(state.player or 0), rng) in state.legal()


def test_the_evaluator_prefers_prestige_and_better_decks() -> None:
    game = Tribute()
    judge = game.evaluator("balance")
    even = game.from_dict({"patrons": PATRONS})
    ahead = game.from_dict({"patrons": PATRONS, "P1": {"prestige": 20, "draw": ["RALLY"]}})
    assert judge.value(even, 0) == 0.5 and judge.value(ahead, 0) > 0.8
    assert judge.value(ahead, 0) + judge.value(ahead, 1) == pytest.approx(1.0)


# ---- HQL in plain values ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prestige", "turns", "stage"),
    [(0, 0, "Start"), (5, 4, "Start"), (10, 0, "Early"), (0, 19, "Early"), (12, 8, "Middle"), (29, 0, "Middle"), (30, 0,
    "Late"), (90, 9, "Late")],
)  # fmt: skip
def test_stages(prestige: int, turns: int, stage: str) -> None:
    assert hql_stage(prestige, turns) == stage


def test_the_value_of_a_card_is_cut_to_a_whole_number_and_never_zero() -> None:
    table = flat_table(0.4)
    table[card_named("RALLY")] = [float(n) + 0.9 for n in range(20)]
    assert (hql_card_value(table, "RALLY", 3), hql_card_value(table, "RALLY", 40), hql_card_value(table, "RALLY", 0)) == (
        3,
        19,
        1,
    )
    assert hql_card_value(table, "GOLD", 2) == 1


def test_a_step_of_learning_and_rewards() -> None:
    assert hql_update(4.0, 3, 10.0) == pytest.approx(4.4)
    assert hql_update(4.0, 3, -7.0, 0.5, 0.8) == pytest.approx(3.5)
    rewards = [
        hql_reward("GAIN_COIN", 3), hql_reward("GAIN_POWER", 2), hql_reward("ACQUIRE_CARD", 1, "RALLY"),
        hql_reward("DESTROY_CARD", 1, "THE_ARMORY"), hql_reward("DRAW", 5), hql_reward("TOSS"), hql_reward("ADD_PATRON_CALLS",
        1),
    ]  # fmt: skip
    assert rewards == [3, 4, 8, 2, 3, 0, 6]


def test_the_heuristic_in_plain_values_is_the_compiled_one() -> None:
    table = named_table("learned")
    game, bot = hql(table)
    rng = Rng(8)
    compared = 0
    for seed in range(3 if PURE else 40):
        state = game.new(seed)
        state.rollout(rng, 30 + 12 * seed)
        if not state.over:
            told = state.to_dict()
            for seat in range(2):
                assert hql_heuristic(told, seat, table, (told["turn"] - 1) // 2) == bot.value(state, seat)
                compared += 1
    assert compared > 2


def test_the_move_of_an_agent_is_one_of_the_list() -> None:
    game = Tribute()
    state = game.from_dict({"patrons": PATRONS, "P1": {"hand": ["BRIARHEART_RITUAL", "GOLD"]}})
    assert isinstance(state, TributeState)
    assert move_of(make_agent(game, "first"), state) == "PLAY_CARD BRIARHEART_RITUAL"
    state.apply(state.parse("PLAY_CARD BRIARHEART_RITUAL"))
    assert move_of(make_agent(game, "first"), state) == "MAKE_CHOICE "


def test_a_seeded_copy_shuffles_what_is_hidden_in_the_order_of_the_original() -> None:
    game = Tribute(luck="original")
    sides = {
        "P1": {"hand": ["RALLY"], "draw": ["GOLD", "PECK", "TITHE"], "known_upcoming": 1, "cooldown": ["SWIPE", "AMBUSH"]},
        "P2": {"hand": ["GOLD", "PECK"], "draw": ["TITHE"], "cooldown": ["AMBUSH"]},
        "tavern": {"deck": ["BONFIRE", "RALLY"]},
    }
    state = game.from_dict({"patrons": PATRONS, **sides})
    told = game.seeded_copy(state, 0, 42).to_dict()
    lots = Generator(42)

    def mixed(cards: list[str]) -> list[str]:
        keys = [lots.next() for _ in cards]
        return [cards[at] for at in sorted(range(len(cards)), key=lambda at: keys[at])]

    assert told["P1"]["cooldown"] == mixed(["SWIPE", "AMBUSH"])
    assert told["P1"]["draw"] == ["GOLD", *mixed(["PECK", "TITHE"])]
    assert told["P2"]["cooldown"] == mixed(["AMBUSH"])
    both = mixed(["GOLD", "PECK", "TITHE"])
    assert (told["P2"]["hand"], told["P2"]["draw"]) == (both[:2], both[2:])
    assert told["tavern"]["deck"] == mixed(["BONFIRE", "RALLY"])
    assert (told["P1"]["known_upcoming"], told["luck"]) == (0, [42, 1, 0])
