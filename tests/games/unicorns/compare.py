"""Plays the compiled engine and the oracle side by side and reports the first difference.

The oracle leads: whenever it asks, the engine must wait for the same answer of the same seat, with the same table and the
same options. An action of the engine is chosen at random, done, and told to the oracle. What chance brought is taken down
by a script that listens to the engine, and handed to the oracle when it needs it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from math import comb
from typing import Any

from cardlab.core.action import kind_of, source_of, target_of
from cardlab.core.luck import Script
from cardlab.games.unicorns import Unicorns
from cardlab.games.unicorns.rules.state import Chance, Kind, UnicornState
from cardlab.games.unicorns.words.options import PRESETS
from tests.games.unicorns.oracle import Oracle, Stack
from tests.games.unicorns.oracle_cards import Card, RuleSet
from tests.games.unicorns.oracle_choose import Prompt
from tests.games.unicorns.oracle_runner import ids, shown, table_of
from tests.games.unicorns.oracle_table import ROWS, Table

_PHASES = {"play": "action", "where": ("where", "late_where")}
_VARIANTS = {"Re-target": ("move_upgrade", "move_downgrade")}


def engine_options(rules: RuleSet) -> dict[str, str]:
    """The rules of an oracle as options of the engine."""
    other = {"simulator": "official", "official": "simulator"}[rules.base]
    turned = {switch: PRESETS[other][switch] for switch in rules.turned}
    if "thievery_wipes" in turned:
        turned["thievery_wipes"] = "yes"
    return {"rules": rules.base, **turned}


def table_like(state: UnicornState, rules: RuleSet) -> Table:
    """The table of the oracle as it lies in the engine, between two decisions."""
    position = state.game.position_of(state)
    seen = [
        {"observer": int(observer), "owner": owner, "cards": [card]}
        for owner, player in enumerate(position["players"])
        for card, observers in zip(player["hand"], player["seen"], strict=True)
        for observer in observers
    ]
    case = {**position, "entered_order": position["order"], "knows": seen, "flags": dict.fromkeys(rules.turned, "other")}
    table, _ = table_of(case, rules.base)
    table.turn.player = position["turn"]
    return table


def unlikely_position(engine: Unicorns, rng: random.Random) -> dict[str, Any]:
    """A table with full stables, where much can happen at once."""
    labels = [(label, engine.cards[kind].type) for label, kind in zip(engine.labels.of, engine.kinds, strict=True)]
    rng.shuffle(labels)
    piles: dict[str, list[str]] = {"baby": [], "stable": [], "upgrade": [], "downgrade": [], "hand": []}
    for label, kind in labels:
        common = kind == "basic" and rng.random() < 0.7  # they are half of all unicorns and do nothing
        piles[kind if kind in piles and not common else "stable" if kind == "magical" else "hand"].append(label)

    def some(pile: str, most: int) -> list[str]:
        return [piles[pile].pop() for _ in range(min(rng.randint(0, most), len(piles[pile])))]

    players = [
        {
            "stable": some("stable", 4) + some("baby", 1),
            "upgrades": some("upgrade", 3),
            "downgrades": some("downgrade", 2),
        }
        for _ in range(engine.players)
    ]
    rest = [card for pile in ("hand", "stable", "upgrade", "downgrade") for card in piles[pile]]
    rng.shuffle(rest)
    for seat, player in enumerate(players):
        player["hand"] = [rest.pop() for _ in range(rng.randint(0, 7))]
        seen = [sorted({seat, *rng.sample(range(engine.players), rng.randint(0, 2))}) for _ in player["hand"]]
        open_hand = "Nanny Cam" in player["downgrades"]
        player["seen"] = ["".join(map(str, range(engine.players) if open_hand else seats)) for seats in seen]
    discard = [rest.pop() for _ in range(rng.randint(0, 20))]
    order = [card for player in players for row in ROWS for card in player[row]]
    rng.shuffle(order)
    return {"players": players, "deck": rest, "discard": discard, "nursery": piles["baby"], "order": order}


class SideBySide:
    """An engine and an oracle in the same game. Whole tables are compared at one of `every` questions, and at the end."""

    def __init__(self, rules: RuleSet, players: int, seed: int, unlikely: bool = False, every: int = 1, **options: Any) -> None:
        self.rng = random.Random(seed)
        self.game = Unicorns(players=players, **engine_options(rules), **options)
        state = self.game.from_dict(unlikely_position(self.game, self.rng)) if unlikely else self.game.new(seed)
        assert isinstance(state, UnicornState)
        self.state = state
        self.script = state.script = Script()
        self.heard = 0
        self.asks_forced = self.game.options["forced"] == "asked"
        self.free = self.game.options["picks"] == "free"
        self.table = table_like(state, rules)
        self.oracle = Oracle(self.table, self.ask, self.poll, self)
        self.every = every
        self._position: dict[str, Any] | None = None

    @property
    def position(self) -> dict[str, Any]:
        """What lies on the engine's table now."""
        if self._position is None:
            self._position = self.game.position_of(self.state)
        return self._position

    def play(self) -> None:
        """From the first action to the end of the game."""
        seat = self.table.turn.player
        self.oracle.action_phase(seat)
        self.oracle.end_turn(seat)
        if not self.table.over:
            if not self.table.turn.extra_turn:
                self.table.turn.player = (seat + 1) % len(self.table.players)
            self.oracle.play_game()
        self.assert_same()
        assert self.state.over
        self.assert_same_result()

    # -- comparing ---------------------------------------------------------------------------------------------------

    def assert_same(self) -> None:
        """The whole table, all knowledge, and what waits until the end of the turn."""
        found, table = self.position, self.table
        for seat, (player, told) in enumerate(zip(table.players, found["players"], strict=True)):
            for zone in ("hand", *ROWS):
                mine = ids(getattr(player, zone))
                assert told[zone] == mine, f"{zone} of {seat}: {told[zone]} in the engine, {mine} in the oracle"
            knowing = ["".join(str(o) for o in table.seats if card in table.knows[o][seat]) for card in player.hand]
            assert told["seen"] == knowing, f"who knows the hand of {seat}: {told['hand']}"
        assert found["deck"] == ids(table.deck[::-1])
        assert found["discard"] == ids(table.discard)
        assert found["nursery"] == ids(table.nursery)
        assert found["order"] == ids(table.order)
        leashes = sorted((leash.card.id, leash.home, leash.source.id) for leash in table.leashes)
        assert sorted((one["card"], one["home"], one["lender"]) for one in found.get("leashes", [])) == leashes
        turn, flags = table.turn, found["flags"]
        assert found["turn"] == turn.player
        assert (flags["plays"], flags["extra_draws"]) == (turn.max_plays, turn.extra_draws)
        assert (flags["skip"], flags["again"]) == (turn.skip_to_end, turn.extra_turn)
        assert flags["deck_out"] == table.ending

    def assert_same_result(self) -> None:
        result = self.state.result
        assert result is not None
        assert [self.state.unicorns(seat) for seat in self.table.seats] == [self.table.score(s) for s in self.table.seats]
        assert result.winner == self.table.winner()
        assert result.reason == ("goal" if any(self.table.score(s)[0] >= self.table.goal for s in self.table.seats) else "deck")

    def assert_same_question(self, prompt: Prompt) -> None:
        found = self.position
        if prompt.ask in _PHASES:
            assert found["phase"] in _PHASES[prompt.ask], f"{shown(prompt)}: {found['phase']}"
        else:
            asked = found.get("question", {})
            told = (asked.get("ask"), asked.get("n"), asked.get("card"))
            card = prompt.card.id if prompt.card is not None else None
            assert told == (prompt.ask, prompt.n, card), f"{shown(prompt)}: {asked} in phase {found['phase']}"

    # -- answering ---------------------------------------------------------------------------------------------------

    def do(self, action: int) -> None:
        self.state.apply(action)
        self._position = None

    def ask(self, prompt: Prompt) -> Any:
        if not self.asks_forced and self._is_forced(prompt):
            return prompt.options[0] if prompt.ask in ("where", "effect") else list(prompt.options)
        if self.rng.randrange(self.every) == 0:
            self.assert_same()
            self.assert_same_question(prompt)
        assert self.state.player == prompt.seat, f"{shown(prompt)}, but the engine asks seat {self.state.player}"
        match prompt.ask:
            case "play" | "where" | "activate" | "effect" | "players":
                options = [self._one(action, prompt) for action in self.state.legal()]
                expected = self._distinct(prompt.options, prompt.seat) if prompt.ask == "play" else prompt.options
                assert options == expected, shown(prompt)
                at = self.rng.randrange(len(options))
                self.do(self.state.legal()[at])
                return [options[at]] if prompt.ask == "players" else options[at]
        return self._pick(prompt)

    def _is_forced(self, prompt: Prompt) -> bool:
        if prompt.ask in ("play", "activate"):
            return False
        if prompt.ask in ("where", "effect", "players"):
            return len(prompt.options) == 1
        return prompt.card is not None and comb(len(prompt.options), prompt.n) == 1

    def _one(self, action: int, prompt: Prompt) -> Any:
        """What an action means where one thing is chosen."""
        kind, number = Kind(kind_of(action)), source_of(action)
        if kind == Kind.PLAY:
            hand = [card for card in self.table.players[prompt.seat].hand if card.name == self._name(number)]
            return hand[target_of(action)]
        if kind in (Kind.DRAW, Kind.PASS):
            return None
        if kind in (Kind.YES, Kind.NO):
            return kind == Kind.YES
        if kind == Kind.VARIANT:
            assert prompt.card is not None and number < 2
            return _VARIANTS.get(prompt.card.name, ("destroy", "sacrifice"))[number]
        assert kind in (Kind.WHERE, Kind.PLAYER)
        return number

    def _name(self, kind: int) -> str:
        return str(self.game.cards[kind].name)

    def _pick(self, prompt: Prompt) -> list[Card]:
        """Several cards, one after the other: in any order of all, or in the order of the options."""
        left = list(prompt.options)
        if left and left[0] in self.table.deck:
            left.sort(key=lambda card: self.game.labels.number[card.id])
        picked: list[Card] = []
        while len(picked) < prompt.n:
            last = len(left) if self.free else len(left) - (prompt.n - len(picked)) + 1
            by_name = prompt.ask in ("discard", "get")
            expected = self._distinct(left[:last], prompt.seat) if by_name else left[:last]
            actions = self.state.legal()
            options = [self._card(action, left) for action in actions]
            assert options == expected, f"{shown(prompt)} after {picked}: {options}"
            at = self.rng.randrange(len(options))
            if self.free:  # the oracle takes targets in the order of the options
                first = min(prompt.options.index(card) for card in picked) if picked else None
                allowed = [i for i, card in enumerate(options) if first is None or self._follows(prompt, picked, card)]
                at = self.rng.choice([i for i in allowed if self._enough_behind(prompt, picked, options[i])])
            self.do(actions[at])
            picked.append(options[at])
            left = [c for c in left if c not in picked] if self.free else left[left.index(options[at]) + 1 :]
        return picked

    def _follows(self, prompt: Prompt, picked: list[Card], card: Card) -> bool:
        return prompt.options.index(card) > prompt.options.index(picked[-1])

    def _enough_behind(self, prompt: Prompt, picked: list[Card], card: Card) -> bool:
        return len(prompt.options) - prompt.options.index(card) >= prompt.n - len(picked)

    def _distinct(self, cards: Sequence[Any], seat: int) -> list[Any]:
        """Without copies that nobody can tell from an earlier one, unless picks are free."""
        kept: list[Any] = []
        seen: set[Any] = set()
        for card in cards:
            look = (card.name, self._known_to(card)) if isinstance(card, Card) else card
            if self.free or look not in seen:
                kept.append(card)
            seen.add(look)
        return kept

    def _known_to(self, card: Card) -> tuple[int, ...]:
        return tuple(o for o, sets in enumerate(self.table.knows) if any(card in known for known in sets))

    def _card(self, action: int, options: Sequence[Card]) -> Card:
        """The card that an action picks of these options."""
        kind, number, copy = Kind(kind_of(action)), source_of(action), target_of(action)
        if kind == Kind.TARGET:
            return getattr(self.table.players[number >> 9], ("", *ROWS)[number >> 7 & 3])[number & 127]  # type: ignore[no-any-return]
        assert kind in (Kind.TAKE, Kind.SECRET, Kind.REACT), kind
        return [card for card in options if card.name == self._name(number)][copy]

    def poll(self, stack: Stack, asked: Mapping[int, list[Card]]) -> Mapping[int, Card | None]:
        if any(map(self.table.can_react, asked)) and self.rng.randrange(self.every) == 0:
            self.assert_same()
            assert [(one["card"], one["seat"]) for one in self.position["stack"]] == [(card.id, seat) for card, seat in stack]
        answers: dict[int, Card | None] = {}
        for seat, cards in sorted(asked.items()):
            if not self.table.can_react(seat):  # the engine does not ask who would not be heard
                answers[seat] = self.rng.choice([*cards, None])
                continue
            assert self.state.player == seat
            actions = self.state.legal()
            options = [None if kind_of(action) == Kind.DECLINE else self._card(action, cards) for action in actions]
            assert options == [*self._distinct(cards, seat), None]
            at = self.rng.choice([self.rng.randrange(len(options)), len(options) - 1])
            self.do(actions[at])
            answers[seat] = options[at]
        return answers

    # -- chance ------------------------------------------------------------------------------------------------------

    def _hear(self, kind: int, n: int) -> int:
        told = self.script.told[self.heard]
        assert told[:2] == (kind, n), f"chance: {told}, expected kind {kind} of {n}"
        self.heard += 1
        return int(told[2])

    def shuffle(self, cards: list[Card]) -> None:
        """From the last card to the second: each changes places with one before it, or, in a fair shuffle, stays."""
        cards.reverse()
        fair = self.table.rules.official("shuffle")
        for at in range(len(cards) - 1, 0, -1):
            other = self._hear(Chance.CHANCE_SHUFFLE, at + fair)
            cards[at], cards[other] = cards[other], cards[at]
        cards.reverse()

    def pull(self, hand: Sequence[Card]) -> Card:
        return hand[self._hear(Chance.CHANCE_PULL, len(hand)) if len(hand) > 1 else 0]

    def quickest(self, willing: Sequence[tuple[int, Card]]) -> tuple[int, Card]:
        return willing[self._hear(Chance.CHANCE_QUICKEST, len(willing))]
