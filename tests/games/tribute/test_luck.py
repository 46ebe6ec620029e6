"""The original's generator and set-ups, number by number."""

from __future__ import annotations

import pytest

from cardlab.errors import OptionError
from cardlab.games.tribute import Tribute
from tests.games.tribute.oracle import Generator


@pytest.mark.parametrize(
    ("seed", "numbers"),
    [(42, [8079726, 1506743798, 1977330695, 1139605636]), (123, [23662056, 1954258727, 403018812, 1378704137])],
)
def test_the_generator_gives_the_known_numbers(seed: int, numbers: list[int]) -> None:
    generator = Generator(seed)
    assert [generator.next() for _ in numbers] == numbers


def test_seed_123_gives_the_known_set_up() -> None:
    state = Tribute(luck="original").new(123)
    for patron in ("RED_EAGLE", "ANSEI", "HLAALU", "DUKE_OF_CROWS"):
        state.apply(state.parse(f"DRAFT {patron}"))
    told = state.to_dict()
    assert told["patrons"] == ["RED_EAGLE", "ANSEI", "TREASURY", "HLAALU", "DUKE_OF_CROWS"]
    assert told["tavern"]["row"] == ["BLACKMAIL", "CONQUEST", "TOLL_OF_FLESH", "MURDER_OF_CROWS", "HLAALU_KINSMAN"]
    assert told["P1"]["hand"] == ["WAR_SONG", "PECK", "GOLD", "GOLD", "GOODS_SHIPMENT"]
    assert told["P2"]["hand"] == ["WAY_OF_THE_SWORD", "GOLD", "PECK", "GOLD", "GOLD"]
    assert (told["P1"]["coins"], told["P2"]["coins"], told["turn"], told["current"]) == (0, 1, 1, "PLAYER1")
    assert len(told["tavern"]["deck"]) == 95 and len(told["P1"]["draw"]) == 5


def test_a_seed_of_the_original_has_64_bits() -> None:
    assert Tribute(luck="original").new((1 << 64) - 1).luck == ((1 << 64) - 1, 1, 0)
    with pytest.raises(OptionError, match="64 bits"):
        Tribute(luck="original").new(-1)


def test_the_draft_goes_one_two_two_one_and_the_treasury_stands_in_the_middle() -> None:
    state = Tribute(pool="ANSEI+RAJHIN+PELIN+HLAALU").new(1)
    movers = []
    while state.to_dict().get("phase") == "draft":
        movers.append(state.player)
        state.apply(state.legal()[-1])
    assert movers == [0, 1, 1, 0]
    assert state.to_dict()["patrons"] == ["PELIN", "HLAALU", "TREASURY", "RAJHIN", "ANSEI"]


@pytest.mark.parametrize(
    "pool", ["ansei+Rajhin+PELIN+hlaalu", "0+2+5+6", "TREASURY+HLAALU+PELIN+2+ANSEI", ["PELIN", "0", "5", "RAJHIN"]]
)
def test_a_pool_may_be_named_as_the_runner_of_the_original_takes_it(pool: object) -> None:
    assert Tribute(pool=pool).options["pool"] == "ANSEI+RAJHIN+HLAALU+PELIN"
    assert Tribute(pool="default").options["pool"] == "all"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"pool": "ANSEI+PELIN"}, "at least four"),
        ({"pool": "ANSEI+PELIN+HLAALU+TREASURY"}, "at least four"),
        ({"pool": "ANSEI+PELIN+HLAALU+11"}, "at least four"),
        ({"pool": "ANSEI+ANSEI+PELIN+HLAALU"}, "at least four"),
        ({"cards": "2024", "pool": "ANSEI+PSIJIC+PELIN+HLAALU"}, "PSIJIC is not in the card set"),
        ({"cards": "2022"}, "current, 2024"),
        ({"luck": "bad"}, "own, original"),
        ({"limit": 5}, "100"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        Tribute(**options)


def test_the_pool_of_2024_has_seven_patrons() -> None:
    state = Tribute(cards="2024").new(1)
    assert [state.text(action) for action in state.legal()] == [
        f"DRAFT {name}" for name in ("ANSEI", "DUKE_OF_CROWS", "RAJHIN", "ORGNUM", "HLAALU", "PELIN", "RED_EAGLE")
    ]
