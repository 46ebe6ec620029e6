"""Unstable Unicorns in plain Python: the slow and obvious second implementation.

Everybody collects unicorns in a stable; who has seven of them (six in a large round) wins. A turn has a beginning, with
effects of cards in the stable, a draw, an action (a card is played, or one more is drawn) and an end with a hand limit.
Everybody may stop a card that is played with a Neigh, which may be stopped in turn.

The cards are in `oracle_cards`, what lies on the table in `oracle_table`, and how effects are resolved in
`oracle_link`. This file holds the rest: the set-up, what may be played, the stack of reactions and the turn. A game
asks its players through one function and chance through another, so a test can answer both from a script, or from
another engine that plays the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.games.unicorns.oracle_cards import Card, RuleSet, cast_effect, full_deck, numbered
from tests.games.unicorns.oracle_choose import Ask, Prompt
from tests.games.unicorns.oracle_execute import Luck
from tests.games.unicorns.oracle_link import Chain
from tests.games.unicorns.oracle_table import Table, Turn

Stack = list[tuple[Card, int]]
"""Played cards and who played them, the announced card first."""

Poll = Callable[[Stack, Mapping[int, list[Card]]], Mapping[int, Card | None]]
"""Asks all these seats at once which of their Instants they play, if any."""

HAND_LIMIT = 7


class Oracle:
    """One game: a table and the rules that move it."""

    def __init__(self, table: Table, ask: Ask, poll: Poll, luck: Luck) -> None:
        self.table = table
        self.rules = table.rules
        self.ask = ask
        self.poll = poll
        self.luck = luck
        self.chain = Chain(table, ask, luck)
        self.asked_to_react: set[int] = set()

    # -- what may be played ------------------------------------------------------------------------------------------

    def can_play(self, seat: int, card: Card, into: int) -> bool:
        """Whether a card of a hand may be announced into this stable; Magic cards always go to the caster."""
        table = self.table
        if card not in table.players[seat].hand or card.type == "instant":
            return False
        if card.type == "basic" and not table.bee_allows(card, into):
            return False
        if card.type == "upgrade" and table.has(seat, "Broken Stable"):
            return False
        return self._requirement(seat, card, into)

    def _requirement(self, seat: int, card: Card, into: int) -> bool:
        """What a card itself asks for; `other_cards` are those in hand besides it."""
        table, official, everywhere = self.table, self.rules.official, list(self.table.seats)
        other_cards = len(table.players[seat].hand) - 1
        basics_of = into if official("basic_requirement") else seat
        asks: dict[str, Callable[[], object]] = {
            "Back Kick": lambda: table.in_stables(everywhere, "card"),
            "Change of Luck": lambda: other_cards >= (1 if official("draw_first") else 3),
            "Glitter Tornado": lambda: table.in_stables([seat], "card"),
            "Good Deal": lambda: other_cards >= 1 or official("draw_first"),
            "Mystical Vortex": lambda: other_cards >= 1,
            "Re-target": lambda: any(self.chain.choices.movable(seat, kind) for kind in ("upgrade", "downgrade")),
            "Shake Up": lambda: official("shake_up_playable"),
            "Targeted Destruction": lambda: self._can_destroy(seat, card, "upgrade") or table.in_stables([seat], "downgrade"),
            "Two-for-one": lambda: any(map(table.can_be_sacrificed, table.in_stables([seat], "card"))),
            "Unicorn Poison": lambda: self._can_destroy(seat, card, "unicorn"),
            "Unicorn Swap": lambda: table.in_stables([seat], "unicorn"),
            "Llamacorn": lambda: other_cards >= 1 or official("unicorn_play_requirement"),
            "Extra Tail": lambda: table.in_stables([basics_of], "basic"),
            "Rainbow Mane": lambda: table.in_stables([basics_of], "basic"),
        }
        return card.name not in asks or bool(asks[card.name]())

    def _can_destroy(self, seat: int, source: Card, wanted: str) -> bool:
        table = self.table
        return any(table.can_be_destroyed(card, source) for card in table.in_stables(table.others(seat), wanted))

    def places(self, seat: int, card: Card) -> list[int]:
        """The stables a card may be played into."""
        seats = [seat] if card.type == "magic" else self.table.seats
        return [into for into in seats if self.can_play(seat, card, into)]

    # -- playing a card ----------------------------------------------------------------------------------------------

    def play(self, seat: int, card: Card) -> None:
        """Announce a card, let everybody react, and let it take effect."""
        late = self.rules.official("destination_chosen")
        places = self.places(seat, card)
        self.table.from_hand(card, seat)
        into = seat if late else self._where(seat, card, places)
        if self._stopped(card, seat):
            return
        if card.type == "magic":
            self.chain.next.append(cast_effect(card.name, self.rules).of(seat, card))
            self.table.discard.append(card)
            self.chain.resolve()
            return
        if late:
            into = self._where(seat, card, places)
        self.chain.enters(card, into)
        self.chain.arrive(card)
        self.chain.resolve(arrival=True)

    def _where(self, seat: int, card: Card, places: list[int]) -> int:
        if card.type == "magic":
            return seat
        into = self.ask(Prompt(seat, "where", card, 1, places))
        assert into in places, (card, into, places)
        return int(into)

    def _stopped(self, card: Card, seat: int) -> bool:
        """The stack: whether the announced card ends in the discard pile."""
        stack: Stack = [(card, seat)]
        while stack:
            quickest = self._reaction(stack)
            if quickest is not None:
                answerer, instant = quickest
                self.table.from_hand(instant, answerer)
                stack.append((instant, answerer))
            elif len(stack) == 1:
                return False
            else:
                self.table.discard += [stack.pop()[0], stack.pop()[0]]
        return True

    def _reaction(self, stack: Stack) -> tuple[int, Card] | None:
        """Ask all who may answer the top card; of those who will, one was the quickest."""
        table = self.table
        top, player = stack[-1]
        if top.name == "Super Neigh" or table.has(player, "Yay"):
            return None
        instants = {seat: [c for c in table.players[seat].hand if c.type == "instant"] for seat in table.seats}
        asked = {seat: cards for seat, cards in instants.items() if cards and self._is_asked(seat, player)}
        if not asked:
            return None
        self.asked_to_react |= set(asked)
        answers = self.poll(stack, asked)
        willing = [(s, card) for s, card in sorted(answers.items()) if card is not None and table.can_react(s)]
        if len(willing) < 2:
            return willing[0] if willing else None
        return self.luck.quickest(willing)

    def _is_asked(self, seat: int, top_player: int) -> bool:
        if seat == top_player and self.rules.official("self_neigh"):
            return False
        return not self.rules.printed or self.table.can_react(seat)

    # -- the turn ----------------------------------------------------------------------------------------------------

    def begin_turn(self, seat: int) -> bool:
        """The beginning of a turn; false if the game was over before, as Puppicorn had come."""
        self.table.turn = Turn(seat)
        if self.rules.official("puppicorn_reenters_home"):
            self.chain.puppicorn_comes(seat)
            if self.chain.next:
                self.chain.resolve()
            if self.table.over:
                return False
        self.chain.turn_starts(seat)
        self.chain.resolve()
        return True

    def draw_phase(self, seat: int) -> None:
        turn = self.table.turn
        if not turn.skip_to_end:
            for _ in range(1 + turn.extra_draws):
                self.table.draw(seat)
        self.table.check_win()

    def action_phase(self, seat: int) -> None:
        turn, hand = self.table.turn, self.table.players[seat].hand
        plays = 0 if turn.skip_to_end else turn.max_plays
        for action in range(plays):
            if self.table.over:
                return
            hand = self.table.players[seat].hand
            options = [card for card in hand if self.places(seat, card)]
            card = self.ask(Prompt(seat, "play", None, 1, [*options, None]))
            if card is None:
                if action == 0:
                    self.table.draw(seat)
                return
            assert card in options, (card, options)
            self.play(seat, card)

    def end_turn(self, seat: int) -> None:
        self.chain.turn_ends()
        self.chain.resolve()
        hand = self.table.players[seat].hand
        surplus = len(hand) - HAND_LIMIT
        if self.table.over or surplus <= 0:
            return
        picked = self.ask(Prompt(seat, "discard", None, surplus, list(hand)))
        assert len(set(picked)) == surplus and set(picked) <= set(hand)
        for card in [card for card in hand if card in picked]:
            self.table.from_hand(card, seat)
            self.table.discard.append(card)

    def play_turn(self, seat: int) -> None:
        begun = self.begin_turn(seat)
        if not self.table.over or (begun and not self.rules.printed):  # the simulator draws even after a win
            self.draw_phase(seat)
        if not self.table.over:
            self.action_phase(seat)
        if not self.table.over:
            self.end_turn(seat)

    def play_game(self) -> None:
        """Turn after turn from the seat that is on turn, until the game is over."""
        table = self.table
        while not table.over:
            seat = table.turn.player
            self.play_turn(seat)
            if not table.over and not table.turn.extra_turn:
                table.turn.player = (seat + 1) % len(table.players)


def set_up(rules: RuleSet, players: int, luck: Luck) -> Table:
    """A table as the game begins: a baby and five cards for everybody, and in the variant for two a Neigh more."""
    table = Table(rules, players)
    table.deck = full_deck(rules, players)
    luck.shuffle(table.deck)
    table.nursery = numbered(["Baby Narwhal", *["Baby Unicorn"] * 12])
    for seat in table.seats:
        baby = table.nursery.pop()
        table.put_into_stable(baby, seat)
        table.register(baby)
        for _ in range(5):
            table.draw(seat)
    if players == 2 and rules.official("two_player_variant"):
        for seat in table.seats:
            neigh = next(card for card in reversed(table.deck) if card.name == "Neigh")
            table.deck.remove(neigh)
            table.to_hand(neigh, seat)
    return table
