"""Runs cases on the oracle: puts a table up, gives scripted answers, and tells what lies there afterwards.

A case is written as the scenario command of the game reads it, except that a switch is given as "simulator" or
"official", whatever its values are called, and `thievery_wipes`, which is off in both, as "on".
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from math import comb
from typing import Any

from tests.games.unicorns.oracle import Oracle, Stack
from tests.games.unicorns.oracle_cards import Card, RuleSet
from tests.games.unicorns.oracle_choose import Prompt
from tests.games.unicorns.oracle_table import ROWS, Table

Case = Mapping[str, Any]


class CaseError(Exception):
    """The script of a case and the game do not fit."""


def rules_of(case: Case, base: str) -> RuleSet:
    flags = case.get("flags", {})
    return RuleSet(base, frozenset(name for name, value in flags.items() if value != base))


class Script:
    """The scripted answers, reactions and random pulls of one step."""

    def __init__(self, step: Mapping[str, Any], cards: Mapping[str, Card]) -> None:
        self.answers: list[dict[str, Any]] = list(step.get("answers", []))
        self.plays: list[Any] = list(step.get("plays", []))
        self.polls: list[dict[str, Any]] = list(step.get("reactions", []))
        self.chance: list[str] = list(step.get("chance", []))
        self.cards = cards
        self.into: int | None = step.get("into")
        self.quickest_id: str | None = None
        self.prompts: list[dict[str, Any]] = []
        self._random = random.Random(1)

    # -- answers -----------------------------------------------------------------------------------------------------

    def ask(self, prompt: Prompt) -> Any:
        if prompt.ask == "play":
            return self._next_play()
        if prompt.ask == "where":
            into = prompt.seat if self.into is None else self.into
            return self._checked(into, prompt)
        self.prompts.append(prompt_as_json(prompt))
        entry = self._entry_for(prompt)
        if entry is None:
            return self._forced(prompt)
        options = [as_json(option) for option in prompt.options]
        if "options" in entry and sorted(map(str, entry["options"])) != sorted(map(str, options)):
            raise CaseError(f"{shown(prompt)}: the case expects the options {entry['options']}")
        return self._answer(prompt, entry["pick"])

    def _answer(self, prompt: Prompt, pick: Any) -> Any:
        if prompt.ask in ("activate", "effect"):
            return self._checked(pick, prompt)
        picked = [self.cards.get(one, one) if isinstance(one, str) else one for one in pick]
        if len(picked) != prompt.n or len(set(picked)) != prompt.n:
            raise CaseError(f"{shown(prompt)}: {prompt.n} must be picked, not {pick}")
        return [self._checked(one, prompt) for one in picked]

    def _checked(self, one: Any, prompt: Prompt) -> Any:
        if one not in prompt.options:
            raise CaseError(f"{shown(prompt)}: {as_json(one)} is no option")
        return one

    def _entry_for(self, prompt: Prompt) -> dict[str, Any] | None:
        """The next entry that fits; entries that may be passed over are, if a later one fits."""
        for place, entry in enumerate(self.answers):
            wanted = [entry["seat"], entry["ask"], entry.get("card", as_json(prompt.card))]
            if wanted == [prompt.seat, prompt.ask, as_json(prompt.card)]:
                del self.answers[: place + 1]
                return entry
            if not entry.get("skip_ok"):
                return None
        return None

    def _forced(self, prompt: Prompt) -> Any:
        if prompt.ask in ("activate", "effect") and len(prompt.options) == 1:
            return prompt.options[0]
        if prompt.ask not in ("activate", "effect") and comb(len(prompt.options), prompt.n) == 1:
            return list(prompt.options)
        raise CaseError(f"{shown(prompt)}: no answer in the case")

    def _next_play(self) -> Card | None:
        play: Any = self.plays.pop(0) if self.plays else "pass"
        if play in ("draw", "pass"):
            return None
        self.into = play.get("into")
        self.polls = list(play.get("reactions", []))
        return self.cards[play["card"]]

    # -- reactions and chance ----------------------------------------------------------------------------------------

    def poll(self, stack: Stack, asked: Mapping[int, list[Card]]) -> Mapping[int, Card | None]:
        entry = self.polls.pop(0) if self.polls else {}
        self.quickest_id = entry.get("quickest")
        offers = {int(seat): self.cards[card] for seat, card in entry.get("offers", {}).items()}
        for seat, card in offers.items():
            if seat in asked and card not in asked[seat]:
                raise CaseError(f"seat {seat} does not hold {card}")
        return {seat: offers.get(seat) for seat in asked}

    def quickest(self, willing: Sequence[tuple[int, Card]]) -> tuple[int, Card]:
        for seat, card in willing:
            if card.id == self.quickest_id:
                return seat, card
        raise CaseError(f"quickest must be one of {willing}, not {self.quickest_id}")

    def shuffle(self, cards: list[Card]) -> None:
        self._random.shuffle(cards)

    def pull(self, hand: Sequence[Card]) -> Card:
        if not self.chance:
            raise CaseError("a card is pulled, but the case names none under chance")
        card = self.cards[self.chance.pop(0)]
        if card not in hand:
            raise CaseError(f"{card} can't be pulled from {list(hand)}")
        return card

    def check_used_up(self) -> None:
        left = [entry for entry in self.answers if not entry.get("skip_ok")]
        if left:
            raise CaseError(f"never asked: {left}")


def as_json(thing: Any) -> Any:
    return thing.id if isinstance(thing, Card) else thing


def prompt_as_json(prompt: Prompt) -> dict[str, Any]:
    options = [as_json(option) for option in prompt.options]
    return {"seat": prompt.seat, "ask": prompt.ask, "card": as_json(prompt.card), "n": prompt.n, "options": options}


def shown(prompt: Prompt) -> str:
    return f"prompt {prompt_as_json(prompt)}"


# -- tables -----------------------------------------------------------------------------------------------------------


def table_of(case: Case, base: str) -> tuple[Table, dict[str, Card]]:
    """The table that a case describes, and its cards by id."""
    table = Table(rules_of(case, base), len(case["players"]))
    cards: dict[str, Card] = {}

    def make(ids: Sequence[str]) -> list[Card]:
        for name in ids:
            if name in cards:
                raise CaseError(f"{name} lies in two places")
            cards[name] = Card(name)
        return [cards[name] for name in ids]

    for player, given in zip(table.players, case["players"], strict=True):
        player.hand = make(given.get("hand", []))
        player.stable, player.upgrades, player.downgrades = (make(given.get(row, [])) for row in ROWS)
    filler = [f"Basic Unicorn#deck{n + 1}" for n in range(case.get("deck_filler", 0))]
    table.deck = make([*case.get("deck", []), *filler])[::-1]
    table.discard = make(case.get("discard", []))
    table.nursery = make(case.get("nursery", []))
    on_table = [card for player in table.players for card in player.cards]
    first = [cards[name] for name in case.get("entered_order", [])]
    for card in [*first, *(card for card in on_table if card not in first)]:
        table.register(card)
    for entry in case.get("knows", []):
        table.knows[entry["observer"]][entry["owner"]] |= {cards[name] for name in entry["cards"]}
    for seat in table.seats:
        table.learn_hand(seat, seat)
    table.turn.player = case.get("turn_player", 0)
    return table, cards


def ids(cards: Sequence[Card]) -> list[str]:
    return [card.id for card in cards]


def state_of(game: Oracle) -> dict[str, Any]:
    """What lies on the table, as the scenario command writes it."""
    table, turn = game.table, game.table.turn
    return {
        "players": [{"hand": ids(p.hand), **{row: ids(getattr(p, row)) for row in ROWS}} for p in table.players],
        "deck": ids(table.deck[::-1]),
        "discard": ids(table.discard),
        "nursery": ids(table.nursery),
        "game_over": table.over,
        "ranking": table.ranking(),
        "winner": table.winner(),
        "score": [list(table.score(seat)) for seat in table.seats],
        "knows": [
            {"observer": observer, "owner": owner, "cards": [c.id for c in table.players[owner].hand if c in known]}
            for observer, sets in enumerate(table.knows)
            for owner, known in enumerate(sets)
        ],
        "turn_flags": {
            "max_plays": turn.max_plays,
            "extra_draws": turn.extra_draws,
            "skip_to_end": turn.skip_to_end,
            "extra_turn": turn.extra_turn,
        },
        "asked_to_react": sorted(game.asked_to_react),
    }


# -- steps ------------------------------------------------------------------------------------------------------------


def run_step(game: Oracle, step: Mapping[str, Any], cards: Mapping[str, Card]) -> dict[str, Any]:
    """One step of a case on a game that stands between two steps."""
    script = Script(step, cards)
    seat: int = step["seat"]
    game.ask = game.chain.ask = script.ask
    game.luck = game.chain.luck = script
    game.poll = script.poll
    game.asked_to_react = set()
    match step["do"]:
        case "can_play":
            return {"value": game.can_play(seat, cards[step["card"]], step.get("into", seat))}
        case "play":
            card, into = cards[step["card"]], step.get("into", seat)
            if not game.can_play(seat, card, seat if card.type == "magic" else into):
                raise CaseError(f"seat {seat} can't play {card} into {into}")
            game.table.turn.player = seat
            game.play(seat, card)
        case "begin_turn":
            game.begin_turn(seat)
        case "draw_phase":
            game.draw_phase(seat)
        case "end_turn":
            game.end_turn(seat)
        case "turn":
            game.play_turn(seat)
        case other:
            raise CaseError(f"there is no step {other!r}")
    script.check_used_up()
    return {"prompts": script.prompts, "state": state_of(game)}


def run(case: Case) -> list[dict[str, Any]]:
    """The results of a case, one per rule set."""
    return [run_once(case, base) for base in case["rules"]]


def run_once(case: Case, base: str) -> dict[str, Any]:
    result: dict[str, Any] = {"id": case["id"], "rules": base, "error": None, "steps": []}
    table, cards = table_of(case, base)
    script = Script({}, cards)
    game = Oracle(table, script.ask, script.poll, script)
    try:
        for step in case["steps"]:
            result["steps"].append(run_step(game, step, cards))
    except CaseError as error:
        result["error"] = str(error)
    result["state"] = state_of(game)
    return result
