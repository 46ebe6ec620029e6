"""The sixth step of a link: everything that was picked is done, effect after effect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from tests.games.unicorns.oracle_cards import Card, Effect, discard, fits
from tests.games.unicorns.oracle_table import Leash

if TYPE_CHECKING:
    from tests.games.unicorns.oracle_link import Chain


class Luck(Protocol):
    """Where chance comes from."""

    def shuffle(self, cards: list[Card]) -> None: ...
    def pull(self, hand: Sequence[Card]) -> Card: ...
    def quickest(self, willing: Sequence[tuple[int, Card]]) -> tuple[int, Card]: ...


def seat_of(effect: Effect) -> int:
    """The player that an effect has picked."""
    assert effect.player is not None
    return effect.player


class Deeds:
    """Carries out the effects of a link."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.table = chain.table
        self.rules = chain.rules

    def execute(self) -> None:
        for effect in self.chain.link:
            self._do(effect)

    def _paid(self, effect: Effect) -> bool:
        """Whether a payment was made in full; a replaced one counts."""
        if effect.kind == "and":
            return all(self._paid(part) for part in effect.parts)
        done = effect.moved if effect.kind in ("draw", "discard") else effect.chosen
        return done >= effect.n

    def _do(self, effect: Effect) -> None:
        """Combinations do nothing themselves, but the reward of an "if done" is queued in its place."""
        deeds: dict[str, Callable[[Effect], None]] = {
            "if_done": self._reward,
            "sacrifice": self._send_to_discard,
            "destroy": self._send_to_discard,
            "shrink": self._shrink,
            "return": self._send_to_hand,
            "to_hand": self._send_to_hand,
            "to_nursery": self._send_to_nursery,
            "steal": self._steal,
            "steal_back": self._steal,
            "bring": self._bring,
            "babies": self._babies,
            "give": self._move,
            "move_upgrade": self._move,
            "move_downgrade": self._move,
            "go_back": self._move,
            "come": self._come,
            "draw": self._draw,
            "discard": self._discard,
            "search": self._search,
            "shuffle": self._shuffle,
            "pull": self._pull,
            "take": self._take,
            "swap_hands": lambda e: self.table.swap_hands(e.owner, seat_of(e)),
            **dict.fromkeys(("extra_draw", "plays", "skip", "extra_turn"), self._change_turn),
        }
        if effect.kind in deeds:
            deeds[effect.kind](effect)

    def _reward(self, effect: Effect) -> None:
        payment, reward = effect.parts
        if not self.rules.official("verify_payment") or self._paid(payment):
            self.chain.next.append(reward)

    def _change_turn(self, effect: Effect) -> None:
        turn = self.table.turn
        turn.extra_draws += effect.n if effect.kind == "extra_draw" else 0
        turn.max_plays = effect.n if effect.kind == "plays" else turn.max_plays
        turn.skip_to_end |= effect.kind == "skip"
        turn.extra_turn |= effect.kind == "extra_turn"

    def _draw(self, effect: Effect) -> None:
        effect.moved = sum(self.table.draw(effect.owner) for _ in range(effect.n))

    def _shrink(self, effect: Effect) -> None:
        """As many babies follow as unicorns were taken, those that went to the Nursery included."""
        self._send_to_discard(effect)
        if effect.chosen:
            self.chain.queue(Effect("babies", effect.chosen), seat_of(effect), effect.source)

    def _send_to_nursery(self, effect: Effect) -> None:
        for card in self._on_table(effect):
            self.chain.leaves(card)
            self.table.nursery.append(card)

    def _come(self, effect: Effect) -> None:
        """Puppicorn goes to the player on turn: it has no target, so nothing but its place changes."""
        assert effect.source is not None
        if self.table.holder(effect.source) is not None:
            self.chain.leaves(effect.source)
            self.chain.enters(effect.source, seat_of(effect))

    def _on_table(self, effect: Effect) -> list[Card]:
        return [card for card in effect.targets if self.table.holder(card) is not None]

    def _send_to_discard(self, effect: Effect) -> None:
        gone = self._on_table(effect)
        for card in gone:
            self.chain.leaves(card)
            self.table.discard.append(card)
        kept = effect.chosen and self.rules.official("replacement_keeps_followup")
        if effect.then == "draw" and (gone or kept):
            self.table.draw(effect.owner)

    def _send_to_hand(self, effect: Effect) -> None:
        gone = self._on_table(effect)
        for card in gone:
            seat = self.chain.leaves(card)
            self.table.to_hand(card, seat, seen_by="all")
        kept = effect.chosen and self.rules.official("replacement_keeps_followup")
        if effect.then == "discard" and (gone or kept):
            self.chain.queue(discard(), seat_of(effect), effect.source)

    def _steal(self, effect: Effect) -> None:
        for card in self._on_table(effect):
            home = self.chain.leaves(card)
            self.chain.enters(card, effect.owner)
            if effect.leash:
                assert effect.source is not None
                self.table.leashes.append(Leash(card, home, effect.source))

    def _bring(self, effect: Effect) -> None:
        zone = self.chain.choices.zone(effect.place, effect.owner)
        for card in effect.targets:
            if card in zone:
                if effect.place == "hand":
                    self.table.from_hand(card, effect.owner)
                else:
                    zone.remove(card)
                self.chain.enters(card, effect.owner)

    def _babies(self, effect: Effect) -> None:
        for _ in range(min(effect.n, len(self.table.nursery))):
            card = self.table.nursery.pop()
            self.chain.enters(card, effect.owner)
            effect.targets.append(card)

    def _move(self, effect: Effect) -> None:
        for card in self._on_table(effect):
            if effect.kind == "go_back" and not self.table.may_enter(card, seat_of(effect)):
                continue
            self.chain.leaves(card)
            self.chain.enters(card, seat_of(effect))
            if effect.kind == "give":
                then = Effect("steal_back", wanted="unicorn", player=effect.player)
                self.chain.queue(then, effect.owner, effect.source)

    def _discard(self, effect: Effect) -> None:
        for seat in self.chain.choices.discarders(effect):
            options = self.chain.choices.matching(self.table.players[seat].hand, effect.wanted)
            cards = self.chain.choices.pick(seat, "discard", effect, options)
            self.chain.marks.update(cards)
            effect.moved += len(cards)
            for card in cards:
                self.table.from_hand(card, seat)
                self.table.discard.append(card)

    def _search(self, effect: Effect) -> None:
        zone = self.chain.choices.zone(effect.place, effect.owner)
        options = [card for card in zone if fits(card, card.type, effect.wanted)]
        for card in self.chain.choices.pick(effect.owner, "get", effect, options):
            zone.remove(card)
            self.table.to_hand(card, effect.owner, seen_by="all")

    def _shuffle(self, effect: Effect) -> None:
        if effect.place == "deck + discard":
            self.table.deck[:0] = reversed(self.table.discard)
            self.table.discard.clear()
        self.chain.luck.shuffle(self.table.deck)

    def _pull(self, effect: Effect) -> None:
        table, puller, victim = self.table, effect.owner, seat_of(effect)
        if not table.players[victim].hand:
            return
        card = self.chain.luck.pull(table.players[victim].hand)
        table.from_hand(card, victim)
        table.to_hand(card, puller)
        table.knows[victim][puller].add(card)
        table.forget_hand(victim, puller)

    def _take(self, effect: Effect) -> None:
        table, thief, victim = self.table, effect.owner, seat_of(effect)
        for card in effect.targets:
            if card in table.players[victim].hand:
                table.from_hand(card, victim)
                table.to_hand(card, thief)
        if effect.targets and self.rules.official("thievery_wipes"):
            table.forget_hand(victim, thief)
