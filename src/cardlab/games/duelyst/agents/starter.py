"""Duelyst: the starter AI, a fixed list of priorities that is walked from the top before every action.

It replaces a card, looks whether it can kill, plays outstanding cards, moves and attacks with what kills, then with the rest,
plays minions and spells, and ends the turn. Scores say what is outstanding; their constants and the order of attempts are
those of the original, with its defects: only the head of a list is sure to be its best; a unit only sees targets that it
touches already, also when it thinks about other tiles; stat artifacts in hand wait to be of use in an attack; a bad tile may
score higher than a good one; cards that weaken a target are looked for among those that could be played on the attacker; and a
choice that a rule put first is left to chance if it was the first in any case.
"""

import cython

from cardlab.agents.agent import Agent
from cardlab.core.state import Seat

ALL = cython.declare(cython.const[cython.ulonglong], (1 << 45) - 1)
LONGEST_TURN = cython.declare(cython.const[cython.int], 200)
NEVER = cython.declare(cython.const[cython.double], -1e300)


class StarterAgent(Agent):
    """Plays by the list. It keeps what it planned within a turn, and forgets it if something else is done."""

    def __init__(self, game, minds, difficulty=1.0):
        # type: (Duelyst, Mapping[int, Mind], float) -> None
        self.game = game
        self.difficulty = difficulty
        self.s = game.blank()
        for card in game.cards.cards:
            if card.id in minds:
                self._learn(card.number, minds[card.id], game.cards)
        priestess = game.cards.by_id.get(310)
        self.priestess = priestess.number if priestess else 0
        self.turn = -1

    def _learn(self, n: cython.int, mind, table):
        self.mind[n].old = mind.old
        self.mind[n].effects_hand = mind.in_hand
        self.mind[n].effects_board = mind.on_board
        self.mind[n].effects_lasting = mind.lasting
        self.mind[n].stat_artifact = mind.stat_artifact
        self.mind[n].buffing = mind.buffing
        self.mind[n].n = len(mind.intents)
        for i in range(len(mind.intents)):
            self.mind[n].intent[i].kind = mind.intents[i].kind
            self.mind[n].intent[i].who = mind.intents[i].who
            self.mind[n].intent[i].amount = mind.intents[i].amount
            self.mind[n].intent[i].card = table.by_id[mind.intents[i].card].number if mind.intents[i].card else 0
        self.mind[n].n_follow = len(mind.follow)
        self.mind[n].follows = mind.follows
        for i in range(len(mind.follow)):
            self.mind[n].follow[i].kind = mind.follow[i].kind
            self.mind[n].follow[i].who = mind.follow[i].who
            self.mind[n].follow[i].amount = mind.follow[i].amount
            self.mind[n].follow[i].card = table.by_id[mind.follow[i].card].number if mind.follow[i].card else 0

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Duelyst."""
        return DuelystState

    def drop_plan(self):
        # type: () -> None
        """Something else was done than it chose."""
        self.n_queue = 0
        self.n_follow = 0
        self.egg_tile = -1

    def unit_scores(self, seat: Seat):
        # type: (...) -> list[float]
        """What it thinks of each unit, in board order."""
        self._consider(seat)
        return [self._unit_score(i) for i in range(self.s.z.n_units)]

    def target_scores(self, seat: Seat, tile: cython.int):
        # type: (...) -> list[tuple[int, float]]
        """Whom the unit on a tile could attack, in its order, with what it thinks of each."""
        self._consider(seat)
        self._take_unit(self.s.z.at[tile])
        self._find_targets(tile, False, False)
        return [(self.s.z.unit[self.target[k]].tile, self.target_score[k]) for k in range(self.n_targets)]

    def tile_scores(self, seat: Seat, tile: cython.int):
        # type: (...) -> dict[int, float]
        """What it thinks of where the unit on a tile stands, and of where it can move, in the order of its search."""
        self._consider(seat)
        i: cython.int = self.s.z.at[tile]
        self._take_unit(i)
        self._walk(i)
        tiles = [tile, *(self.place[k] for k in range(self.n_places))]
        return {there: self._tile_value(there, False) for there in tiles}

    def place_scores(self, seat: Seat, slot: cython.int):
        # type: (...) -> dict[int, float]
        """What it thinks of each place for a card in hand (6 is the signature spell), in its order."""
        self._consider(seat)
        card: cython.int = self._card(slot)
        self._list_legal(card, targets_of(self.s, card, 0, self.me))
        places = [self.place[k] for k in range(self.n_places)]
        return {place: self._place_score(card, place) for place in places}

    def _consider(self, seat: Seat):
        """Look at a position anew, as at the beginning of a turn."""
        self.admit(seat)
        self._new_game()
        self._look(seat.info, seat.player)
        self._check_lethal()
        self.turn = -1

    def _new_game(self):
        self.turn = -1
        self.n_queue = 0
        self.n_follow = 0
        self.egg_tile = -1
        return 0

    def _choose(self, seat, rng):
        return self._choose_in(seat.info, seat.player, rng)

    def _play_turn(self, world, rng):
        """Play a turn in an imagined world to its end, whoever has it."""
        mover = world._player()
        self._new_game()
        for k in range(LONGEST_TURN):
            if world._player() < 0 or world._turn() != mover:
                break
            world._apply(self._choose_in(world, mover, rng))
        self._new_game()
        return 0

    def _choose_in(self, state, player, rng):
        self._look(state, player)
        return self._mulligan() if self.s.z.phase == OPENING else self._decide(rng)

    def _look(self, state, player):
        """The position; in a new turn nothing is remembered of the one before."""
        self.s._copy_from(state)
        self.me = player
        if self.turn != self.s.z.turn:
            self.turn = self.s.z.turn
            self.n_queue = 0
            self.n_follow = 0
            self.lethal = False
            self.lethal_known = False
            self.last_illegal = -1
            self.egg_tile = -1
            self.summoned = 0
            self.removed = 0
            self.lazy = 0
            self.doomed = 0
            for slot in range(SIGNATURE_SLOT + 1):
                self.no_play[slot] = 0
            for tile in range(TILES):
                self.no_move[tile] = 0
                self.no_attack[tile] = 0

    def _decide(self, rng):
        """The next action that the rules allow; one that they do not is not tried again this turn."""
        if self.s.z.pending:
            return self._follow_up(rng)
        if self.egg_tile >= 0:
            self._finish_egg()
        for attempt in range(60):
            if self.n_queue == 0:
                self.n_follow = 0
                self._think(rng)
            if self.n_queue == 0:
                return pack(END_TURN, 0, 0, 0)
            action = self.queue[0]
            self.n_queue -= 1
            for k in range(self.n_queue):
                self.queue[k] = self.queue[k + 1]
            if is_offered(self.s, action):
                if self.difficulty < 1.0:
                    self._note(action)
                return action
            self.n_queue = 0
            if action == self.last_illegal:
                return pack(END_TURN, 0, 0, 0)
            self.last_illegal = action
            self._forbid(action)
        return pack(END_TURN, 0, 0, 0)

    def _forbid(self, action):
        kind = kind_of(action)
        target = ONE << target_of(action)
        if kind == MOVE:
            self.no_move[source_of(action)] |= target
        elif kind == ATTACK:
            self.no_attack[source_of(action)] |= target
        elif kind == PLAY:
            self.no_play[source_of(action)] = 1

    def _queue(self, action):
        if self.n_queue < QUEUED:
            self.queue[self.n_queue] = action
            self.n_queue += 1

    def _think(self, rng):
        """The list of attempts; the first that finds something ends it."""
        self.egg_tile = -1
        self._replace(rng)
        if self.n_queue:
            return
        if not self.lethal_known:
            self._check_lethal()
            if self.difficulty < 1.0:
                self._hold_back(rng)
        self._best_card(90.0, rng)
        if self.n_queue == 0:
            self._by_old_intent(SUMMON_GROW, rng)
        if self.n_queue == 0:
            self._by_type(ARTIFACT, rng)
        if self.n_queue == 0:
            self._by_old_intent(REMOVAL_MASS, rng)
        if self.n_queue == 0:
            self._by_old_intent(SHADOW_NOVA, rng)
        if self.n_queue == 0:
            self._by_old_intent(BURN_MOVE, rng)
        if self.n_queue:
            return
        self._find_usable()
        for k in range(self.n_usable):
            if self.n_queue == 0:
                self._move(self.usable[k], True)
            if self.n_queue == 0:
                self._attack(self.usable[k], True)
        for k in range(self.n_usable):
            if self.n_queue == 0:
                self._move(self.usable[k], False)
        for k in range(self.n_usable):
            if self.n_queue == 0:
                self._attack(self.usable[k], False)
        if self.n_queue == 0:
            self._best_card(40.0, rng)
        if self.n_queue == 0:
            self._by_type(MINION, rng)
        if self.n_queue == 0:
            self._by_type(SPELL, rng)
        if self.n_queue == 0:
            self._replace(rng)

    # ---- less than all its skill ---------------------------------------------------------------------------------

    def _note(self, action):
        """Count what is limited in a turn, and follow those who will not attack."""
        kind = kind_of(action)
        source = source_of(action)
        target = target_of(action)
        if kind == PLAY:
            card = self._card(source)
            self.summoned += self._called_by(card)
            if self._removes(card):
                self.removed += 1
        elif kind == MOVE and self.lazy >> source & 1:
            self.lazy ^= ONE << source | ONE << target
        elif kind == ATTACK:
            i = self.s.z.at[source]
            if i >= 2 and self._health(self.s.z.at[target]) <= self.s.z.unit[i].attack:
                self.removed += 1

    def _hold_back(self, rng):
        """Some of the minions, by lot, do not attack this turn."""
        self._find_usable()
        n = 0
        for k in range(self.n_usable):
            if self.usable[k] >= 2:
                self.place[n] = self.s.z.unit[self.usable[k]].tile
                n += 1
        left = cython.cast(cython.int, (self.n_usable - 2) * (1.0 - self.difficulty))
        while left > 0 and n > 0:
            at = rand_below(rng.s, n)
            self.lazy |= ONE << self.place[at]
            n -= 1
            self.place[at] = self.place[n]
            left -= 1

    def _is_at_limit(self, done, most):
        """Whether so much was done as this skill does of it in a turn; with a full hand there is no limit."""
        if self.difficulty >= 1.0 or self._in_hand() >= HAND:
            return False
        limit = cython.cast(cython.int, self.difficulty * most)
        return done >= (limit if limit > 1 else 1)

    def _is_too_much(self, card):
        if self._removes(card) and self._is_at_limit(self.removed, 10):
            return True
        return self._called_by(card) > 0 and (
            self._is_at_limit(self.summoned, 6) or self._is_at_limit(popcount(self.s.z.own[self.me]), 20)
        )

    def _called_by(self, card):
        """How many units a card brings."""
        n = 1 if self.s.rules.fact[card].type == MINION else 0
        for k in range(self.mind[card].n):
            if self.mind[card].intent[k].kind == CALL:
                n += self.mind[card].intent[k].amount
        return n

    def _removes(self, card):
        """Whether a card is meant to take an enemy from the board."""
        old = self.mind[card].old
        for k in range(self.mind[card].n):
            if self.mind[card].intent[k].kind == REMOVE and self.mind[card].intent[k].who & THEIRS:
                return True
        return old == REMOVAL_MASS or old == SHADOW_NOVA

    # ---- cards that are exchanged --------------------------------------------------------------------------------

    def _mulligan(self):
        """The first two cards that are spells, artifacts, or too expensive for the next turns."""
        first = 0
        second = 0
        for slot in range(HAND):
            card = self.s.z.hand[self.me][slot]
            if card == 0 or second:
                continue
            if self.s.rules.fact[card].type != MINION or self.s.rules.fact[card].cost > self.s.z.mana[self.me] + 1:
                if first == 0:
                    first = slot + 1
                else:
                    second = slot + 1
        if self.s.rules.mulligan < 2:
            second = 0
        if self.s.rules.mulligan < 1:
            first = 0
        return pack(MULLIGAN, first, second, 0)

    def _replace(self, rng):
        if self.s.z.replaced[self.me] >= self.s.rules.replaces or self.s.z.n_deck[self.me] == 0:
            return
        spells = 0
        artifacts = 0
        minions = 0
        held = 0
        chosen = -1
        for slot in range(HAND):
            card = self.s.z.hand[self.me][slot]
            if card == 0:
                continue
            held += 1
            if self.s.rules.fact[card].type == SPELL:
                spells += 1
            elif self.s.rules.fact[card].type == ARTIFACT:
                artifacts += 1
            else:
                minions += 1
            if chosen < 0 and self.s.rules.fact[card].cost >= self.s.z.max_mana[self.me] + 2:
                chosen = slot
        if chosen < 0:
            for slot in range(HAND):
                for other in range(HAND):
                    same: cython.bint = self.s.z.hand[self.me][slot] == self.s.z.hand[self.me][other]
                    if chosen < 0 and slot != other and same and self.s.z.hand[self.me][slot]:
                        chosen = slot
        wanted = -1
        count = 0
        if chosen < 0:
            if spells > 2:
                wanted = SPELL
                count = spells
            elif artifacts > 1:
                wanted = ARTIFACT
                count = artifacts
            elif minions == 0 and held:
                count = held
            if count:
                nth = rand_below(rng.s, count)
                for slot in range(HAND):
                    card = self.s.z.hand[self.me][slot]
                    if card and (wanted < 0 or self.s.rules.fact[card].type == wanted):
                        if nth == 0:
                            chosen = slot
                        nth -= 1
        if chosen >= 0:
            self._queue(pack(REPLACE, chosen, 0, self.s.z.hand[self.me][chosen]))

    # ---- is there a kill? ----------------------------------------------------------------------------------------

    def _check_lethal(self):
        """Whether all that could hit the enemy general this turn would do; what stands in the way is not looked at."""
        self.lethal_known = True
        foe = 1 - self.me
        self._find_usable()
        damage: cython.int = self.s.z.unit[foe].damage
        for k in range(self.n_usable):
            i = self.usable[k]
            if not may_attack(self.s, i):
                continue
            here = self.s.z.unit[i].tile
            there = self.s.z.unit[foe].tile
            speed = 99 if self.s.z.unit[i].keywords & FLYING else self.s.rules.fact[self.s.z.unit[i].card].speed
            if touches(here, there) or (may_move(self.s, i) and distance(here, there) <= speed + 1):
                self._take_unit(i)
                self.n_targets = 1
                self.target[0] = foe
                damage += self._buffed_attack(False, damage - self.s.z.unit[foe].damage)
        mana: cython.int = self.s.z.mana[self.me]
        for slot in range(SIGNATURE_SLOT + 1):
            card = self._card(slot)
            if card == 0 or not self._playable(slot) or self.s.rules.fact[card].cost > mana:
                continue
            burns = 0
            for k in range(self.mind[card].n):
                who = self.mind[card].intent[k].who
                if self.mind[card].intent[k].kind == BURN and who & THEIRS and who & GENERAL_TOO:
                    burns += self.mind[card].intent[k].amount
            if burns:
                damage += burns
                mana -= self.s.rules.fact[card].cost
        self.lethal = damage >= self.s.z.unit[foe].health

    # ---- choosing cards ------------------------------------------------------------------------------------------

    def _card(self, slot):
        """The card in a slot; the signature spell comes last, if it is ready."""
        if slot < HAND:
            return self.s.z.hand[self.me][slot]
        if not self.s.z.ready[self.me] or self.difficulty < 0.5:
            return 0
        return self.s.rules.fact[self.s.z.unit[self.me].card].signature

    def _playable(self, slot):
        card = self._card(slot)
        if card == 0 or self.no_play[slot] or self.s.rules.fact[card].cost > self.s.z.mana[self.me]:
            return False
        return self.difficulty >= 1.0 or not self._is_too_much(card)

    def _in_hand(self):
        held = 0
        for slot in range(HAND):
            if self.s.z.hand[self.me][slot]:
                held += 1
        return held

    def _card_score(self, card):
        if self.s.rules.fact[card].type == MINION:
            return self._printed_score(card, False)
        return self.s.rules.fact[card].cost

    def _best_card(self, threshold, rng):
        """The card and place with the highest score of all, if it reaches the threshold."""
        best = -1
        tile = 0
        score = NEVER
        n = 0
        first = 0
        second = 0
        for slot in range(SIGNATURE_SLOT + 1):
            card = self._card(slot)
            if not self._playable(slot):
                continue
            minded: cython.bint = self.mind[card].n + self.mind[card].n_follow > 0
            if self.s.rules.fact[card].type != MINION and not minded:
                continue
            if self._rate_places(slot, threshold, rng) and self.best_score > score:
                best = slot
                score = self.best_score
                tile = self.best_place
                n = self.n_found_follow
                first = self.found_follow[0]
                second = self.found_follow[1]
        if best >= 0:
            self.n_follow = n
            self.follow_tile[0] = first if n > 0 else 0
            self.follow_tile[1] = second if n > 1 else 0
            self._play_on(best, tile)

    def _by_old_intent(self, old, rng):
        n = 0
        for slot in range(SIGNATURE_SLOT + 1):
            if self._playable(slot) and self.mind[self._card(slot)].old == old:
                self.order[n] = slot
                n += 1
        self._try_sorted(n, rng)

    def _by_type(self, type, rng):
        stats = 0
        for slot in range(HAND):
            if self._playable(slot) and self.mind[self._card(slot)].stat_artifact:
                stats += 1
        n = 0
        for slot in range(SIGNATURE_SLOT + 1):
            if not self._playable(slot) or self.s.rules.fact[self._card(slot)].type != type:
                continue
            if self.mind[self._card(slot)].stat_artifact and stats < 2 and self._in_hand() < HAND:
                continue
            self.order[n] = slot
            n += 1
        self._try_sorted(n, rng)

    def _try_sorted(self, n, rng):
        """The best card first, of equals the later one, until one is played."""
        for a in range(1, n):
            slot = self.order[a]
            score = self._card_score(self._card(slot))
            b = a
            while b > 0 and self._card_score(self._card(self.order[b - 1])) <= score:
                self.order[b] = self.order[b - 1]
                b -= 1
            self.order[b] = slot
        for k in range(n):
            if self.n_queue == 0:
                self._play_one(self.order[k], rng)

    def _play_one(self, slot, rng):
        card = self._card(slot)
        minded: cython.bint = self.mind[card].n + self.mind[card].n_follow > 0
        if self.s.rules.fact[card].type != MINION and not minded:
            self._play_by_old(slot, rng)
            return
        threshold = 15.0
        if self._in_hand() >= HAND:
            threshold = 0.0
        elif not minded:
            share = self.s.z.mana[self.me] / 5.4
            threshold = max(7.0, 15.0 * (share if share < 1.0 else 1.0))
        if self._rate_places(slot, threshold, rng):
            self.n_follow = self.n_found_follow
            for k in range(self.n_found_follow):
                self.follow_tile[k] = self.found_follow[k]
            self._play_on(slot, self.best_place)

    def _play_on(self, slot, tile):
        card = self._card(slot)
        target = tile
        if targets_of(self.s, card, 0, self.me) >> ANYWHERE & 1:
            target = ANYWHERE
        self._queue(pack(PLAY, slot, target, card))

    def _play_by_old(self, slot, rng):
        """Cards without scores: by a rule of their own, or wherever it is legal if they have none."""
        card = self._card(slot)
        self._list_legal(card, targets_of(self.s, card, 0, self.me))
        self.n_passed = self.n_places
        if self.n_places == 0:
            return
        tile = self._by_rule(card)
        if tile >= 0:
            self._play_on(slot, self._or_any(card, tile, rng))

    def _by_rule(self, card):
        """The place that an older rule puts first, -1 if the card is not to be played; and how many pass it."""
        old = self.mind[card].old
        if old == BUFF_MINION or old == BUFF_GENERAL or old == DEBUFF:
            return -1
        if old == MOVE_FRIEND:
            return self._best_tile_for(self.me)
        if old == BURN_MOVE:
            return self._lure_target()
        if old == SHADOW_NOVA:
            return self._nova_target()
        if old == REMOVAL_MASS and not self._storm_pays():
            return -1
        return self.place[0]

    def _or_any(self, card, tile, rng):
        """Any legal place, if all passed and the one that was put first is so in any case; patterns stay where they are."""
        aim = self.s.rules.fact[card].aiming[self.s.z.stage + 1 if self.s.z.pending else 0].aim
        if aim == AT_BLOCK_2 or aim == AT_BLOCK_3 or self.n_places < 2:
            return tile
        if self.n_passed == self.n_places and tile == self.place[0]:
            return self.place[rand_below(rng.s, self.n_places)]
        return tile

    def _best_tile_for(self, i):
        """The listed place with the highest value for a unit, the lowest if it is an enemy."""
        self._take_unit(i)
        best = NEVER
        tile = -1
        for k in range(self.n_places):
            value = self._tile_value(self.place[k], False)
            if self.u.owner != self.me:
                value = -value
            if value > best:
                best = value
                tile = self.place[k]
        return tile

    def _lure_target(self):
        """A minion that it kills, the best; else the most annoying of the strong ones."""
        best = NEVER
        tile = -1
        self.n_passed = 0
        for k in range(self.n_places):
            i = self.s.z.at[self.place[k]]
            if self._health(i) <= 1 and not self.s.z.unit[i].keywords & RANGED:
                self.n_passed += 1
                if self._unit_score(i) > best:
                    best = self._unit_score(i)
                    tile = self.place[k]
        if tile >= 0:
            return tile
        for k in range(self.n_places):
            i = self.s.z.at[self.place[k]]
            if self.s.z.unit[i].attack >= 4 or self.s.z.unit[i].keywords & (PROVOKE | RANGED):
                self.n_passed += 1
                self._take_unit(i)
                value = self._tile_value(self.place[k], False)
                if value > best:
                    best = value
                    tile = self.place[k]
        return tile

    def _nova_target(self):
        """Enemies with one health left that stand together; they are as good as dead."""
        foe = 1 - self.me
        first = -1
        best = NEVER
        for i in range(self.s.z.n_units):
            if self.s.z.unit[i].owner == foe and not self.s.z.unit[i].flags & GONE and self._health(i) <= 1:
                if self._damage_score(i, 1) > best:
                    best = self._damage_score(i, 1)
                    first = i
        if first < 0:
            return -1
        second = -1
        third = -1
        for i in range(self.s.z.n_units):
            if i == first or self.s.z.unit[i].owner != foe or self.s.z.unit[i].flags & GONE:
                continue
            if touches(self.s.z.unit[i].tile, self.s.z.unit[first].tile):
                if second < 0:
                    second = i
                elif third < 0 and touches(self.s.z.unit[i].tile, self.s.z.unit[second].tile):
                    third = i
        if second < 0 and best < 99.0:
            return -1
        wanted = ONE << self.s.z.unit[first].tile
        if second >= 0:
            wanted |= ONE << self.s.z.unit[second].tile
        if third >= 0:
            wanted |= ONE << self.s.z.unit[third].tile
        for x in range(8):
            for y in range(4):
                pair = ONE << (9 * y + x) | ONE << (9 * y + x + 1)
                if wanted & ~(pair | pair << 9) == 0:
                    self.doomed |= wanted
                    return 9 * y + x
        return -1

    def _storm_pays(self):
        mine = 0.0
        theirs = 0.0
        any_foe: cython.bint = False
        for i in range(2, self.s.z.n_units):
            if self.s.z.unit[i].flags & GONE or self.s.z.unit[i].attack > 3:
                continue
            if self.s.z.unit[i].owner == self.me:
                mine += self._damage_score(i, 999)
            else:
                any_foe = True
                theirs += self._damage_score(i, 999)
        return any_foe and theirs >= mine

    # ---- scores of places ----------------------------------------------------------------------------------------

    def _rate_places(self, slot, threshold, rng):
        """The best place of a card, of equals the later one; whether one reaches the threshold."""
        card = self._card(slot)
        self._list_places(slot, rng)
        score = NEVER
        tile = -1
        n = 0
        first = 0
        second = 0
        for k in range(self.n_places):
            value = self._place_score(card, self.place[k])
            if value >= threshold and value >= score:
                score = value
                tile = self.place[k]
                n = self.n_found_follow
                first = self.found_follow[0]
                second = self.found_follow[1]
        self.best_score = score
        self.best_place = tile
        self.n_found_follow = n
        self.found_follow[0] = first
        self.found_follow[1] = second
        return tile >= 0

    def _place_score(self, card, place):
        value = self._card_score(card) + self._intents(card, place)
        self.n_found_follow = 0
        if self.mind[card].follows:
            value += self._follow_score(card, place)
        return value

    def _list_places(self, slot, rng):
        """Legal places, or one of them if all are the same to the card."""
        card = self._card(slot)
        legal = targets_of(self.s, card, 0, self.me)
        self._list_legal(card, legal)
        if self.n_places and self.s.rules.fact[card].type != MINION and self._aims_at_all(card):
            if legal >> ANYWHERE & 1:
                self.place[0] = self.s.z.unit[self.me].tile
            elif self.n_places > 1:
                self.place[0] = self.place[rand_below(rng.s, self.n_places)]
            self.n_places = 1

    def _list_legal(self, card, legal):
        """Legal places in the order in which the original lists them."""
        minion: cython.bint = self.s.rules.fact[card].type == MINION
        aim = self.s.rules.fact[card].aiming[0].aim
        if not minion and (aim == AT_ANYWHERE or aim == AT_BLOCK_2 or aim == AT_BLOCK_3):
            self._list_columns(ALL if legal >> ANYWHERE & 1 else legal)
        elif minion and self.s.rules.fact[card].keywords & AIRDROP:
            self._list_columns(legal)
        else:
            self._list_rows_or_units(legal)

    def _list_rows_or_units(self, legal):
        """Free tiles row by row; tiles of units in board order."""
        self.n_places = 0
        if legal & (self.s.z.own[0] | self.s.z.own[1]) == 0:
            for tile in range(TILES):
                if legal >> tile & 1:
                    self.place[self.n_places] = tile
                    self.n_places += 1
            return
        for i in range(self.s.z.n_units):
            if not self.s.z.unit[i].flags & GONE and legal >> self.s.z.unit[i].tile & 1:
                self.place[self.n_places] = self.s.z.unit[i].tile
                self.n_places += 1

    def _list_columns(self, legal):
        """Tiles from left to right, and those of a column from the top."""
        self.n_places = 0
        for x in range(9):
            for y in range(5):
                if legal >> (9 * y + x) & 1:
                    self.place[self.n_places] = 9 * y + x
                    self.n_places += 1

    def _aims_at_all(self, card):
        """Whether all that a card means to do is to everybody, or to generals only: then its place does not matter."""
        for k in range(self.mind[card].n):
            who = self.mind[card].intent[k].who
            if self.mind[card].intent[k].kind == CALL or who & IN_COLUMN:
                return False
            if not who & (EVERYBODY_THERE | OWN_SIDE | IN_ROW) and who & SMALL:
                return False
        return True

    def _intents(self, card, place):
        total = 0.0
        if self.s.rules.fact[card].type == MINION:
            total += self._summon_term(card, place, 1, False)
        for k in range(self.mind[card].n):
            total += self._intent(card, k, False, place)
        return total

    def _intent(self, card, at, following, place):
        """What one intent is worth on a place."""
        kind = self.mind[card].follow[at].kind if following else self.mind[card].intent[at].kind
        who = self.mind[card].follow[at].who if following else self.mind[card].intent[at].who
        amount = self.mind[card].follow[at].amount if following else self.mind[card].intent[at].amount
        token = self.mind[card].follow[at].card if following else self.mind[card].intent[at].card
        if kind == CALL:
            return self._summon_term(token, place, amount, True)
        if kind == DRAW_CARD:
            return self._draw_score(amount)
        if who & ITSELF:
            weak = 0
            for i in range(self.s.z.n_units):
                if not self.s.z.unit[i].flags & GONE and self._health(i) < 3:
                    weak += 1
            value = self._printed_score(card, False) / 2 * amount * (1.2 if kind == MOD_HEALTH else 1.0)
            return value + value * 0.5 * weak
        if kind == HEAL_GENERAL:
            i = self.s.z.at[place] if who & THEIRS else self.me
            if i == NOBODY:
                return 0.0
            return self._on_unit(kind, amount, token, self.s.z.unit[i].owner)
        total = 0.0
        tiles: cython.ulonglong = ONE << place
        if who & EVERYBODY_THERE or not who & SMALL:
            tiles = ALL
        elif who & IN_COLUMN:
            tiles = column_of(place)
        elif who & IN_ROW:
            tiles = row_of(self.s.z.unit[self.me].tile)
        for i in range(self.s.z.n_units):
            if self.s.z.unit[i].flags & GONE or not tiles >> self.s.z.unit[i].tile & 1:
                if not who & OWN_SIDE or self.s.z.unit[i].flags & GONE:
                    continue
            if who & OWN_SIDE:
                column = self.s.z.unit[i].tile % 9
                if (column > 3 and self.me == 0) or (column < 5 and self.me == 1):
                    continue
            friend: cython.bint = self.s.z.unit[i].owner == self.me
            if not who & (MINE if friend else THEIRS) or not who & (GENERAL_TOO if i < 2 else SMALL):
                continue
            total += self._on_unit(kind, amount, token, i)
        if (kind == STUN or kind == DISPEL) and total == 0.0:
            return -5.0
        return total

    def _on_unit(self, kind, amount, token, i):
        """What it is worth to do something to a unit, for the own side."""
        sign = 1.0 if self.s.z.unit[i].owner == self.me else -1.0
        score = self._unit_score(i)
        health = self._health(i)
        if kind == BURN:
            value = self._damage_score(i, amount)
            return -0.75 * value if sign > 0 else value
        if kind == REMOVE:
            return -sign * 5.0 * score
        if kind == MOD_ATTACK:
            return sign * score / 2 * amount
        if kind == SET_ATTACK:
            return sign * (amount - self.s.z.unit[i].attack)
        if kind == MOD_HEALTH:
            if health + amount <= 0:
                return -sign * 5.0 * score
            return sign * score / 2 * amount * 1.2
        if kind == REFRESH:
            out: cython.bint = (self.s.z.unit[i].flags & EXHAUSTED) != 0
            limit = 2 if self.s.z.unit[i].keywords & CELERITY else 1
            return 3.0 * score if out or self.s.z.unit[i].attacks >= limit else 0.0
        if kind == GIVE_KEYWORD:
            return sign * amount
        if kind == STUN:
            stunned = 2.0 * self.s.z.unit[i].attack if i >= 2 and self.s.z.unit[i].stun == 0 else 0.0
            return -sign * stunned
        if kind == TRANSFORM:
            return sign * 2.0 * (self._printed_score(token, True) - score)
        if kind == DISPEL:
            if i < 2:
                return 0.0
            lasting = self.mind[self.s.z.unit[i].card].effects_lasting
            effects = self._scored_effects(i) - lasting
            points = 2.0 * effects + keyword_bonus(self.s.z.unit[i].keywords)
            plain = 1.2 * health + pow(self.s.z.unit[i].attack, 1.5) + points
            return -sign * (3.25 * points + 0.1 * plain) if points > 0 else 0.0
        if kind == HEAL_GENERAL:
            damage: cython.int = self.s.z.unit[i].damage
            value = 0.0
            if damage > 0:
                value = score
                if i < 2:
                    value += max(1.0, 25.0 / health) * damage * 0.75
                else:
                    value += max(1.0, 0.5 * self.s.z.unit[i].health / health) * damage * 1.25
            if amount > damage:
                value -= 6.0 * (amount - damage)
            return value if sign > 0 else -0.5 * (value if value > 0 else -value)
        return 0.0

    def _draw_score(self, n):
        held = self._in_hand()
        room: cython.int = self.s.z.n_deck[self.me]
        if room > HAND - held:
            room = HAND - held
        total = 0.0
        for k in range(n):
            if room > 0:
                total += 40.0 / held if held else 1e9
                held += 1
                room -= 1
            else:
                total -= 50.0
        return total

    def _summon_term(self, card, place, amount, token):
        self._take_card(card, token)
        o = self._objective_from_hand(place)
        value = (self._printed_score(card, token) + self._position(place, o) / 5.0) * amount
        return value + 15.0 if value < 15.0 else value

    def _follow_score(self, card, place):
        """The best tile for each follow-up, one after the other."""
        total = 0.0
        last = place
        taken = self.s.z.own[0] | self.s.z.own[1] | ONE << place
        for stage in range(self.mind[card].follows):
            best = NEVER
            tile = -1
            for t in range(TILES):
                if not tiles_around(last, 0) >> t & 1:
                    continue
                value = 0.0
                if self.mind[card].follow[0].kind == CALL:
                    if taken >> t & 1:
                        continue
                else:
                    i = self.s.z.at[t]
                    if i == NOBODY or i < 2 or self.s.z.unit[i].owner != self.me:
                        continue
                for k in range(self.mind[card].n_follow):
                    value += self._intent(card, k, True, t)
                better: cython.bint = value > best
                if tile >= 0 and value == best and self.mind[card].follow[0].kind != CALL:
                    better = self.s.z.at[t] < self.s.z.at[tile]
                if better:
                    best = value
                    tile = t
            if tile < 0:
                return total - 20.0
            total += best
            taken |= ONE << tile
            self.found_follow[self.n_found_follow] = tile
            self.n_found_follow += 1
            last = tile
        return total

    # ---- scores of units -----------------------------------------------------------------------------------------

    def _health(self, i):
        return self.s.z.unit[i].health - self.s.z.unit[i].damage

    def _take_unit(self, i):
        self.u.unit = i
        self.u.card = self.s.z.unit[i].card
        self.u.owner = self.s.z.unit[i].owner
        self.u.general = 1 if i < 2 else 0
        self.u.attack = self.s.z.unit[i].attack
        self.u.health = self._health(i)
        self.u.keywords = self.s.z.unit[i].keywords

    def _take_card(self, card, hypothetical):
        self.u.unit = -1
        self.u.card = card
        self.u.owner = self.me
        self.u.general = 0
        self.u.attack = self.s.rules.fact[card].attack
        self.u.health = self.s.rules.fact[card].health
        self.u.keywords = self.s.rules.fact[card].keywords

    def _unit_score(self, i):
        effects = 2.0 * self._scored_effects(i) + keyword_bonus(self.s.z.unit[i].keywords)
        health = self._health(i)
        if i < 2:
            for k in range(self.s.z.n_worn[i]):
                effects += self.s.z.durability[i][k]
            return 1.4 * health + self.s.z.unit[i].attack + effects
        return 1.2 * health + pow(self.s.z.unit[i].attack, 1.5) + effects

    def _printed_score(self, card, token):
        """A card that is not on the board; a token that is only thought of has no effects."""
        value = 1.2 * self.s.rules.fact[card].health + pow(self.s.rules.fact[card].attack, 1.5) + self.s.rules.fact[card].cost
        if token:
            return value
        return value + 2.0 * self.mind[card].effects_hand + keyword_bonus(self.s.rules.fact[card].keywords)

    def _scored_effects(self, i):
        """How many effects are on a unit that count."""
        card = self.s.z.unit[i].card
        n = self.mind[card].effects_board
        if self.s.z.unit[i].flags & DISPELLED:
            n = 1 + self.mind[card].effects_lasting
        for k in range(self.s.z.n_effects):
            if self.s.z.effect[k].unit == i:
                n += self.s.z.effect[k].count
        n += self.s.z.unit[i].grants + popcount(self.s.z.unit[i].brief)
        owner = self.s.z.unit[i].owner
        if i < 2:
            n += self.s.z.n_worn[i] + self.s.z.bonus[i] + self.s.z.extra_draws[i] + self.s.z.dances[i] + self.s.z.surges[i]
        for k in range(self.s.z.n_objects):
            if self.s.z.object[k] == (self.s.z.unit[i].tile | (CREEP + 1 - owner) << 6):
                n += 1
        return n

    def _damage_score(self, i, damage):
        if damage <= 0:
            return 0.0
        score = self._unit_score(i)
        if self.s.z.unit[i].flags & FIELD_UP:
            return 5.0 + score / 4
        health = self._health(i)
        value = 0.5 * score
        if health <= damage:
            value += 5.0 * score - 6.0 * (damage - health)
            if value < 0:
                value = 0.0
        if i < 2:
            value += max(1.0, 25.0 / health) * damage * 2
            if health <= damage:
                value += 9999.0
        return value

    # ---- units ---------------------------------------------------------------------------------------------------

    def _find_usable(self):
        """Own units that can still do something, the general last, sorted as the original does."""
        self.n_usable = 0
        for k in range(self.s.z.n_units):
            i = k + 1 if k + 1 < self.s.z.n_units else self.me
            if k + 1 < self.s.z.n_units and i < 2:
                continue
            if self.s.z.unit[i].owner != self.me or self.s.z.unit[i].flags & (GONE | EXHAUSTED):
                continue
            if self.s.z.unit[i].attacks >= (2 if self.s.z.unit[i].keywords & CELERITY else 1):
                continue
            score = self._unit_score(i)
            at = self.n_usable
            if at == 0 or score >= self.usable_score[0]:
                at = 0
            else:
                for j in range(self.n_usable - 1, 0, -1):
                    if score >= self.usable_score[j]:
                        at = j + 1
                        break
            for j in range(self.n_usable, at, -1):
                self.usable[j] = self.usable[j - 1]
                self.usable_score[j] = self.usable_score[j - 1]
            self.usable[at] = i
            self.usable_score[at] = score
            self.n_usable += 1

    def _is_evasive(self):
        keywords = self.u.keywords
        if keywords & EPHEMERAL:
            return False
        if keywords & (RANGED | BLAST):
            return True
        if self.u.general:
            return self.u.health < 10 and self.difficulty >= 0.2
        if keywords & self.mind[self.u.card].buffing and self.u.health < 5:
            return self.u.unit < 0 or not self.s.z.unit[self.u.unit].flags & FIELD_UP
        return False

    def _position(self, tile, o):
        """How good a tile is for the one who is thought about, with an enemy in mind."""
        value = 0.0
        there = self.s.z.unit[o].tile
        keywords = self.u.keywords
        foes = self.s.z.own[1 - self.u.owner]
        far = distance(tile, there)
        around = 0
        left = near(ONE << tile) & foes
        while left:
            around += 1
            left &= left - 1
        if keywords & ZEAL and touches(tile, self.s.z.unit[self.u.owner].tile):
            value += 0.7
        nearest = 99
        for k in range(self.s.z.n_objects):
            if self.s.z.object[k] >> 6 == SPRING:
                nearest = min(nearest, distance(tile, self.s.z.object[k] & 63))
        if nearest < 99:
            value -= 2.0 * nearest
        rear = behind(self.s, self.s.z.unit[o].owner, there, 1)
        if keywords & BACKSTAB and rear >= 0:
            value -= 3.0 * distance(tile, rear)
        if keywords & FRENZY and far <= 1:
            value += around - 1.0
        if keywords & PROVOKE:
            value += around - 3.0 * far
        if self._is_evasive():
            value += 3.0 * far - 10.0
        else:
            value -= 0.5 * far
        if keywords & BLAST:
            dx = tile % 9 - there % 9
            value -= 6.0 * (dx if dx > 0 else -dx)
        if self.s.z.unit[o].keywords & BACKSTAB and rear == tile:
            value -= 3.0
        return value

    def _objective_from_hand(self, tile):
        """Whom a card that would be put on a tile has in mind: what the general could attack from there, else the nearest."""
        best = -1
        most = NEVER
        g = self.me
        foe = 1 - self.me
        reached = in_reach(self.s, g, tile) & ~(ONE << tile)
        forced = near(ONE << self.s.z.unit[g].tile) & self.s.z.provokers[foe]
        for i in range(self.s.z.n_units):
            if self.s.z.unit[i].owner != foe or self.s.z.unit[i].flags & GONE or not reached >> self.s.z.unit[i].tile & 1:
                continue
            if not self._is_safe(g, i, tile) or (forced and not forced >> self.s.z.unit[i].tile & 1):
                continue
            score = 0.0
            distant: cython.bint = (self.u.keywords & (RANGED | BLAST)) != 0
            if not distant and self.u.health >= self.s.z.unit[i].attack:
                score += 15.0
            if self.u.keywords & PROVOKE and i < 2:
                score += 47.0
            if distant and distance(self.s.z.unit[g].tile, self.s.z.unit[i].tile) > 1:
                score += 25.0
            if score >= most:
                most = score
                best = i
        return best if best >= 0 else self._nearest_enemy(tile, ALL)

    def _nearest_enemy(self, tile, among):
        best = -1
        least = 99
        for i in range(self.s.z.n_units):
            if self.s.z.unit[i].owner == self.u.owner or self.s.z.unit[i].flags & GONE:
                continue
            if among >> self.s.z.unit[i].tile & 1 and distance(tile, self.s.z.unit[i].tile) < least:
                least = distance(tile, self.s.z.unit[i].tile)
                best = i
        return best if best >= 0 else 1 - self.u.owner

    def _is_safe(self, g, e, tile):
        """Whether a general may attack somebody: not too strong, and not deadly."""
        if self.difficulty < 0.75:
            return True
        health = self._health(g)
        attack = self.s.z.unit[e].attack
        if not self.lethal and self.lethal_known and attack > 0.3 * health:
            return False
        strikes: cython.bint = self.s.z.unit[e].keywords & RANGED != 0 or touches(tile, self.s.z.unit[e].tile)
        return not (strikes and attack >= health and not self.s.z.unit[e].keywords & CANNOT_COUNTER)

    def _find_targets(self, tile, lethal_only, cast):
        """Whom the unit could attack from a tile, the best first: but only those it reaches from where it stands."""
        self.n_targets = 0
        i = self.u.unit
        g = i if i >= 0 else self.me
        reached = in_reach(self.s, g, tile) & in_reach(self.s, g, self.s.z.unit[g].tile) & ~self.doomed
        forced = near(ONE << self.s.z.unit[g].tile) & self.s.z.provokers[1 - self.u.owner]
        if forced and i >= 0:
            reached &= forced
        if i >= 0 and self.u.owner == self.me:
            reached &= ~self.no_attack[self.s.z.unit[i].tile]
        for e in range(self.s.z.n_units):
            if self.s.z.unit[e].flags & GONE or not reached >> self.s.z.unit[e].tile & 1:
                continue
            if self.u.general and (self.s.z.unit[e].keywords & GENERAL_PROOF or not self._is_safe(i, e, tile)):
                continue
            if self.s.z.unit[e].card == self.s.rules.wraithling and self._brings_more(e):
                continue
            if not self.u.general and e < 2 and self.difficulty < 0.1:
                continue
            self.target[self.n_targets] = e
            self.n_targets += 1
        attack = self.u.attack
        if (lethal_only or self.lethal) and i >= 0 and self.u.owner == self.me and may_attack(self.s, i):
            attack = self._buffed_attack(cast, 0)
        n = self.n_targets
        self.n_targets = 0
        for k in range(n):
            e = self.target[k]
            if lethal_only and not self.lethal and self._health(e) > attack:
                continue
            if not self.u.general and self._health(e) <= attack and self._is_at_limit(self.removed, 10):
                continue
            distant: cython.bint = (self.u.keywords & (RANGED | BLAST)) != 0
            score = self._damage_score(e, attack)
            there = self.s.z.unit[e].tile
            if not distant and self.u.health >= self.s.z.unit[e].attack and self.difficulty >= 0.75:
                score += 15.0
            if e < 2 and touches(there, tile) and self.u.keywords & PROVOKE:
                score += 47.0
            if distant and distance(tile, there) > 1:
                score += 25.0
            if i >= 0 and self.u.keywords & BACKSTAB and behind(self.s, self.s.z.unit[e].owner, there, 1) == tile:
                score += 30.0
            if i >= 0 and self.u.keywords & BLAST:
                left = row_of(there) & self.s.z.own[1 - self.u.owner]
                while left:
                    score += 15.0
                    left &= left - 1
            at = self.n_targets
            if at == 0 or score >= self.target_score[0]:
                at = 0
            else:
                for j in range(self.n_targets - 1, 0, -1):
                    if score <= self.target_score[j]:
                        at = j + 1
                        break
            for j in range(self.n_targets, at, -1):
                self.target[j] = self.target[j - 1]
                self.target_score[j] = self.target_score[j - 1]
            self.target[at] = e
            self.target_score[at] = score
            self.n_targets += 1

    def _brings_more(self, e):
        """Whether a wraithling's death would only call another one, by a priestess of its side."""
        for i in range(2, self.s.z.n_units):
            if self.s.z.unit[i].card == self.priestess and self.s.z.unit[i].owner == self.s.z.unit[e].owner:
                if not self.s.z.unit[i].flags & GONE:
                    return True
        return False

    def _buff_of(self, card):
        """By how much a card would raise the attack of the one who is thought about; 0 if it is not for such."""
        total = 0
        for k in range(self.mind[card].n):
            who = self.mind[card].intent[k].who
            if self.mind[card].intent[k].kind == MOD_ATTACK and self.mind[card].intent[k].amount > 0:
                if who & MINE and who & (GENERAL_TOO if self.u.general else SMALL) and not who & ITSELF:
                    total += self.mind[card].intent[k].amount
        if self.mind[card].old == BUFF_MINION and not self.u.general:
            total += self.u.health
        if self.mind[card].old == BUFF_GENERAL and self.u.general:
            total += self.u.attack
        return total

    def _buffed_attack(self, cast, less):
        """Attack with the first card in hand that makes the difference against a target, which is played if that is wanted.

        `less` is what the first target has lost already in thought.
        """
        attack = self.u.attack
        if self.n_queue or self.n_targets == 0 or self.u.keywords & EPHEMERAL:
            return attack
        here = ONE << self.s.z.unit[self.u.unit].tile | ONE << ANYWHERE
        for slot in range(SIGNATURE_SLOT + 1):
            if not self._playable(slot):
                continue
            card = self._card(slot)
            more = self._buff_of(card)
            if more <= 0 or targets_of(self.s, card, 0, self.me) & here == 0:
                continue
            for k in range(self.n_targets):
                if self.target[k] < 2 and self.mind[card].old == BUFF_GENERAL:
                    continue
                health = self._health(self.target[k]) - less
                if attack < health <= attack + more:
                    if cast:
                        self._play_on(slot, self.s.z.unit[self.u.unit].tile)
                    return attack + more
        return attack

    def _tile_value(self, tile, lethal_only):
        """How good a tile is for the unit, and whom it would have in mind there."""
        self._find_targets(tile, lethal_only, False)
        if self.n_targets:
            o = self.target[0]
            score = self.target_score[0]
            self.objective = o
            value = self._position(tile, o)
            if (self.u.unit >= 0 or self.u.keywords & RUSH) and not self.u.keywords & (RANGED | BLAST):
                value += score
            return value
        reached: cython.ulonglong = 0
        if self.u.unit >= 0:
            self._find_targets(self.s.z.unit[self.u.unit].tile, False, False)
            for k in range(self.n_targets):
                reached |= ONE << self.s.z.unit[self.target[k]].tile
        o = self._nearest_enemy(tile, reached if reached else ALL)
        self.objective = o
        return self._position(tile, o)

    def _move(self, i, lethal_only):
        """To the tile with the highest value, if it is higher than where the unit stands."""
        if not may_move(self.s, i):
            return
        here = self.s.z.unit[i].tile
        self._take_unit(i)
        best = self._tile_value(here, lethal_only)
        chosen = -1
        in_mind = -1
        self._walk(i)
        for k in range(self.n_places):
            value = self._tile_value(self.place[k], lethal_only)
            if value > best:
                best = value
                chosen = self.place[k]
                in_mind = self.objective
        if chosen < 0:
            return
        if self.u.keywords & EPHEMERAL and distance(self.s.z.unit[in_mind].tile, chosen) > 1:
            return
        if lethal_only and distance(here, chosen) > 1 and not self._is_evasive():
            return
        self._queue(pack(MOVE, here, chosen, 0))

    def _walk(self, i):
        """Where a unit can go, in the order of the search: left, right, down, up, and on from there."""
        here = self.s.z.unit[i].tile
        legal = reach(self.s, i) & ~self.no_move[here]
        flies: cython.bint = (self.s.z.unit[i].keywords & FLYING) != 0
        passable = ALL if flies else ALL & ~self.s.z.own[1 - self.me]
        n = 1
        self.path[0] = here
        seen = ONE << here
        first = 0
        self.n_places = 0
        for step in range(14 if flies else self.s.rules.fact[self.s.z.unit[i].card].speed):
            last = n
            for k in range(first, last):
                for way in range(4):
                    tile = self.path[k]
                    x = tile % 9
                    if way == 0:
                        tile = tile - 1 if x > 0 else -1
                    elif way == 1:
                        tile = tile + 1 if x < 8 else -1
                    elif way == 2:
                        tile -= 9
                    else:
                        tile += 9
                    if tile < 0 or tile >= TILES or seen >> tile & 1 or not passable >> tile & 1:
                        continue
                    seen |= ONE << tile
                    self.path[n] = tile
                    n += 1
                    if legal >> tile & 1:
                        self.place[self.n_places] = tile
                        self.n_places += 1
            first = last

    # ---- fights --------------------------------------------------------------------------------------------------

    def _attack(self, i, lethal_only):
        """The best target that is worth it, with a card that makes the difference."""
        here = self.s.z.unit[i].tile
        if not may_attack(self.s, i) or (i >= 2 and self.lazy >> here & 1):
            return
        self._take_unit(i)
        self._find_targets(here, lethal_only, True)
        chosen = self._choose_target(i)
        if chosen < 0:
            return
        self._take_unit(i)
        if self.n_queue == 0 and not self.u.keywords & EPHEMERAL and self.difficulty >= 0.75:
            self._weaken(i, chosen)
        self._queue(pack(ATTACK, here, self.s.z.unit[chosen].tile, 0))

    def _choose_target(self, i):
        """The first target, but one behind a forcefield only if another unit takes that down first.

        One that would leave an egg only if another unit can reach the egg; if none can, no other such target either.
        """
        attack = self.u.attack
        wary: cython.bint = False
        for k in range(self.n_targets):
            e = self.target[k]
            reborn: cython.bint = (self.s.z.unit[e].keywords & REBIRTH) != 0
            if wary and reborn:
                continue
            shielded: cython.bint = (self.s.z.unit[e].flags & FIELD_UP) != 0
            if shielded and not self._force(e, i, True):
                continue
            if reborn and attack > self._health(e):
                if not self._force(e, i, True):
                    wary = True
                    continue
                self.egg_tile = self.s.z.unit[e].tile
            if shielded:
                self._force(e, i, False)
            return e
        return -1

    def _force(self, e, but, only_look):
        """Let another unit attack a target: from where it stands, or after a move to its side. Whether there is one."""
        there = self.s.z.unit[e].tile
        for k in range(self.n_usable - 1, -1, -1):
            i = self.usable[k]
            here = self.s.z.unit[i].tile
            if i == but or not may_attack(self.s, i) or self.no_attack[here] >> there & 1 or (i >= 2 and self.lazy >> here & 1):
                continue
            if i < 2 and not self._is_safe(i, e, there):
                continue
            tile = here if distance(here, there) <= 1 else self._step_beside(i, e)
            if tile < 0:
                continue
            if not only_look:
                if tile != here:
                    self._queue(pack(MOVE, here, tile, 0))
                self._queue(pack(ATTACK, tile, there, 0))
            return True
        return False

    def _step_beside(self, i, e):
        """The best tile beside a target that a unit can move to, away from others who would hold it there; -1 without any."""
        if not may_move(self.s, i):
            return -1
        there = ONE << self.s.z.unit[e].tile
        holders = self.s.z.provokers[1 - self.me]
        self._take_unit(i)
        self._walk(i)
        best = NEVER
        chosen = -1
        for k in range(self.n_places):
            tile = self.place[k]
            around = near(ONE << tile)
            if not around & there or (around & holders and not holders & there):
                continue
            if self._position(tile, e) > best:
                best = self._position(tile, e)
                chosen = tile
        return chosen

    def _finish_egg(self):
        """A minion that comes back was killed: kill what it left."""
        e = self.s.z.at[self.egg_tile]
        if e == NOBODY or self.s.z.unit[e].owner == self.me or not self.s.z.unit[e].keywords & EGG:
            return
        self.egg_tile = -1
        self._find_usable()
        self._force(e, NOBODY, False)

    def _weaken(self, i, e):
        """A card that weakens, if the unit would fall to who strikes back; but only one that could be played on the unit."""
        whom = self._who_answers(i, e)
        if whom < 0 or self.u.general:
            return
        here = ONE << self.s.z.unit[i].tile
        for slot in range(SIGNATURE_SLOT + 1):
            if self._playable(slot) and self.mind[self._card(slot)].old == DEBUFF:
                if targets_of(self.s, self._card(slot), 0, self.me) & here:
                    self._play_on(slot, self.s.z.unit[whom].tile)
                    return

    def _who_answers(self, i, e):
        """Who would strike a unit down for its attack, with Blast anybody on the line; -1 if nobody."""
        far: cython.bint = not touches(self.s.z.unit[i].tile, self.s.z.unit[e].tile)
        line = ONE << self.s.z.unit[e].tile
        if far and self.u.keywords & BLAST:
            line = half_line(self.s.z.unit[i].tile, self.s.z.unit[e].tile)
        for k in range(self.s.z.n_units):
            if self.s.z.unit[k].owner == self.me or self.s.z.unit[k].flags & GONE or not line >> self.s.z.unit[k].tile & 1:
                continue
            if self.s.z.unit[k].keywords & CANNOT_COUNTER or self.s.z.unit[k].attack < self.u.health:
                continue
            if self.s.z.unit[k].keywords & RANGED or touches(self.s.z.unit[i].tile, self.s.z.unit[k].tile):
                return k
        return -1

    # ---- follow-ups ----------------------------------------------------------------------------------------------

    def _follow_up(self, rng):
        """What was thought of when the card was played, or what is best now.

        Else a teleported friend goes to its best tile, an enemy to its worst, and other choices are left to chance.
        """
        card = self.s.z.pending
        stage = self.s.z.stage
        legal = targets_of(self.s, card, stage + 1, self.me)
        if stage < self.n_follow and legal >> self.follow_tile[stage] & 1:
            return pack(FOLLOW_UP, stage, self.follow_tile[stage], card)
        if self.mind[card].follows:
            found = self._best_follow(card, legal)
            if found >= 0:
                return pack(FOLLOW_UP, stage, found, card)
            if self.s.rules.skips:
                return pack(SKIP, 0, 0, 0)
        self._list_columns(legal)
        self.n_passed = self.n_places
        tile = self.place[0]
        subject = self.s.z.at[self.s.z.used[0]] if self.s.z.used[0] < TILES else NOBODY
        first = self.s.rules.fact[card].first[ON_FOLLOW + stage]
        if subject != NOBODY and self.s.rules.deed[first].code == DO_TELEPORT:
            tile = self._best_tile_for(subject)
        return pack(FOLLOW_UP, stage, self._or_any(card, tile, rng), card)

    def _best_follow(self, card, legal):
        """The best place for a choice that was not thought of before, of equals the later one; -1 if none is worth it."""
        best = 0.0 if self._in_hand() >= HAND else 15.0
        chosen = -1
        self._list_rows_or_units(legal)
        for k in range(self.n_places):
            value = 0.0
            for at in range(self.mind[card].n_follow):
                value += self._intent(card, at, True, self.place[k])
            if value >= best:
                best = value
                chosen = self.place[k]
        return chosen


def distance(a, b):
    """Straight-line distance between tiles, rounded."""
    dx = a % 9 - b % 9
    dy = a // 9 - b // 9
    square = dx * dx + dy * dy
    r = 0
    while (2 * r + 1) * (2 * r + 1) <= 4 * square:
        r += 1
    return r


def touches(a, b):
    """Whether tiles are neighbours, or the same."""
    return (near(ONE << a) >> b & 1) != 0


def keyword_bonus(keywords):
    """What the first of the keywords that count is worth."""
    if keywords & PROVOKE:
        return 10.0
    if keywords & (RANGED | BLAST):
        return 20.0
    if keywords & DEATHWATCH:
        return 30.0
    if keywords & SPELL_WATCH:
        return 10.0
    if keywords & GROW:
        return 30.0
    if keywords & FRENZY:
        return 10.0
    if keywords & CELERITY:
        return 20.0
    if keywords & BACKSTAB:
        return 15.0
    if keywords & REBIRTH:
        return 8.0
    if keywords & FLYING:
        return 10.0
    if keywords & FORCEFIELD:
        return 20.0
    return 0.0
