"""check_game: random games, each examined from the deal to the result."""

from __future__ import annotations

import json
import pickle
from typing import Any

from cardlab.core.action import Action
from cardlab.core.game import Game
from cardlab.core.replay import Replay
from cardlab.core.rng import Rng, derive
from cardlab.core.state import State
from cardlab.errors import CardlabError, RunError
from cardlab.registry import game as find_game
from cardlab.registry import game_names
from cardlab.testing import positions
from cardlab.testing.chance import check_luck, check_script
from cardlab.testing.declared import check_entries, check_hidden, check_length, check_space
from cardlab.testing.keeping import Album, check_history, check_referee
from cardlab.testing.laid import check_tables
from cardlab.testing.laws import Check, Law
from cardlab.testing.listening import check_secrets, check_telling
from cardlab.testing.lookalikes import check_lookalikes
from cardlab.testing.observations import Watch
from cardlab.testing.rebuilding import check_rebuilding
from cardlab.testing.scenarios import check_scenario
from cardlab.testing.seats import Witness, check_seats
from cardlab.testing.trial import Trial

EARLY = 6
ONE_IN = 24
KEPT = 2000


def check_game(game: str | Game | type[Game], games: int = 20, seed: int = 0, **options: Any) -> Check:
    """Play random games and test every law of the contract; raise `LawBroken` for the first that is broken.

    `game` is a name, a game with its options, or a class of your own that need not be installed. Cheap laws are tested at every
    decision, costly ones at the first few and then at random.
    """
    if games < 1:
        raise RunError(f"a check needs at least one game, not {games}")
    subject = _subject(game, options)
    report = Check(subject.spec(), seed)
    witness, album = Witness(), Album()
    for number in range(games):
        trial = Trial(subject, derive(seed, "check", number) >> 32, report)
        _Examination(trial, witness, album).run()
        if number == 0:
            check_scenario(Trial(subject, trial.seed, report))
            check_referee(Trial(subject, trial.seed, report))
        report.games += 1
    witness.close()
    album.check()
    check_hidden(Trial(subject, trial.seed, report), report)
    return report


def _subject(game: str | Game | type[Game], options: dict[str, Any]) -> Game:
    if isinstance(game, str):
        return find_game(game, **options)
    if isinstance(game, type):
        return game(**options)
    if options:
        raise RunError("options go with the name or the class of a game; this game has its options already")
    return game


class _Examination:
    """One game, from its seed to its end."""

    def __init__(self, trial: Trial, witness: Witness, album: Album) -> None:
        self.trial, self.witness, self.album = trial, witness, album
        self.played: list[tuple[int, Action]] = []
        self.rng = Rng(derive(trial.seed, "actions"))
        self.past: list[tuple[State, str]] = []
        self.watch = Watch(trial)

    def run(self) -> None:
        """Play to the end; examine on the way."""
        state = self._deal()
        with self.trial.under(Law.CARDS, "counting everything"):
            stock = positions.stock_of(self.trial, state)
        while not self._is_over(state):
            self._examine(state, stock)
            action = self._choose(state)
            self.played.append((state.player or 0, action))
            with self.trial.under(Law.ACTIONS, f"the legal action {action}"):
                state.apply(action)
            self.trial.actions.append(action)
            played = len(self.trial.actions)
            within = played < self.trial.game.limit or self._is_over(state)
            self.trial.require(Law.ENDS, within, f"the game goes on after {played} decisions, its declared limit")
        self._examine_end(state, stock)
        self.watch.close()
        self._replay(state)
        check_length(self.trial, state)
        check_telling(self.trial, state)
        check_script(self.trial, state)
        self._count(state)

    def _is_over(self, state: State) -> bool:
        with self.trial.under(Law.DECISIONS, "asking who is to move"):
            return bool(state.over)

    def _deal(self) -> State:
        trial = self.trial
        with trial.under(Law.SEED, "dealing"):
            state, twin = trial.game.new(trial.seed), trial.game.new(trial.seed)
        trial.same(Law.SEED, state, twin, "two games with the same seed differ")
        with trial.under(Law.VALUES, "pickling the game (it must be a class at the top of a module)"):
            rebuilt = pickle.loads(pickle.dumps(trial.game))
        trial.same(Law.SEED, state, rebuilt.new(trial.seed), "the pickled game deals other cards")
        positions.check_bad_positions(trial, state)
        check_entries(trial, state)
        return state

    def _choose(self, state: State) -> Action:
        action = self.rng.choice(state.legal())
        assert isinstance(action, int)
        return action

    def _examine(self, state: State, stock: Any) -> None:
        """What is cheap, at every decision; everything else now and then."""
        trial, played = self.trial, len(self.trial.actions)
        positions.check_decision(trial, state)
        check_space(trial, state)
        with trial.under(Law.CARDS, "counting everything"):
            left = positions.stock_of(trial, state)
        trial.require(Law.CARDS, left == stock, f"there is {left!r} instead of {stock!r}")
        with trial.under(Law.VALUES, "copying and hashing"):
            digest = state.digest()
            if played < KEPT:
                self.past.append((state.copy(), digest))
        if played < EARLY or self.rng.below(ONE_IN) == 0:
            self._examine_closely(state)
        trial.require(Law.VALUES, state.digest() == digest, "looking at the state changed it, or its hash changes by itself")

    def _examine_closely(self, state: State) -> None:
        trial = self.trial
        trial.report.probed += 1
        positions.check_texts(trial, state)
        positions.check_value(trial, state)
        positions.check_bad_input(trial, state)
        positions.check_each_action(trial, state)
        positions.check_result(trial, state)
        check_seats(trial, state, self.witness)
        self.watch.look(state)
        check_history(trial, state)
        check_lookalikes(trial, state, self.rng)
        check_luck(trial, state)
        check_secrets(trial, state)
        check_rebuilding(trial, state)
        check_tables(trial, state)
        for player in range(state.players):
            self.album.keep(trial, state.seat(player, self.played))
        if self.rng.below(8) == 0:
            positions.check_playing_on(trial, state, self.rng.below(1 << 30))

    def _examine_end(self, state: State, stock: Any) -> None:
        trial = self.trial
        positions.check_decision(trial, state)
        positions.check_result(trial, state)
        positions.check_value(trial, state)
        positions.check_bad_input(trial, state)
        check_rebuilding(trial, state)
        check_tables(trial, state)
        trial.require(Law.CARDS, positions.stock_of(trial, state) == stock, "the last action made or lost something")
        trial.report.counted = trial.game.inventory(state) is not None
        for number, (copy, digest) in enumerate(self.past):
            trial.require(
                Law.VALUES, copy.digest() == digest, f"the copy kept at decision {number} changed while the game went on"
            )

    def _replay(self, end: State) -> None:
        """The same seed and actions again lead to the same end."""
        trial = self.trial
        with trial.under(Law.SEED, "replaying"):
            replay = Replay.of(trial.game.new(trial.seed), trial.actions, seed=trial.seed)
            trial.same(Law.SEED, replay.verify(), end, "the same seed and actions lead to another end")
            if _is_installed(trial.game):
                trial.same(
                    Law.SEED,
                    Replay.from_dict(json.loads(json.dumps(replay.to_dict()))).verify(),
                    end,
                    "the replay ends elsewhere",
                )

    def _count(self, state: State) -> None:
        report, played = self.trial.report, len(self.trial.actions)
        report.decisions += played
        report.longest = max(report.longest, played)
        report.reasons[state.reason] = report.reasons.get(state.reason, 0) + 1


def _is_installed(game: Game) -> bool:
    if game.name not in game_names():
        return False
    try:
        return find_game(game.name, **game.plain_options()) == game
    except CardlabError:
        return False
