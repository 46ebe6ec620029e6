"""Unstable Unicorns: the table. What lies where, whose turn it is, what waits to be resolved, and the options.

Cards are numbers. A kind of card is its place in the book of cards; the cards of one kind have numbers in a row. Each zone
is a linked list in order of arrival: the hands, the three rows of each stable, the deck (from the top), the discard pile,
the Nursery and the stack of cards that are being played. What a player knows of other hands is a bit for each seat and card
(`seen_by`).

Effects that wait are frames of the chain: the op of a card, who owns it, which card it comes from. What they are aimed at
are stretches of `target`. Nothing of a game in progress is anywhere else than in the struct.
"""

import cython
from cython.cimports.cardlab.games.unicorns.rules.aims import can_play, draw_action, fits_chain, gather, legal_actions
from cython.cimports.cardlab.games.unicorns.rules.hiding import fill_world, forget_hands, hide_from
from cython.cimports.cardlab.games.unicorns.rules.play import carry_out, clear_flags, go_on
from cython.cimports.cardlab.games.unicorns.rules.zones import add_last, draw_card, enlist, settle_auras, to_hand

from cardlab.core.state import State

TRIGGERS = cython.declare(cython.const[cython.int], 16)


class UnicornRules:
    """The options, ready for the engine. `options` has no `auto` left; `facts` tell of each kind of the book what it is."""

    def __init__(self, options, book: CardBook, facts):
        # type: (Mapping[str, Any], CardBook, Sequence[Mapping[str, int]]) -> None
        self.book = book
        self.op = book.op
        self.players = options["players"]
        self.cards = book.size
        self.goal = 7 if self.players <= 5 else 6
        self.limit = options["limit"]
        self._read_switches(options)
        for kind, fact in enumerate(facts):
            self._read_kind(kind, fact)
        for card in range(book.size):
            self.kind[card] = book._kind(card)
        rules = len(facts) - 1
        self.to_nursery = self.first[rules][ON_ENTER]
        self.to_hand = self.first[rules][ON_CAST]
        self.go_back = self.first[rules][ON_REACT]
        self.sacrifice_self = self.first[rules][ON_MY_TURN]
        self.discard_one = self.first[rules][ON_EVERY_TURN]
        self.picky = any([self.op[self.first[kind][ON_REACT]].who == WHO_OTHER for kind in range(rules)])
        names = [card.name for card in book.cards]
        self.lucky_neigh = names.index("Neigh") if "Neigh" in names else -1

    def _read_switches(self, options):
        self.pandas_count = options["pandas_count_to_win"]
        self.cards_include_pandas = options["cards_include_pandas"]
        self.nobody_on_tie = options["full_tie"] == "nobody"
        self.stabby_once = options["stabby_triggers"] == "once"
        self.self_neigh = options["self_neigh"]
        self.queen_everywhere = options["queen_bee_scope"] == "entering"
        self.verify_payment = options["verify_payment"]
        self.keep_followup = options["replacement_keeps_followup"]
        self.leash_of_source = options["leash_owner"] == "source"
        self.puppy_stays = not options["puppicorn_reenters_home"]
        self.mandatory_first = options["mandatory_targets_first"]
        self.late_destination = options["destination_chosen"] == "resolution"
        self.thievery_wipes = options["thievery_wipes"]
        self.uniform_shuffle = options["shuffle"] == "uniform"
        self.reshuffles = options["deck_out"] == "reshuffle"
        self.ask_forced = options["forced"] == "asked"
        self.free_picks = options["picks"] == "free"
        self.draws_when_over = options["rules"] == "simulator"
        self.two_players = options["two_player_variant"] and self.players == 2

    def _read_kind(self, kind: cython.int, fact):
        self.type[kind] = fact["type"]
        self.value[kind] = fact["value"]
        self.letters[kind] = fact["letters"]
        self.most[kind] = fact["most"]
        self.fits[kind] = fact["fits"]
        self.shield[kind] = fact["shield"]
        self.ways[kind] = fact["ways"]
        for trigger in range(TRIGGERS):
            self.first[kind][trigger] = self.book._first(kind, trigger)
        nature: cython.uint = fact["nature"]
        if self.first[kind][ON_MY_TURN] or self.first[kind][ON_EVERY_TURN]:
            nature |= WATCHES_TURN
        if self.first[kind][ON_TARGETED] or self.first[kind][ON_FRIEND_TARGETED]:
            nature |= WATCHES_TARGETS
        if self.first[kind][ON_TRAFFIC] or self.first[kind][ON_UNICORN_TRAFFIC] or self.first[kind][ON_CROWDED]:
            nature |= WATCHES_TRAFFIC
        if self.first[kind][ON_OVERFULL]:
            nature |= WATCHES_ROOM
        if self.first[kind][ON_GONE] or self.first[kind][ON_LEAVES]:
            nature |= WATCHES_LEAVING
        self.nature[kind] = nature


class UnicornState(State):
    """A game of Unstable Unicorns in progress. What may be done says `aims`, what it does say `play` and `links`."""

    def __init__(self, game, rules: UnicornRules):
        # type: (Game, UnicornRules) -> None
        self.game = game
        self.rules = rules
        clear_table(self)

    # ---- the deal --------------------------------------------------------------------------------------------------------

    def _deal(self, rng):
        """Shuffle the deck, then the seats; one baby and five cards for everybody. Seat 0 begins.

        The first turn begins with the first decision: nobody has anything yet that would be asked for at its beginning.
        """
        n = gather_cards(self)
        shuffle_part(self, 0, n, rng)
        return set_up(self, n, rng)

    def _deal_on(self, scenario, rng):
        """A scenario says which cards come early: those of the first hands and of the first two draws of everybody.

        Who gets which of them, what comes later and who sits where is left to luck.
        """
        n = gather_cards(self)
        shuffle_part(self, 0, n, scenario)
        shuffle_part(self, 0, early_of(self, n), rng)
        shuffle_part(self, early_of(self, n), n, rng)
        return set_up(self, n, rng)

    def early_cards(self, scenario: Rng):
        # type: (...) -> list[int]
        """The cards that everybody begins with, or may draw early, in every deal on a scenario. The state is spent."""
        n = gather_cards(self)
        shuffle_part(self, 0, n, scenario)
        early = [self.option[i] for i in range(early_of(self, n))]
        set_up(self, n, scenario)
        babies = [self.z.head[4 * (p + 1) + STABLE] for p in range(self.rules.players)]
        return early + [card for card in babies if card != NO_CARD]

    def _seats(self):
        return self.rules.players

    def _player(self):
        return asked_seat(self)

    def _turn(self):
        return -1 if self.z.phase == AT_OVER else self.z.turn

    def _entry(self, seat):
        return self.z.entry[seat]

    def _luck(self):
        return self.z.luck

    def _reason(self):
        return self.z.reason

    def _score(self, seat):
        """Points by place, from 0 to 1; leaders that are equal in everything share theirs, if nobody wins then."""
        n = self.rules.players
        if self.z.phase != AT_OVER:
            return 1.0 / n
        equal = leaders(self) if self.rules.nobody_on_tie else 1
        rank = rank_of(self, seat)
        if rank < equal:
            return (n - 1 - 0.5 * (equal - 1)) / (n - 1)
        return cython.cast(cython.double, n - 1 - rank) / (n - 1)

    def _copy_from(self, other):
        assign(self.z, cython.cast(UnicornState, other).z)
        return 0

    # ---- the rules -------------------------------------------------------------------------------------------------------

    def _legal(self, out):
        return legal_actions(self, out)

    def _apply(self, action):
        return carry_out(self, action)

    def _random(self, scratch, rng):
        return draw_action(self, scratch, rng)

    def _rollout(self, scratch, rng, limit):
        n = 0
        while n < limit and self.z.phase != AT_OVER:
            carry_out(self, draw_action(self, scratch, rng))
            n += 1
        return n

    def stage(self, phase: cython.int, seat: cython.int, played: cython.int = 0):
        # type: (int, int, int) -> None
        """For scenarios: the turn of `seat` is at a phase, with so many cards played; what was before does not count."""
        self.z.phase = phase
        self.z.turn = seat
        self.z.played = played
        if phase == AT_PUPPY:
            clear_flags(self)

    def resume(self):
        # type: () -> None
        """Go on to the next decision or, if `halts`, the next phase of the turn."""
        go_on(self)

    def tell_all(self):
        # type: () -> None
        """Tell a listener what happened since the last action."""
        if self._listener is not None:
            self._tell()

    def playable(self, seat: cython.int, card: cython.int, into: cython.int):
        # type: (...) -> bool
        """Whether it is legal for a seat to announce a card, by its number, for a stable now; phase and plays do not count."""
        if not (0 <= seat < self.rules.players and 0 <= into < self.rules.players and 0 <= card < self.rules.cards):
            raise IndexError("no such seat or card")
        return bool(can_play(self, seat, card, into))

    def check_question(self):
        # type: () -> bool
        """Whether what is asked goes with the effect that waits for it; for positions from outside."""
        return bool(fits_chain(self))

    @property
    def effects(self):
        # type: () -> int
        """How many effects wait to be resolved."""
        return self.z.chain[0].n

    @property
    def asking(self):
        # type: () -> bool
        """Whether a question is open in the middle of effects, or about the hand limit."""
        return bool(self.z.chain[0].asking)

    def listed(self):
        # type: () -> list[int]
        """The options of the question that is open, in their order: numbers of cards, seats or variants."""
        if not self.z.chain[0].asking or self.z.chain[0].ask.what == ASK_ACTIVATE:
            return []
        gather(self)
        return [self.option[i] for i in range(self.options)]

    def unicorns(self, seat: cython.int):
        # type: (...) -> tuple[int, int]
        """How many unicorns a seat has, by their value, and how many letters their names have."""
        return unicorns_of(self, seat), letters_of(self, seat)

    def ranking(self):
        # type: () -> list[int]
        """Seats in the order in which they would rank if the game ended now."""
        return sorted(range(self.rules.players), key=lambda seat: rank_of(self, seat))

    @property
    def tied(self):
        # type: () -> bool
        """Whether the best players are equal in everything, and nobody would win."""
        return bool(self.rules.nobody_on_tie and leaders(self) > 1)

    # ---- what a player cannot see ----------------------------------------------------------------------------------------

    def _hide(self, seat):
        return hide_from(self, seat)

    def _forget(self, memory):
        """0 forgets what is known of other hands; -1 keeps all."""
        return forget_hands(self, self.z.viewer) if memory == 0 else 0

    def _fill(self, seat, rng):
        return fill_world(self, seat, rng)

    def _seen(self, action, mover, seat):
        """Who would have reacted with what stays secret, and so does what a thief takes.

        Other cards that were taken or discarded are seen where they lie, if they still do: they may have been shuffled away.
        """
        kind = kind_of(action)
        if mover != seat and (kind == REACT or kind == DECLINE or kind == SECRET or kind == TAKE):
            return HIDDEN
        return action

    # ---- the struct ------------------------------------------------------------------------------------------------------

    def _memory(self):
        return cython.cast(cython.p_char, cython.address(self.z)) if cython.compiled else self.z

    def _width(self):
        return cython.sizeof(UnicornFields)

    def _settle(self):
        """What holds for whom follows from what lies in the stables."""
        settle_auras(self)
        return 0


# ---- the deal ------------------------------------------------------------------------------------------------------------


def clear_table(s):
    """No card is anywhere."""
    for card in range(ROOM):
        s.z.next[card] = NO_CARD
        s.z.prev[card] = NO_CARD
        s.z.zone[card] = GONE
        s.z.seen_by[card] = 0
        s.z.leash[card] = 0
        s.z.lender[card] = 0
        s.z.order[card] = 0
    for zone in range(ZONES):
        s.z.head[zone] = NO_CARD
        s.z.tail[zone] = NO_CARD
        s.z.count[zone] = 0
    for i in range(TARGETS):
        s.z.target[i] = 0
    for i in range(STACK_ROOM):
        s.z.stack_seat[i] = 0
    for i in range(3):
        s.z.marked[i] = 0
        s.z.lit[i] = 0
        s.z.shuffled[i] = 0
    for p in range(SEATS):
        s.z.aura[p] = 0
        s.z.entry[p] = p
        s.z.instants[p] = 0
        s.z.worth[p] = 0
    clear_chain(s.z.chain)
    for i in range(CHAIN_ROOM):
        s.z.chain[0].frame[i].what = 0
        s.z.chain[0].frame[i].seat = 0
        s.z.chain[0].frame[i].card = 0
        s.z.chain[0].frame[i].at = 0
        s.z.chain[0].frame[i].a = 0
        s.z.chain[0].frame[i].b = 0
    close_poll(s.z.poll)
    clear_turn(s)


def clear_turn(s):
    """All that is told of a turn, and of the game as a whole."""
    s.z.decisions = 0
    s.z.turns = 0
    s.z.failed = 0
    s.z.n_order = 0
    s.z.n_targets = 0
    s.z.n_leashes = 0
    s.z.phase = AT_BEGIN
    s.z.turn = 0
    s.z.into = 0
    s.z.poll_first = NOBODY
    s.z.plays = 1
    s.z.played = 0
    s.z.extra_draws = 0
    s.z.skip = 0
    s.z.again = 0
    s.z.deck_out = 0
    s.z.reason = RUNNING
    s.z.sub = 0
    s.z.groups = 0
    s.z.viewer = EVERYBODY


def gather_cards(s):
    """Clear the table, put the babies into the Nursery, and list all other cards; return how many these are."""
    clear_table(s)
    n = 0
    for card in range(s.rules.cards):
        if s.rules.type[s.rules.kind[card]] == BABY:
            add_last(s, card, NURSERY)
        else:
            s.option[n] = card
            n += 1
    return n


def early_of(s, n):
    """How many of the cards are a first hand or one of the first draws, if nobody draws more than has to be drawn."""
    return min(n, (FIRST_HAND + FIRST_DRAWS) * s.rules.players)


def set_up(s, n, rng):
    """The deck from the list of cards, the seats, what everybody begins with, and the first draw of seat 0."""
    for i in range(n):
        add_last(s, s.option[i], DECK)
    for p in range(SEATS):
        s.option[p] = p
    shuffle_part(s, 0, s.rules.players, rng)
    for p in range(SEATS):
        s.z.entry[p] = s.option[p]
    for p in range(s.rules.players):
        if s.z.count[NURSERY]:
            enlist(s, s.z.tail[NURSERY], p)
        for i in range(FIRST_HAND):
            draw_card(s, p)
    if s.rules.two_players:
        for p in range(2):
            give_neigh(s, p)
    s.z.deck_out = 0
    s.z.phase = AT_ACTION
    s.z.turns = 1
    s.z.plays = 1
    draw_card(s, 0)
    return 0


def give_neigh(s, seat):
    """In the variant for two, everybody gets a Neigh of the deck."""
    card = cython.cast(cython.int, s.z.head[DECK])
    while card != NO_CARD:
        if s.rules.kind[card] == s.rules.lucky_neigh:
            to_hand(s, card, seat, 0)
            return
        card = s.z.next[card]


def shuffle_part(s, first, end, rng):
    """Shuffle a part of the list: uniformly, or, as one program did it, so that nothing stays in its place."""
    kept = 1 if s.rules.uniform_shuffle else 0
    for i in range(end - 1, first, -1):
        j = first + rand_below(rng.s, i - first + kept)
        s.option[i], s.option[j] = s.option[j], s.option[i]
    return 0


# ---- who decides, who leads ----------------------------------------------------------------------------------------------


def asked_seat(s):
    """Who must decide now; -1 when the game is over."""
    if s.z.phase == AT_OVER:
        return -1
    if s.z.chain[0].asking:
        return s.z.chain[0].ask.seat
    if s.z.phase == AT_REACTIONS:
        waiting = cython.cast(cython.int, s.z.poll[0].asked & ~s.z.poll[0].answered)
        if s.z.poll_first != NOBODY and waiting >> s.z.poll_first & 1:
            return s.z.poll_first
        if waiting:
            return lowest_bit(waiting)
    return s.z.turn


def unicorns_of(s, seat):
    """How many unicorns a player has, by their value."""
    if s.z.aura[seat] & PANDAS and not s.rules.pandas_count:
        return 0
    return s.z.worth[seat]


def letters_of(s, seat):
    """How many letters the names in the unicorn row have."""
    count = 0
    card = cython.cast(cython.int, s.z.head[4 * (seat + 1) + STABLE])
    while card != NO_CARD:
        count += s.rules.letters[s.rules.kind[card]]
        card = s.z.next[card]
    return count


def is_before(s, one, other):
    """Whether one player ranks before the other: more unicorns, then more letters, then the lower seat."""
    mine = unicorns_of(s, one)
    theirs = unicorns_of(s, other)
    if mine != theirs:
        return mine > theirs
    mine = letters_of(s, one)
    theirs = letters_of(s, other)
    if mine != theirs:
        return mine > theirs
    return one < other


def rank_of(s, seat):
    """How many players rank before a seat."""
    rank = 0
    for other in range(s.rules.players):
        if other != seat and is_before(s, other, seat):
            rank += 1
    return rank


def leaders(s):
    """How many players are equal to the best in unicorns and letters."""
    best = 0
    for seat in range(1, s.rules.players):
        if is_before(s, seat, best):
            best = seat
    count = 0
    for seat in range(s.rules.players):
        if unicorns_of(s, seat) == unicorns_of(s, best) and letters_of(s, seat) == letters_of(s, best):
            count += 1
    return count
