"""Unstable Unicorns: the turn, the stack of reactions, and what an action does.

Two to eight players gather unicorns in their stables: seven to win, six with more than five players. In a turn effects
happen that are due at its beginning, a card is drawn, one card is played (or one more drawn), and no more than seven cards
are kept. A card that is played can be stopped by an Instant, and so can the Instant: all are asked at once, and the
quickest is drawn by lot. Cards enter stables, their effects form a chain (`links`), and after each chain somebody may have
won.

The game also ends when the last card of the deck is drawn: then whoever leads has won.
"""

import cython

# ---- carrying out an action ----------------------------------------------------------------------------------------------


def carry_out(s, action):
    """A legal action; then all that happens until somebody must decide again."""
    s.z.decisions += 1
    kind = kind_of(action)
    if s.z.chain[0].asking:
        answer(s, action)
    elif kind == PLAY:
        announce(s, in_hand(s, s.z.turn, source_of(action), target_of(action)))
    elif kind == DRAW:
        tell(s, TOLD_DREW_INSTEAD, s.z.turn, 0, 0, 0, 0, EVERYBODY)
        draw_card(s, s.z.turn)
        s.z.phase = AT_END
    elif kind == PASS:
        s.z.phase = AT_END
    elif kind == WHERE:
        s.z.into = source_of(action)
        if s.z.phase == AT_WHERE:
            open_reactions(s)
        else:
            resolve_play(s)
    elif kind == REACT:
        react(s, in_hand(s, asked_seat(s), source_of(action), target_of(action)))
    else:
        react(s, NO_CARD)
    go_on(s)
    if s.z.decisions >= s.rules.limit and s.z.phase != AT_OVER:
        end_game(s, TOO_LONG)
    return 0


def answer(s, action):
    """An answer to a question in the middle of an effect."""
    kind = kind_of(action)
    now = s.z.chain[0].now
    if kind == YES or kind == NO:
        return answer_yes_no(s, kind == YES)
    if kind == VARIANT:
        op = s.z.chain[0].frame[now].a
        close_ask(s)
        s.z.chain[0].frame[now].what |= SEEN_FRAME
        return insert_inner(s, s.rules.op[op + 1 + source_of(action)].other, s.z.chain[0].frame[now].seat, 0)
    if kind == PLAYER:
        close_ask(s)
        name_player(s, source_of(action))
        s.z.sub += 1
        return 0
    if kind == TARGET:
        return answer_card(s, at_place(s, source_of(action)))
    gather(s)
    return answer_card(s, named_option(s, source_of(action), target_of(action)))


def answer_yes_no(s, yes):
    """Whether an optional effect is used."""
    now = s.z.chain[0].now
    seat = s.z.chain[0].ask.seat
    card = s.z.chain[0].ask.picked[1]
    close_ask(s)
    tell(s, TOLD_USED, seat, card, yes, 0, 0, EVERYBODY)
    if s.z.chain[0].step != STEP_RETARGET:
        s.z.chain[0].frame[now].what |= SEEN_FRAME
        if yes:
            insert_inner(s, s.rules.op[s.z.chain[0].frame[now].a].other, s.z.chain[0].frame[now].seat, 0)
        return 0
    if not yes:
        s.z.sub += 1
        return 0
    if not s.rules.first[s.rules.kind[card]][ON_FRIEND_TARGETED]:
        return save_self(s)
    open_ask(s, ASK_SAVE, seat, 1, card)
    gather(s)
    if s.options == 1 and not s.rules.ask_forced:
        saved = s.option[0]
        close_ask(s)
        return save_friend(s, saved)
    return 0


def answer_card(s, card):
    """One card of those that a question asks for."""
    what = s.z.chain[0].ask.what
    if what == ASK_SAVE:
        close_ask(s)
        return save_friend(s, card)
    place = place_in_scope(s, card)
    s.z.chain[0].ask.n += 1
    last: cython.bint = s.z.chain[0].ask.n == s.z.chain[0].ask.most
    taken = 0
    if what == ASK_DISCARD:
        deck: cython.bint = s.z.phase != AT_LIMIT and s.rules.op[s.z.chain[0].frame[s.z.chain[0].now].a].zone == AT_DECK
        give_up(s, card, deck)
        taken = 1
    elif s.z.chain[0].step == STEP_EXECUTE:
        get_card(s, card)
        taken = 1
    else:
        choose_card(s, card)
    if last:
        close_ask(s)
        s.z.sub += 1
        if s.z.phase == AT_LIMIT:
            s.z.sub = 0
            s.z.phase = AT_NEXT
    elif not s.rules.free_picks:
        s.z.chain[0].ask.picked[0] = place + 1 - taken
    return 0


def place_in_scope(s, card):
    """How many cards come before one where the question looks for them."""
    zone = s.z.zone[card]
    if s.z.chain[0].ask.most == 1:
        return 0
    if zone == DECK:
        return card + 1
    at = 0
    before = cython.cast(cython.int, s.z.prev[card])
    while before != NO_CARD:
        at += 1
        before = s.z.prev[before]
    if zone < 4 or zone & 3 == 0:
        return at
    return at + cards_before(s, zone)


def cards_before(s, zone):
    """How many cards of the stables in question come before a row."""
    count = 0
    now = s.z.chain[0].now
    op = s.z.chain[0].frame[now].a
    code = s.rules.op[op].code
    seat = s.z.chain[0].frame[now].seat
    who = s.rules.op[op].who
    others: cython.bint = code == DO_DESTROY or code == DO_STEAL
    first = 0
    if who == WHO_EACH or who == WHO_CASTER or who == WHO_THAT or code == DO_SACRIFICE or code == DO_GIVE or code == DO_TO_DECK:
        first = (zone >> 2) - 1
    for p in range(first, zone >> 2):
        if others and p == seat:
            continue
        for row in range(1, 4):
            if 4 * (p + 1) + row < zone:
                count += s.z.count[4 * (p + 1) + row]
    return count


# ---- the turn ------------------------------------------------------------------------------------------------------------


def go_on(s):
    """Go on until somebody must decide, or the game is over."""
    while s.z.phase != AT_OVER and not s.z.chain[0].asking:
        if s.z.chain[0].end:
            if run_chain(s):
                return 0
        elif next_phase(s):
            return 0
    return 0


def next_phase(s):
    """What comes now in the turn; 1 if somebody must decide."""
    phase = s.z.phase
    if phase == AT_PUPPY:
        s.z.phase = AT_BEGIN
        if s.rules.puppy_stays:
            begin_turn(s, True)
            if s.z.chain[0].end:
                s.z.phase = AT_PUPPY_CHAIN
    elif phase == AT_PUPPY_CHAIN:
        if not check_win(s):
            s.z.phase = AT_BEGIN
    elif phase == AT_BEGIN:
        s.z.phase = AT_BEGIN_CHAIN
        begin_turn(s, False)
    elif phase == AT_BEGIN_CHAIN:
        if check_win(s):
            if s.rules.draws_when_over and not s.z.skip:
                draw_phase(s)
            return 0
        return reach(s, AT_DRAW)
    elif phase == AT_DRAW:
        if not s.z.skip:
            draw_phase(s)
        return 0 if check_win(s) else reach(s, AT_ACTION)
    elif phase == AT_ACTION:
        if s.halts or (not s.z.skip and s.z.played < s.z.plays):
            return 1
        s.z.phase = AT_END
    elif phase == AT_PLAY_CHAIN:
        return 0 if check_win(s) else reach(s, AT_ACTION)
    elif phase == AT_END:
        end_turn(s)
    elif phase == AT_END_CHAIN:
        if not check_win(s):
            s.z.phase = AT_LIMIT
    elif phase == AT_LIMIT:
        return check_hand(s)
    elif phase == AT_NEXT:
        if s.halts:
            return 1
        next_turn(s)
    else:
        return 1
    return 0


def reach(s, phase):
    """The next phase; true if the game is to halt there, as scenarios want it."""
    s.z.phase = phase
    return s.halts


def begin_turn(s, puppies):
    """What is due at the beginning of a turn waits, in order of arrival. By some rules Puppicorn moves before."""
    if not all_auras(s) & WATCHES_TURN:
        return 0
    for i in range(s.z.n_order):
        card = s.z.order[i]
        kind = s.rules.kind[card]
        if not s.rules.nature[kind] & WATCHES_TURN:
            continue
        op = s.rules.first[kind][ON_EVERY_TURN]
        if op == 0 and owner_of(s, card) == s.z.turn:
            op = s.rules.first[kind][ON_MY_TURN]
        if op == 0 or is_silenced(s, card):
            continue
        moves: cython.bint = s.rules.op[op].code == DO_FOLLOW
        if moves == puppies or not s.rules.puppy_stays:
            queue(s, op, owner_of(s, card), card)
    return start_chain(s, False)


def draw_phase(s):
    for i in range(1 + s.z.extra_draws):
        draw_card(s, s.z.turn)
    return 0


def end_turn(s):
    """Leashes that hold until the end of a turn let go, unless Blinding Light keeps them from it."""
    s.z.phase = AT_END_CHAIN
    if s.z.n_leashes == 0:
        return 0
    for i in range(s.z.n_order):
        card = s.z.order[i]
        if s.z.leash[card] & UNTIL_TURN and (s.rules.leash_of_source or not is_silenced(s, card)):
            home = s.z.leash[card] & HOME
            unloose(s, card)
            queue(s, s.rules.go_back, owner_of(s, card), card)
            s.z.chain[0].frame[s.z.chain[0].n - 1].at = home
    return start_chain(s, False)


def check_hand(s):
    """Who holds more than seven cards discards the rest."""
    held = s.z.count[4 * (s.z.turn + 1)]
    if held > HAND_LIMIT:
        return open_ask(s, ASK_DISCARD, s.z.turn, held - HAND_LIMIT, NO_CARD)
    s.z.phase = AT_NEXT
    return 0


def next_turn(s):
    """The next seat, or the same player once more."""
    if not s.z.again:
        s.z.turn = (s.z.turn + 1) % s.rules.players
    s.z.turns += 1
    clear_flags(s)
    s.z.phase = AT_PUPPY
    tell(s, TOLD_TURN, s.z.turn, s.z.turns, 0, 0, 0, EVERYBODY)


def clear_flags(s):
    """A new turn begins with one play and nothing else."""
    s.z.plays = 1
    s.z.played = 0
    s.z.extra_draws = 0
    s.z.skip = 0
    s.z.again = 0
    s.z.into = 0


def check_win(s):
    """Whether the game is over: somebody has enough unicorns, or the deck was drawn empty."""
    for p in range(s.rules.players):
        if s.z.worth[p] >= s.rules.goal and unicorns_of(s, p) >= s.rules.goal:
            end_game(s, GOAL_REACHED)
            return True
    if s.z.deck_out:
        end_game(s, DECK_OUT)
        return True
    return False


def end_game(s, reason):
    """The game is over, maybe in the middle of something: nobody's secret answer counts any more."""
    s.z.phase = AT_OVER
    s.z.reason = reason
    s.z.poll_first = NOBODY
    close_poll(s.z.poll)
    tell(s, TOLD_ENDED, -1, reason, 0, 0, 0, EVERYBODY)


# ---- playing a card ------------------------------------------------------------------------------------------------------


def announce(s, card):
    """The card leaves the hand. For which stable is said now, or, by other rules, when it resolves."""
    put(s, card, STACK)
    s.z.stack_seat[0] = s.z.turn
    s.z.played += 1
    s.z.into = s.z.turn
    tell(s, TOLD_ANNOUNCED, s.z.turn, card, 0, 0, 0, EVERYBODY)
    if s.rules.type[s.rules.kind[card]] == MAGIC or s.rules.late_destination:
        return open_reactions(s)
    s.z.phase = AT_WHERE
    return find_stable(s)


def find_stable(s):
    """If only one stable is possible, nobody is asked."""
    if s.rules.ask_forced:
        return 0
    count = 0
    card = s.z.head[STACK]
    for p in range(s.rules.players):
        if can_go(s, card, p):
            count += 1
            s.z.into = p
    if count > 1:
        s.z.into = s.z.turn
        return 0
    return open_reactions(s) if s.z.phase == AT_WHERE else resolve_play(s)


def open_reactions(s):
    """Who holds an Instant is asked whether to stop the top card, all at once."""
    s.z.phase = AT_REACTIONS
    seats = 0
    idle = 0
    if is_answerable(s):
        top = s.z.stack_seat[s.z.count[STACK] - 1]
        for p in range(s.rules.players):
            if (p == top and not s.rules.self_neigh) or not holds_answer(s, p):
                continue
            if s.z.aura[p] & NO_INSTANTS:
                if s.rules.self_neigh:  # by these rules such a player is asked, too, but the answer is ignored
                    idle |= 1 << p
            else:
                seats |= 1 << p
    tell(s, TOLD_POLL, -1, seats, idle, 0, 0, 0)
    if seats == 0:
        return nobody_reacts(s)
    open_poll(s.z.poll, seats)
    return 0


def is_answerable(s):
    """Whether anybody could react to the top of the stack."""
    if s.z.count[STACK] >= STACK_ROOM:
        return False
    op = s.rules.first[s.rules.kind[s.z.tail[STACK]]][ON_REACT]
    if op and s.rules.op[op].n == 0:
        return False
    return s.z.aura[s.z.stack_seat[s.z.count[STACK] - 1]] & UNANSWERABLE == 0


def holds_answer(s, seat):
    """Whether a player holds an Instant that may answer the top of the stack."""
    if s.z.instants[seat] == 0 or not s.rules.picky:
        return s.z.instants[seat] > 0
    card = cython.cast(cython.int, s.z.head[4 * (seat + 1)])
    while card != NO_CARD:
        if can_react(s, seat, card):
            return True
        card = s.z.next[card]
    return False


def react(s, card):
    """A player's secret answer; when all are in, the quickest one counts."""
    if take_answer(s.z.poll, asked_seat(s), 0 if card == NO_CARD else card + 1):
        return settle_reactions(s)
    return 0


def settle_reactions(s):
    willing = 0
    for p in range(s.rules.players):
        if s.z.poll[0].answered >> p & 1 and s.z.poll[0].answer[p]:
            willing |= 1 << p
    s.z.poll_first = NOBODY
    if willing == 0:
        close_poll(s.z.poll)
        return nobody_reacts(s)
    n = popcount(willing)
    seat = nth_bit(willing, roll(s, CHANCE_QUICKEST, n) if n > 1 else 0)
    card = s.z.poll[0].answer[seat] - 1
    close_poll(s.z.poll)
    s.z.stack_seat[s.z.count[STACK]] = seat
    put(s, card, STACK)
    tell(s, TOLD_REACTED, seat, card, 0, 0, 0, EVERYBODY)
    return open_reactions(s)


def nobody_reacts(s):
    """The announced card resolves; or the top Instant stops what lies below it, and the rest can be answered again."""
    if s.z.count[STACK] == 1:
        return resolve_play(s)
    for i in range(2):
        card = s.z.tail[STACK]
        seat = s.z.stack_seat[s.z.count[STACK] - 1]
        s.z.stack_seat[s.z.count[STACK] - 1] = 0
        put(s, card, DISCARD)
        tell(s, TOLD_STOPPED, seat, card, i, 0, 0, EVERYBODY)
    if s.z.count[STACK]:
        return open_reactions(s)
    return reach(s, AT_ACTION)


def resolve_play(s):
    """Magic does what it does; everything else enters its stable, and does what it does on arrival."""
    card = s.z.head[STACK]
    kind = s.rules.kind[card]
    if s.rules.type[kind] != MAGIC and s.rules.late_destination and s.z.phase != AT_LATE_WHERE:
        s.z.phase = AT_LATE_WHERE
        return find_stable(s)
    s.z.phase = AT_PLAY_CHAIN
    s.z.stack_seat[0] = 0
    tell(s, TOLD_RESOLVED, s.z.turn, card, s.z.into, 0, 0, EVERYBODY)
    if s.rules.type[kind] == MAGIC:
        queue(s, s.rules.first[kind][ON_CAST], s.z.turn, card)
        put(s, card, DISCARD)
        return start_chain(s, False)
    enter_stable(s, card, s.z.into)
    enter_effects(s, card)
    register(s, card)
    return start_chain(s, True)
