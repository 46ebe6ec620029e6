"""Search whose playouts are judged by a model: when it is asked, how often, and what its word is worth."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardlab import Game, game, make_agent
from cardlab.errors import CardlabError, OptionError, PluginError, RunError
from cardlab.lab import play_match
from cardlab.models.dense import DenseModel
from cardlab.models.model import Evaluator
from cardlab.models.trees import TreesModel
from tests.agents.ticks import Asked, Ticks, searcher, tally
from tests.games.castle.tables import lay
from tests.lab.matches.test_match import outcome

PURE = os.environ.get("CARDLAB_PURE") == "1"
slow = pytest.mark.skipif(PURE, reason="takes too long uncompiled")


def asked(rules: Game, evaluator: Any, iterations: int = 100, seed: int = 1, **options: Any) -> Any:
    """A search that has chosen once at the beginning of a game."""
    agent = searcher(rules, evaluator, iterations, **options)
    agent.choose(rules.new(1).seat(0), seed)
    return agent


# ---- when it is asked -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "depth", "moves"),
    [
        ("01", 0, 2), ("01", 1, 2), ("01", 2, 4), ("01", 3, 4), ("01", 4, 6), ("01", 5, 6), ("01", 40, 42),
        ("011", 0, 3), ("011", 2, 3), ("011", 3, 6), ("0011", 0, 1), ("0011", 1, 4), ("0011", 4, 5), ("0111111", 1, 7),
    ],
)  # fmt: skip
def test_it_is_asked_after_so_many_moves_when_the_searcher_is_to_move(order: str, depth: int, moves: int) -> None:
    """The first two iterations make one move each in the tree; moves are counted after it, extra turns too."""
    judge = Asked()
    asked(Ticks(order=order), judge, 2, depth=depth)
    assert judge.moves == [moves, moves]
    assert all(row[1] == 0 for row in judge.rows)


@pytest.mark.parametrize("depth", [0, 3, 8])
@pytest.mark.parametrize("order", ["01", "0112", "00121"])
def test_it_is_asked_only_when_the_searcher_is_to_move(order: str, depth: int) -> None:
    judge = Asked()
    asked(Ticks(order=order, players=3), judge, 60, depth=depth)
    assert len(judge.rows) == 60 and {row[1] for row in judge.rows} == {0}
    assert min(judge.moves) > depth


@pytest.mark.parametrize("encoder", ["svm", "image", "rich"])
def test_in_castle_too_it_is_asked_only_on_the_own_turn(encoder: str) -> None:
    state = game("castle").new(3)
    judge = Asked()
    agent = searcher(state.game, judge, 20, depth=3, encoder=encoder)
    agent.choose(state.seat(0), 1)
    spec = state.game.encoder(encoder)
    assert all(batch.shape[1:] == spec.shape and batch.dtype == np.float32 for batch in judge.batches)
    if encoder == "rich":
        assert {row[spec.labels.index("waiting")] for row in judge.rows} == {0.0}


@pytest.mark.parametrize("batch", [1, 5, 32])
def test_each_leaf_is_asked_about_once_and_finished_playouts_never(batch: int) -> None:
    """Seat 0 wins every game that ends, so its rewards tell how many playouts ended."""
    judge = Asked(0.25)
    agent = asked(Ticks(length=9), judge, 200, depth=4, batch=batch)
    n_asked = len(judge.rows)
    visits, rewards = (sum(column) for column in zip(*tally(agent), strict=True))
    assert visits == 200 and 0 < n_asked < 200
    assert rewards == pytest.approx(0.25 * n_asked + 1.0 * (200 - n_asked))


def test_in_castle_each_leaf_is_asked_about_once() -> None:
    state = lay(["3 4 9", "5 J"], down=["6 7", "8 Q"], pile="3")
    judge = Asked(0.25)
    agent = searcher(state.game, judge, 300, depth=4, encoder="svm")
    agent.choose(state.seat(0), 1)
    wins = sum(reward for _, reward in tally(agent)) - 0.25 * len(judge.rows)
    assert 0 < len(judge.rows) < 300
    assert wins == pytest.approx(round(wins)) and 0 < wins <= 300 - len(judge.rows)


def test_a_game_that_always_ends_before_is_never_asked_about() -> None:
    judge = Asked()
    agent = asked(Ticks(length=6), judge, 50, depth=6)
    assert judge.batches == [] and sum(reward for _, reward in tally(agent)) == 50


# ---- what its word is worth -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "chance", "worth"),
    [
        ("soft", 0.6, 0.6), ("soft", 0.0, 0.0), ("soft", 1.0, 1.0), ("soft", 0.125, 0.125),
        ("hard", 0.6, 1.0), ("hard", 0.5, 1.0), ("hard", 0.499, 0.0), ("hard", 0.4, 0.0),
    ],
)  # fmt: skip
def test_soft_and_hard_credit(value: str, chance: float, worth: float) -> None:
    agent = asked(Ticks(), Asked(chance), 64, depth=2, value=value)
    assert [line.value for line in agent.report.lines] == pytest.approx([worth] * 2, abs=1e-7)


@pytest.mark.parametrize(("players", "order"), [(3, "012"), (4, "0123")])
def test_with_more_players_an_even_share_counts_as_a_win(players: int, order: str) -> None:
    for chance, worth in ((1 / players + 0.01, 1.0), (1 / players - 0.01, 0.0)):
        agent = asked(Ticks(players=players, order=order), Asked(chance), 30, depth=1, value="hard")
        assert [line.value for line in agent.report.lines] == [worth] * 2
        agent = asked(Ticks(players=players, order=order), Asked(chance), 30, depth=1)
        assert [line.value for line in agent.report.lines] == pytest.approx([chance] * 2)


@pytest.mark.parametrize(("players", "order"), [(2, "01"), (3, "012"), (4, "0123")])
@pytest.mark.parametrize("value", ["soft", "hard"])
def test_the_others_are_credited_with_the_rest(players: int, order: str, value: str) -> None:
    """The next seat decides by its first move how the searcher stands, and takes what is worse for the searcher."""
    judge = Asked(lambda x: np.where(x[:, 2] == 1, 0.1, 0.9))
    agent = asked(Ticks(players=players, order=order), judge, 400, depth=0, value=value, batch=1, c=0.3)
    worst = 0.1 if value == "soft" else 0.0
    assert all(worst <= line.value < 0.3 for line in agent.report.lines)


def test_a_reward_that_comes_later_is_worth_less() -> None:
    agent = asked(Ticks(), Asked(0.5), 2, depth=4, discount=0.5)
    assert [line.value for line in agent.report.lines] == [0.5 * 0.5**5] * 2


# ---- not sure ---------------------------------------------------------------------------------------------------


def test_a_model_that_is_not_sure_is_asked_again_later() -> None:
    judge = Asked(0.5)
    agent = asked(Ticks(length=20), judge, 1, depth=4, gate=0.1, again=3)
    assert judge.moves == [6, 10, 14, 18]
    assert sum(reward for _, reward in tally(agent)) == 1.0


def test_its_word_is_taken_as_soon_as_it_is_sure() -> None:
    judge = Asked(lambda x: np.where(x[:, 0] < 14, 0.55, 0.875))
    agent = asked(Ticks(), judge, 40, depth=4, gate=0.1, again=3)
    assert [line.value for line in agent.report.lines] == [0.875] * 2
    assert sum(moves >= 14 for moves in judge.moves) == 40


@pytest.mark.parametrize(
    ("players", "chance", "again"),
    [
        (2, 0.39, False), (2, 0.41, True), (2, 0.59, True), (2, 0.61, False),
        (3, 0.24, False), (3, 0.26, True), (3, 0.42, True), (3, 0.44, False),
        (4, 0.17, False), (4, 0.19, True), (4, 0.33, True), (4, 0.34, False),
    ],
)  # fmt: skip
def test_the_gate_lies_around_an_even_share(players: int, chance: float, again: bool) -> None:
    """With gate=0.1 odds from 2:3 to 3:2 are not sure; for more players each of the others has such odds."""
    judge = Asked(chance)
    asked(Ticks(players=players, order="0123"[:players], length=30), judge, 1, depth=2, gate=0.1)
    assert (len(judge.rows) > 1) == again


@pytest.mark.parametrize("batch", [1, 3, 16])
def test_a_model_that_is_never_sure_leaves_the_ordinary_search(batch: int) -> None:
    """Every playout ends by the rules: rewards are whole numbers of wins."""
    state = lay(["3 4 9", "5 J"], down=["6 7", "8 Q"], pile="3")
    judge = Asked(0.5)
    agent = searcher(state.game, judge, 60, depth=4, gate=0.5, again=5, encoder="svm", batch=batch)
    agent.choose(state.seat(0), 1)
    assert sum(visits for visits, _ in tally(agent)) == 60 < len(judge.rows)
    assert all(reward == pytest.approx(round(reward)) for _, reward in tally(agent))


def test_a_playout_that_reaches_its_limit_is_judged_as_it_stands() -> None:
    judge = Asked(0.5)
    agent = asked(Ticks(), judge, 1, depth=0, gate=0.2, again=4, limit=10)
    assert judge.moves == [2, 6, 10, 14]
    assert sum(reward for _, reward in tally(agent)) == 0.5


# ---- batches ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("batch", [1, 2, 3, 7, 16, 64])
@pytest.mark.parametrize("gate", [0.0, 0.3])
def test_visits_add_up_with_batches_of_any_size(batch: int, gate: float) -> None:
    judge = Asked(lambda x: 0.5 + 0.5 * np.sin(x[:, 0]))
    agent = asked(Ticks(length=40), judge, 100, depth=3, batch=batch, gate=gate)
    assert sum(visits for visits, _ in tally(agent)) == 100 == agent.report.iterations
    sizes = [len(rows) for rows in judge.batches]
    assert max(sizes) <= batch and (gate > 0 or sizes == [batch] * (100 // batch) + [100 % batch] * (100 % batch > 0))


def test_a_function_is_asked_in_batches_of_32_unless_told_otherwise() -> None:
    judge = Asked()
    asked(Ticks(), judge, 70, depth=1)
    assert [len(rows) for rows in judge.batches] == [32, 32, 6]


@pytest.mark.parametrize(("players", "order"), [(2, "01"), (3, "012")])
def test_one_at_a_time_is_the_search_with_a_plain_evaluator(players: int, order: str) -> None:
    rules = Ticks(players=players, order=order, length=12)
    options: dict[str, Any] = {"iterations": 300, "depth": 3}
    plain = asked(rules, Evaluator(), **options)
    model = asked(rules, Asked(1 / players), batch=1, **options)
    assert [visits for visits, _ in tally(model)] == [visits for visits, _ in tally(plain)]
    assert tally(model) == [(visits, pytest.approx(reward, abs=1e-5)) for visits, reward in tally(plain)]


@pytest.mark.parametrize("gate", [0.0, 0.3])
@pytest.mark.parametrize("batch", [1, 4])
def test_compiled_trees_and_a_function_that_says_the_same_search_alike(batch: int, gate: float) -> None:
    state = game("castle").new(3)
    nodes = [(12, 0.0, 1, 2), (3, 0.0, 3, 4), (-1, 0.875, 0, 0), (-1, 0.5, 0, 0), (-1, 0.125, 0, 0)]
    found = []
    for judge, rest in (
        (TreesModel(state.game.encoder("svm"), nodes, [0], 0.0, False), {}),
        (lambda x: np.where(x[:, 12] > 0, 0.875, np.where(x[:, 3] > 0, 0.125, 0.5)), {"encoder": "svm"}),
    ):
        agent = searcher(state.game, judge, 60, depth=2, batch=batch, gate=gate, again=3, **rest)
        agent.choose(state.seat(0), 7)
        found.append(tally(agent))
    assert found[0] == found[1] and len({reward for _, reward in found[0]}) > 2


@pytest.mark.parametrize("gate", [0.0, 0.1])
@pytest.mark.parametrize("batch", [1, 4])
def test_compiled_layers_and_a_function_that_says_the_same_search_alike(batch: int, gate: float) -> None:
    state = game("castle").new(3)
    weights = np.random.default_rng(5).normal(0, 1, (23, 1)).astype(np.float32)
    found = []
    for judge, rest in (
        (DenseModel(state.game.encoder("svm"), [(weights, [0.25])]), {}),
        (lambda x: 1 / (1 + np.exp(-(x.astype(float) @ weights + 0.25))), {"encoder": "svm"}),
    ):
        agent = searcher(state.game, judge, 60, depth=2, batch=batch, gate=gate, again=3, **rest)
        agent.choose(state.seat(0), 7)
        found.append(tally(agent))
    assert found[0] == [(visits, pytest.approx(reward, rel=1e-5)) for visits, reward in found[1]]
    assert len({reward for _, reward in found[0]}) > 2


def test_native_models_leave_the_search_native_and_functions_do_not() -> None:
    rules = game("castle")
    dense = DenseModel(rules.encoder("svm"), [(np.zeros((23, 1)), [0.0])])
    assert searcher(rules, dense).native and not searcher(rules, Asked()).native
    assert make_agent(rules, "e-ismcts:10").native


@pytest.mark.parametrize("kind", ["ismcts", "e-ismcts", "pimc", "oneply"])
def test_an_equal_seed_gives_an_equal_search(kind: str) -> None:
    state = game("castle").new(5)

    def lines(seed: int) -> Any:
        agent = searcher(state.game, lambda x: x[:, 0:13].mean(axis=1), 40, kind=kind, encoder="svm")
        agent.choose(state.seat(0), seed)
        assert sum(line.visits for line in agent.report.lines) == 40
        return agent.report.lines

    assert lines(3) == lines(3) != lines(4)


def test_trees_grown_at_the_same_time_have_a_model_each() -> None:
    judge = Asked(0.375)
    agent = asked(Ticks(), judge, 50, depth=2, threads=2)
    assert sum(visits for visits, _ in tally(agent)) == 50 == len(judge.rows)
    assert [line.value for line in agent.report.lines] == [0.375] * 2


def test_a_search_is_whole_again_after_its_model_failed() -> None:
    answers = ["nonsense"]
    rules = Ticks()
    agent = searcher(rules, lambda x: answers.pop() if answers else x[:, 1], 40, depth=1)
    with pytest.raises(RunError, match="ValueError"):
        agent.choose(rules.new(1).seat(0), 1)
    agent.choose(rules.new(1).seat(0), 1)
    assert sum(visits for visits, _ in tally(agent)) == 40


# ---- what it sees -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("encoder", "known"), [("rich,known=yes", {"other_known_Q": 0.25, "other_known_K": 0.25}), ("rich", {})]
)
def test_cards_that_are_taken_in_a_playout_are_known_if_the_encoding_wants_them(encoder: str, known: dict[str, float]) -> None:
    """Neither the K nor the A can be beaten: the other takes the pile. All cards are in sight, so there is one world only."""
    state = lay(["A K", "3 4"], ["5", ""], pile="Q")
    labels = state.game.encoder(encoder).labels
    judge = Asked()
    searcher(state.game, judge, 2, depth=0, encoder=encoder).choose(state.seat(0), 1)
    after_king = [row for row in judge.rows if row[labels.index("hand_A_1")]]
    assert len(judge.rows) == 2 and len(after_king) == 1
    assert {label: x for label, x in zip(labels, after_king[0], strict=True) if x and "_known_" in label} == known


# ---- by texts ---------------------------------------------------------------------------------------------------

JUDGE = """
import numpy as np

calls = 0

def by_hand(x):
    return 1 - x[:, :13].mean(axis=1)

def moody(x):
    global calls
    calls += 1
    if calls % 40 == 0:
        raise LookupError("lost my notes")
    return np.full(len(x), 0.5)

def nonsense(x):
    return x[:, 0] + 5

number = 5
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("judges") / "judges.py"
    path.write_text(JUDGE, encoding="utf-8")
    return path


def test_a_function_in_a_file_is_an_evaluator(file: Path) -> None:
    state = game("castle").new(3)
    agents = [
        make_agent(state.game, f"e-ismcts:60,depth=3,evaluator=python:{file}:by_hand,encoder=svm"),
        searcher(state.game, lambda x: 1 - x[:, :13].mean(axis=1), 60, depth=3, encoder="svm"),
    ]
    for agent in agents:
        agent.choose(state.seat(0), 1)
    assert agents[0].report.lines == agents[1].report.lines


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("ismcts,depth=5", OptionError, "depth=5 needs an evaluator; there are: .*cards"),
        ("ismcts,gate=0.1", OptionError, "gate=0.1 needs an evaluator"),
        ("ismcts,batch=4", OptionError, "batch=4 needs an evaluator"),
        ("ismcts,encoder=svm", OptionError, "encoder=svm needs an evaluator"),
        ("pimc,value=hard", OptionError, "value=hard needs an evaluator"),
        ("e-ismcts,evaluator=cards,gate=0.1", OptionError, "gate and batch are for models; cards is asked about each seat"),
        ("e-ismcts,evaluator=cards,batch=8", OptionError, "gate and batch are for models"),
        ("e-ismcts,evaluator=card", OptionError, "Did you mean 'cards'"),
        ("e-ismcts,evaluator=cards,encoder=svm", OptionError, "only a function needs to be told its features"),
        ("e-ismcts,evaluator=x.onnx,encoder=svm", OptionError, "only a function needs"),
        ("e-ismcts,evaluator=no/such/file.onnx", RunError, "no/such/file.onnx"),
        ("e-ismcts,evaluator=python:no_such.py:judge", PluginError, "there is no file no_such.py"),
        ("e-ismcts,evaluator=python:{file}:missing", PluginError, "missing"),
        ("e-ismcts,evaluator=python:{file}:number", PluginError, "is no function"),
        ("e-ismcts,evaluator=python:{file}:by_hand,encoder=svn", OptionError, "Did you mean 'svm'"),
        ("e-ismcts,gate=0.6", OptionError, "gate='0.6': allowed is a number from 0 to 0.5"),
        ("e-ismcts,batch=2000", OptionError, "batch='2000'"),
        ("e-ismcts,value=medium", OptionError, "soft, hard"),
    ],
)
def test_wrong_texts_are_refused(file: Path, text: str, error: type[CardlabError], words: str) -> None:
    with pytest.raises(error, match=words):
        make_agent(game("castle"), text.format(file=file))


def test_an_encoding_with_options_can_be_named_in_a_text(file: Path) -> None:
    agent = make_agent(game("castle"), f"e-ismcts:4,evaluator=python:{file}:by_hand,encoder=(svm,fd=3,top=yes)")
    assert agent.choose(game("castle").new(3).seat(0), 1) >= 0


def test_wrong_chances_are_refused_while_searching(file: Path) -> None:
    agent = make_agent(game("castle"), f"e-ismcts:4,depth=2,evaluator=python:{file}:nonsense,encoder=svm")
    with pytest.raises(RunError, match="must give 4 chances from 0 to 1"):
        agent.choose(game("castle").new(3).seat(0), 1)


@slow
def test_matches_with_a_function_do_not_depend_on_the_number_of_workers(file: Path) -> None:
    agents = [f"e-ismcts:12,depth=2,evaluator=python:{file}:by_hand,encoder=svm", "lowest"]
    results = [outcome(play_match("castle", agents, games=6, seed=4, workers=workers)) for workers in (1, 2)]
    assert results[0] == results[1] and all(row["ending"] == "win" for row in results[0])


@slow
@pytest.mark.parametrize("agent", ["e-ismcts:8,depth=2", "e-ismcts:8,depth=2,threads=2", "oneply:8", "beam:50", "dfs:50"])
def test_a_function_that_raises_costs_the_game_and_not_the_run(file: Path, agent: str) -> None:
    text = f"{agent},evaluator=python:{file}:moody"
    assert not make_agent(game("castle"), text).native
    result = play_match("castle", [text, "lowest"], games=6, seed=4, workers=1)
    failed = [row for row in result.rows() if row["ending"] == "agent error"]
    assert result.games == 6 and failed
    assert all((row["score1"], row["score2"]) == (0.0, 1.0) for row in failed)
    assert set(result.errors) == {row["game"] for row in failed}
    assert all("LookupError: lost my notes" in text for text in result.errors.values())


@slow
@pytest.mark.parametrize("spec", ["castle,players=3", "castle,players=4", "castle,castle=simultaneous"])
def test_whole_games_for_more_players_are_legal(spec: str) -> None:
    from cardlab.lab.matches.arena import Arena

    rules = game(spec)
    agents = [searcher(rules, Asked(0.3), 10, depth=4, gate=0.05) for _ in range(rules.players)]
    assert Arena(rules, agents, seed=2).play(0, 3).errors == {}
