"""Rows of Castle as features: the published example, a plain reference, and our own encoding."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from typing import Any

import numpy as np
import pytest

from cardlab import Game, Rng, State, game
from cardlab.errors import CardlabError, OptionError, UnknownOption
from tests.effort import PURE
from tests.games.castle.encodings import VALUES, flat, image, rich, svm, values_of
from tests.games.castle.tables import lay


def published() -> State:
    """The published example: all but the seat to move is in it."""
    return lay(["3 5 5 6 J J", ""], ["4 10 K", "J J"], ["2 2 2", "3 3 3"], pile="A")


def encoded(state: State, text: str, player: int = 0) -> list[float]:
    """The features of one position."""
    return [float(x) for x in state.game.encoder(text).encode_states([state], [player])[0]]


def close(numbers: Any) -> Any:
    """Equal up to the rounding of 32-bit floats."""
    return pytest.approx(numbers, rel=1e-6, abs=1e-9)


def test_the_svm_vector_of_the_published_example() -> None:
    hand = [0, 0.25, 0, 0.5, 0.25, 0, 0, 0, 0, 0.5, 0, 0, 0]
    assert encoded(published(), "svm") == close(
        [*hand, 3 / 13, 9 / 13, 12 / 13, 3 / 4, 0, 10 / 13, 10 / 13, 0, 3 / 4, 1]
    )  # fmt: skip


def test_the_svm_variants_of_the_published_example() -> None:
    plain, state = encoded(published(), "svm"), published()
    thirds = [*plain[:16], 1.0, *plain[17:21], 1.0, plain[22]]
    assert encoded(state, "svm,fd=3") == close(thirds)
    assert encoded(state, "svm,top=yes") == close([*plain, 1.0])
    by_strength = [*plain[:13], 2 / 13, 10 / 13, 1.0, 3 / 4, 0, 8 / 13, 8 / 13, 0, 3 / 4, 1]
    assert encoded(state, "svm,order=strength") == close(by_strength)
    both = [*by_strength[:16], 1.0, *by_strength[17:21], 1.0, 1, 1.0]
    assert encoded(state, "svm,fd=3,top=yes,order=strength") == close(both)


def test_twos_and_tens_are_the_strongest_by_strength_and_not_by_number() -> None:
    state = lay(["3", "4"], ["2 10 A", "2"], ["9", "9"])
    assert encoded(state, "svm")[13:16] == close([1 / 13, 9 / 13, 1.0])
    assert encoded(state, "svm,order=strength")[13:16] == close([11 / 13, 12 / 13, 1.0])
    assert encoded(state, "svm,top=yes")[23] == 0.0


HAND = {(0, 1), (0, 3), (1, 3), (0, 4), (0, 9), (1, 9)}
ROWS = {(0, 15), (0, 21), (0, 24), (0, 35), (1, 35)}
FILLED = {"thermometer": 3, "full": 4, "row0": 1}


@pytest.mark.parametrize("fill", FILLED)
@pytest.mark.parametrize("column", ["own_fd", "op_hand"])
def test_the_picture_of_the_published_example(fill: str, column: str) -> None:
    """The opponent holds no card, so with col39=op_hand the last column but one is empty."""
    own = {(i, 39) for i in range(FILLED[fill])} if column == "own_fd" else set()
    points = HAND | ROWS | own | {(i, 40) for i in range(FILLED[fill])}
    numbers = np.array(encoded(published(), f"image,fd_fill={fill},col39={column}")).reshape(4, 41)
    assert set(zip(*(axis.tolist() for axis in np.nonzero(numbers)), strict=True)) == points
    assert set(numbers.ravel()) == {0.0, 1.0}


def test_large_hands_stay_in_their_range() -> None:
    hand = "7 7 7 7 7 7 7 7"
    other = "3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 8 8 8 8 8 8 8 8 9 9 9 9 9 9 9 9 J J J J"
    state = lay([hand, other], down=["Q", "Q"], spec="castle,packs=2")
    numbers = encoded(state, "svm")
    assert numbers[5] == 1.0 and numbers[17] == 1.0
    picture = np.array(encoded(state, "image,col39=op_hand")).reshape(4, 41)
    assert picture[:, 5].tolist() == [1, 1, 1, 1] == picture[:, 39].tolist()
    found = labelled(state, "rich")
    assert found["other_hand_size"] == close(2.6) and "other_hand_size_from_28" in found
    assert [f"hand_7_{i}" in found for i in (1, 4, 5)] == [True, True, False]


def labelled(state: State, text: str, player: int = 0) -> dict[str, float]:
    """The features that are not zero, by label."""
    labels = state.game.encoder(text).labels
    return {label: x for label, x in zip(labels, encoded(state, text, player), strict=True) if x}


SVM = list(product(("4", "3"), (False, True), ("numeric", "strength")))


@pytest.mark.parametrize("spec", ["castle", "castle,packs=2,players=3,group=any", "castle,players=4,reverse=Q"])
def test_random_positions_agree_with_the_plain_reference(spec: str) -> None:
    rules = game(spec)
    rows, plain = walked(rules, 1 if PURE else 2)
    for fd, top, order in SVM if not PURE else SVM[::7]:
        found = rules.encoder(f"svm,fd={fd},top={'yes' if top else 'no'},order={order}").encode(rows)
        assert np.allclose(found, [svm(row, int(fd), top, order) for row, _ in plain], rtol=1e-6, atol=1e-9)
    for fill, column in product(FILLED, ("own_fd", "op_hand")):
        found = rules.encoder(f"image,fd_fill={fill},col39={column}").encode(rows)
        assert np.array_equal(found, [flat(image(row, fill, column)) for row, _ in plain])


@pytest.mark.parametrize(
    "spec",
    [
        "castle",
        "castle,jokers=3,transparent=3+8,lower=7",
        "castle,packs=2,players=3,ten_barred=A",
        "castle,players=4,reverse=Q",
    ],
)
@pytest.mark.parametrize("known", [False, True])
def test_rich_features_of_random_positions_agree_with_the_plain_reference(spec: str, known: bool) -> None:
    rules = game(spec)
    encoder = rules.encoder("rich,known=yes" if known else "rich")
    rows, plain = walked(rules, 1 if PURE else 3)
    for features, (row, playable) in zip(encoder.encode(rows), plain, strict=True):
        found = {encoder.labels[i]: float(features[i]) for i in np.flatnonzero(features)}
        wanted = rich(row, playable, rules.options["packs"], known)
        assert found.keys() == wanted.keys()
        assert np.allclose([found[label] for label in wanted], list(wanted.values()), rtol=1e-6, atol=1e-9)


def walked(rules: Game, games: int) -> tuple[Any, list[tuple[dict[str, Any], set[int]]]]:
    """Rows of random games for their players in turn, and the same from the views, with what may go on the pile."""
    observer, rows, plain = rules.observer(), [], []
    for seed in range(games):
        state, rng, turn = rules.new(seed), Rng(seed), 0
        while not state.over and turn < (40 if PURE else 200):
            player = (turn // 3) % rules.players
            row = values_of(state.seat(player), player)
            rows.append(observer.observe(state.seat(player)))
            plain.append((row, playable_on(rules, row["top"])))
            state.apply(rng.choice(state.legal()))
            turn += 1
    return np.array(rows, dtype=np.int64), plain


def playable_on(rules: Game, top: str) -> set[int]:
    """By the rules: 2s always, 10s unless barred, transparent ranks always, else not below the top, or not above it."""
    options, below = rules.options, int(top or 0)
    found = {2, *(rank + 2 for rank in options["transparent"])}
    for value in VALUES.values():
        if value == 10:
            fits = below - 2 not in options["ten_barred"]
        else:
            fits = value <= below if below - 2 in options["lower"] else value >= below
        found |= {value} if fits or not top else set()
    return found


def test_rich_features_of_a_position_for_two() -> None:
    state = lay(["3 5 5 J", "9 Q"], ["4 10", "J J K"], ["2", "A A"], pile="4 6 6", stock="8 8 8 8", known=["", "Q"])
    assert labelled(state, "rich") == close(
        {
            "hand_3_1": 1, "hand_5_1": 1, "hand_5_2": 1, "hand_J_1": 1, "row_4_1": 1, "row_10_1": 1, "down_1": 1,
            "hand_size_from_1": 1, "hand_size_from_2": 1, "hand_size_from_3": 1, "hand_size_from_4": 1, "hand_size": 0.2,
            "can_play": 1, "ways": 0.2, "playable_J": 1, "top_6": 1, "pile_from_1": 1, "pile_from_3": 1, "pile_size": 0.15,
            "pile_4": 0.25, "pile_6": 0.5, "run_2": 1, "stock_from_1": 1, "stock_from_4": 1, "stock_size": 4 / 34,
            "unseen_2": 0.25, "unseen_8": 1, "unseen_9": 0.25, "unseen_Q": 0.25, "unseen_A": 0.5,
            "other": 1, "other_hand_size_from_1": 1, "other_hand_size_from_2": 1, "other_hand_size": 0.1,
            "other_row_J_1": 1, "other_row_J_2": 1, "other_row_K_1": 1, "other_down_1": 1, "other_down_2": 1,
        }
    )  # fmt: skip
    assert labelled(state, "rich,known=yes") == close({**labelled(state, "rich"), "other_known_Q": 0.25})


def test_rich_features_of_a_seat_that_waits_with_its_row() -> None:
    state = lay(["9", ""], ["", "2 10 X"], ["5", "6"], pile="X", spec="castle,jokers=2")
    found = labelled(state, "rich", 1)
    assert {label for label in found if label.startswith(("playable", "can", "ways", "waiting", "top", "pile", "row"))} == {
        "row_2_1", "row_10_1", "row_X_1", "can_play", "ways", "playable_2", "playable_10", "playable_X", "waiting", "top_X",
        "pile_from_1", "pile_size", "pile_X",
    }  # fmt: skip
    assert found["ways"] == close(0.6) and found["pile_X"] == close(0.25)


def test_rich_features_of_the_castle_choice_and_of_three_opponents() -> None:
    found = labelled(game("castle,players=4").new(3), "rich", 2)
    assert found["choosing"] == found["waiting"] == found["top_none"] == 1
    assert [found[name] for name in ("other", "other2", "other3")] == [1, 1, 1]
    assert found["other3_hand_size"] == close(0.3)
    assert sum(found.get(f"unseen_{rank}", 0) * 4 for rank in VALUES if rank != "X") == close(46)


@pytest.mark.parametrize(("players", "others"), [(2, 1), (3, 2), (4, 3), (6, 3)])
def test_rich_features_have_one_size_for_any_number_of_players(players: int, others: int) -> None:
    encoder = game(f"castle,players={players},packs=2").encoder("rich")
    assert (encoder.size, encoder.shape) == (366, (366,))
    features = encoder.encode_states([game(f"castle,players={players},packs=2").new(1)], [0])[0]
    present = [label for label in ("other", "other2", "other3") if features[encoder.labels.index(label)]]
    assert len(present) == others


SIZES = {"svm": 23, "svm,top=yes": 24, "image": 164, "rich": 366, "rich,known=yes": 408}


@pytest.mark.parametrize("text", SIZES)
def test_sizes_shapes_and_labels(text: str) -> None:
    encoder = game("castle").encoder(text)
    assert encoder.size == SIZES[text] == len(encoder.labels) == len(set(encoder.labels)) == np.prod(encoder.shape)
    assert encoder.shape == ((4, 41) if text == "image" else (SIZES[text],))
    assert encoder.text == text and encoder.width == 15 and encoder.game == game("castle")
    assert encoder.needs_books == (text == "rich,known=yes")


def test_labels_of_the_picture_go_row_by_row() -> None:
    labels = game("castle").encoder("image").labels
    assert (labels[0], labels[39], labels[40], labels[41], labels[163]) == (
        "hand_2_0", "down_0", "other_down_0", "hand_2_1", "other_down_3",
    )  # fmt: skip
    assert game("castle").encoder("image,col39=op_hand").labels[39] == "other_hand_0"


def test_texts_are_put_in_order_and_defaults_left_out() -> None:
    rules = game("castle")
    assert rules.encoder().text == "rich"
    assert rules.encoder(" svm , top=1, fd=3").text == "svm,fd=3,top=yes"
    assert rules.encoder("svm,fd=4,order=numeric").text == "svm"
    assert rules.encoder("image,col39=op_hand,fd_fill=full").text == "image,fd_fill=full,col39=op_hand"
    assert list(rules.encoders()) == ["rich", "svm", "image"]


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("svn", UnknownOption, "Did you mean 'svm'"),
        ("svm,fd=5", OptionError, "fd='5': allowed is 4, 3"),
        ("svm,fill=full", UnknownOption, "option of encoding svm 'fill'"),
        ("image,fd_fil=full", UnknownOption, "Did you mean 'fd_fill'"),
        ("svm,top", OptionError, "'top' is not an option; write name=value"),
    ],
)
def test_unknown_encodings_and_options_are_refused(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        game("castle").encoder(text)


@pytest.mark.parametrize("text", ["svm", "image"])
def test_the_encodings_of_the_study_have_no_place_for_jokers(text: str) -> None:
    with pytest.raises(OptionError, match="no place for jokers; choose rich"):
        game("castle,jokers=1").encoder(text)
    assert game("castle,jokers=1").encoder("rich").size == 366


def test_a_game_without_encodings_says_so() -> None:
    from cardlab.core.parts import need
    from tests.testing.duel import Duel

    with pytest.raises(OptionError, match="duel has no encodings"):
        Duel().encoder("rich")
    with pytest.raises(OptionError, match="duel has no observer"):
        need(Duel(), "observer")
    assert Duel().observer() is None and Duel().encoders() == {}


def test_states_and_seats_are_encoded_alike() -> None:
    state = game("castle").new(2)
    encoder = state.game.encoder("rich")
    rows = np.array([state.game.observer().observe(state.seat(p)) for p in (0, 1, 0)])
    wanted = encoder.encode(rows)
    assert np.array_equal(encoder.encode_states([state, state, state], [0, 1, 0]), wanted)
    assert np.array_equal(encoder.encode_states([state.seat(0), state.seat(1), state], [1, 0, 0]), wanted)
    assert encoder.encode_states([], []).shape == (0, 366)
    with pytest.raises(ValueError, match="shorter"):
        encoder.encode_states([state], [])


def test_rows_of_any_layout_are_taken_and_other_shapes_refused() -> None:
    state = game("castle").new(2)
    encoder = state.game.encoder("svm")
    rows = np.array([state.game.observer().observe(state.seat(p)) for p in (0, 1)], dtype=np.int64)
    wanted = encoder.encode(rows)
    assert wanted.dtype == np.float32 and encoder.encode(rows[:0]).shape == (0, 23)
    assert np.array_equal(encoder.encode(np.asfortranarray(rows)), wanted)
    assert np.array_equal(encoder.encode(np.repeat(rows, 2, axis=0)[::2]), wanted)
    assert np.array_equal(encoder.encode(rows.tolist()), wanted)
    for wrong in (rows[0], rows[:, 1:], np.hstack([rows, rows]), rows[None], []):
        with pytest.raises(OptionError, match="takes rows of 15 numbers"):
            encoder.encode(wrong)
    with pytest.raises(OptionError, match="buffers are too small"):
        encoder.encode_into(rows.ravel(), np.zeros(45, np.float32), 2)


@pytest.mark.parametrize("column", ["castle_fd_size", "op_castle_fd_size", "top", "op2_castle_fd_size", "op3_castle_fd_size"])
@pytest.mark.parametrize("number", [-300, 4, 500])
@pytest.mark.parametrize("text", ["rich", "svm", "image"])
def test_numbers_that_no_position_has_do_no_harm(text: str, column: str, number: int) -> None:
    """Rows may come from files of strangers: they are refused or cut down, but nothing beside the features is written."""
    state = game("castle,players=4").new(2)
    observer, encoder = state.game.observer(), state.game.encoder(text)
    row = observer.observe(state.seat(0))
    row[[c.name for c in observer.columns].index(column)] = number
    features = np.zeros(5 * encoder.size + 1000, np.float32)
    middle = slice(2 * encoder.size + 400, 3 * encoder.size + 400)
    with suppress(CardlabError):
        encoder.encode_into(np.array(row, dtype=np.int64), features[middle], 1)
    features[middle] = 0
    assert not features.any()
