"""The official referee's luck, against what a Java machine drew for the same seeds."""

from __future__ import annotations

import pytest

from cardlab.errors import OptionError
from cardlab.games.locm.rules.java import JavaRandom, official_deal

BIG = (1 << 30) + 1
"""Nearly half of all draws below this bound are thrown away."""

DRAWN = [
    # seed, two ints, a long, below 160, below 64, three below BIG
    (42, -1170105035, 234785527, -5843495416241995736, 50, 60, 595021505, 196118093, 969067502),
    (0, -1155484576, -723955400, 4437113781045784766, 155, 19, 251269761, 715581077, 542832677),
    (-1, 1155099827, 1887904451, 226341162490527646, 84, 38, 894294477, 857465478, 121412731),
    (123456789012345, -1421006947, -2071311287, -2507209739361777064, 45, 53, 185864260, 849765284, 146958768),
    (-(1 << 63), -1155484576, -723955400, 4437113781045784766, 155, 19, 251269761, 715581077, 542832677),
]

OFFERS_7 = [
    [45, 138, 109], [112, 107, 37], [85, 23, 3], [136, 7, 99], [85, 39, 109], [112, 71, 61], [61, 119, 147], [29, 146, 55],
    [9, 159, 94], [107, 61, 116], [38, 125, 153], [147, 61, 120], [122, 107, 23], [61, 15, 85], [109, 32, 58], [40, 53, 136],
    [71, 58, 120], [20, 78, 29], [71, 11, 94], [11, 120, 53], [53, 147, 122], [140, 83, 38], [78, 49, 130], [40, 140, 55],
    [138, 148, 107], [5, 116, 145], [60, 83, 9], [125, 50, 27], [9, 120, 94], [60, 11, 119],
]  # fmt: skip
FIRST_7 = [11, 24, 15, 28, 8, 1, 6, 17, 19, 2, 25, 27, 12, 23, 18, 0, 7, 21, 9, 22, 29, 14, 3, 20, 13, 5, 26, 16, 10, 4]
SECOND_7 = [6, 1, 15, 12, 25, 19, 10, 16, 22, 7, 14, 24, 17, 9, 23, 5, 26, 0, 21, 18, 27, 8, 3, 20, 28, 29, 11, 4, 13, 2]
SEEDS_7 = (-4967725919621401576, -4627004027837150407, 6425179856112732765)


@pytest.mark.parametrize("row", DRAWN, ids=[str(row[0]) for row in DRAWN])
def test_numbers_are_those_of_the_java_library(row: tuple[int, ...]) -> None:
    random = JavaRandom(row[0])
    drawn = [random.next_int(), random.next_int(), random.next_long(), random.below(160), random.below(64)]
    assert [*drawn, random.below(BIG), random.below(BIG), random.below(BIG)] == list(row[1:])


def test_a_deal_is_that_of_the_official_referee() -> None:
    deal = official_deal(7)
    assert deal.offers == OFFERS_7
    assert deal.order == [FIRST_7, SECOND_7]


def test_a_negative_seed_is_a_seed_too() -> None:
    deal = official_deal(-987654321987654321)
    assert deal.offers[:3] == [[125, 53, 102], [125, 79, 94], [35, 84, 135]]
    assert deal.order[0][:6] == [8, 13, 23, 21, 1, 7]
    assert deal.order[1][:6] == [19, 5, 24, 16, 14, 8]


def test_each_sub_seed_can_be_given_and_leaves_the_others_alone() -> None:
    assert official_deal(1, *SEEDS_7) == official_deal(7)
    assert official_deal(7, draft_seed=1).order == [FIRST_7, SECOND_7]
    assert official_deal(7, draft_seed=1).offers != OFFERS_7
    same = official_deal(7, shuffle0=SEEDS_7[2])
    assert same.order == [SECOND_7, SECOND_7]
    assert same.offers == OFFERS_7
    assert official_deal(7, shuffle1=SEEDS_7[1]).order == [FIRST_7, FIRST_7]


@pytest.mark.parametrize("seed", [True, 1.5, "7", 1 << 63, -(1 << 63) - 1])
def test_what_is_no_seed_is_refused(seed: object) -> None:
    with pytest.raises(OptionError, match="whole number of 64 bits"):
        official_deal(seed)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="whole number of 64 bits"):
        official_deal(1, shuffle0=seed)  # type: ignore[arg-type]
