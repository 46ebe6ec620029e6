"""Unstable Unicorns: a chain of effects is resolved link by link, each link in seven steps.

1. Choose: effects are visited in order; optional ones ask, joints insert their parts, targets and players are picked.
2. Retarget: Black Knight and Phoenix may change what a destroying effect is aimed at.
3. Relocate: babies and flying unicorns go elsewhere instead.
4. About to leave: Stabby answers in the next link, a leash of Seductive Unicorn in this one.
5. All that was chosen is switched off.
6. Execute, in order. Discards and searches are chosen here.
7. What was chosen and lies in a stable is switched on again, and what it does on arrival waits for the next link.

What arises meanwhile waits for the next link. A function that has to ask somebody returns 1; when the answer is there, it is
called again and goes on where it was: all that it needs to know for that is in the struct (`now`, `step`, `sub`).
"""

import cython

MOST_LINKS = cython.declare(cython.const[cython.int], 200)


# ---- the chain -----------------------------------------------------------------------------------------------------------


def queue(s, op, seat, card):
    """An effect for the next link."""
    return append(s.z.chain, 0, seat, card, op, 0)


def start_chain(s, arrival):
    """Make a first link of all that waits. Where a card arrived and nothing waits, stables may still be too full."""
    if arrival and s.z.chain[0].n == 0:
        look_for_room(s)
    if begin_link(s.z.chain):
        tell(s, TOLD_LINK, -1, 1, 0, 0, 0, EVERYBODY)
    return 0


def run_chain(s):
    """Resolve until somebody is asked (1) or nothing waits any more (0)."""
    while s.z.chain[0].end:
        step = s.z.chain[0].step
        waits = 0
        if step <= STEP_CHOOSE_OPTIONAL:
            waits = choose_step(s)
        elif step == STEP_RETARGET:
            waits = retarget_step(s)
        elif step == STEP_RELOCATE:
            relocate_step(s)
        elif step == STEP_LEAVING:
            leaving_step(s)
            switch_off(s)
        elif step == STEP_EXECUTE:
            waits = execute_step(s)
        else:
            close_link(s)
            continue
        if waits:
            return 1
        walk_again(s.z.chain)
    return 0


def close_link(s):
    """What was chosen and lies in a stable is switched on again; then the next link."""
    for at in range(s.z.chain[0].end):
        first = s.z.chain[0].frame[at].b & 255
        for i in range(first, first + aimed(s, at)):
            card = s.z.target[i]
            if card != NO_CARD and on_table(s, card):
                register(s, card)
                enter_effects(s, card)
    look_for_room(s)
    forget_link(s)
    if s.z.chain[0].link >= MOST_LINKS:
        return too_long()
    if begin_link(s.z.chain):
        tell(s, TOLD_LINK, -1, s.z.chain[0].link, 0, 0, 0, EVERYBODY)
    return 0


def forget_link(s):
    """Marks and targets vanish."""
    for i in range(s.z.n_targets):
        s.z.target[i] = 0
    for i in range(3):
        s.z.marked[i] = 0
    s.z.n_targets = 0
    s.z.groups = 0
    s.z.failed = 0
    s.z.sub = 0


def enter_effects(s, card):
    """What a card does on arrival waits for the next link; Blinding Light looks at what is printed."""
    kind = s.rules.kind[card]
    op = s.rules.first[kind][ON_ENTER]
    if op == 0:
        return 0
    seat = owner_of(s, card)
    if s.z.aura[seat] & BLIND and s.rules.type[kind] != BABY and s.rules.type[kind] <= MAGICAL:
        return 0
    return queue(s, op, seat, card)


def look_for_room(s):
    """After a link: who has too many unicorns for a Tiny Stable must give one up."""
    if not all_auras(s) & WATCHES_ROOM:
        return 0
    for i in range(s.z.n_order):
        card = s.z.order[i]
        op = s.rules.first[s.rules.kind[card]][ON_OVERFULL]
        if op == 0 or is_silenced(s, card):
            continue
        seat = owner_of(s, card)
        count = 0
        other = cython.cast(cython.int, s.z.head[4 * (seat + 1) + STABLE])
        while other != NO_CARD:
            if not is_panda(s, other):
                count += s.rules.value[s.rules.kind[other]]
            other = s.z.next[other]
        if count > s.rules.most[s.rules.kind[card]]:
            for word in range(3):
                s.z.marked[word] = 0
            list_table(s, op, seat, card, seat, 0)
            if s.options:
                queue(s, op, seat, card)
    return 0


def traffic(s, card, seat, entering):
    """A card enters or is about to leave a stable: who notices it answers in the next link."""
    if not all_auras(s) & WATCHES_TRAFFIC:
        return 0
    for i in range(s.z.n_order):
        other = s.z.order[i]
        kind = s.rules.kind[other]
        if other == card or is_silenced(s, other):
            continue
        owner = owner_of(s, other)
        op = s.rules.first[kind][ON_TRAFFIC]
        if op == 0 and is_unicorn(s, card):
            op = s.rules.first[kind][ON_UNICORN_TRAFFIC]
        if op and owner == seat:
            queue(s, op, owner, other)
        op = s.rules.first[kind][ON_CROWDED]
        if op and entering and s.z.count[4 * (owner + 1) + STABLE] > s.rules.most[kind]:
            queue(s, op, owner, other)
    return 0


def open_ask(s, what, seat, k, card):
    """A question: `k` picks of what `aims` lists. It may be answered one after the other."""
    s.z.chain[0].asking = 1
    s.z.chain[0].ask.what = what
    s.z.chain[0].ask.seat = seat
    s.z.chain[0].ask.least = k
    s.z.chain[0].ask.most = k
    s.z.chain[0].ask.n = 0
    s.z.chain[0].ask.picked[0] = 0
    s.z.chain[0].ask.picked[1] = card
    return 1


def close_ask(s):
    """Nobody is asked any more."""
    s.z.chain[0].asking = 0
    s.z.chain[0].ask.what = 0
    s.z.chain[0].ask.seat = 0
    s.z.chain[0].ask.least = 0
    s.z.chain[0].ask.most = 0
    s.z.chain[0].ask.n = 0
    s.z.chain[0].ask.picked[0] = 0
    s.z.chain[0].ask.picked[1] = 0


# ---- step 1: choose ------------------------------------------------------------------------------------------------------


def choose_step(s):
    """Visit all effects; by some rules those without a yes or no first."""
    mandatory: cython.bint = s.rules.mandatory_first and s.z.chain[0].step == STEP_CHOOSE
    while s.z.chain[0].now < s.z.chain[0].end:
        now = s.z.chain[0].now
        seen = s.z.chain[0].frame[now].what & SEEN_FRAME
        if not seen and mandatory and s.rules.op[s.z.chain[0].frame[now].a].code == JOINT_MAY:
            seen = 1
        if seen:
            s.z.sub = 0
            s.z.chain[0].now += 1
        elif visit(s):
            return 1
    if not s.rules.mandatory_first:
        s.z.chain[0].step = STEP_CHOOSE_OPTIONAL
    return 0


def visit(s):
    """One effect: ask, insert, or aim."""
    now = s.z.chain[0].now
    op = s.z.chain[0].frame[now].a
    code = s.rules.op[op].code
    seat = s.z.chain[0].frame[now].seat
    card = s.z.chain[0].frame[now].card
    if code < JOINT_MAY:
        return aim(s, op)
    if code == JOINT_MAY and possible(s, s.rules.op[op].other, seat, card):
        return open_ask(s, ASK_ACTIVATE, seat, 1, card)
    if code == JOINT_CHOOSE:
        return visit_choice(s, op)
    s.z.chain[0].frame[now].what |= SEEN_FRAME
    if code == JOINT_BOTH:
        insert_inner(s, s.rules.op[op].other, seat, 0)
        insert_inner(s, s.rules.op[op].next, seat, 0)
    elif code == JOINT_IF_DONE:
        visit_payment(s, op)
    elif code == JOINT_EACH:
        for p in range(s.rules.players - 1, -1, -1):
            insert_inner(s, s.rules.op[op].other, p, 0)
    elif code == JOINT_PYTHON:
        visit_python(s, op)
    return 0


def insert_inner(s, op, seat, wanted):
    """A part of the effect that is visited, right behind it; of the same payment, about the same player."""
    now = s.z.chain[0].now
    insert(s.z.chain, s.z.chain[0].frame[now].what & ~(GROUP - 1), seat, s.z.chain[0].frame[now].card, op, wanted << 8)
    s.z.chain[0].frame[now + 1].at = s.z.chain[0].frame[now].at
    return 0


def visit_choice(s, op):
    """One of several variants: of those that are possible now."""
    now = s.z.chain[0].now
    gather_variants(s)
    if s.options == 0 or (s.options == 1 and not s.rules.ask_forced):
        s.z.chain[0].frame[now].what |= SEEN_FRAME
        if s.options:
            insert_inner(s, s.rules.op[op + 1 + s.option[0]].other, s.z.chain[0].frame[now].seat, 0)
        return 0
    return open_ask(s, ASK_EFFECT, s.z.chain[0].frame[now].seat, 1, s.z.chain[0].frame[now].card)


def gather_variants(s):
    s.z.chain[0].ask.what = ASK_EFFECT
    gather(s)
    s.z.chain[0].ask.what = 0


def visit_payment(s, op):
    """The payment is part of this link. Where it must be made in full, the reward comes up behind it, else before."""
    now = s.z.chain[0].now
    seat = s.z.chain[0].frame[now].seat
    if not s.rules.verify_payment:
        return insert_inner(s, s.rules.op[op].next, seat, 0)
    if s.z.groups < 15:
        s.z.groups += 1
    group = s.z.groups << 4
    at = s.z.chain[0].frame[now].at
    s.z.chain[0].frame[now].what = (s.z.chain[0].frame[now].what & 15) | group
    push(s.z.chain, group, seat, s.z.chain[0].frame[now].card, s.rules.op[op].next, 0)
    s.z.chain[0].frame[now].at = at
    return 0


def visit_python(s, op):
    """A function of the card decides which of its effects happens."""
    now = s.z.chain[0].now
    seat = s.z.chain[0].frame[now].seat
    chosen = s.rules.book._decide(op, s, seat, s.rules.kind[s.z.chain[0].frame[now].card])
    if chosen:
        insert_inner(s, chosen & 65535, seat, chosen >> 16)
    return 0


def add_target(s, at, card):
    """An effect is aimed at a card."""
    if s.z.n_targets >= TARGETS:
        return too_long()
    if s.z.chain[0].frame[at].b >> 8 == 0:
        s.z.chain[0].frame[at].b = s.z.n_targets
    s.z.target[s.z.n_targets] = card
    s.z.n_targets += 1
    s.z.chain[0].frame[at].b += 256
    return 0


def choose_card(s, card):
    """The effect that is visited picks a card. Moved and given cards, and those of a hand that is looked at, are not marked."""
    now = s.z.chain[0].now
    code = s.rules.op[s.z.chain[0].frame[now].a].code
    if code != DO_MOVE and code != DO_GIVE and code != DO_TAKE:
        mark(s, card)
    if code == DO_RETURN:
        s.z.chain[0].frame[now].at = owner_of(s, card) + 1
    seats = 1 << s.z.chain[0].frame[now].seat if code == DO_TAKE else EVERYBODY
    tell(s, TOLD_AIMED, s.z.chain[0].frame[now].seat, card, s.z.chain[0].frame[now].card, code, 0, seats)
    return add_target(s, now, card)


def ask_cards(s, what, seat, wanted):
    """Let a seat pick of the options that are listed; where there is nothing to decide, all are taken."""
    if s.options == 0:
        return 0
    k = wanted if wanted < s.options else s.options
    if k == s.options and (wanted >= ALL or not s.rules.ask_forced):
        n = s.options
        for i in range(n):
            choose_card(s, s.option[i])
        return 0
    return open_ask(s, what, seat, k, s.z.chain[0].frame[s.z.chain[0].now].card)


def ask_player(s):
    """Let the owner of the effect name a player."""
    now = s.z.chain[0].now
    seat = s.z.chain[0].frame[now].seat
    s.z.chain[0].ask.what = ASK_PLAYERS
    gather(s)
    s.z.chain[0].ask.what = 0
    if s.options == 0:
        return 0
    if s.options == 1 and not s.rules.ask_forced:
        name_player(s, s.option[0])
        return 0
    return open_ask(s, ASK_PLAYERS, seat, 1, s.z.chain[0].frame[now].card)


def name_player(s, seat):
    s.z.chain[0].frame[s.z.chain[0].now].at = seat + 1


def aim(s, op):
    """Targets and players are picked now; discards, searches, draws and pulls pick nothing yet."""
    now = s.z.chain[0].now
    code = s.rules.op[op].code
    who = s.rules.op[op].who
    wanted = cython.cast(cython.int, s.rules.op[op].n)
    waits = 0
    if code == DO_MOVE or code == DO_GIVE:
        waits = aim_and_name(s, op)
    elif (
        code == DO_SACRIFICE
        or code == DO_DESTROY
        or code == DO_STEAL
        or code == DO_RETURN
        or code == DO_BRING
        or code == DO_TO_DECK
    ):
        if s.z.sub == 0 and s.z.chain[0].frame[now].b >> 8:
            wanted = s.z.chain[0].frame[now].b >> 8
            s.z.chain[0].frame[now].b = 0
        waits = aim_at_cards(s, op, wanted)
    elif code == DO_PULL or code == DO_TAKE or code == DO_SWAP_HANDS or code == DO_SHRINK:
        waits = name_and_aim(s, op)
    elif code == DO_DISCARD and (who == WHO_CHOSEN or who == WHO_OTHER):
        waits = name_and_aim(s, op)
    elif code == DO_BABIES:
        aim_at_babies(s, s.z.chain[0].frame[now].b >> 8)
    elif code == DO_GO_BACK and on_table(s, s.z.chain[0].frame[now].card):
        add_target(s, now, s.z.chain[0].frame[now].card)
    if waits:
        return 1
    s.z.chain[0].frame[now].what |= SEEN_FRAME
    if aimed(s, now):
        s.z.chain[0].frame[now].what |= CHOSE
    s.z.sub = 0
    return 0


def aim_at_cards(s, op, wanted):
    """Pick cards, once or in every stable."""
    now = s.z.chain[0].now
    seat = s.z.chain[0].frame[now].seat
    card = s.z.chain[0].frame[now].card
    code = s.rules.op[op].code
    who = s.rules.op[op].who
    if who == WHO_SELF:
        if on_table(s, card) and not is_marked(s, card):
            choose_card(s, card)
        else:
            s.z.failed |= 1 << (s.z.chain[0].frame[now].what >> 4)
        return 0
    what = ASK_SACRIFICE
    if code == DO_DESTROY:
        what = ASK_DESTROY
    elif code == DO_STEAL:
        what = ASK_STEAL
    elif code == DO_RETURN:
        what = ASK_RETURN
    elif code == DO_BRING:
        what = ASK_GET
    elif code == DO_TO_DECK:
        what = ASK_MOVE
    stages = s.rules.players if who == WHO_EACH or who == WHO_CASTER else 1
    while s.z.sub < stages:
        chooser = s.z.sub if who == WHO_EACH else seat
        if what != ASK_GET and wanted < ALL and has_choosable(s, op, seat, card, scope_of(s, op), wanted + 1):
            return open_ask(s, what, chooser, wanted, card)
        s.z.chain[0].ask.what = what
        gather(s)
        s.z.chain[0].ask.what = 0
        if ask_cards(s, what, chooser, wanted):
            return 1
        s.z.sub += 1
    if aimed(s, now) < wanted:
        s.z.failed |= 1 << (s.z.chain[0].frame[now].what >> 4)
    return 0


def aim_and_name(s, op):
    """First the card, then who gets it."""
    now = s.z.chain[0].now
    if s.z.sub == 0:
        s.z.chain[0].ask.what = ASK_MOVE
        s.z.chain[0].ask.picked[0] = 0
        gather(s)
        s.z.chain[0].ask.what = 0
        if ask_cards(s, ASK_MOVE, s.z.chain[0].frame[now].seat, 1):
            return 1
        s.z.sub = 1
    if s.z.sub == 1:
        if aimed(s, now) == 0:
            s.z.failed |= 1 << (s.z.chain[0].frame[now].what >> 4)
        elif ask_player(s):
            return 1
        s.z.sub = 2
    return 0


def name_and_aim(s, op):
    """First the player; then, of a hand that is shown, the cards, or all unicorns of that stable."""
    now = s.z.chain[0].now
    code = s.rules.op[op].code
    if s.z.sub == 0:
        if ask_player(s):
            return 1
        s.z.sub = 1
    victim = cython.cast(cython.int, s.z.chain[0].frame[now].at) - 1
    if s.z.sub == 1 and victim >= 0:
        if code == DO_SHRINK:
            card = cython.cast(cython.int, s.z.head[4 * (victim + 1) + STABLE])
            while card != NO_CARD:
                if not is_panda(s, card):
                    add_target(s, now, card)
                card = s.z.next[card]
        elif code == DO_TAKE:
            seat = s.z.chain[0].frame[now].seat
            learn_hand(s, victim, 1 << seat)
            tell(s, TOLD_LOOKED, seat, victim, 0, 0, 0, EVERYBODY)
            s.z.chain[0].ask.what = ASK_GET
            s.z.chain[0].ask.picked[0] = 0
            gather(s)
            s.z.chain[0].ask.what = 0
            if ask_cards(s, ASK_GET, seat, s.rules.op[op].n):
                return 1
        s.z.sub = 2
    return 0


def aim_at_babies(s, wanted):
    """The last babies of the Nursery, as far as it reaches."""
    now = s.z.chain[0].now
    s.z.chain[0].frame[now].b = 0
    left: cython.int = wanted
    card = cython.cast(cython.int, s.z.tail[NURSERY])
    while card != NO_CARD and left:
        add_target(s, now, card)
        left -= 1
        card = s.z.prev[card]
    return 0


# ---- targets -------------------------------------------------------------------------------------------------------------


def aimed(s, at):
    """How many targets an effect chose, those that were struck too."""
    if not takes_aim(s.rules.op[s.z.chain[0].frame[at].a].code):
        return 0
    return s.z.chain[0].frame[at].b >> 8 if s.z.chain[0].frame[at].what & SEEN_FRAME or at == s.z.chain[0].now else 0


def takes_aim(code):
    """Whether an effect has targets; the others tell in the same place how much they do, if not as printed."""
    if code == DO_TAKE or code == DO_BRING or code == DO_BABIES or code == DO_TO_NURSERY or code == DO_TO_HAND:
        return True
    return way_of(code) != 0


def left_of(s, at):
    """How many targets an effect still has."""
    count = 0
    first = s.z.chain[0].frame[at].b & 255
    for i in range(first, first + aimed(s, at)):
        if s.z.target[i] != NO_CARD:
            count += 1
    return count


def is_target(s, at, card):
    first = s.z.chain[0].frame[at].b & 255
    for i in range(first, first + aimed(s, at)):
        if s.z.target[i] == card:
            return True
    return False


def is_aimed_at(s, card):
    """Whether any effect of the link has a card as its target."""
    if is_marked(s, card):
        return True
    for i in range(s.z.n_targets):
        if s.z.target[i] == card:
            return True
    return False


def strike(s, at, card):
    """A card is no target of an effect any more."""
    first = s.z.chain[0].frame[at].b & 255
    for i in range(first, first + aimed(s, at)):
        if s.z.target[i] == card:
            s.z.target[i] = NO_CARD


def way_of(code):
    """In which way an effect makes cards leave their stable."""
    if code == DO_SACRIFICE:
        return BY_SACRIFICE
    if code == DO_DESTROY or code == DO_SHRINK:
        return BY_DESTROY
    if code == DO_RETURN or code == DO_TO_DECK:
        return BY_RETURN
    if code == DO_STEAL or code == DO_MOVE or code == DO_GIVE or code == DO_GO_BACK:
        return BY_MOVE
    return 0


def answer_target(s, op, seat, card, at):
    """An effect that answers in this link, aimed at the card that answers; `at` is a player plus one."""
    place = s.z.chain[0].end
    append_to_link(s.z.chain, SEEN_FRAME, seat, card, op, 0)
    s.z.chain[0].frame[place].at = at
    return place


# ---- step 2: retarget ----------------------------------------------------------------------------------------------------


def retarget_step(s):
    """Black Knight and Phoenix may change what is aimed at."""
    if not all_auras(s) & WATCHES_TARGETS:
        return 0
    while s.z.chain[0].now < s.z.chain[0].end:
        now = s.z.chain[0].now
        code = s.rules.op[s.z.chain[0].frame[now].a].code
        if (code == DO_SACRIFICE or code == DO_DESTROY) and left_of(s, now):
            while s.z.sub < s.z.n_order:
                if ask_savior(s, s.z.order[s.z.sub]):
                    return 1
                s.z.sub += 1
        s.z.sub = 0
        s.z.chain[0].now += 1
    return 0


def ask_savior(s, card):
    """Whether the owner of a card is asked to save one of the targets with it."""
    now = s.z.chain[0].now
    way = way_of(s.rules.op[s.z.chain[0].frame[now].a].code)
    kind = s.rules.kind[card]
    seat = owner_of(s, card)
    if s.rules.first[kind][ON_FRIEND_TARGETED] and way == BY_DESTROY and not is_silenced(s, card) and not is_aimed_at(s, card):
        s.z.chain[0].ask.what = ASK_SAVE
        s.z.chain[0].ask.seat = seat
        gather(s)
        s.z.chain[0].ask.what = 0
        s.z.chain[0].ask.seat = 0
        if s.options:
            return open_ask(s, ASK_ACTIVATE, seat, 1, card)
    if s.rules.first[kind][ON_TARGETED] and way & s.rules.ways[kind] and is_target(s, now, card) and not is_silenced(s, card):
        if possible(s, s.rules.discard_one, seat, card):
            return open_ask(s, ASK_ACTIVATE, seat, 1, card)
    return 0


def save_friend(s, card):
    """The card is struck from the targets; whoever answers is sacrificed in this link."""
    now = s.z.chain[0].now
    savior = s.z.order[s.z.sub]
    strike(s, now, card)
    unmark(s, card)
    mark(s, savior)
    add_target(s, answer_target(s, s.rules.sacrifice_self, owner_of(s, savior), savior, 0), savior)
    tell(s, TOLD_SAVED, owner_of(s, savior), card, savior, 0, 0, EVERYBODY)
    s.z.sub += 1
    return 0


def save_self(s):
    """The card is struck from the targets; its owner discards a card in this link."""
    now = s.z.chain[0].now
    savior = s.z.order[s.z.sub]
    strike(s, now, savior)
    answer_target(s, s.rules.discard_one, owner_of(s, savior), savior, 0)
    tell(s, TOLD_SAVED, owner_of(s, savior), savior, savior, 0, 0, EVERYBODY)
    s.z.sub += 1
    return 0


# ---- step 3: relocate ----------------------------------------------------------------------------------------------------


def relocate_step(s):
    """Babies and flying unicorns go elsewhere instead."""
    while s.z.chain[0].now < s.z.chain[0].end:
        now = s.z.chain[0].now
        code = s.rules.op[s.z.chain[0].frame[now].a].code
        way = way_of(code) & (BY_SACRIFICE | BY_DESTROY | BY_RETURN)
        left = 0
        if way:
            first = s.z.chain[0].frame[now].b & 255
            for i in range(first, first + aimed(s, now)):
                if s.z.target[i] != NO_CARD and s.rules.first[s.rules.kind[s.z.target[i]]][ON_INSTEAD]:
                    left += 1
        if left:
            for i in range(s.z.n_order):
                card = s.z.order[i]
                kind = s.rules.kind[card]
                op = s.rules.first[kind][ON_INSTEAD]
                if op == 0 or not s.rules.ways[kind] & way or not is_target(s, now, card) or is_silenced(s, card):
                    continue
                if code != DO_SHRINK or s.rules.type[kind] == BABY:
                    strike(s, now, card)
                    add_target(s, answer_target(s, op, owner_of(s, card), card, 0), card)
        s.z.chain[0].now += 1
    return 0


# ---- steps 4 and 5: about to leave, switched off -------------------------------------------------------------------------


def leaving_step(s):
    """Who leaves, and whose leash is held by somebody who leaves, may answer."""
    if s.z.n_leashes == 0 and not all_auras(s) & WATCHES_LEAVING:
        return 0
    while s.z.chain[0].now < s.z.chain[0].end:
        now = s.z.chain[0].now
        first = s.z.chain[0].frame[now].b & 255
        if way_of(s.rules.op[s.z.chain[0].frame[now].a].code):
            for i in range(first, first + aimed(s, now)):
                if s.z.target[i] != NO_CARD and on_table(s, s.z.target[i]):
                    tell_leaving(s, now, s.z.target[i])
        s.z.chain[0].now += 1
    return 0


def tell_leaving(s, at, target):
    """The event that a target of an effect is about to leave."""
    code = s.rules.op[s.z.chain[0].frame[at].a].code
    way = way_of(code)
    for i in range(s.z.n_order):
        card = s.z.order[i]
        kind = s.rules.kind[card]
        if code == DO_SHRINK and s.rules.type[kind] != BABY:
            continue
        op = s.rules.first[kind][ON_GONE]
        if op and way & (BY_SACRIFICE | BY_DESTROY) and is_target(s, at, card) and not is_silenced(s, card):
            if target == card or not s.rules.stabby_once:
                queue(s, op, owner_of(s, card), card)
        op = s.rules.first[kind][ON_LEAVES]
        if op and target == card and not is_silenced(s, card):
            queue(s, op, owner_of(s, card), card)
    return fire_leashes(s, at, target)


def fire_leashes(s, at, target):
    """Cards that are held by one that leaves go back in this link."""
    if s.z.n_leashes == 0:
        return 0
    shrinks: cython.bint = s.rules.op[s.z.chain[0].frame[at].a].code == DO_SHRINK
    for i in range(s.z.n_order):
        card = s.z.order[i]
        if not s.z.leash[card] & UNTIL_SOURCE or s.z.lender[card] != target:
            continue
        speaker = target if s.rules.leash_of_source else card
        if is_silenced(s, speaker) or (shrinks and s.rules.type[s.rules.kind[speaker]] != BABY):
            continue
        home = s.z.leash[card] & HOME
        unloose(s, card)
        add_target(s, answer_target(s, s.rules.go_back, owner_of(s, card), card, home), card)
    return 0


def switch_off(s):
    """All effects of what was chosen and lies in a stable, and leashes that hold it."""
    for i in range(s.z.n_targets):
        card = s.z.target[i]
        if card != NO_CARD and on_table(s, card):
            unregister(s, card)
            unloose(s, card)


# ---- step 6: execute -----------------------------------------------------------------------------------------------------


def execute_step(s):
    while s.z.chain[0].now < s.z.chain[0].end:
        if execute(s):
            return 1
        s.z.sub = 0
        s.z.chain[0].now += 1
    return 0


def execute(s):
    """Carry out one effect; 1 if somebody is asked."""
    now = s.z.chain[0].now
    op = s.z.chain[0].frame[now].a
    code = s.rules.op[op].code
    seat = s.z.chain[0].frame[now].seat
    if code >= JOINT_MAY:
        group = s.z.chain[0].frame[now].what >> 4
        if code == JOINT_IF_DONE and not (group and s.z.failed >> group & 1):
            queue(s, s.rules.op[op].other, seat, s.z.chain[0].frame[now].card)
            s.z.chain[0].frame[s.z.chain[0].n - 1].at = s.z.chain[0].frame[now].at
        return 0
    if s.z.sub == 0:
        tell(s, TOLD_EFFECT, seat, s.z.chain[0].frame[now].card, code, left_of(s, now), 0, EVERYBODY)
    if code == DO_DISCARD:
        if discard_step(s, op):
            return 1
    elif code == DO_SEARCH:
        if search_step(s, op):
            return 1
    elif takes_aim(code):
        return follow_up(s, op, execute_on_table(s, code))
    else:
        n = s.z.chain[0].frame[now].b >> 8
        do_simple(s, op, seat, n if n else s.rules.op[op].n)
    return follow_up(s, op, 0)


def execute_on_table(s, code):
    """What is done to targets; returns to how many of them."""
    now = s.z.chain[0].now
    seat = s.z.chain[0].frame[now].seat
    at = cython.cast(cython.int, s.z.chain[0].frame[now].at) - 1
    first = s.z.chain[0].frame[now].b & 255
    done = 0
    for i in range(first, first + aimed(s, now)):
        card = s.z.target[i]
        if card == NO_CARD:
            continue
        if code == DO_BRING or code == DO_BABIES:
            done += bring_card(s, card, at if code == DO_BABIES else seat)
            continue
        if code == DO_TAKE:
            continue
        if not on_table(s, card):
            continue
        done += 1
        home = owner_of(s, card)
        if code == DO_SACRIFICE or code == DO_DESTROY or code == DO_SHRINK:
            leave_table(s, card)
            put(s, card, DISCARD)
        elif code == DO_RETURN or code == DO_TO_HAND:
            leave_table(s, card)
            to_hand(s, card, home, (1 << s.rules.players) - 1)
            tell(s, TOLD_RETURNED, home, card, 0, 0, 0, EVERYBODY)
        elif code == DO_TO_NURSERY:
            leave_table(s, card)
            put(s, card, NURSERY)
        elif code == DO_TO_DECK:
            leave_table(s, card)
            put(s, card, DECK)
            shuffle_deck(s)
        elif code == DO_STEAL:
            move_to(s, card, seat)
            zone = s.rules.op[s.z.chain[0].frame[now].a].zone
            if zone:
                tie(s, card, home, UNTIL_TURN if zone == AT_TURN_END else UNTIL_SOURCE, s.z.chain[0].frame[now].card)
        elif at >= 0:
            move_to(s, card, at)
    if code == DO_TAKE:
        take_cards(s, seat, at)
    return done


def follow_up(s, op, went):
    """What follows at once, and what waits for the next link, about the same player."""
    now = s.z.chain[0].now
    kept = s.rules.keep_followup and s.z.chain[0].frame[now].what & CHOSE
    code = s.rules.op[op].code
    seat = s.z.chain[0].frame[now].seat
    if s.rules.op[op].next and (went or kept):
        do_simple(s, s.rules.op[op].next, seat, s.rules.op[s.rules.op[op].next].n)
    then = s.rules.op[op].other
    if then == 0 or (code == DO_RETURN and not went and not kept) or (code == DO_SHRINK and aimed(s, now) == 0):
        return 0
    queue(s, then, seat, s.z.chain[0].frame[now].card)
    last = s.z.chain[0].n - 1
    s.z.chain[0].frame[last].at = s.z.chain[0].frame[now].at
    if code == DO_SHRINK:
        s.z.chain[0].frame[last].b = s.z.chain[0].frame[now].b & ~255
    return 0


def leave_table(s, card):
    """A card is about to leave its stable."""
    seat = owner_of(s, card)
    traffic(s, card, seat, False)
    tell(s, TOLD_LEFT, seat, card, 0, 0, 0, EVERYBODY)
    unregister(s, card)
    unloose(s, card)
    return 0


def enter_stable(s, card, seat):
    """A card arrives in a stable."""
    put(s, card, row_of(s, card, seat))
    tell(s, TOLD_ENTERED, seat, card, 0, 0, 0, EVERYBODY)
    return traffic(s, card, seat, True)


def move_to(s, card, seat):
    """From stable to stable. What is switched on, as Puppicorn is, stays so."""
    home = owner_of(s, card)
    if s.rules.queen_everywhere and not may_enter(s, card, seat):
        return 0
    traffic(s, card, home, False)
    tell(s, TOLD_LEFT, home, card, 0, 0, 0, EVERYBODY)
    return enter_stable(s, card, seat)


def tie(s, card, home, how, lender):
    """A leash that brings a card back."""
    unloose(s, card)
    s.z.leash[card] = (home + 1) | how
    s.z.lender[card] = lender
    s.z.n_leashes += 1


def bring_card(s, card, seat):
    """A card from a hand, the discard pile or the Nursery comes into a stable, if it still is where it was."""
    if seat < 0 or on_table(s, card) or s.z.zone[card] == DECK:
        return 0
    if s.rules.queen_everywhere and not may_enter(s, card, seat):
        return 0
    enter_stable(s, card, seat)
    return 1


def discard_step(s, op):
    """Discards are chosen now, player by player, from hands as they are, without what is aimed at."""
    now = s.z.chain[0].now
    who = s.rules.op[op].who
    stages = s.rules.players if who == WHO_EACH else 1
    while s.z.sub < stages:
        seat = cython.cast(cython.int, s.z.sub)
        if who == WHO_OWNER:
            seat = s.z.chain[0].frame[now].seat
        elif who != WHO_EACH:
            seat = cython.cast(cython.int, s.z.chain[0].frame[now].at) - 1
        if seat >= 0:
            wanted = cython.cast(cython.int, s.z.chain[0].frame[now].b >> 8)
            if wanted == 0:
                wanted = s.rules.op[op].n
            list_zone(s, 4 * (seat + 1), s.rules.op[op].filter, True, 0)
            if s.options < wanted:
                s.z.failed |= 1 << (s.z.chain[0].frame[now].what >> 4)
            k = wanted if wanted < s.options else s.options
            if k and (k < s.options or (s.rules.ask_forced and wanted < ALL)):
                return open_ask(s, ASK_DISCARD, seat, k, s.z.chain[0].frame[now].card)
            n = s.options
            for i in range(n):
                give_up(s, s.option[i], s.rules.op[op].zone == AT_DECK)
        s.z.sub += 1
    if s.rules.op[op].zone == AT_DECK:
        shuffle_deck(s)
    return 0


def give_up(s, card, into_deck):
    """A card leaves a hand."""
    seat = owner_of(s, card)
    known = (1 << seat) | s.z.seen_by[card] if into_deck else EVERYBODY
    put(s, card, DECK if into_deck else DISCARD)
    tell(s, TOLD_DISCARDED, seat, card, into_deck, 0, 0, known)
    return 0


def search_step(s, op):
    """The owner looks through the deck or the discard pile and takes cards that all may see."""
    now = s.z.chain[0].now
    seat = s.z.chain[0].frame[now].seat
    if s.z.sub == 0:
        s.z.chain[0].ask.what = ASK_GET
        s.z.chain[0].ask.picked[0] = 0
        gather(s)
        s.z.chain[0].ask.what = 0
        wanted = s.rules.op[op].n
        k = wanted if wanted < s.options else s.options
        if k and (k < s.options or s.rules.ask_forced):
            return open_ask(s, ASK_GET, seat, k, s.z.chain[0].frame[now].card)
        n = s.options
        for i in range(n):
            get_card(s, s.option[i])
    return 0


def get_card(s, card):
    """A card that was searched for comes to hand."""
    seat = s.z.chain[0].frame[s.z.chain[0].now].seat
    to_hand(s, card, seat, (1 << s.rules.players) - 1)
    tell(s, TOLD_TOOK, seat, card, -1, 0, 0, EVERYBODY)
    return 0


def do_simple(s, op, seat, n):
    """What needs no target."""
    now = s.z.chain[0].now
    code = s.rules.op[op].code
    at = cython.cast(cython.int, s.z.chain[0].frame[now].at) - 1
    if code == DO_DRAW:
        for i in range(n):
            if not draw_card(s, seat):
                s.z.failed |= 1 << (s.z.chain[0].frame[now].what >> 4)
    elif code == DO_SHUFFLE:
        shuffle_deck(s)
    elif code == DO_RESHUFFLE:
        reshuffle(s)
    elif code == DO_EXTRA_DRAW:
        s.z.extra_draws += n
    elif code == DO_PLAYS:
        if n > s.z.plays:
            s.z.plays = n
    elif code == DO_SKIP:
        s.z.skip = 1
    elif code == DO_EXTRA_TURN:
        s.z.again = 1
    elif code == DO_PULL and at >= 0:
        pull_cards(s, seat, at, n)
    elif code == DO_SWAP_HANDS and at >= 0:
        swap_hands(s, seat, at)
    elif code == DO_FOLLOW:
        card = s.z.chain[0].frame[now].card
        if on_table(s, card) and not (s.rules.puppy_stays and owner_of(s, card) == s.z.turn):
            move_to(s, card, s.z.turn)
    return 0


def pull_cards(s, seat, victim, n):
    """Random cards change hands; third players no longer know what the victim holds."""
    for i in range(n):
        held = s.z.count[4 * (victim + 1)]
        if held == 0:
            return 0
        nth = roll(s, CHANCE_PULL, held) if held > 1 else 0
        card = cython.cast(cython.int, s.z.head[4 * (victim + 1)])
        while nth:
            nth -= 1
            card = s.z.next[card]
        to_hand(s, card, seat, 1 << victim)
        tell(s, TOLD_TOOK, seat, card, victim, 0, 0, s.z.seen_by[card])
        keep_knowledge(s, victim, 1 << seat)
    return 0


def take_cards(s, seat, victim):
    """The thief takes what was picked, if it still is there; nobody else learns what."""
    now = s.z.chain[0].now
    first = s.z.chain[0].frame[now].b & 255
    for i in range(first, first + aimed(s, now)):
        card = s.z.target[i]
        if card != NO_CARD and s.z.zone[card] == 4 * (victim + 1):
            to_hand(s, card, seat, 0)
            tell(s, TOLD_TOOK, seat, card, victim, 0, 0, s.z.seen_by[card] | 1 << victim)
    if s.rules.thievery_wipes:
        keep_knowledge(s, victim, 1 << seat)
    return 0


def swap_hands(s, one, other):
    """Two hands change places. What others know of the cards stays, and both know what they gave away."""
    mine = 4 * (one + 1)
    theirs = 4 * (other + 1)
    n = cython.cast(cython.int, s.z.count[mine])
    m = cython.cast(cython.int, s.z.count[theirs])
    for i in range(n):
        card = s.z.head[mine]
        seen = s.z.seen_by[card]
        to_hand(s, card, other, seen)
    for i in range(m):
        card = s.z.head[theirs]
        seen = s.z.seen_by[card]
        to_hand(s, card, one, seen)
    tell(s, TOLD_SWAPPED, one, other, 0, 0, 0, EVERYBODY)
    return 0
