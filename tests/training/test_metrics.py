"""Scores by hand on a few predictions."""

from __future__ import annotations

import math

import numpy as np
import pytest

from cardlab.training.metrics import (
    FEWEST_FOR_LOSS,
    auc,
    balanced_accuracy,
    by_label,
    calibration,
    calibration_error,
    deal_error,
    hits,
    log_losses,
    margin,
    scores_of,
    turn_bins,
)

P = np.array([0.9, 0.6, 0.5, 0.2])
SCORE = np.array([1.0, 0.0, 1.0, 0.0])
GROUP = np.array([0, 1, 0, 1])


def test_scores_of_four_predictions() -> None:
    found = scores_of(P, SCORE, GROUP, GROUP)
    assert (found.rows, found.games, found.share) == (4, 2, 0.5)
    assert found.accuracy == 0.75
    assert found.balanced_accuracy == 0.75
    assert found.auc == 0.75
    assert found.log_loss == pytest.approx(-(math.log(0.9) + math.log(0.4) + math.log(0.5) + math.log(0.8)) / 4)
    assert found.brier == pytest.approx((0.01 + 0.36 + 0.25 + 0.04) / 4)


def test_half_is_taken_as_won_and_a_draw_is_half_right() -> None:
    assert hits(np.array([0.5, 0.49, 0.9, 0.1]), np.array([1.0, 1.0, 0.5, 0.5])).tolist() == [1.0, 0.0, 0.5, 0.5]


def test_balanced_accuracy_weighs_both_results_alike() -> None:
    always = np.full(10, 0.8)
    assert balanced_accuracy(always, np.array([1.0] * 9 + [0.0])) == 0.5


def test_equal_predictions_count_half_in_the_auc() -> None:
    assert auc(np.array([0.3, 0.3]), np.array([0.0, 1.0])) == 0.5
    assert auc(np.array([0.1, 0.3, 0.3, 0.7]), np.array([0.0, 0.0, 1.0, 1.0])) == 3.5 / 4


def test_auc_is_that_of_scikit_learn() -> None:
    from sklearn.metrics import roc_auc_score

    rng = np.random.default_rng(3)
    p, score = np.round(rng.random(500), 2), (rng.random(500) < 0.7).astype(float)
    assert auc(p, score) == pytest.approx(roc_auc_score(score, p))


def test_with_one_result_only_some_scores_are_not_defined() -> None:
    found = scores_of(P, np.ones(4), GROUP, GROUP).to_dict()
    assert found["auc"] is None and found["balanced_accuracy"] is None
    assert found["accuracy"] == 0.75


def test_certain_mistakes_cost_much_but_not_infinitely() -> None:
    assert scores_of(np.array([0.0, 1.0]), np.array([1.0, 0.0]), np.array([0, 1]), np.array([0, 1])).log_loss == pytest.approx(
        16.118, abs=1e-3
    )


def test_the_error_counts_games_not_rows() -> None:
    alike = np.array([1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0])
    two_games, each_its_own = np.repeat([0, 1], 4), np.arange(8)
    assert deal_error(alike, two_games) == pytest.approx(0.5)
    assert deal_error(alike, each_its_own) == pytest.approx(math.sqrt(8 * 0.25 * 8 / 7) / 8)
    assert math.isnan(deal_error(alike, np.zeros(8, int)))


def test_calibration_by_tenths() -> None:
    table = calibration(np.array([0.0, 0.05, 0.95, 1.0]), np.array([0.0, 1.0, 1.0, 1.0]))
    assert len(table) == 10
    assert (table[0].rows, table[0].predicted, table[0].happened) == (2, 0.025, 0.5)
    assert (table[9].low, table[9].high, table[9].rows, table[9].happened) == (0.9, 1.0, 2, 1.0)
    assert (table[5].rows, table[5].predicted) == (0, None)
    assert calibration_error(table) == pytest.approx((2 * 0.475 + 2 * 0.025) / 4)


def test_scores_by_label_leave_out_what_does_not_occur() -> None:
    found = by_label(
        ("a", "b", "c"), np.array([0, 2, 0, 2]), lambda rows: scores_of(P[rows], SCORE[rows], GROUP[rows], GROUP[rows])
    )
    assert list(found) == ["a", "c"]
    assert found["a"].accuracy == 1.0 and found["c"].accuracy == 0.5


def test_turn_bins_grow() -> None:
    names, codes = turn_bins(np.array([0, 4, 5, 19, 20, 319, 320, 9999]))
    assert [names[code] for code in codes] == [
        "0–4",
        "0–4",
        "5–9",
        "10–19",
        "20–39",
        "160–319",
        "320 and later",
        "320 and later",
    ]


@pytest.mark.parametrize("games", [40, 200])
def test_the_true_accuracy_and_loss_lie_in_95_of_100_intervals(games: int) -> None:
    """Games of different lengths, whose rows share a result and how well they are understood."""
    chance, held, predicted = np.random.default_rng(3), [], np.array([0.4, 0.6, 0.75])
    for _ in range(1200):
        group = np.repeat(np.arange(games), chance.integers(5, 80, games))
        p = predicted[chance.integers(0, 3, games)][group]
        score = (chance.random(games)[group] < p).astype(float)
        found = scores_of(p, score, group, group)
        true = np.mean(np.maximum(predicted, 1 - predicted)), np.mean(_entropy(predicted))
        for value, error, level in zip(
            (found.accuracy, found.log_loss), (found.accuracy_error, found.log_loss_error), true, strict=True
        ):
            reach = margin(error, found.games)
            assert reach is not None
            held.append(abs(value - level) <= reach)
    assert 0.93 <= np.mean(held[::2]) <= 0.97
    assert 0.93 <= np.mean(held[1::2]) <= 0.97


def test_too_few_games_give_no_interval() -> None:
    assert margin(0.1, 39) is None
    assert margin(0.1, 199, FEWEST_FOR_LOSS) is None
    assert margin(0.1, 1000) == pytest.approx(0.1962, abs=1e-4)


def _entropy(p: np.ndarray) -> np.ndarray:
    return p * log_losses(p, np.ones(len(p))) + (1 - p) * log_losses(p, np.zeros(len(p)))
