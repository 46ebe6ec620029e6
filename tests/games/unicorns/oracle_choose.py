"""The first step of a link: effects ask their owners and pick cards and players.

A card is picked at most once per link: what is picked is marked, and marked cards are no options any more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.games.unicorns.oracle_cards import ALL, Card, Effect, fits

if TYPE_CHECKING:
    from tests.games.unicorns.oracle_link import Chain


@dataclass
class Prompt:
    """A question to a seat. Options are cards, seats, names of variants, or True and False."""

    seat: int
    ask: str
    card: Card | None
    n: int
    options: list[Any]


Ask = Callable[[Prompt], Any]
"""Answers a prompt: a list of options, or one option where only one can be chosen (activate, effect, where, play)."""


class Choices:
    """Picks the targets of a link."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.table = chain.table
        self.rules = chain.rules

    def choose(self) -> None:
        if self.rules.official("mandatory_targets_first"):
            self._walk(lambda effect: effect.kind != "may")
        self._walk(lambda effect: True)

    def _walk(self, now: Callable[[Effect], bool]) -> None:
        place = 0
        while place < len(self.chain.link):
            effect = self.chain.link[place]
            if effect.visited or not now(effect):
                place += 1
                continue
            effect.visited = True
            if effect.kind == "if_done" and self.rules.official("verify_payment"):
                self.chain.link.insert(place, effect.parts[0])  # the reward waits until the payment has been made
            else:
                self.chain.link[place + 1 : place + 1] = self._visit(effect)
                place += 1

    def _visit(self, effect: Effect) -> list[Effect]:
        """Pick what an effect needs now; tells what it inserts behind itself."""
        match effect.kind:
            case "may":
                return effect.parts if self._possible(effect.parts[0]) and self._yes(effect) else []
            case "and":
                return effect.parts
            case "if_done":
                return effect.parts[:1]
            case "choose":
                return self._choose_variant(effect)
            case "sacrifice" | "destroy" | "steal" | "steal_back" | "return":
                self._choose_in_stables(effect)
            case "bring":
                zone = self.zone(effect.place, effect.owner)
                options = [c for c in self.matching(zone, effect.wanted) if self.table.may_enter(c, effect.owner)]
                self._choose_cards(effect, effect.owner, "get", options)
            case "give":
                self._choose_gift(effect)
            case "move_upgrade" | "move_downgrade":
                self._choose_card_to_move(effect)
            case "pull" | "swap_hands":
                self._choose_player(effect)
            case "discard" if effect.who == "any":
                self._choose_player(effect)
            case "take":
                self._choose_in_hand(effect)
            case "shrink":
                self._choose_player(effect)
                assert effect.player is not None
                effect.targets = self.table.in_stables([effect.player], "unicorn")
                effect.chosen = len(effect.targets)
        return []

    def _yes(self, effect: Effect) -> bool:
        return bool(self.chain.ask(Prompt(effect.owner, "activate", effect.source, 1, [True, False])))

    def _choose_variant(self, effect: Effect) -> list[Effect]:
        variants = {part.kind: part for part in effect.parts if self._possible(part)}
        if not variants:
            return []
        return [variants[self.chain.ask(Prompt(effect.owner, "effect", effect.source, 1, list(variants)))]]

    def matching(self, cards: list[Card], wanted: str) -> list[Card]:
        """Cards outside the stables that a filter wants and no effect of the link has picked."""
        return [card for card in cards if fits(card, card.type, wanted) and card not in self.chain.marks]

    def zone(self, place: str, owner: int) -> list[Card]:
        zones = {"deck": self.table.deck, "discard": self.table.discard, "nursery": self.table.nursery}
        return zones[place] if place in zones else self.table.players[owner].hand

    def _options(self, effect: Effect, chooser: int, seats: list[int]) -> list[Card]:
        """Cards in these stables that an effect may pick."""
        table, source = self.table, effect.source
        assert source is not None
        cards = [card for card in table.in_stables(seats, effect.wanted) if card not in self.chain.marks]
        if effect.kind == "sacrifice":
            return [card for card in cards if table.can_be_sacrificed(card)]
        if effect.kind == "destroy":
            return [card for card in cards if table.can_be_destroyed(card, source)]
        if effect.kind in ("steal", "steal_back"):
            return [card for card in cards if table.may_enter(card, chooser)]
        return cards

    def _stables(self, effect: Effect) -> list[tuple[int, list[int]]]:
        """Who picks, and in which stables."""
        table, owner = self.table, effect.owner
        if effect.kind == "steal_back":
            assert effect.player is not None
            return [(owner, [effect.player])]
        if effect.kind in ("destroy", "steal"):
            return [(owner, table.others(owner))]
        if effect.who == "each":
            caster_picks = effect.kind == "return" and self.rules.official("glitter_tornado_chooser")
            return [(owner if caster_picks else seat, [seat]) for seat in table.seats]
        return [(owner, [owner] if effect.kind == "sacrifice" else list(table.seats))]

    def _choose_in_stables(self, effect: Effect) -> None:
        if effect.who == "self":
            assert effect.source is not None
            self.mark(effect, [effect.source])
            return
        for chooser, seats in self._stables(effect):
            ask = "steal" if effect.kind == "steal_back" else effect.kind
            self._choose_cards(effect, chooser, ask, self._options(effect, chooser, seats))
        if effect.targets:
            effect.player = self.table.holder(effect.targets[0])

    def _choose_cards(self, effect: Effect, seat: int, ask: str, options: list[Card]) -> None:
        self.mark(effect, self.pick(seat, ask, effect, options))

    def pick(self, seat: int, ask: str, effect: Effect, options: list[Card]) -> list[Card]:
        """Ask for as many cards as there are, up to the number the effect wants; who must give all is not asked."""
        if effect.n == ALL:
            return list(options)
        n = min(effect.n, len(options))
        picked = self.chain.ask(Prompt(seat, ask, effect.source, n, options)) if n else []
        assert len(set(picked)) == n and set(picked) <= set(options), (ask, picked, options)
        return [card for card in options if card in picked]

    def mark(self, effect: Effect, cards: list[Card]) -> None:
        effect.targets += cards
        effect.chosen += len(cards)
        self.chain.marks.update(cards)

    def _choose_player(self, effect: Effect, among: list[int] | None = None) -> None:
        seats = self.table.others(effect.owner) if effect.who == "other" else list(self.table.seats)
        seats = seats if among is None else among
        (effect.player,) = self.chain.ask(Prompt(effect.owner, "players", effect.source, 1, seats))

    def _choose_gift(self, effect: Effect) -> None:
        """Unicorn Swap: the card first, then who gets it; the card is not marked."""
        table, owner = self.table, effect.owner

        def receivers(card: Card) -> list[int]:
            return [seat for seat in table.others(owner) if table.may_enter(card, seat)]

        cards = [card for card in table.in_stables([owner], "unicorn") if card not in self.chain.marks and receivers(card)]
        effect.targets = self.pick(owner, "move", effect, cards)
        if effect.targets:
            self._choose_player(effect, receivers(effect.targets[0]))

    def receivers(self, card: Card, caster: int) -> list[int]:
        """Who may get a card by Re-target: neither the caster nor who has it."""
        return [seat for seat in self.table.seats if seat not in (caster, self.table.holder(card))]

    def movable(self, caster: int, wanted: str) -> list[Card]:
        """What Re-target may move."""
        cards = self.table.in_stables(list(self.table.seats), wanted)
        return [card for card in cards if card not in self.chain.marks and self.receivers(card, caster)]

    def _choose_card_to_move(self, effect: Effect) -> None:
        effect.targets = self.pick(effect.owner, "move", effect, self.movable(effect.owner, effect.wanted))
        if effect.targets:
            self._choose_player(effect, self.receivers(effect.targets[0], effect.owner))

    def _choose_in_hand(self, effect: Effect) -> None:
        """Blatant Thievery: the thief sees the hand and picks at once; nothing is marked."""
        self._choose_player(effect)
        assert effect.player is not None
        self.table.learn_hand(effect.owner, effect.player)
        effect.targets = self.pick(effect.owner, "get", effect, list(self.table.players[effect.player].hand))

    def _possible(self, effect: Effect) -> bool:
        """Whether an optional effect is offered."""
        match effect.kind:
            case "sacrifice" if effect.who == "self":
                assert effect.source is not None
                return effect.source not in self.chain.marks and self.table.holder(effect.source) is not None
            case "sacrifice" | "destroy" | "steal" | "return":
                return all(len(self._options(effect, *who)) >= effect.n for who in self._stables(effect))
            case "discard" if effect.who == "owner":
                return self.can_discard(effect.owner, effect.n, effect.wanted)
            case "move_upgrade" | "move_downgrade":
                return bool(self.movable(effect.owner, effect.wanted))
            case "choose":
                return any(self._possible(part) for part in effect.parts)
            case "and":
                return all(self._possible(part) for part in effect.parts)
            case "if_done":
                return self._possible(effect.parts[0])
        return True

    def can_discard(self, seat: int, n: int, wanted: str) -> bool:
        cards = len(self.matching(self.table.players[seat].hand, wanted))
        if self.rules.official("verify_payment"):
            mine = [e for e in self.chain.link if e.kind == "discard" and e.who == "owner" and e.owner == seat]
            cards -= sum(effect.n for effect in mine)
        return cards >= n

    def discarders(self, effect: Effect) -> list[int]:
        """Who discards by an effect."""
        if effect.who == "each":
            return list(self.table.seats)
        return [effect.owner if effect.who == "owner" or effect.player is None else effect.player]
