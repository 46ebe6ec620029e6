"""Duelyst: the board. What stands where, what a player holds, what can be seen, and the options.

A tile is a number, ``9 * y + x``, and sets of tiles are words with a bit for each. Units stand in the order in which they came
to the board, generals first; a card is known by its place in the table of cards (0 is none). The queue of what waits to be done
is empty between decisions, so it is no part of the position: what is on hold while a card asks for another choice follows
from `pending` and the tiles `used` so far.

What a player knows of the other one's cards is which are left in hand and deck together, for lists are open and whatever is
played or burned is seen; which of them are in hand, nobody else knows. The order of a deck is known to nobody.
"""

import cython
from cython.cimports.cardlab.games.duelyst.rules.legal import (
    draw_action,
    equal_slots,
    is_offered,
    list_actions,
    list_candidates,
)
from cython.cimports.cardlab.games.duelyst.rules.play import carry_out, give_up, mulligan
from cython.cimports.cardlab.games.duelyst.rules.resolve import settle

from cardlab.core.state import State


class DuelystRules:
    """The profile, the decks and the table of cards, ready for the engine."""

    def __init__(self, profile, decks, cards):
        # type: (Mapping[str, int], Sequence[Sequence[int]], Sequence[DuelystCard]) -> None
        self._set_profile(profile)
        for card in cards:
            self._set_card(card)
        self.n_cards = len(cards)
        for p in range(2):
            self.general[p] = decks[p][0]
            self.n_deck[p] = len(decks[p]) - 1
            for i in range(1, len(decks[p])):
                self.deck[p][i - 1] = decks[p][i]

    def _set_profile(self, profile):
        self.opening_hand = profile["opening_hand"]
        self.mulligan = profile["mulligan"]
        self.draws = profile["draws"]
        self.burns = profile["burns"]
        self.deck_out = profile["deck_out"]
        self.replaces = profile["replaces"]
        self.first_mana = profile["first_mana"]
        self.second_mana = profile["second_mana"]
        self.most_mana = profile["most_mana"]
        self.springs = profile["springs"]
        self.signatures = profile["signatures"]
        self.artifacts = profile["artifacts"]
        self.durability = profile["durability"]
        self.stalling = profile["stalling"]
        self.turns = profile["turns"]
        self.skips = profile["skips"]
        self.cancels = profile["cancels"]
        self.resigns = profile["resigns"]
        self.all_tiles = profile["all_tiles"]

    def _set_card(self, card):
        n: cython.int = card.number
        if card.id == 411:
            self.egg = n
        if card.id == 315:
            self.wraithling = n
        for name in ("type", "signature", "cost", "tribe", "speed", "token", "backstab", "grow", "worn", "follows", "faction"):
            self._set_number(n, name, getattr(card, name))
        self.fact[n].attack = card.attack
        self.fact[n].health = card.health
        self.fact[n].keywords = card.keywords
        self.fact[n].situational = card.situational
        self.fact[n].situational_keywords = card.situational_keywords
        self.fact[n].worn_keywords = card.worn_keywords
        self.fact[n].powers = card.powers
        for i in range(len(card.aimings)):
            aiming = card.aimings[i]
            self.fact[n].aiming[i].aim = aiming.aim
            self.fact[n].aiming[i].who = aiming.who
            self.fact[n].aiming[i].near = aiming.near
            self.fact[n].aiming[i].sieve = aiming.sieve
            self.fact[n].aiming[i].sieve_by = aiming.sieve_by
        for trigger in range(9):
            self.fact[n].first[trigger] = self.n_deeds
            for deed in card.deeds.get(trigger, ()):
                self._set_deed(deed)
                self.fact[n].count[trigger] += 1

    def _set_number(self, n: cython.int, name, value):
        if name == "type":
            self.fact[n].type = value
        elif name == "signature":
            self.fact[n].signature = value
        elif name == "cost":
            self.fact[n].cost = value
        elif name == "tribe":
            self.fact[n].tribe = value
        elif name == "speed":
            self.fact[n].speed = value
        elif name == "token":
            self.fact[n].token = value
        elif name == "backstab":
            self.fact[n].backstab = value
        elif name == "grow":
            self.fact[n].grow = value
        elif name == "worn":
            self.fact[n].worn = value
        elif name == "follows":
            self.fact[n].follows = value
        else:
            self.fact[n].faction = value

    def _set_deed(self, deed):
        at = self.n_deeds
        self.deed[at].code = deed.code
        self.deed[at].who = deed.who
        self.deed[at].place = deed.place
        self.deed[at].sieve = deed.sieve
        self.deed[at].sieve_by = deed.sieve_by
        self.deed[at].a = deed.a
        self.deed[at].b = deed.b
        self.deed[at].until = deed.until
        self.deed[at].card = deed.card
        self.deed[at].keywords = deed.keywords
        self.n_deeds = at + 1


class DuelystState(State):
    """A game of Duelyst in progress. What may be done says `legal`, what it does say `play` and `resolve`."""

    def __init__(self, game, rules: DuelystRules):
        # type: (Game, DuelystRules) -> None
        self.game = game
        self.rules = rules
        clear(self)

    def _deal(self, rng):
        clear(self)
        place_generals(self)
        deal_hands(self, rng)
        return settle(self)

    def _seats(self):
        return 2

    def _player(self):
        return -1 if self.z.phase == OVER else self.z.player

    def _turn(self):
        return -1 if self.z.phase == OVER else self.z.player

    def _opens(self):
        return self.z.phase == OPENING

    def _idle(self):
        return pack(END_TURN, 0, 0, 0)

    def _luck(self):
        return self.z.luck

    def _reason(self):
        return self.z.reason

    def _score(self, seat):
        if self.z.winner < 0:
            return 0.5
        return 1.0 if self.z.winner == seat else 0.0

    def _copy_from(self, other):
        assign(self.z, cython.cast(DuelystState, other).z)
        if self.z.revocable:
            assign(self.before, cython.cast(DuelystState, other).before)
        return 0

    # ---- the rules -----------------------------------------------------------------------------------------------

    def _legal(self, out):
        return list_actions(self, out)

    def _candidates(self, out):
        return list_candidates(self, out)

    def _weight(self, action):
        return equal_slots(self, action)

    def _allows(self, action, scratch):
        return is_offered(self, action)

    def _random(self, scratch, rng):
        return draw_action(self, rng)

    def _apply(self, action):
        return carry_out(self, action)

    # ---- what a player cannot see --------------------------------------------------------------------------------

    def _hide(self, seat):
        """Erase which of the other's cards are in hand, and the order of both decks."""
        hide_cards(cython.address(self.z) if cython.compiled else self.z, seat)
        if self.z.revocable:
            hide_cards(cython.address(self.before) if cython.compiled else self.before, seat)
        return 0

    def _fill(self, seat, rng):
        """Draw the other's hand from what is left of the other's deck."""
        if self.z.revocable:
            draw_kept(self, 1 - seat, rng)
            draw_hand(cython.address(self.before) if cython.compiled else self.before, 1 - seat, rng)
        draw_hand(cython.address(self.z) if cython.compiled else self.z, 1 - seat, rng)
        return 0

    def _seen(self, action, mover, seat):
        """Which cards the other exchanges stays hidden."""
        if mover != seat and (kind_of(action) == MULLIGAN or kind_of(action) == REPLACE):
            return HIDDEN
        return action

    def _key(self):
        """A hash of all that matters as the player to move knows it: no luck, no order of decks."""
        p = self.z.player
        code = mix(self.z.turn * 8 + self.z.phase * 2 + p + 1)
        for q in range(2):
            code = mix(
                code
                ^ (self.z.mana[q] | self.z.max_mana[q] << 4 | self.z.bonus[q] << 8 | self.z.replaced[q] << 12)
                ^ (ONE * self.z.ready[q] << 16 | ONE * self.z.extra_draws[q] << 20 | ONE * self.z.dances[q] << 28)
                ^ (ONE * self.z.n_deck[q] << 36 | ONE * self.z.surges[q] << 44)
            )
            for i in range(self.z.n_worn[q]):
                code = mix(code ^ (self.z.worn[q][i] << 8 | self.z.durability[q][i]))
        sum: cython.ulonglong = 0
        for i in range(HAND):
            sum += mix(ONE * self.z.hand[p][i] + 7) >> 1
            sum += 1 if self.z.hand[1 - p][i] else 0
        code = mix(code ^ sum)
        for i in range(self.z.n_units):
            code = mix(code ^ unit_key(self, i))
        for i in range(self.z.n_effects):
            number: cython.ulonglong = self.z.effect[i].unit
            number = number << 8 | self.z.effect[i].change << 4 | self.z.effect[i].until
            number = (number << 16 | (self.z.effect[i].attack & 0xFFFF)) << 16 | (self.z.effect[i].health & 0xFFFF)
            code = mix(code ^ number)
        for i in range(self.z.n_objects):
            code = mix(code ^ (self.z.object[i] + 99))
        if self.rules.stalling:
            code = mix(code ^ self.z.idle_plays)
        if self.z.pending:
            code = mix(code ^ (self.z.pending << 8 | self.z.stage))
            for i in range(self.z.n_used):
                code = mix(code ^ self.z.used[i])
            for i in range(self.z.n_held):
                code = mix(code ^ self.z.held[i])
        return code | 1

    # ---- the struct ----------------------------------------------------------------------------------------------

    def _memory(self):
        return cython.cast(cython.p_char, cython.address(self.z)) if cython.compiled else self.z

    def _width(self):
        return cython.sizeof(DuelystFields)

    def _settle(self):
        return settle(self)

    def take_over(self, other):
        # type: (DuelystState) -> None
        """Become what another state is."""
        self._copy_from(other)

    def keep_before(self, other):
        # type: (DuelystState) -> None
        """The play that is pending can be taken back: then the position is `other` again."""
        remember(self, cython.cast(DuelystState, other))

    def taken_back(self):
        # type: () -> DuelystState | None
        """The position before the play that is pending, if it can be taken back."""
        if not self.z.revocable:
            return None
        twin: DuelystState = self.game.blank()
        assign(twin.z, self.before)
        for i in range(2):
            twin.z.luck[0].s[i] = self.z.luck[0].s[i]
        twin.z.luck[0].rolls = self.z.luck[0].rolls
        return twin

    def call_on(self, player: cython.int):
        # type: (int) -> None
        """In the mulligan, where both choose at once: let that player choose first."""
        if self.z.phase == OPENING and not self.z.mulliganed >> player & 1:
            self.z.player = player

    def exchange_in_order(self, first: cython.int, second: cython.int):
        # type: (int, int) -> None
        """A mulligan of two slots (counted from 0) that are named in this order, as recorded games do.

        The caller checks them.
        """
        mulligan(self, self.z.player, first + 1, second + 1)

    def resign(self, player: cython.int):
        # type: (int) -> None
        """Whoever is to move, that player gives the game up."""
        if self.z.phase != OVER:
            give_up(self, player)

    def choices(self):
        # type: () -> list[tuple[int, int, int, int]]
        """What may be done, in sets: kind, source, card and a bit for each tile."""
        list_actions(self, _unused)
        return [
            (self.choice[i].kind, self.choice[i].source, self.choice[i].card, self.choice[i].tiles)
            for i in range(self.n_choices)
        ]


def remember(s, other):
    """A play that can be taken back is on its way: what was before it, but for what luck brings, which stays as it is."""
    assign(s.before, other.z)
    for i in range(2):
        s.before.luck[0].s[i] = 0
    s.before.luck[0].rolls = 0
    s.z.revocable = 1


# ---- the deal ----------------------------------------------------------------------------------------------------


def clear(s):
    """Nothing on the board, nothing in hand."""
    for i in range(UNITS):
        clear_unit(s, i)
    for i in range(EFFECTS):
        clear_effect(s, i)
    for i in range(TILES):
        s.z.at[i] = NOBODY
        s.z.object[i] = 0
    for p in range(2):
        s.z.own[p] = 0
        s.z.provokers[p] = 0
        for i in range(HAND):
            s.z.hand[p][i] = 0
        for i in range(DECK_ROOM):
            s.z.deck[p][i] = 0
        for i in range(ARTIFACTS):
            s.z.worn[p][i] = 0
            s.z.durability[p][i] = 0
        s.z.n_deck[p] = 0
        s.z.bonus[p] = 0
        s.z.replaced[p] = 0
        s.z.ready[p] = 0
        s.z.extra_draws[p] = 0
        s.z.dances[p] = 0
        s.z.surges[p] = 0
        s.z.n_worn[p] = 0
    s.z.mana[0] = s.rules.first_mana
    s.z.max_mana[0] = s.rules.first_mana
    s.z.mana[1] = s.rules.second_mana
    s.z.max_mana[1] = s.rules.second_mana
    s.z.turn = 0
    s.z.n_units = 0
    s.z.n_effects = 0
    s.z.n_objects = 0
    s.z.phase = OPENING
    s.z.player = 0
    s.z.winner = -1
    s.z.reason = RUNNING
    s.z.mulliganed = 0
    s.z.viewer = EVERYBODY
    clear_pending(s)
    s.z.idle_plays = 0
    s.head = 0
    s.tail = 0
    s.bereft = False
    s.n_dead = 0


def clear_unit(s, i):
    s.z.unit[i].card = 0
    s.z.unit[i].owner = 0
    s.z.unit[i].tile = 0
    s.z.unit[i].flags = 0
    s.z.unit[i].moves = 0
    s.z.unit[i].attacks = 0
    s.z.unit[i].stun = 0
    s.z.unit[i].egg = 0
    s.z.unit[i].attack = 0
    s.z.unit[i].health = 0
    s.z.unit[i].damage = 0
    s.z.unit[i].grants = 0
    s.z.unit[i].fresh = 0
    s.z.unit[i].granted = 0
    s.z.unit[i].brief = 0
    s.z.unit[i].lost = 0
    s.z.unit[i].keywords = 0


def clear_effect(s, i):
    s.z.effect[i].unit = 0
    s.z.effect[i].change = 0
    s.z.effect[i].until = 0
    s.z.effect[i].count = 0
    s.z.effect[i].attack = 0
    s.z.effect[i].health = 0


def clear_pending(s):
    s.z.pending = 0
    s.z.stage = 0
    s.z.n_used = 0
    s.z.revocable = 0
    s.z.n_held = 0
    for i in range(4):
        s.z.used[i] = 0
    for i in range(HELD):
        s.z.held[i] = 0


def place_generals(s):
    for p in range(2):
        s.z.unit[p].card = s.rules.general[p]
        s.z.unit[p].owner = p
        s.z.unit[p].tile = 18 if p == 0 else 26
    s.z.n_units = 2
    if s.rules.springs:
        s.z.object[0] = 4
        s.z.object[1] = 40
        s.z.object[2] = 23
        s.z.n_objects = 3


def deal_hands(s, rng):
    """Each deck as it is listed, and the first hand drawn from it card by card."""
    for p in range(2):
        n = s.rules.n_deck[p]
        for i in range(n):
            s.z.deck[p][i] = s.rules.deck[p][i]
        for slot in range(min(s.rules.opening_hand, n)):
            at = rand_below(rng.s, n)
            s.z.hand[p][slot] = s.z.deck[p][at]
            n -= 1
            for i in range(at, n):
                s.z.deck[p][i] = s.z.deck[p][i + 1]
            s.z.deck[p][n] = 0
        s.z.n_deck[p] = n


# ---- what is hidden ----------------------------------------------------------------------------------------------


def hide_cards(z, seat):
    o = 1 - seat
    for slot in range(HAND):
        if z.hand[o][slot]:
            z.deck[o][z.n_deck[o]] = z.hand[o][slot]
            z.n_deck[o] += 1
            z.hand[o][slot] = UNKNOWN_CARD
    sort_deck(z.deck[o], z.n_deck[o])
    sort_deck(z.deck[seat], z.n_deck[seat])
    z.viewer = seat


def draw_hand(z, p, rng):
    """Cards for the slots in which something unknown lies, from hand and deck together; the rest of them is the deck."""
    for slot in range(HAND):
        if z.hand[p][slot] == UNKNOWN_CARD and z.n_deck[p]:
            at = rand_below(rng.s, z.n_deck[p])
            z.hand[p][slot] = z.deck[p][at]
            z.n_deck[p] -= 1
            z.deck[p][at] = z.deck[p][z.n_deck[p]]
            z.deck[p][z.n_deck[p]] = 0
    z.viewer = EVERYBODY


def draw_kept(s, p, rng):
    """What lies in a slot lay there before the play that can be taken back: one card for both, of those that were there then.

    All others were burned, played or broken since, and everybody saw that; so each of these is as likely in each slot.
    """
    n = share_deck(s, p)
    for slot in range(HAND):
        if n and s.z.hand[p][slot] == UNKNOWN_CARD and s.before.hand[p][slot] == UNKNOWN_CARD:
            at = rand_below(rng.s, n)
            card = s.z.deck[p][at]
            s.z.hand[p][slot] = card
            s.before.hand[p][slot] = card
            n -= 1
            s.z.deck[p][at] = s.z.deck[p][n]
            s.z.n_deck[p] -= 1
            s.z.deck[p][n] = s.z.deck[p][s.z.n_deck[p]]
            s.z.deck[p][s.z.n_deck[p]] = 0
            take_away(cython.address(s.before) if cython.compiled else s.before, p, card)


def share_deck(s, p):
    """Of a sorted deck, the cards that are also in the one before come first; how many they are."""
    shared = 0
    others = 0
    j = 0
    for i in range(s.z.n_deck[p]):
        card = s.z.deck[p][i]
        while j < s.before.n_deck[p] and s.before.deck[p][j] < card:
            j += 1
        if j < s.before.n_deck[p] and s.before.deck[p][j] == card:
            s.z.deck[p][shared] = card
            shared += 1
            j += 1
        else:
            s.scratch[others] = card
            others += 1
    for i in range(others):
        s.z.deck[p][shared + i] = s.scratch[i]
    return shared


def take_away(z, p, card):
    """A deck without one copy of a card, which it has; the last one takes its place."""
    at = 0
    while z.deck[p][at] != card:
        at += 1
    z.n_deck[p] -= 1
    z.deck[p][at] = z.deck[p][z.n_deck[p]]
    z.deck[p][z.n_deck[p]] = 0


def sort_deck(cards, n):
    for i in range(1, n):
        card = cards[i]
        j = i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


def unit_key(s, i):
    number: cython.ulonglong = s.z.unit[i].card
    number = number << 6 | s.z.unit[i].tile
    number = number << 2 | (s.z.unit[i].owner)
    number = number << 7 | (s.z.unit[i].flags & 127)
    number = number << 1 | (1 if s.z.unit[i].fresh and s.z.unit[i].keywords & RUSH else 0)
    number = number << 2 | s.z.unit[i].moves & 3
    number = number << 2 | s.z.unit[i].attacks & 3
    number = number << 2 | s.z.unit[i].stun & 3
    number = number << 14 | s.z.unit[i].damage & 0x3FFF
    return (
        mix(number)
        ^ (ONE * s.z.unit[i].granted << 8)
        ^ (ONE * s.z.unit[i].lost << 24)
        ^ s.z.unit[i].egg
        ^ (ONE * s.z.unit[i].brief << 16)
    )


_unused = cython.declare(Actions, Actions())
