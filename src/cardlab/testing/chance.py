"""The laws of luck in play: nobody can read it, imagined worlds have their own, and a script can say how it comes out."""

from __future__ import annotations

from typing import Any

from cardlab.core.luck import Script
from cardlab.core.rng import Rng
from cardlab.core.state import State
from cardlab.testing.laws import Law
from cardlab.testing.trial import Trial

LAW = Law.LUCK
WORLDS = 4


def check_luck(trial: Trial, state: State) -> None:
    """What a seat imagines of the future is neither the truth nor always the same."""
    truth = state.luck
    if truth is None:
        return
    for player in range(state.players):
        with trial.under(LAW, f"imagining the luck of worlds of seat {player}"):
            worlds = [state.seat(player).resample(Rng(n)).luck for n in range(WORLDS)]
        trial.require(LAW, None not in worlds, f"worlds that seat {player} imagines have no luck, but the game has")
        detail = f"a world that seat {player} imagines has the luck of the real one: the future can be read from it"
        trial.require(LAW, all(world is not None and world[:2] != truth[:2] for world in worlds), detail)
        detail = f"all worlds that seat {player} imagines have the same luck: only one future would be thought of"
        trial.require(LAW, len({world[:2] for world in worlds if world is not None}) == WORLDS, detail)


def check_script(trial: Trial, end: State) -> None:
    """The game again, with another luck and a script of what came: it must go the same way."""
    if end.luck is None:
        return
    with trial.under(LAW, "taking down what is drawn, and playing by it"):
        first, heard = trial.game.new(trial.seed), Script()
        first.script = heard
        for action in trial.actions:
            first.apply(action)
        trial.require(
            LAW, without_luck(first) == without_luck(end), "the game goes another way when somebody takes down its luck"
        )
        again, script = trial.game.new(trial.seed), Script((kind, outcome) for kind, _, outcome in heard.told)
        again.luck, again.script = (5, 7, 0), script
        for action in trial.actions:
            again.apply(action)
    same = without_luck(again) == without_luck(end) and script.left == 0
    trial.require(LAW, same, "with the same outcomes by a script the game goes another way: something is drawn elsewhere")


def without_luck(state: State) -> dict[str, Any]:
    """The position, but for what luck will bring."""
    return {name: part for name, part in state.to_dict().items() if name != "luck"}
