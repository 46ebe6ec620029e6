"""A row of data says what a seat sees: the board from its own side, its cards, and counts of the rest."""

from __future__ import annotations

from tests.games.duelyst.tables import lay, spring, unit

GOLEM, FENRIR = 10205, 503
STATE = lay(
    unit(GOLEM, 1, 3, 2), unit(FENRIR, 2, 4, 2), hand=[9], deck=[9] * 5, foe_deck=[9] * 4, foe_hand=[9, 9], tiles=[spring(5, 2)]
)


def row_of(seat: int) -> dict[str, float]:
    observer = STATE.game.observer()
    assert observer is not None
    return {name: value for name, value in observer.values(STATE.seat(seat)).items() if value}


def test_a_row_tells_the_own_cards_and_counts_of_the_others() -> None:
    row = row_of(0)
    told = {name: value for name, value in row.items() if not name.startswith("tile") and name != "springs"}
    assert told == {
        "hand_0": 3, "own_health": 25, "own_attack": 2, "own_mana": 9, "own_max_mana": 9, "own_hand": 1, "own_deck": 5,
        "other_health": 25, "other_attack": 2, "other_mana": 9, "other_max_mana": 9, "other_hand": 2, "other_deck": 4,
        "to_move": 1,
    }  # fmt: skip


def test_both_seats_see_their_own_side_on_the_left() -> None:
    assert {name for name in row_of(0) if name.startswith("tile")} == {"tile_0_2", "tile_3_2", "tile_4_2", "tile_8_2"}
    assert {name for name in row_of(1) if name.startswith("tile")} == {"tile_0_2", "tile_4_2", "tile_5_2", "tile_8_2"}
    assert (row_of(0)["springs"], row_of(1)["springs"]) == (1 << 23, 1 << 21)


def test_planes_hold_attack_health_and_objects_where_they_stand() -> None:
    encoder = STATE.game.encoder()
    (features,) = encoder.encode_states([STATE.seat(0)], [0])
    told = {label: round(float(value), 3) for label, value in zip(encoder.labels, features, strict=True) if value}
    assert told["own_attack_3_2"] == 0.4 and told["own_health_3_2"] == 0.3 and told["other_attack_4_2"] == 0.3
    assert told["own_general_0_2"] == told["other_general_8_2"] == told["spring_5_2"] == 1.0
    assert told["hand_9"] == 0.5 and "hand_10205" not in told


def test_planes_of_a_whole_position_are_these_and_no_others() -> None:
    """Seen by the second player: the board is mirrored, the own side is on the left, and every number is told once."""
    state = lay(
        unit(GOLEM, 1, 3, 2), unit(FENRIR, 2, 5, 1, hp=1, exhausted=True), hand=[9], foe_hand=[9, 9, FENRIR], deck=[9] * 5,
        foe_deck=[9] * 4, tiles=[spring(4, 4), {"id": 40004, "owner": 2, "x": 2, "y": 0}], current=2, mana=6,
    )  # fmt: skip
    encoder = state.game.encoder()
    (features,) = encoder.encode_states([state.seat(1)], [1])
    told = {label: round(float(value), 3) for label, value in zip(encoder.labels, features, strict=True) if value}
    assert told == {
        "own_attack_0_2": 0.2, "own_health_0_2": 2.5, "own_general_0_2": 1.0, "own_ready_0_2": 1.0,
        "own_attack_3_1": 0.3, "own_health_3_1": 0.1,
        "other_attack_5_2": 0.4, "other_health_5_2": 0.3, "other_ready_5_2": 1.0,
        "other_attack_8_2": 0.2, "other_health_8_2": 2.5, "other_general_8_2": 1.0, "other_ready_8_2": 1.0,
        "spring_4_4": 1.0, "creep_6_0": 1.0,
        "own_health": 2.5, "own_attack": 0.2, "own_mana": 0.6, "own_max_mana": 0.6, "own_hand": 0.3, "own_deck": 0.4,
        "other_health": 2.5, "other_attack": 0.2, "other_mana": 0.6, "other_max_mana": 0.6, "other_hand": 0.1,
        "other_deck": 0.5, "to_move": 0.1, "turn": 0.1, "hand_9": 1.0, "hand_503": 0.5,
    }  # fmt: skip
