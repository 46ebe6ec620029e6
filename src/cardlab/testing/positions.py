"""Laws that can be tested in a single position: actions, values, bad input, results."""

from __future__ import annotations

import json
import math
import pickle
from typing import Any

from cardlab.core.result import Result
from cardlab.core.rng import Rng
from cardlab.core.state import State
from cardlab.errors import CardlabError, GameOver, IllegalAction, OptionError, PositionError
from cardlab.testing.laws import Law
from cardlab.testing.trial import Trial

MOST_TRIED = 24


def stock_of(trial: Trial, state: State) -> Any:
    """What must be the same at all times; nothing, where the rules make or lose things and tell it (see `check_telling`)."""
    return None if trial.game.ledger() else trial.game.inventory(state)


def check_decision(trial: Trial, state: State) -> None:
    """Exactly one player is asked and has something to do; or the game is over and nobody has."""
    with trial.under(Law.DECISIONS, "asking whose turn it is"):
        player, over, legal = state.player, state.over, state.legal()
    if over:
        trial.require(Law.DECISIONS, player is None and legal == [], "the game is over, but somebody is still to move")
        return
    seats = range(state.players)
    trial.require(Law.DECISIONS, player in seats, f"the player to move is {player!r}; seats are 0 to {len(seats) - 1}")
    trial.require(Law.DECISIONS, legal, f"seat {player} is to move and has no legal action")
    packed = all(type(action) is int and 0 <= action < 1 << 63 for action in legal)
    trial.require(Law.ACTIONS, packed, f"an action is no number from 0 to 2**63-1: {legal}")
    twice = sorted({action for action in legal if legal.count(action) > 1}) if len(set(legal)) < len(legal) else []
    trial.require(Law.ACTIONS, not twice, f"two legal actions are the same number: {twice}")


def check_texts(trial: Trial, state: State) -> None:
    """Each action can be shown and read back; no two look the same."""
    legal = state.legal()
    with trial.under(Law.ACTIONS, "putting an action into words"):
        texts = [state.text(action) for action in legal]
    for action, text in zip(legal, texts, strict=True):
        trial.require(Law.ACTIONS, isinstance(text, str) and text.strip(), f"action {action} has no text but {text!r}")
    trial.require(Law.ACTIONS, len(set(texts)) == len(texts), f"two legal actions have the same text: {texts}")
    for action, text in zip(legal, texts, strict=True):
        with trial.under(Law.ACTIONS, f"reading the action text {text!r}"):
            found = state.parse(text)
        trial.require(Law.ACTIONS, found == action, f"action {action} is shown as {text!r}, which is read as {found!r}")


def check_each_action(trial: Trial, state: State) -> None:
    """What is offered can be played, and playing it changes a copy only."""
    before, stock = state.digest(), stock_of(trial, state)
    for action in state.legal()[:MOST_TRIED]:
        after = state.copy()
        with trial.under(Law.ACTIONS, f"the legal action {state.text(action)!r}"):
            after.apply(action)
        trial.require(Law.VALUES, state.digest() == before, f"{state.text(action)!r} played on a copy changed the original")
        trial.require(Law.DECISIONS, after.digest() != before, f"{state.text(action)!r} changes nothing")
        with trial.under(Law.CARDS, f"counting after {state.text(action)!r}"):
            left = stock_of(trial, after)
        trial.require(Law.CARDS, left == stock, f"after {state.text(action)!r} there is {left!r} instead of {stock!r}")


def check_value(trial: Trial, state: State) -> None:
    """Copies, JSON, bytes and pickles are equal to the state and play on like it."""
    law = Law.VALUES
    trial.require(law, state.digest() == state.digest() and hash(state) == hash(state), "the hash of a state changes by itself")
    with trial.under(law, "copying"):
        twins = {"a copy": state.copy()}
        trial.require(law, twins["a copy"].listener is None, "a copy keeps the listener of the original")
    with trial.under(law, "writing the position as JSON and reading it back"):
        twins["the position read back from JSON"] = trial.game.from_dict(json.loads(json.dumps(state.to_dict())))
    with trial.under(law, "writing the position as bytes and reading it back"):
        twins["the position read back from bytes"] = trial.game.from_bytes(state.to_bytes())
    with trial.under(law, "pickling (the game must be a class at the top of a module)"):
        twins["the unpickled state"] = pickle.loads(pickle.dumps(state))
    for name, twin in twins.items():
        trial.same(law, twin, state, f"{name} is not equal to the state")
        trial.require(law, twin.legal() == state.legal(), f"{name} has other legal actions")
        trial.require(law, twin != object() and twin.game == state.game, f"{name} belongs to another game")


def check_playing_on(trial: Trial, state: State, seed: int) -> None:
    """A loaded position leads to the same end as the original."""
    ends = []
    for start in (state.copy(), trial.game.from_dict(json.loads(json.dumps(state.to_dict())))):
        with trial.under(Law.VALUES, "playing on at random"):
            start.rollout(Rng(seed), trial.game.limit + 1)
        trial.require(
            Law.ENDS, start.over, f"random play from here does not end within the declared limit of {trial.game.limit}"
        )
        ends.append(start)
    trial.same(Law.VALUES, ends[0], ends[1], "the same actions lead to another end when the position was loaded")


def check_bad_input(trial: Trial, state: State) -> None:
    """Wrong actions are refused by the right error and change nothing."""
    legal = set(state.legal())
    near = [action ^ 1 << bit for action in list(legal)[:3] for bit in (0, 8, 24, 40, 62)]
    for bad in [*near, -1, 0, (1 << 63) - 1, 1 << 63, 1 << 200, -(1 << 200), None, "nonsense", (), b"1", object()]:
        if isinstance(bad, int) and bad in legal:
            continue
        _check_refused(trial, state, bad)
    with trial.under(Law.INPUT, "refusing an unreadable action text with a CardlabError"):
        trial.require(
            Law.INPUT, _raises(CardlabError, lambda: state.parse("\0 no such action \0")), "any text is read as an action"
        )


def _check_refused(trial: Trial, state: State, bad: Any) -> None:
    before = state.digest()
    wanted: tuple[type[Exception], ...] = (GameOver,) if state.over else (IllegalAction,)
    if not isinstance(bad, int):
        wanted = (*wanted, TypeError)
    try:
        state.apply(bad)
    except wanted:
        pass
    except Exception as error:
        detail = f"the action {bad!r} should raise {wanted[0].__name__}, not {type(error).__name__}: {error}"
        raise trial.broken(Law.INPUT, detail) from error
    else:
        raise trial.broken(Law.INPUT, f"the action {bad!r} is not legal, but it was carried out")
    trial.require(Law.INPUT, state.digest() == before, f"the refused action {bad!r} changed the state")


def check_bad_positions(trial: Trial, state: State) -> None:
    """Unreadable positions and unknown options are refused by the right error."""
    game = trial.game
    attempts = {
        "a position with an unknown part": (PositionError, lambda: game.from_dict({**state.to_dict(), "no such part": 1})),
        "an empty position": (PositionError, lambda: game.from_dict({})),
        "a list for a position": (PositionError, lambda: game.from_dict([])),  # type: ignore[arg-type]
        "nonsense for bytes": (PositionError, lambda: game.from_bytes(b"nonsense")),
        "an unknown option": (OptionError, lambda: type(game)(no_such_option=1)),
        "a seed that is no number": (OptionError, lambda: game.new("nonsense")),  # type: ignore[arg-type]
    }
    for name, (wanted, attempt) in attempts.items():
        with trial.under(Law.INPUT, f"refusing {name} with {wanted.__name__}"):
            trial.require(Law.INPUT, _raises(wanted, attempt), f"{name} is taken without an error")


def check_result(trial: Trial, state: State) -> None:
    """Everybody has a place and a score, and they tell the same story."""
    law = Law.RESULTS
    with trial.under(law, "asking for the result"):
        result, reason = state.result, state.reason
    if not state.over:
        trial.require(law, result is None and reason == "", f"the game goes on, but there is a result: {result}, {reason!r}")
        return
    trial.require(law, isinstance(result, Result), f"the game is over, but its result is {result!r}")
    assert result is not None
    scores = result.scores
    trial.require(
        law, len(scores) == len(result.places) == state.players, f"not all of {state.players} players are in {result}"
    )
    fine = all(isinstance(score, int | float) and math.isfinite(score) and 0 <= score <= 1 for score in scores)
    trial.require(law, fine, f"scores lie between 0 and 1, not {scores}")
    trial.require(
        law, result.places == Result.from_scores(scores, "").places, f"places {result.places} do not follow scores {scores}"
    )
    trial.require(law, reason and result.reason == reason, f"the game is over, but gives no reason: {reason!r}")


def _raises(wanted: type[Exception], attempt: Any) -> bool:
    try:
        attempt()
    except wanted:
        return True
    return False
