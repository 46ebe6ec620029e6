"""How a chain of effects is resolved, link by link, in the seven steps of the rules.

Effects that arise while a link is resolved wait in `next`, the following link; some are appended to the current link.
A chain asks players through `ask`, and chance through `luck`.
"""

from __future__ import annotations

from tests.games.unicorns.oracle_cards import (
    FLYING,
    Card,
    Effect,
    destroy,
    discard,
    enter_effects,
    may,
    sacrifice,
    turn_start_effect,
)
from tests.games.unicorns.oracle_choose import Ask, Choices, Prompt
from tests.games.unicorns.oracle_execute import Deeds, Luck
from tests.games.unicorns.oracle_table import Leash, Table

DESTRUCTIVE = ("destroy", "shrink")


class Chain:
    """The effects that are being resolved on a table."""

    def __init__(self, table: Table, ask: Ask, luck: Luck) -> None:
        self.table = table
        self.rules = table.rules
        self.ask = ask
        self.luck = luck
        self.link: list[Effect] = []
        self.next: list[Effect] = []
        self.marks: set[Card] = set()
        self.choices = Choices(self)
        self.deeds = Deeds(self)

    def resolve(self, arrival: bool = False) -> None:
        """Resolve all that is queued, then look whether somebody has won."""
        if arrival and not self.next:
            self._check_tiny_stables()
        while self.next:
            self.link, self.next = self.next, []
            self._resolve_link()
            self._check_tiny_stables()
        self.table.check_win()

    def _resolve_link(self) -> None:
        self.marks.clear()
        self.choices.choose()
        self._retarget()
        self._relocate()
        self._about_to_leave()
        self._unregister()
        self.deeds.execute()
        self._register()
        self.marks.clear()

    def queue(self, effect: Effect, owner: int, source: Card | None) -> None:
        self.next.append(effect.of(owner, source))

    # -- events ------------------------------------------------------------------------------------------------------

    def turn_starts(self, player: int) -> None:
        for card in list(self.table.order):
            if not self.table.fires(card):
                continue
            seat = self.table.holder(card)
            assert seat is not None
            effect = turn_start_effect(card.name)
            if card.name == "Puppicorn" and not self.rules.official("puppicorn_reenters_home"):
                self.queue(Effect("come", player=player), seat, card)
            elif effect is not None and seat == player:
                self.queue(effect, seat, card)

    def puppicorn_comes(self, player: int) -> None:
        """Official: before the turn begins, and only if it is not there yet."""
        for card in list(self.table.order):
            seat = self.table.holder(card)
            if card.name == "Puppicorn" and seat not in (None, player) and self.table.fires(card):
                assert seat is not None
                self.queue(Effect("come", player=player), seat, card)

    def turn_ends(self) -> None:
        for leash in list(self.table.leashes):
            if leash.until_end_of_turn and self._leash_fires(leash):
                self.next.append(self._fire(leash))

    def enters(self, card: Card, seat: int) -> None:
        """A card comes into a stable, and all who watch arrivals notice."""
        self.table.put_into_stable(card, seat)
        for watcher in list(self.table.order):
            if watcher.name == "Barbed Wire":
                self._barbed_wire(watcher, card, seat)
            if watcher.name == "Tiny Stable" and not self.rules.official("tiny_stable_mode"):
                owner = self.table.holder(watcher)
                assert owner is not None
                if len(self.table.players[owner].stable) > 5:
                    self.queue(sacrifice(1, "unicorn"), owner, watcher)

    def leaves(self, card: Card) -> int:
        """A card goes out of its stable, and all who watch departures notice; tells whose it was."""
        seat = self.table.holder(card)
        assert seat is not None
        for watcher in list(self.table.order):
            if watcher.name == "Barbed Wire":
                self._barbed_wire(watcher, card, seat)
        return self.table.take_from_stable(card)

    def _barbed_wire(self, wire: Card, card: Card, seat: int) -> None:
        seen = card.is_unicorn or not self.rules.official("barbed_wire_scope")
        if seen and wire is not card and self.table.holder(wire) == seat:
            self.queue(discard(), seat, wire)

    def arrive(self, card: Card) -> None:
        """Queue the enter effects of a card that has come into a stable, and switch it on."""
        seat = self.table.holder(card)
        assert seat is not None
        if not self.table.blinded(seat, card.type):
            for effect in enter_effects(card.name, self.rules):
                self.queue(effect, seat, card)
        self.table.register(card)

    def _check_tiny_stables(self) -> None:
        if self.rules.official("tiny_stable_mode"):
            for card in self.table.order:
                owner = self.table.holder(card)
                if card.name == "Tiny Stable" and owner is not None and self.table.value(owner, False) > 5:
                    self.queue(sacrifice(1, "unicorn"), owner, card)

    # -- steps 2 to 5 ------------------------------------------------------------------------------------------------

    def _retarget(self) -> None:
        for effect in self.link:  # what is appended is visited too
            for card in list(self.table.order):
                if card.name == "Black Knight Unicorn" and self.table.fires(card):
                    self._black_knight(card, effect)
                if card.name == "Unicorn Phoenix" and self.table.fires(card):
                    self._phoenix(card, effect)

    def _black_knight(self, knight: Card, effect: Effect) -> None:
        table, owner = self.table, self.table.holder(knight)
        assert owner is not None
        mine = [c for c in effect.targets if table.holder(c) == owner and table.fits_now(c, "unicorn")]
        if effect.kind != "destroy" or not mine or knight in self.marks:
            return
        if self.ask(Prompt(owner, "activate", knight, 1, [True, False])):
            (saved,) = self.ask(Prompt(owner, "save", knight, 1, mine))
            effect.targets.remove(saved)
            self.marks.remove(saved)
            instead = sacrifice(who="self").of(owner, knight)
            self.choices.mark(instead, [knight])
            self.link.append(instead)

    def _phoenix(self, phoenix: Card, effect: Effect) -> None:
        owner = self.table.holder(phoenix)
        assert owner is not None
        against_sacrifice = self.rules.official("phoenix_against_sacrifice")
        threat = effect.kind == "destroy" or (effect.kind == "sacrifice" and against_sacrifice)
        if not threat or phoenix not in effect.targets or not self.choices.can_discard(owner, 1, "card"):
            return
        if self.ask(Prompt(owner, "activate", phoenix, 1, [True, False])):
            effect.targets.remove(phoenix)
            self.link.append(discard().of(owner, phoenix))

    def _relocate(self) -> None:
        for effect in self.link:
            for card in list(self.table.order):
                if card in effect.targets and self.table.fires(card):
                    refuge = self._refuge(card, effect)
                    if refuge:
                        effect.targets.remove(card)
                        owner = self.table.holder(card)
                        assert owner is not None
                        self.link.append(Effect(refuge, targets=[card]).of(owner, card))

    def _refuge(self, card: Card, effect: Effect) -> str:
        """Where a card goes instead of where an effect sends it."""
        if card.type == "baby" and effect.kind in ("sacrifice", "return", *DESTRUCTIVE):
            return "to_nursery"
        if card.name in FLYING and effect.kind in ("sacrifice", "destroy"):
            return "to_hand"
        return ""

    def _about_to_leave(self) -> None:
        for effect in self.link:
            for target in list(effect.targets):
                self._stabby(effect, target)
                if self.table.holder(target) is not None:
                    self._pull_leashes(effect, target)

    def _stabby(self, effect: Effect, target: Card) -> None:
        for card in list(self.table.order):
            if card.name != "Stabby The Unicorn" or card not in effect.targets or not self.table.fires(card):
                continue
            once = self.rules.official("stabby_triggers")
            if effect.kind in ("sacrifice", "destroy") and (target is card or not once):
                owner = self.table.holder(card)
                assert owner is not None
                self.queue(may(destroy(1, "unicorn")), owner, card)

    def _pull_leashes(self, effect: Effect, target: Card) -> None:
        """What Seductive Unicorn has stolen goes back when she is about to leave."""
        for leash in list(self.table.leashes):
            held = leash.source is target and not leash.until_end_of_turn
            if held and self._leash_fires(leash, effect.kind == "shrink"):
                self.link.append(self._fire(leash))

    def _leash_fires(self, leash: Leash, shrinking: bool = False) -> bool:
        card = leash.card
        if self.rules.official("leash_owner"):
            if leash.until_end_of_turn:
                return True
            card = leash.source
        return self.table.fires(card) and not (shrinking and card.type != "baby")

    def _fire(self, leash: Leash) -> Effect:
        self.table.leashes.remove(leash)
        owner = self.table.holder(leash.card)
        assert owner is not None
        return Effect("go_back", player=leash.home, targets=[leash.card]).of(owner, leash.card)

    def _unregister(self) -> None:
        for effect in self.link:
            for card in effect.targets:
                if self.table.holder(card) is not None:
                    self.table.unregister(card)

    # -- step 7: register --------------------------------------------------------------------------------------------

    def _register(self) -> None:
        for effect in self.link:
            for card in effect.targets:
                if self.table.holder(card) is not None:
                    self.arrive(card)
