"""States, random numbers and actions as values."""

from __future__ import annotations

import copy
import pickle

import pytest

from cardlab import Rng, derive, extra_of, game, kind_of, make_agent, pack, register_game, registry, source_of, target_of
from cardlab.core.rng import stream
from cardlab.errors import GameOver, OptionError, PluginError, PositionError, UnknownGame, UnknownOption
from cardlab.lab.matches.arena import Arena
from tests.testing.duel import Duel


def test_an_action_holds_its_four_parts() -> None:
    action = pack(255, 65535, 65534, (1 << 23) - 1)
    assert (kind_of(action), source_of(action), target_of(action), extra_of(action)) == (255, 65535, 65534, (1 << 23) - 1)
    assert 0 <= action < 1 << 63


def test_equal_seeds_give_equal_numbers_on_every_machine() -> None:
    rng = Rng(2026)
    assert [rng.below(1000) for _ in range(6)] == GOLDEN_NUMBERS
    assert derive(7, "deal", 12) == GOLDEN_SEED
    assert game("castle").new(2026).digest() == GOLDEN_DEAL


GOLDEN_NUMBERS = [419, 49, 211, 570, 47, 25]
GOLDEN_SEED = 15946864176172114760
GOLDEN_DEAL = "16c3ecccc0fd2f80"


def test_places_with_different_names_have_different_seeds() -> None:
    names: list[tuple[int | str, ...]] = [
        (), ("a", "b"), ("ab",), ("", "ab"), ("a", "", "b"), ("1",), (1,), (1, 1), (11,), ("i1;",), ("s1:a",), (-1,),
    ]  # fmt: skip
    assert len({derive(7, *name) for name in names}) == len({stream(7, *name).getstate() for name in names}) == len(names)
    assert derive(7, "a") != derive(8, "a") and derive(-1, "a") == derive((1 << 64) - 1, "a")


def test_a_seed_cannot_be_told_from_what_is_derived_from_it() -> None:
    """Turning the mixing of a generator's words backwards, which led from an agent's numbers to the deal, leads nowhere."""
    seen = stream(2026, "agent", 0, 0, 0).getstate()
    assert 2026 not in {_unmixed(word, times) for word in (*seen, derive(2026, "agent", 0, 0, 0)) for times in range(8)}
    assert _unmixed(Rng(2026).getstate()[0], 1) == 2026


def _unmixed(word: int, times: int) -> int:
    """The mixing function of the generator backwards."""
    for _ in range(times):
        word = _unshift(word, 31) * pow(0x94D049BB133111EB, -1, 1 << 64) % (1 << 64)
        word = _unshift(word, 27) * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) % (1 << 64)
        word = (_unshift(word, 30) - 0x9E3779B97F4A7C15) % (1 << 64)
    return word


def _unshift(word: int, shift: int) -> int:
    found = word
    for _ in range(3):
        found = word ^ found >> shift
    return found


def test_a_generator_of_zeros_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing but zeros"):
        Rng().setstate((0, 0))


def test_a_generator_can_be_copied_and_pickled_in_the_middle() -> None:
    rng = Rng(5)
    rng.word()
    twins = [rng.copy(), pickle.loads(pickle.dumps(rng))]
    numbers = [rng.real() for _ in range(4)]
    assert all([twin.real() for _ in range(4)] == numbers for twin in twins)


def test_nothing_can_be_drawn_from_nothing() -> None:
    with pytest.raises(ValueError, match="below"):
        Rng(1).below(0)
    with pytest.raises(IndexError):
        Rng(1).choice([])
    with pytest.raises(TypeError, match="whole number"):
        Rng("seed")


def test_copies_of_all_kinds_are_equal_and_independent() -> None:
    state = game("castle").new(1)
    twins = [
        state.copy(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        state.game.from_bytes(state.to_bytes()),
    ]
    before = state.digest()
    for twin in twins:
        assert twin == state and hash(twin) == hash(state) and twin is not state
        twin.apply(twin.legal()[-1])
        assert twin != state
    assert state.digest() == before
    assert state != game("castle,limit=4999").new(1) and state != "castle"


def test_a_new_game_needs_a_number_for_a_seed() -> None:
    for seed in ("1", 1.0, None, True):
        with pytest.raises(OptionError, match="a seed is a whole number"):
            game("castle").new(seed)  # type: ignore[arg-type]
    assert game("castle").new(1) == game("castle").new(1 + (1 << 64))


def test_a_seat_that_is_not_there_is_refused() -> None:
    for seat in (-1, 2):
        with pytest.raises(PositionError, match="seats are 0 to 1"):
            game("castle").new(1).seat(seat)


def test_a_finished_game_offers_nothing() -> None:
    state = game("castle,limit=3").new(1)
    state.rollout(Rng(1))
    assert (state.legal(), state.player, state.over, state.reason) == ([], None, True, "limit")
    with pytest.raises(GameOver):
        state.random_action(Rng(1))


def test_a_game_text_with_options_is_the_game_with_options() -> None:
    assert game("castle, players=3, lower=7") == game("castle", players=3, lower="7")
    assert game("castle", players="3").spec() == "castle,players=3"
    with pytest.raises(UnknownGame, match="name=value"):
        game("castle,3")
    with pytest.raises(UnknownOption, match="Did you mean 'players'"):
        game("castle,player=3")
    with pytest.raises(UnknownGame, match="Did you mean 'castle'"):
        game("castle:3")
    with pytest.raises(UnknownGame, match="option 'limit' is given twice"):
        game("castle,limit=3,limit=4")
    with pytest.raises(OptionError, match="option 'players' is given twice, in the text and by itself"):
        game("castle,players=3", players=2)


def test_a_game_of_this_process_is_played_like_an_installed_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_local_games", {})
    register_game(Duel)
    duel = game("duel")
    agents = [make_agent(duel, "ismcts:60"), make_agent(duel, "random")]
    rows = Arena(duel, agents, seed=1).play(0, 40)
    assert rows.errors == {}
    assert sum(score[0] for score in rows.scores) > 20
    with pytest.raises(PluginError, match="is not a Game class"):
        register_game(int)  # type: ignore[arg-type]
    with pytest.raises(PluginError, match="is a class: make an object of it"):
        make_agent(duel, Rng)


class Crowd(Duel):
    """More players than there are seats."""

    players = 17


def test_a_game_with_more_players_than_seats_is_refused() -> None:
    with pytest.raises(OptionError, match="seats 1 to 16"):
        Crowd()
