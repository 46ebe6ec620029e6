"""Duelyst: how what was begun is brought to its end.

Damage, healing, deaths, draws, summons and the like wait in a queue and are taken from its front; whatever only changes a
unit's numbers or abilities happens at once. When the queue is empty the board is cleaned up: is the game over, who watched the
deaths, whose situation has changed, who stands on a spring, which artifacts are broken. If that brings new things into the
queue, it goes on. So both fighters die together, a spell hits everybody before anybody falls, and who falls gains nothing from
the others.
"""

import cython
from cython.cimports.cardlab.games.duelyst.rules.play import do_deeds

from cardlab.errors import PluginError

LASTING = cython.declare(cython.const[cython.uint], 4194304 | 65536 | 2048)
"""Being a structure, vanishing and being an egg are no abilities that could be dispelled."""

# ---- the queue ---------------------------------------------------------------------------------------------------


def append(s, what, who, whom, seat, tile, card, n):
    if s.tail >= QUEUE:
        return queue_full()
    at = s.tail
    s.queue[at].what = what
    s.queue[at].who = who
    s.queue[at].whom = whom
    s.queue[at].seat = seat
    s.queue[at].tile = tile
    s.queue[at].card = card
    s.queue[at].n = n
    s.tail = at + 1
    return 0


def queue_full():
    with cython.gil:
        raise PluginError(f"more than {QUEUE} things follow from one action of Duelyst")


def effects_full():
    with cython.gil:
        raise PluginError(f"more than {EFFECTS} changes of numbers last on one board of Duelyst")


def resolve(s):
    """Take what waits until nothing does. While a card asks for another choice, reactions are on hold."""
    while True:
        while s.head < s.tail:
            take_next(s)
        s.head = 0
        s.tail = 0
        if s.z.pending:
            hold_deaths(s)
            sweep(s)
            return 0
        clean_up(s)
        if s.z.phase == OVER or s.tail == 0:
            break
    sweep(s)
    return settle(s) if s.z.phase == OVER else 0


def take_next(s):
    at = s.head
    s.head = at + 1
    what = s.queue[at].what
    who = s.queue[at].who
    whom = s.queue[at].whom
    if what == STRIKE or what == STRIKE_BACK:
        return strike(s, who, whom, what == STRIKE_BACK)
    if what == HURT:
        return hurt(s, who, whom, s.queue[at].n, False)
    if what == STARVE:
        return hurt(s, NOBODY, whom, s.queue[at].n, True)
    if what == DIE:
        return die(s, whom)
    if what == HEAL:
        heal(s, whom, s.queue[at].n)
    elif what == DRAW:
        return draw_card(s, s.queue[at].seat)
    elif what == SUMMON:
        if s.z.at[s.queue[at].tile] == NOBODY:
            summon_unit(s, s.queue[at].seat, s.queue[at].card, s.queue[at].tile)
    elif what == LAY_EGG:
        tile = s.queue[at].tile
        card = s.queue[at].card
        if s.z.at[tile] == NOBODY:
            i = summon_unit(s, s.queue[at].seat, s.rules.egg, tile)
            s.z.unit[i].egg = card
    elif what == TELEPORT:
        teleport(s, whom, s.queue[at].tile)
    elif what == VANISH:
        if not s.z.unit[whom].flags & GONE:
            tell(s, VANISHED, s.z.unit[whom].owner, s.z.unit[whom].card, s.z.unit[whom].tile, 0, 0, EVERYBODY)
            leave_board(s, whom)
    elif what == TRANSFORM:
        return transform(s, whom, s.queue[at].card)
    elif what == LAY_CREEP:
        tell(s, CREEP_LAID, s.queue[at].seat, s.queue[at].tile, 0, 0, 0, EVERYBODY)
        lay_object(s, s.queue[at].tile, CREEP + s.queue[at].seat)
    elif what == EQUIP:
        return equip(s, s.queue[at].seat, s.queue[at].card)
    elif what == SEND_BACK:
        send_back(s, whom)
    elif what == TURN_COAT:
        turn_coat(s, whom)
    return 0


# ---- cleaning up -------------------------------------------------------------------------------------------------


def clean_up(s):
    if is_decided(s):
        return 0
    if s.n_dead:
        watch_deaths(s)
    for i in range(s.z.n_units):
        if s.z.unit[i].flags & FIELD_HIT:
            s.z.unit[i].flags &= ~(FIELD_UP | FIELD_HIT)
    situate(s)
    use_springs(s)
    return break_artifacts(s)


def hold_deaths(s):
    """Who fell while a card asks for another choice is watched when it was made: tile, side and rank of each."""
    for k in range(s.n_dead):
        if s.z.n_held < HELD:
            s.z.held[s.z.n_held] = s.dead[k].tile | s.dead[k].seat << 6 | (0 if s.dead[k].n else 128)
            s.z.n_held += 1
    s.n_dead = 0


def tell_deaths(s):
    """Those who were held fell now."""
    s.n_dead = s.z.n_held
    for k in range(s.n_dead):
        s.dead[k].tile = s.z.held[k] & 63
        s.dead[k].seat = s.z.held[k] >> 6 & 1
        s.dead[k].n = 0 if s.z.held[k] & 128 else 1
    s.z.n_held = 0


def is_decided(s):
    first: cython.bint = (s.z.unit[0].flags & GONE) != 0
    second: cython.bint = (s.z.unit[1].flags & GONE) != 0
    if not first and not second:
        return False
    s.n_dead = 0
    if first and second:
        end_game(s, -1, BOTH_DEAD)
    else:
        end_game(s, 1 if first else 0, GENERAL_DEAD)
    return True


def end_game(s, winner, reason):
    s.z.phase = OVER
    s.z.winner = winner
    s.z.reason = reason
    tell(s, ENDED, winner, reason, 0, 0, 0, EVERYBODY)


def watch_deaths(s):
    """Each death is watched by all who are still there, the current player's units first."""
    n = s.n_dead
    s.n_dead = 0
    for k in range(n):
        owner = s.dead[k].seat
        for turn in range(2):
            p = s.z.player if turn == 0 else 1 - s.z.player
            for i in range(s.z.n_units):
                if s.z.unit[i].owner == p and s.z.unit[i].keywords & DEATHWATCH and not s.z.unit[i].flags & GONE:
                    do_deeds(s, s.z.unit[i].card, ON_DEATHWATCH, p, i, s.z.unit[i].tile, s.dead[k].tile)
            if p != owner:
                reap(s, p, s.dead[k].tile)
            elif s.dead[k].n:
                for dance in range(s.z.dances[p]):
                    append(s, DRAW, NOBODY, NOBODY, p, 0, 0, 0)
    return 0


def reap(s, p, tile):
    """An artifact may put a wraithling where an enemy of its wearer fell beside it."""
    for k in range(s.z.n_worn[p]):
        if s.rules.fact[s.z.worn[p][k]].powers & REAPER and near(ONE << s.z.unit[p].tile) >> tile & 1:
            append(s, SUMMON, NOBODY, NOBODY, p, tile, s.rules.wraithling, 0)
    return 0


def use_springs(s):
    for k in range(s.z.n_objects):
        tile = s.z.object[k] & 63
        if s.z.object[k] >> 6 == SPRING and s.z.at[tile] != NOBODY:
            p = s.z.unit[s.z.at[tile]].owner
            s.z.object[k] = tile | USED_SPRING << 6
            if s.z.mana[p] < s.rules.most_mana:
                s.z.mana[p] += 1
                s.z.bonus[p] += 1
            tell(s, SPRING_USED, p, tile, s.z.mana[p], 0, 0, EVERYBODY)


def break_artifacts(s):
    for p in range(2):
        at = 0
        while at < s.z.n_worn[p]:
            if s.z.durability[p][at] == 0:
                drop_artifact(s, p, at)
            else:
                at += 1
    return 0


def drop_artifact(s, p, at):
    card = s.z.worn[p][at]
    tell(s, ARTIFACT_BROKE, p, card, 0, 0, 0, EVERYBODY)
    s.z.n_worn[p] -= 1
    for k in range(at, s.z.n_worn[p]):
        s.z.worn[p][k] = s.z.worn[p][k + 1]
        s.z.durability[p][k] = s.z.durability[p][k + 1]
    s.z.worn[p][s.z.n_worn[p]] = 0
    s.z.durability[p][s.z.n_worn[p]] = 0
    if s.rules.fact[card].powers & RETURNS:
        put_in_deck(s, p, card)
    compute(s, p)


def equip(s, p, card):
    """Put an artifact on; if there are too many, the oldest goes."""
    if s.z.unit[p].flags & GONE or s.rules.artifacts == 0:
        return 0
    while s.z.n_worn[p] >= s.rules.artifacts:
        drop_artifact(s, p, 0)
    s.z.worn[p][s.z.n_worn[p]] = card
    s.z.durability[p][s.z.n_worn[p]] = s.rules.durability
    s.z.n_worn[p] += 1
    compute(s, p)
    return 0


# ---- numbers and abilities ---------------------------------------------------------------------------------------


def settle(s):
    """All that follows from where units stand and what is on them."""
    for tile in range(TILES):
        s.z.at[tile] = NOBODY
    for p in range(2):
        s.z.own[p] = 0
        s.z.provokers[p] = 0
    for i in range(s.z.n_units):
        s.z.unit[i].flags &= ~SITUATED
        if not s.z.unit[i].flags & GONE:
            s.z.at[s.z.unit[i].tile] = i
            s.z.own[s.z.unit[i].owner] |= ONE << s.z.unit[i].tile
    for i in range(s.z.n_units):
        if is_situated(s, i):
            s.z.unit[i].flags |= SITUATED
        compute(s, i)
    return 0


def situate(s):
    """Zeal and Infiltrate, which depend on where a unit stands."""
    for i in range(s.z.n_units):
        if s.z.unit[i].keywords & (ZEAL | INFILTRATE) and not s.z.unit[i].flags & GONE:
            if is_situated(s, i) != ((s.z.unit[i].flags & SITUATED) != 0):
                s.z.unit[i].flags ^= SITUATED
                compute(s, i)


def is_situated(s, i):
    abilities = (s.rules.fact[s.z.unit[i].card].keywords & ~s.z.unit[i].lost) | s.z.unit[i].granted
    if s.z.unit[i].flags & GONE:
        return False
    p = s.z.unit[i].owner
    if abilities & ZEAL and not s.z.unit[p].flags & GONE:
        return i != p and (near(ONE << s.z.unit[p].tile) >> s.z.unit[i].tile & 1) != 0
    if abilities & INFILTRATE:
        column = s.z.unit[i].tile % 9
        return column >= 5 if p == 0 else column <= 3
    return False


def compute_keywords(s, i):
    card = s.z.unit[i].card
    keywords = (s.rules.fact[card].keywords & ~s.z.unit[i].lost) | s.z.unit[i].granted | s.z.unit[i].brief
    if s.z.unit[i].flags & SITUATED:
        keywords |= s.rules.fact[card].situational_keywords
    if i < 2:
        for k in range(s.z.n_worn[i]):
            keywords |= s.rules.fact[s.z.worn[i][k]].worn_keywords
    s.z.unit[i].keywords = keywords
    if s.z.unit[i].flags & GONE:
        return
    here = ONE << s.z.unit[i].tile
    if keywords & PROVOKE:
        s.z.provokers[s.z.unit[i].owner] |= here
    else:
        s.z.provokers[s.z.unit[i].owner] &= ~here


def compute(s, i):
    """A unit's abilities, attack and health.

    What is printed or has replaced it, then changes in their order, then its situation.
    """
    compute_keywords(s, i)
    card = s.z.unit[i].card
    attack: cython.int = s.rules.fact[card].attack
    health: cython.int = s.rules.fact[card].health
    n = s.z.n_effects
    for k in range(n):
        if s.z.effect[k].unit == i and s.z.effect[k].change == REBASES:
            attack = s.z.effect[k].attack
            health = s.z.effect[k].health
    for k in range(n):
        if s.z.effect[k].unit != i:
            continue
        if s.z.effect[k].change == ADDS:
            attack += s.z.effect[k].attack
            health += s.z.effect[k].health
        elif s.z.effect[k].change == SETS:
            attack = s.z.effect[k].attack
    if i < 2:
        for k in range(s.z.n_worn[i]):
            attack += s.rules.fact[s.z.worn[i][k]].worn
    if s.z.unit[i].flags & SITUATED:
        attack += s.rules.fact[card].situational
    if attack < 0 or s.z.unit[i].keywords & STRUCTURE:
        attack = 0
    s.z.unit[i].attack = attack
    s.z.unit[i].health = health if health > 0 else 0


def add_effect(s, i, change, until, attack, health):
    """Change a unit's numbers. An addition joins an earlier one of the same length, unless something was set in between."""
    k: cython.int = s.z.n_effects - 1
    while k >= 0 and change == ADDS:
        if s.z.effect[k].unit == i:
            if s.z.effect[k].change == SETS and attack:
                break
            if s.z.effect[k].change == ADDS and s.z.effect[k].until == until and s.z.effect[k].count < 255:
                s.z.effect[k].attack += attack
                s.z.effect[k].health += health
                s.z.effect[k].count += 1
                compute(s, i)
                return check_health(s, i)
        k -= 1
    k = s.z.n_effects
    if k >= EFFECTS:
        return effects_full()
    s.z.n_effects = k + 1
    while k > 0 and s.z.effect[k - 1].unit > i:
        copy_effect(s, k, k - 1)
        k -= 1
    s.z.effect[k].unit = i
    s.z.effect[k].change = change
    s.z.effect[k].until = until
    s.z.effect[k].count = 1
    s.z.effect[k].attack = attack
    s.z.effect[k].health = health
    compute(s, i)
    return check_health(s, i)


def copy_effect(s, to, at):
    s.z.effect[to].unit = s.z.effect[at].unit
    s.z.effect[to].change = s.z.effect[at].change
    s.z.effect[to].until = s.z.effect[at].until
    s.z.effect[to].count = s.z.effect[at].count
    s.z.effect[to].attack = s.z.effect[at].attack
    s.z.effect[to].health = s.z.effect[at].health


def delete_effect(s, at):
    s.z.n_effects -= 1
    for k in range(at, s.z.n_effects):
        copy_effect(s, k, k + 1)
    clear_effect(s, s.z.n_effects)


def drop_effects(s, i):
    at = 0
    while at < s.z.n_effects:
        if s.z.effect[at].unit == i:
            delete_effect(s, at)
        else:
            at += 1


def expire(s, until):
    """The time of some effects is over."""
    at = 0
    while at < s.z.n_effects:
        if s.z.effect[at].until == until:
            i = s.z.effect[at].unit
            delete_effect(s, at)
            compute(s, i)
            check_health(s, i)
        else:
            at += 1
    return 0


def check_health(s, i):
    """Who has no health left will die."""
    if s.z.unit[i].flags & (GONE | DOOMED) or s.z.unit[i].health > s.z.unit[i].damage:
        return 0
    s.z.unit[i].flags |= DOOMED
    return append(s, DIE, NOBODY, i, 0, 0, 0, 0)


def stun(s, i):
    """Until the end of the controller's next turn, or of the one after it if it is the controller's turn now."""
    if s.z.unit[i].stun == 0:
        s.z.unit[i].stun = 2 if s.z.unit[i].owner == s.z.player else 1
        tell(s, STUNNED, s.z.unit[i].owner, s.z.unit[i].card, s.z.unit[i].tile, 0, 0, EVERYBODY)
    return 0


def dispel(s, i):
    """Take away abilities and changes. Damage, artifacts and counters stay; who came with Rush this turn is exhausted again.

    A wall is nothing without its ability, so it is removed; who was only rooted to the spot stays.
    """
    rushing: cython.bint = (s.z.unit[i].keywords & RUSH) != 0
    s.z.unit[i].lost = s.rules.fact[s.z.unit[i].card].keywords & ~LASTING
    s.z.unit[i].granted &= LASTING
    s.z.unit[i].brief = 0
    s.z.unit[i].grants = 0
    s.z.unit[i].stun = 0
    s.z.unit[i].flags = (s.z.unit[i].flags | DISPELLED) & ~(SITUATED | FIELD_UP | FIELD_HIT)
    if rushing and s.z.unit[i].fresh:
        s.z.unit[i].flags |= EXHAUSTED
    tell(s, DISPELS, s.z.unit[i].owner, s.z.unit[i].card, s.z.unit[i].tile, 0, 0, EVERYBODY)
    drop_effects(s, i)
    compute(s, i)
    if s.rules.fact[s.z.unit[i].card].keywords & ROOTED:
        append(s, VANISH, NOBODY, i, s.z.unit[i].owner, 0, 0, 0)
    return check_health(s, i)


# ---- units come and go -------------------------------------------------------------------------------------------


def put_unit(s, seat, card, tile, ready):
    """A new unit on a free tile; return its number."""
    if s.z.n_units >= UNITS:
        sweep(s)
    i = s.z.n_units
    s.z.n_units = i + 1
    clear_unit(s, i)
    s.z.unit[i].card = card
    s.z.unit[i].owner = seat
    s.z.unit[i].fresh = 1
    keywords = s.rules.fact[card].keywords
    if not ready and not keywords & RUSH:
        s.z.unit[i].flags |= EXHAUSTED
    if keywords & FORCEFIELD:
        s.z.unit[i].flags |= FIELD_UP
    set_down(s, i, tile)
    compute(s, i)
    tell(s, SUMMONED, seat, card, tile, 0, 0, EVERYBODY)
    return i


def summon_unit(s, seat, card, tile):
    """A unit that was summoned, with what is promised this turn to those who are; return its number."""
    i = put_unit(s, seat, card, tile, False)
    for k in range(s.z.surges[seat]):
        add_effect(s, i, ADDS, FOR_GOOD, 1, 1)
    return i


def set_down(s, i, tile):
    s.z.unit[i].tile = tile
    s.z.at[tile] = i
    s.z.own[s.z.unit[i].owner] |= ONE << tile
    if s.z.unit[i].keywords & PROVOKE:
        s.z.provokers[s.z.unit[i].owner] |= ONE << tile


def lift(s, i):
    here = ONE << s.z.unit[i].tile
    s.z.at[s.z.unit[i].tile] = NOBODY
    s.z.own[s.z.unit[i].owner] &= ~here
    s.z.provokers[s.z.unit[i].owner] &= ~here


def leave_board(s, i):
    if s.z.pending and s.z.used[0] == s.z.unit[i].tile:
        s.bereft = True
    lift(s, i)
    s.z.unit[i].flags |= GONE
    drop_effects(s, i)


def sweep(s):
    """Close the gaps that those left who are gone, and follow the others to their new numbers."""
    to = 2
    for i in range(2, s.z.n_units):
        if s.z.unit[i].flags & GONE:
            continue
        if to != i:
            assign_part(s.z.unit[to], s.z.unit[i])
            s.z.at[s.z.unit[to].tile] = to
            for k in range(s.z.n_effects):
                if s.z.effect[k].unit == i:
                    s.z.effect[k].unit = to
            for k in range(s.head, s.tail):
                if s.queue[k].who == i:
                    s.queue[k].who = to
                if s.queue[k].whom == i:
                    s.queue[k].whom = to
        to += 1
    for i in range(to, s.z.n_units):
        clear_unit(s, i)
    s.z.n_units = to


def teleport(s, i, tile):
    if s.z.unit[i].flags & GONE or s.z.at[tile] != NOBODY:
        return
    tell(s, TELEPORTED, s.z.unit[i].owner, s.z.unit[i].card, s.z.unit[i].tile, tile, 0, EVERYBODY)
    lift(s, i)
    set_down(s, i, tile)


def transform(s, i, card):
    """Another minion in its place, as ready as it was."""
    if s.z.unit[i].flags & GONE:
        return 0
    tile = s.z.unit[i].tile
    owner = s.z.unit[i].owner
    flags = s.z.unit[i].flags & EXHAUSTED
    moves = s.z.unit[i].moves
    attacks = s.z.unit[i].attacks
    fresh = s.z.unit[i].fresh
    tell(s, TRANSFORMED, owner, s.z.unit[i].card, card, tile, 0, EVERYBODY)
    leave_board(s, i)
    to = put_unit(s, owner, card, tile, True)
    s.z.unit[to].flags |= flags
    s.z.unit[to].moves = moves
    s.z.unit[to].attacks = attacks
    s.z.unit[to].fresh = fresh
    return 0


def hatch(s, i):
    """An egg becomes what it came from, fresh and ready."""
    card = s.z.unit[i].egg
    tile = s.z.unit[i].tile
    owner = s.z.unit[i].owner
    leave_board(s, i)
    tell(s, HATCHED, owner, card, tile, 0, 0, EVERYBODY)
    put_unit(s, owner, card, tile, True)
    return 0


def send_back(s, i):
    """Back to the hand of its controller, where there is room; but who is about to die does."""
    if s.z.unit[i].flags & (GONE | DOOMED):
        return
    p = s.z.unit[i].owner
    slot = free_slot(s, p)
    tell(s, RETURNED, p, s.z.unit[i].card, s.z.unit[i].tile, slot >= 0, 0, EVERYBODY)
    if slot >= 0:
        s.z.hand[p][slot] = s.z.unit[i].card
    leave_board(s, i)


def turn_coat(s, i):
    """Change sides; who does is exhausted, unless it has Rush."""
    if s.z.unit[i].flags & GONE:
        return
    tile = s.z.unit[i].tile
    lift(s, i)
    s.z.unit[i].owner = 1 - s.z.unit[i].owner
    if not s.z.unit[i].keywords & RUSH:
        s.z.unit[i].flags |= EXHAUSTED
    s.z.unit[i].flags &= ~SITUATED
    tell(s, CONTROL, s.z.unit[i].owner, s.z.unit[i].card, tile, 0, 0, EVERYBODY)
    set_down(s, i, tile)
    compute(s, i)


# ---- damage and death --------------------------------------------------------------------------------------------


def strike(s, who, whom, back):
    """One blow of an attack or a counterattack."""
    if s.z.unit[who].flags & GONE or s.z.unit[whom].flags & GONE:
        return 0
    amount: cython.int = s.z.unit[who].attack
    keywords = s.z.unit[who].keywords
    if keywords & BACKSTAB and stands_behind(s, who, whom):
        amount += backstab_of(s, who)
    if keywords & GENERAL_DOUBLE and whom < 2:
        amount *= 2
    if keywords & MINION_DOUBLE and whom >= 2:
        amount *= 2
    if s.z.unit[whom].keywords & GENERAL_PROOF and who < 2:
        amount = 0
    return hurt(s, who, whom, amount, False)


def backstab_of(s, who):
    value = s.rules.fact[s.z.unit[who].card].backstab
    if who < 2:
        for k in range(s.z.n_worn[who]):
            value += s.rules.fact[s.z.worn[who][k]].backstab
    return value if value else 1


def stands_behind(s, who, whom):
    return behind(s, s.z.unit[whom].owner, s.z.unit[whom].tile, 1) == s.z.unit[who].tile


def behind(s, owner, tile, steps):
    """The tile so many steps behind one in the same row, as its owner sees it; -1 if that is off the board."""
    column = tile % 9 + (-steps if owner == 0 else steps)
    return tile // 9 * 9 + column if 0 <= column < 9 else -1


def hurt(s, who, whom, amount, sure):
    """One instance of damage. A sure one cannot be prevented."""
    if s.z.unit[whom].flags & (GONE | DOOMED):
        return 0
    if s.z.unit[whom].flags & FIELD_UP and amount > 0 and not sure:
        s.z.unit[whom].flags |= FIELD_HIT
        amount = 0
    if amount <= 0:
        return 0
    s.z.unit[whom].damage += amount
    s.z.idle_plays = 0
    tell(s, DAMAGED, s.z.unit[whom].owner, s.z.unit[whom].card, s.z.unit[whom].tile, amount, 0, EVERYBODY)
    check_health(s, whom)
    if whom < 2:
        for k in range(s.z.n_worn[whom]):
            careful: cython.bint = (s.rules.fact[s.z.worn[whom][k]].powers & CAREFUL) != 0 and s.z.player == whom
            if s.z.durability[whom][k] and not careful:
                s.z.durability[whom][k] -= 1
    if s.z.unit[whom].keywords & HURT_WATCH:
        do_deeds(s, s.z.unit[whom].card, ON_HURT, s.z.unit[whom].owner, whom, s.z.unit[whom].tile, s.z.unit[whom].tile)
    if who < 2:
        blow_horn(s, who)
    return 0


def blow_horn(s, p):
    """An artifact may call a wraithling when its wearer deals damage. Where it comes to is settled at once, and kept free."""
    for k in range(s.z.n_worn[p]):
        if s.rules.fact[s.z.worn[p][k]].powers & HORN:
            tiles = near(ONE << s.z.unit[p].tile) & ~(s.z.own[0] | s.z.own[1])
            for waiting in range(s.head, s.tail):
                if s.queue[waiting].what == SUMMON and s.queue[waiting].card == s.rules.wraithling:
                    tiles &= ~(ONE << s.queue[waiting].tile)
            if tiles:
                append(s, SUMMON, NOBODY, NOBODY, p, pick_tile(s, tiles, s.z.unit[p].tile), s.rules.wraithling, 0)
    return 0


def die(s, i):
    if s.z.unit[i].flags & GONE:
        return 0
    card = s.z.unit[i].card
    owner = s.z.unit[i].owner
    tile = s.z.unit[i].tile
    keywords = s.z.unit[i].keywords
    tell(s, DIED, owner, card, tile, 0, 0, EVERYBODY)
    leave_board(s, i)
    if s.n_dead < UNITS:
        s.dead[s.n_dead].seat = owner
        s.dead[s.n_dead].tile = tile
        s.dead[s.n_dead].card = card
        s.dead[s.n_dead].n = 1 if i >= 2 else 0
        s.n_dead += 1
    if keywords & DYING_WISH:
        do_deeds(s, card, ON_DEATH, owner, i, tile, tile)
    if keywords & SCARRED:
        append(s, LAY_CREEP, NOBODY, NOBODY, s.z.player, tile, 0, 0)
    if keywords & REBIRTH:
        append(s, LAY_EGG, NOBODY, NOBODY, owner, tile, card, 0)
    return 0


def heal(s, i, n):
    if s.z.unit[i].flags & (GONE | DOOMED):
        return
    healed: cython.int = n if n < s.z.unit[i].damage else s.z.unit[i].damage
    s.z.unit[i].damage -= healed
    tell(s, HEALED, s.z.unit[i].owner, s.z.unit[i].card, s.z.unit[i].tile, healed, 0, EVERYBODY)


# ---- cards -------------------------------------------------------------------------------------------------------


def draw_card(s, p):
    """A random card of the deck into the lowest free slot; burned if there is none; damage if the deck is empty."""
    if s.z.n_deck[p] == 0:
        tell(s, DECK_EMPTY, p, s.rules.deck_out, 0, 0, 0, EVERYBODY)
        if s.rules.deck_out:
            append(s, STARVE, NOBODY, p, p, 0, 0, s.rules.deck_out)
        return 0
    slot = free_slot(s, p)
    if slot < 0 and not s.rules.burns:
        return 0
    card = take_from_deck(s, p, roll(s, DRAW_CHANCE, s.z.n_deck[p]))
    if slot < 0:
        tell(s, BURNED, p, card, 0, 0, 0, EVERYBODY)
    else:
        s.z.hand[p][slot] = card
        tell(s, DREW, p, card, slot, 0, 0, 1 << p)
    return 0


def free_slot(s, p):
    for slot in range(HAND):
        if s.z.hand[p][slot] == 0:
            return slot
    return -1


def take_from_deck(s, p, at):
    card = s.z.deck[p][at]
    s.z.n_deck[p] -= 1
    for i in range(at, s.z.n_deck[p]):
        s.z.deck[p][i] = s.z.deck[p][i + 1]
    s.z.deck[p][s.z.n_deck[p]] = 0
    return card


def put_in_deck(s, p, card):
    """To the end of the list; a deck that could hold no more with a full hand in it stays as it is."""
    if s.z.n_deck[p] < DECK_ROOM - HAND:
        s.z.deck[p][s.z.n_deck[p]] = card
        s.z.n_deck[p] += 1


# ---- tiles -------------------------------------------------------------------------------------------------------


def lay_object(s, tile, kind):
    remove_object(s, tile)
    s.z.object[s.z.n_objects] = tile | kind << 6
    s.z.n_objects += 1


def remove_object(s, tile):
    for k in range(s.z.n_objects):
        if s.z.object[k] & 63 == tile:
            s.z.n_objects -= 1
            for j in range(k, s.z.n_objects):
                s.z.object[j] = s.z.object[j + 1]
            s.z.object[s.z.n_objects] = 0
            return


def creep_of(s, p):
    tiles: cython.ulonglong = 0
    for k in range(s.z.n_objects):
        if s.z.object[k] >> 6 == CREEP + p:
            tiles |= ONE << (s.z.object[k] & 63)
    return tiles


def pick_tile(s, tiles, centre):
    """A random one of the tiles around a centre: sides first, then corners, as recorded games count them."""
    nth = roll(s, TILE_CHANCE, popcount(tiles))
    for k in range(8):
        tile = step_from(centre, k)
        if tile >= 0 and tiles >> tile & 1:
            if nth == 0:
                return tile
            nth -= 1
    return lowest_bit(tiles)


def step_from(tile, nth):
    """One of the eight tiles around one, in the canonical order; -1 if it is off the board."""
    dx = 0
    dy = 0
    if nth == 0 or nth == 4 or nth == 7:
        dx = -1
    elif nth == 1 or nth == 5 or nth == 6:
        dx = 1
    if nth == 2 or nth == 4 or nth == 6:
        dy = -1
    elif nth == 3 or nth == 5 or nth == 7:
        dy = 1
    x = tile % 9 + dx
    y = tile // 9 + dy
    return y * 9 + x if 0 <= x < 9 and 0 <= y < 5 else -1
