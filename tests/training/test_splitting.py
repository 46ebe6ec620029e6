"""Games go to one part each, because rows of a game know each other's result."""

from __future__ import annotations

import numpy as np
import pytest

from cardlab.errors import OptionError, RunError
from cardlab.training.dataset import Dataset
from cardlab.training.splitting import check_both, doubled, folds, some_deals, some_rows, split_deals

GROUP = np.random.default_rng(0).permutation(np.repeat(np.arange(50), 7))


def games(rows: np.ndarray) -> set[int]:
    return set(GROUP[rows].tolist())


def test_no_game_is_in_two_parts_and_every_row_is_in_one() -> None:
    split = split_deals(GROUP, 3, 0.2, 0.1)
    parts = [games(rows) for rows in (split.train, split.valid, split.test)]
    assert [len(part) for part in parts] == [35, 5, 10]
    assert set.union(*parts) == set(range(50))
    assert sorted(np.concatenate([split.train, split.valid, split.test])) == list(range(350))


def test_the_seed_decides_about_the_parts() -> None:
    assert games(split_deals(GROUP, 3).test) == games(split_deals(GROUP, 3).test)
    assert games(split_deals(GROUP, 3).test) != games(split_deals(GROUP, 4).test)


def test_no_game_is_on_both_sides_of_a_fold() -> None:
    checked = []
    for learning, checking in folds(GROUP, 5, 0):
        assert games(learning) & games(checking) == set()
        assert len(games(checking)) == 10
        checked += checking.tolist()
    assert sorted(checked) == list(range(350))


def test_a_split_by_rows_would_leak() -> None:
    """Each game has a mark of its own and a random result: nothing can be learned, but a split by rows seems to."""
    from sklearn.neighbors import KNeighborsClassifier

    rng = np.random.default_rng(1)
    x, won = rng.random((50, 5))[GROUP], (rng.random(50) < 0.5)[GROUP]

    def accuracy(learning: np.ndarray, checking: np.ndarray) -> float:
        return float(KNeighborsClassifier(1).fit(x[learning], won[learning]).score(x[checking], won[checking]))

    by_game = split_deals(GROUP, 0, 0.4)
    mixed = rng.permutation(len(GROUP))
    assert accuracy(mixed[140:], mixed[:140]) > 0.95
    assert accuracy(by_game.train, by_game.test) < 0.75


def test_some_deals_are_whole_and_more_of_them_hold_fewer() -> None:
    few, many = some_deals(GROUP, 0.1, 0), some_deals(GROUP, 0.5, 0)
    assert (len(games(few)), len(few)) == (5, 35)
    assert games(few) < games(many)


def test_some_rows_come_from_all_over() -> None:
    assert some_rows(10, 20, 0).tolist() == list(range(10))
    chosen = some_rows(1000, 100, 0)
    assert len(set(chosen.tolist())) == 100 and chosen.max() > 900 and chosen.tolist() == sorted(chosen.tolist())


def test_a_soft_target_is_two_weighted_rows() -> None:
    x, labels, weights = doubled(np.array([[1], [2], [3]]), np.array([1.0, 0.25, 0.5]))
    assert x[:, 0].tolist() == [1, 2, 3, 2, 3]
    assert labels.tolist() == [1, 0, 1, 1, 0]
    assert weights is not None and weights.tolist() == [1.0, 0.75, 0.5, 0.25, 0.5]


def test_hard_targets_stay_as_they_are() -> None:
    x = np.array([[1], [2]])
    same, labels, weights = doubled(x, np.array([1.0, 0.0]))
    assert same is x and labels.tolist() == [1, 0] and weights is None


def test_too_few_games_are_refused() -> None:
    with pytest.raises(RunError, match="games of 9 deals are too few to learn from: at least 10"):
        split_deals(np.arange(9), 0)
    with pytest.raises(RunError, match="4 deals are too few for 5 folds"):
        list(folds(np.arange(4), 5, 0))


def test_shares_must_leave_something_to_learn_from() -> None:
    with pytest.raises(OptionError, match=r"test=0.8, valid=0.2: both are above 0, and together at most 0.9"):
        split_deals(GROUP, 0, 0.8, 0.2)


def test_one_result_only_is_refused() -> None:
    with pytest.raises(RunError, match=r"all games of the training part \(2 deals\) were won"):
        check_both("training", np.ones(3), np.array([0, 0, 1]))


def test_targets() -> None:
    nan = np.nan
    data = Dataset.of(np.zeros((3, 1)), [1, 0, 0.5], [0, 1, 2], value=[0.8, nan, 0.5], playouts=[0.5, 0.25, 0.75])
    assert data.won.tolist() == [True, False, False]
    assert data.target("won").tolist() == [1.0, 0.0, 0.5]
    assert data.target("playouts").tolist() == [0.5, 0.25, 0.75]
    assert data.target("mix") == pytest.approx([2.3 / 3, 0.125, 1.75 / 3])
    assert data.target("value") == pytest.approx([0.8, nan, 0.5], nan_ok=True)
    with pytest.raises(OptionError, match="there is no target 'wins'"):
        data.target("wins")


def test_targets_that_nobody_recorded_are_refused() -> None:
    data = Dataset.of(np.zeros((2, 1)), [1, 0], [0, 1])
    with pytest.raises(RunError, match="target mix: none of 2 rows has value"):
        data.target("mix")
    with pytest.raises(RunError, match="target playouts: none of 2 rows has playouts; collect with --playouts"):
        data.target("playouts")


def test_targets_outside_of_0_and_1_are_refused() -> None:
    data = Dataset.of(np.zeros((2, 1)), [1, 0], [0, 1], value=[-1.0, 1.0])
    with pytest.raises(RunError, match="values lie between 0 and 1, but these from -1 to 1"):
        data.target("value")


def test_columns_of_different_length_are_refused() -> None:
    with pytest.raises(RunError, match="one entry for each row"):
        Dataset.of(np.zeros((3, 1)), [1, 0], [0, 1])
