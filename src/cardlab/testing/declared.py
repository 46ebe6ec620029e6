"""The law that what a game declares about itself is true: its facts, and the space of its actions."""

from __future__ import annotations

from cardlab.core.rng import derive
from cardlab.core.state import State
from cardlab.testing.laws import Check, Law
from cardlab.testing.trial import Trial

LAW = Law.FACTS
ENOUGH = 20
"""So many resamples would have shown it if anything is hidden."""


def check_space(trial: Trial, state: State) -> None:
    """Every legal action lies in the declared space, and its index is its own and leads back to it."""
    space = trial.game.space
    if space is None:
        return
    legal = state.legal()
    outside = next((action for action in legal if action not in space), None)
    trial.require(LAW, outside is None, f"the legal action {outside} lies outside the declared space of actions")
    numbers = [space.index(action) for action in legal]
    trial.require(LAW, all(0 <= number < space.size for number in numbers), "an index lies outside the size of the space")
    shared = next((number for number in numbers if numbers.count(number) > 1), None)
    trial.require(
        LAW, shared is None, f"two legal actions share the index {shared}: a part that differs is declared as derived"
    )
    back = all(space.find(number, legal) == action for number, action in zip(numbers, legal, strict=True))
    trial.require(LAW, back and sum(space.mask(legal)) == len(legal), "an index does not lead back to its action")


def check_length(trial: Trial, end: State) -> None:
    """A game that is over: it was not too long, and what it drew was declared."""
    facts, played = trial.game.facts(), len(trial.actions)
    least, most = facts.players
    trial.require(
        LAW, least <= trial.game.players <= most, f"{trial.game.players} players play, but {least} to {most} are declared"
    )
    if facts.longest is not None:
        trial.require(LAW, played <= facts.longest, f"a game took {played} decisions; {facts.longest} are declared as the most")
    drawn = 0 if end.luck is None else end.luck[2]
    if facts.luck is False:
        trial.require(LAW, drawn == 0, f"something was drawn {drawn} times in play, but no luck is declared")
    if facts.luck is True:
        trial.require(LAW, end.luck is not None, "luck in play is declared, but the states have none")


def check_entries(trial: Trial, start: State) -> None:
    """A game that was just dealt: every player of the list has one seat, and lots are drawn only where that is declared."""
    entries = start.entries()
    listed = list(range(trial.game.players))
    trial.require(LAW, sorted(entries) == listed, f"the seats go to the entries {entries} of the list of players")
    if not trial.game.facts().lots:
        trial.require(LAW, entries == listed, f"the seats go to the entries {entries}, but no lots for seats are declared")
        return
    deals = [trial.game.new(derive(trial.seed, "lots", number)).entries() for number in range(ENOUGH)]
    trial.require(LAW, any(drawn != listed for drawn in deals), "lots for seats are declared, but everybody sits as listed")


def check_hidden(trial: Trial, report: Check) -> None:
    """After all games: whether somebody had something to guess."""
    facts = trial.game.facts()
    if facts.hidden is False:
        detail = f"nothing hidden is declared, but {report.varied} worlds that seats imagine differ from the truth"
        trial.require(LAW, report.varied == 0, detail)
    if facts.hidden is True and report.resamples >= ENOUGH:
        trial.require(LAW, report.varied > 0, "hidden information is declared, but nobody ever had anything to guess")
