"""Scripts of Tribute: positions and views as plain values, and the checks that they pass.

A position needs `patrons` and nothing else: what is left out is empty, zero or neutral. It need not be reachable; any card may
lie in any pile. A card is written as its key; a label after it (``GOLD#1``) is for those who tell copies apart, and is not
kept.

A view is a position with ``?`` for cards of the other player's hand and draw pile, whose sum is listed, sorted, as `unseen`.
The tavern deck is sorted, and so is the own draw pile below the cards that its owner knows.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlab.core.limits import EVERYBODY
from cardlab.core.reading import UNKNOWN, flag, listed, only, whole, word
from cardlab.errors import PositionError
from cardlab.games.tribute.rules.state import (
    AGENTS,
    HELD,
    LATER_ROOM,
    LEVELS,
    MOST_PICKS,
    PATRONS,
    QUEUE_ROOM,
    SLOTS,
    TAVERN_ROOM,
    Asking,
    Deed,
    Ending,
    Patron,
    Phase,
)
from cardlab.games.tribute.words.cards import CARDS, PATRON_NAMES, TributeCard, card_named, patron_named

if TYPE_CHECKING:
    from cardlab.games.tribute.rules.state import TributeState

PLAYERS = ("PLAYER1", "PLAYER2")
NOBODY = "NO_PLAYER_SELECTED"
SIDES = ("P1", "P2")
_PARTS = (
    "phase", "patrons", "favor", "current", "turn", "decisions", "copy", "tavern", *SIDES, "combos", "queue",
    "next_turn_effects",
    "pending_choice", "game_over",
)  # fmt: skip
_PILES = ("hand", "draw", "played", "cooldown")
_NUMBERS = {
    "coins": 1_000_000, "power": 1_000_000, "prestige": 1_000_000, "patron_calls": 250, "known_upcoming": HELD,
}  # fmt: skip
_NO_SLOT, _MARKED = 255, 254
_USED, _HEALER = 1, 2
_ASKING = {int(what): what.name for what in Asking}
ASKED_BY = {
    Asking.ACQUIRE_CARDS: Deed.ACQUIRE, Asking.REPLACE_CARDS_IN_TAVERN: Deed.REPLACE, Asking.DESTROY_CARDS: Deed.DESTROY,
    Asking.REFRESH_CARDS: Deed.RETURN_TOP, Asking.REFRESH_AGENTS: Deed.RETURN_AGENT_TOP, Asking.TOSS_CARDS: Deed.TOSS_TOP,
    Asking.KNOCKOUT_AGENTS: Deed.KNOCK_OUT, Asking.DONATE_CARDS: Deed.DONATE, Asking.DISCARD_CARDS: Deed.OPP_DISCARD,
}  # fmt: skip
"""The effects that ask for cards."""
_ASKED_BY_PATRON = {
    Asking.COMPLETE_HLAALU: Patron.HLAALU, Asking.COMPLETE_PELLIN: Patron.PELIN, Asking.COMPLETE_PSIJIC: Patron.PSIJIC,
    Asking.COMPLETE_TREASURY: Patron.TREASURY,
}  # fmt: skip
_STORED = (Asking.REPLACE_CARDS_IN_TAVERN, Asking.KNOCKOUT_AGENTS)
"""Choices whose picks wait until all are made."""

Fields = dict[str, Any]

# ---- writing ---------------------------------------------------------------------------------------------------------


def piles_of(z: Fields, p: int) -> dict[str, list[int]]:
    """The piles of a player as numbers of cards, the top first."""
    hand, deck = z["hand"][p], z["deck"][p]
    return {
        "hand": hand[: z["n_hand"][p]],
        "draw": deck[: z["n_draw"][p]][::-1],
        "played": hand[HELD - z["n_played"][p] :][::-1],
        "cooldown": deck[HELD - z["n_cooldown"][p] :][::-1],
    }


def tavern_of(z: Fields) -> list[int]:
    """The tavern deck, the top first."""
    return [z["tavern"][(z["top"] + at) % TAVERN_ROOM] for at in range(z["n_tavern"])]


def position_of(state: TributeState) -> dict[str, Any]:
    """The position as plain values: the whole of it, or what the seat knows that was left with the state."""
    z = state.peek()
    patrons = [PATRON_NAMES[number] for number in z["patron"][: z["n_patrons"]]]
    if z["phase"] == Phase.DRAFTING:
        return {"phase": "draft", "patrons": patrons}
    position: dict[str, Any] = {
        "patrons": patrons,
        "favor": {PATRON_NAMES[n]: PLAYERS[z["favor"][n] - 1] for n in range(PATRONS) if z["favor"][n]},
        "current": PLAYERS[z["player"]],
        "turn": z["turn"],
        "decisions": z["moves"],
        "tavern": {"row": _keys(z["row"][: z["n_row"]]), "deck": _keys(tavern_of(z))},
        **{SIDES[p]: _player_of(z, p) for p in range(2)},
    }
    position |= {"copy": z["copy"]} if z["copy"] else {}
    combos = {PATRON_NAMES[n]: _combo_of(z, n) for n in range(PATRONS) if z["counter"][n]}
    position |= {"combos": combos} if combos else {}
    position |= {"queue": [_entry_of(row) for row in z["queue"][: z["n_queue"]]]} if z["n_queue"] else {}
    position |= {"next_turn_effects": [_entry_of(row) for row in z["later"][: z["n_later"]]]} if z["n_later"] else {}
    position |= {"pending_choice": _choice_of(z)} if z["asking"] else {}
    if z["phase"] == Phase.OVER:
        winner = NOBODY if z["winner"] < 0 else PLAYERS[z["winner"]]
        position["game_over"] = {"winner": winner, "reason": Ending(z["reason"]).name}
    return position


def _keys(cards: Sequence[int]) -> list[str]:
    return [CARDS[number].key for number in cards]


def _player_of(z: Fields, p: int) -> dict[str, Any]:
    piles = piles_of(z, p)
    told: dict[str, Any] = {name: _keys(piles[name]) for name in _PILES}
    if z["viewer"] == p:
        known = min(z["known"][p], len(piles["draw"]))
        told["draw"] = _keys(piles["draw"][:known] + piles["draw"][known:][::-1])
    elif z["viewer"] != EVERYBODY:
        unseen = piles["hand"] + piles["draw"][::-1]
        told |= {"hand": [UNKNOWN] * len(piles["hand"]), "draw": [UNKNOWN] * len(piles["draw"]), "unseen": _keys(unseen)}
    told["agents"] = [_agent_of(z, p, at) for at in range(z["n_agents"][p])]
    numbers = {name: z[name][p] for name in ("coins", "power", "prestige")}
    return {**told, **numbers, "patron_calls": z["calls"][p], "known_upcoming": z["known"][p]}


def _agent_of(z: Fields, p: int, at: int) -> dict[str, Any]:
    marks = z["marks"][p][at]
    told = {"card": CARDS[z["agent"][p][at]].key, "hp": z["health"][p][at], "activated": bool(marks & _USED)}
    return told | ({"heals": True} if marks & _HEALER else {})


def _combo_of(z: Fields, deck: int) -> dict[str, Any]:
    count = z["counter"][deck]
    return {"counter": count, "cards": _keys(z["combo"][deck][: min(count, LEVELS - 1)])}


def _entry_of(row: Sequence[int]) -> dict[str, Any]:
    card, level, part, slot = row
    told: dict[str, Any] = {"card": CARDS[card].key, "level": level + 1, "part": part}
    heals = _effect_of(row)[0] == Deed.HEAL
    return told | ({"slot": None if slot == _MARKED else slot} if heals else {})


def _choice_of(z: Fields) -> dict[str, Any]:
    what = Asking(z["asking"])
    told: dict[str, Any] = {"follow_up": what.name}
    if what in _ASKED_BY_PATRON:
        return told | {"patron": PATRON_NAMES[z["ask_card"]]}
    told |= {"card": CARDS[z["ask_card"]].key, "level": z["ask_level"] + 1, "part": z["ask_part"]}
    if what == Asking.ENACT_CHOSEN_EFFECT:
        return told
    told |= {"max": z["ask_most"], "picks": z["n_picked"], "from": z["ask_from"]}
    if what in _STORED:
        told["picked"] = z["picked"][: z["n_picked"]]
    return told | ({"gap": z["gap"]} if z["gap"] != _NO_SLOT else {})


# ---- reading ---------------------------------------------------------------------------------------------------------


def load_position(state: TributeState, position: Mapping[str, Any], seat: int | None, pool: Sequence[str], limit: int) -> None:
    """Fill a blank state from a position, or from what a seat sees of one; or raise PositionError and leave it as it is."""
    only(f"a {'position' if seat is None else 'view'} has", position, _PARTS)
    z = _draft(position, pool) if position.get("phase") == "draft" else _match(position, seat, limit)
    state.poke({**z, "viewer": EVERYBODY if seat is None else seat})


def _draft(position: Mapping[str, Any], pool: Sequence[str]) -> Fields:
    only("a position in the draft has", position, ("phase", "patrons"))
    names = position.get("patrons", [])
    if not isinstance(names, list) or len(names) > 4 or any(
        name != "TREASURY" if at == 2 else name not in pool for at, name in enumerate(names)
    ) or len({*map(str, names)}) != len(names) or len(names) == 2:  # fmt: skip
        raise PositionError(
            "'patrons' of a draft are none, one, three or four different ones, the third TREASURY, the others of "
            f"{', '.join(pool)}; not {reprlib.repr(names)}"
        )
    numbers = [patron_named(name) for name in names]
    left = sum(1 << patron_named(name) for name in pool if name not in names)
    return {
        "phase": int(Phase.DRAFTING), "patron": numbers, "n_patrons": len(numbers), "pool": left, "winner": -1, "gap": _NO_SLOT,
        "player": 1 if 1 <= len(numbers) < 4 else 0, "calls": [1, 1], "moves": max(0, len(numbers) - (len(numbers) > 2)),
    }  # fmt: skip


def _match(position: Mapping[str, Any], seat: int | None, limit: int) -> Fields:
    if position.get("phase", "match") != "match":
        raise PositionError(f"'phase' is draft or match, not {reprlib.repr(position['phase'])}")
    patrons = _patrons(position.get("patrons"))
    tavern = position.get("tavern", {})
    if not isinstance(tavern, Mapping):
        raise PositionError(f"'tavern' is a table with row and deck, not {reprlib.repr(tavern)}")
    only("'tavern' has", tavern, ("row", "deck"))
    row, deck = _cards("row", tavern.get("row", []), SLOTS), _cards("deck", tavern.get("deck", []), TAVERN_ROOM)
    sides = [_side(SIDES[p], position.get(SIDES[p], {}), seat is not None and p != seat, p == seat) for p in range(2)]
    z: Fields = {
        "phase": int(Phase.TURNS), "patron": patrons, "n_patrons": len(patrons),
        "favor": _favors(position.get("favor", {}), patrons),
        "player": word("current", position.get("current", PLAYERS[0]), PLAYERS), "winner": -1, "gap": _NO_SLOT,
        "turn": whole("'turn'", position.get("turn", 1), 1, 60_000),
        "moves": whole("'decisions'", position.get("decisions", 0), 0, limit),
        "copy": whole("'copy'", position.get("copy", 0), 0, HELD),
        "row": row, "n_row": len(row), "tavern": deck, "n_tavern": len(deck),
        **{name: [side[name] for side in sides] for name in sides[0]},
    }  # fmt: skip
    _combos(z, position.get("combos", {}))
    _choice(z, position.get("pending_choice"), seat is not None and seat != z["player"])
    _entries(z, position)
    _end(z, position.get("game_over"), limit)
    return z


def _patrons(names: Any) -> list[int]:
    rows = listed("patrons", names, 5, "patrons in the order of the match, TREASURY among them")
    numbers = [patron_named(name) for name in rows]
    if len({*numbers}) != len(numbers) or Patron.TREASURY not in numbers:
        raise PositionError(f"'patrons' are five different ones, TREASURY among them; not {', '.join(map(str, rows))}")
    return numbers


def _favors(favor: Any, patrons: Sequence[int]) -> list[int]:
    if not isinstance(favor, Mapping):
        raise PositionError(f"'favor' is a table of patrons and players, not {reprlib.repr(favor)}")
    found = [0] * PATRONS
    for name, player in favor.items():
        number = patron_named(name)
        if number not in patrons:
            raise PositionError(f"'favor': {name} is not a patron of this match")
        found[number] = word(f"favor of {name}", player, (NOBODY, *PLAYERS))
    if found[Patron.TREASURY]:
        raise PositionError(f"'favor': the TREASURY favours nobody: write {NOBODY}, or leave it out")
    return found


def _cards(where: str, value: Any, room: int) -> list[int]:
    if not isinstance(value, list) or len(value) > room:
        raise PositionError(f"{where!r} must be a list of at most {room} cards, not {reprlib.repr(value)}")
    return [_card(where, one) for one in value]


def _card(where: str, text: Any) -> int:
    try:
        return card_named(text.partition("#")[0] if isinstance(text, str) else text)
    except PositionError as error:
        raise PositionError(f"{where}: {error}") from None


def _side(where: str, row: Any, hidden: bool, own: bool) -> Fields:
    """A player's piles and numbers as fields of the struct."""
    if not isinstance(row, Mapping):
        raise PositionError(f"{where!r} must be a table of piles and numbers, not {reprlib.repr(row)}")
    only(f"{where}: there is", row, (*_PILES, "agents", *_NUMBERS, *(["unseen"] if hidden else [])))
    numbers = {
        name: whole(f"{where}: {name!r}", row.get(name, 1 if name == "patron_calls" else 0), 0, most)
        for name, most in _NUMBERS.items()
    }
    piles = (
        _hidden_piles(where, row) if hidden else {name: _cards(f"{where} {name}", row.get(name, []), HELD) for name in _PILES}
    )
    if own:
        known = min(numbers["known_upcoming"], len(piles["draw"]))
        piles["draw"] = piles["draw"][:known] + piles["draw"][known:][::-1]
    agents = [_agent(f"{where} agents", one) for one in _some(where, row.get("agents", []), AGENTS)]
    if sum(map(len, piles.values())) + len(agents) > HELD:
        raise PositionError(f"{where}: a player can hold {HELD} cards")
    hand_gap, deck_gap = (HELD - len(piles[a]) - len(piles[b]) for a, b in (("hand", "played"), ("draw", "cooldown")))
    return {
        **{name: numbers[name] for name in ("coins", "power", "prestige")},
        "calls": numbers["patron_calls"], "known": numbers["known_upcoming"],
        **{f"n_{name}": len(piles[name]) for name in _PILES}, "n_agents": len(agents),
        "hand": piles["hand"] + [0] * hand_gap + piles["played"][::-1],
        "deck": piles["draw"][::-1] + [0] * deck_gap + piles["cooldown"][::-1],
        "agent": [one[0] for one in agents], "health": [one[1] for one in agents], "marks": [one[2] for one in agents],
    }  # fmt: skip


def _some(where: str, value: Any, room: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > room:
        raise PositionError(f"{where}: a list of at most {room} entries is wanted, not {reprlib.repr(value)}")
    return value


def _hidden_piles(where: str, row: Mapping[str, Any]) -> dict[str, list[int]]:
    """What a seat is left with of the other's hand and draw pile: both together, sorted."""
    sizes = [_some(where, row.get(name, []), HELD) for name in ("hand", "draw")]
    if any(one != UNKNOWN for pile in sizes for one in pile):
        raise PositionError(f"{where}: a player does not see the hand and the draw pile of the other: write '?' for each card")
    unseen = _cards(f"{where} unseen", row.get("unseen", []), HELD)
    if len(unseen) != len(sizes[0]) + len(sizes[1]) or unseen != sorted(unseen):
        raise PositionError(f"{where}: 'unseen' lists the cards of hand and draw pile together, sorted by their numbers")
    hand = len(sizes[0])
    seen = {name: _cards(f"{where} {name}", row.get(name, []), HELD) for name in ("played", "cooldown")}
    return {"hand": unseen[:hand], "draw": unseen[hand:][::-1], **seen}


def _agent(where: str, row: Any) -> tuple[int, int, int]:
    table = row if isinstance(row, Mapping) else {"card": row}
    only(f"{where}: there is", table, ("card", "hp", "activated", "heals"))
    number = _card(where, table.get("card"))
    if not CARDS[number].is_agent:
        raise PositionError(f"{where}: {CARDS[number].key} is no agent")
    health = whole(f"{where}: 'hp'", table.get("hp", CARDS[number].hp), 1, 250)
    used = flag(f"{where}: 'activated'", table.get("activated", False))
    heals = flag(f"{where}: 'heals'", table.get("heals", False))
    return number, health, _USED * used + _HEALER * heals


def _combos(z: Fields, combos: Any) -> None:
    if not isinstance(combos, Mapping):
        raise PositionError(f"'combos' is a table of decks, not {reprlib.repr(combos)}")
    z["counter"], z["combo"] = [0] * PATRONS, [[0, 0, 0] for _ in range(PATRONS)]
    for name, row in combos.items():
        deck = patron_named(name)
        where = f"combos of {name}"
        if not isinstance(row, Mapping):
            raise PositionError(f"{where}: a table with counter and cards is wanted, not {reprlib.repr(row)}")
        only(f"{where}: there is", row, ("counter", "cards"))
        count = whole(f"{where}: 'counter'", row.get("counter"), 1, LEVELS)
        cards = _cards(where, row.get("cards"), LEVELS - 1)
        if len(cards) != min(count, LEVELS - 1) or any(CARDS[one].deck != deck for one in cards):
            raise PositionError(f"{where}: 'cards' are the first cards of the deck this turn, as many as counted, up to three")
        z["counter"][deck], z["combo"][deck] = count, cards


# ---- effects that wait, and what is asked ----------------------------------------------------------------------------


def _entries(z: Fields, position: Mapping[str, Any]) -> None:
    queue = [_entry("queue", one) for one in _some("queue", position.get("queue", []), QUEUE_ROOM - LATER_ROOM)]
    later = [
        _entry("next_turn_effects", one)
        for one in _some("next_turn_effects", position.get("next_turn_effects", []), LATER_ROOM)
    ]
    discards = [_effect_of(row)[0] == Deed.OPP_DISCARD for row in queue]
    if queue and not z.get("asking"):
        raise PositionError("'queue': effects wait only while a choice is pending")
    if any(one != bool(z.get("starting")) for one in discards):
        raise PositionError("'queue': OPP_DISCARD waits only at the start of a turn, and then nothing else does")
    if not all(_effect_of(row)[0] == Deed.OPP_DISCARD for row in later):
        raise PositionError("'next_turn_effects': only OPP_DISCARD waits for the next turn")
    z |= {"queue": queue, "n_queue": len(queue), "later": later, "n_later": len(later)}


def _effect_of(row: Sequence[int]) -> tuple[int, int]:
    """Code and amount of an effect that waits; nothing for a choice of two."""
    effect = CARDS[row[0]].effects[row[1]]
    return (0, 0) if effect.either else effect.parts[row[2]]


def _entry(where: str, row: Any) -> list[int]:
    if not isinstance(row, Mapping):
        raise PositionError(f"{where}: an effect is a table with card, level and part, not {reprlib.repr(row)}")
    only(f"{where}: there is", row, ("card", "level", "part", "slot"))
    number = _card(where, row.get("card"))
    level = whole(f"{where}: 'level'", row.get("level"), 1, LEVELS) - 1
    effect = CARDS[number].effects[level]
    parts = 1 if effect.either else len(effect.parts)
    if not parts:
        raise PositionError(f"{where}: {CARDS[number].key} has no effect at level {level + 1}")
    part = whole(f"{where}: 'part'", row.get("part", 0), 0, parts - 1)
    slot = row.get("slot", _NO_SLOT)
    heals = not effect.either and effect.parts[part][0] == Deed.HEAL
    if heals and slot != _NO_SLOT:
        slot = _MARKED if slot is None else whole(f"{where}: 'slot'", slot, 0, AGENTS - 1)
    elif slot != _NO_SLOT:
        raise PositionError(f"{where}: only HEAL has a 'slot'")
    later = where != "queue"
    return [number, level, part, 0 if later else slot]


def _choice(z: Fields, row: Any, hidden: bool) -> None:
    """The question that is open, with all that C takes for granted about it; whoever is asked may have `hidden` cards."""
    if row is None:
        return
    if not isinstance(row, Mapping):
        raise PositionError(f"'pending_choice' is a table, not {reprlib.repr(row)}")
    only("'pending_choice' has", row, ("follow_up", "card", "patron", "level", "part", "max", "picks", "from", "picked", "gap"))
    what = Asking(word("follow_up", row.get("follow_up"), list(_ASKING.values())))
    if what == Asking.NOTHING:
        raise PositionError("'pending_choice': what is asked? Leave it out if nothing is")
    z |= {"asking": int(what), "starting": int(what == Asking.DISCARD_CARDS), "gap": _NO_SLOT}
    if what in _ASKED_BY_PATRON:
        _patron_choice(z, row, what, hidden)
        return
    number = _card("pending_choice", row.get("card"))
    level = whole("pending_choice: 'level'", row.get("level"), 1, LEVELS) - 1
    effect = CARDS[number].effects[level]
    if what == Asking.ENACT_CHOSEN_EFFECT:
        if not effect.either or row.get("part", 0):
            raise PositionError(f"'pending_choice': {CARDS[number].key} has no choice of two effects at level {level + 1}")
        z |= {"ask_card": number, "ask_level": level, "ask_least": 1, "ask_most": 1}
        return
    part = whole("pending_choice: 'part'", row.get("part", 0), 0, max(len(effect.parts) - 1, 0))
    if part >= len(effect.parts) or effect.parts[part][0] != ASKED_BY[what]:
        raise PositionError(f"'pending_choice': {CARDS[number].key} does not ask for {what.name} at level {level + 1}")
    z |= {"ask_card": number, "ask_level": level, "ask_part": part}
    _picks(z, row, what, CARDS[number], effect.parts[part][1])


def _patron_choice(z: Fields, row: Mapping[str, Any], what: Asking, hidden: bool) -> None:
    patron = _ASKED_BY_PATRON[what]
    p, o = z["player"], 1 - z["player"]
    if patron_named(row.get("patron", "")) != patron or len(row) != 2:
        raise PositionError(f"'pending_choice': {what.name} belongs to the patron {patron.name}, and has no other parts")
    own = [*z["hand"][p][: z["n_hand"][p]], *z["hand"][p][HELD - z["n_played"][p] :], *z["agent"][p]]
    if hidden and z["n_hand"][p]:
        own += z["deck"][p][: z["n_draw"][p]]
    there = {
        Patron.HLAALU: any(CARDS[one].cost for one in own), Patron.TREASURY: bool(own), Patron.PSIJIC: bool(z["agent"][o]),
        Patron.PELIN: any(CARDS[one].type == 1 for one in z["deck"][p][HELD - z["n_cooldown"][p] :]),
    }  # fmt: skip
    if not there[patron]:
        raise PositionError(f"'pending_choice': {what.name} asks for a card, and there is none to choose")
    z |= {"ask_card": int(patron), "ask_least": 1, "ask_most": 1}


def _picks(z: Fields, row: Mapping[str, Any], what: Asking, card: TributeCard, amount: int) -> None:
    """How many may be picked, and what was picked so far."""
    p, o = z["player"], 1 - z["player"]
    bound = {
        Asking.ACQUIRE_CARDS: 1, Asking.KNOCKOUT_AGENTS: min(amount, z["n_agents"][o]),
        Asking.DISCARD_CARDS: min(amount, z["n_hand"][p]),
    }.get(what, min(amount, MOST_PICKS))  # fmt: skip
    must = what in (Asking.KNOCKOUT_AGENTS, Asking.DISCARD_CARDS)
    exact = must or what in (Asking.ACQUIRE_CARDS, Asking.REPLACE_CARDS_IN_TAVERN, Asking.DESTROY_CARDS, Asking.DONATE_CARDS)
    most = whole("pending_choice: 'max'", row.get("max", bound), bound if exact else 0, bound)
    if what == Asking.DISCARD_CARDS and not bound:
        raise PositionError("'pending_choice': nobody with an empty hand is asked to discard")
    picks = whole("pending_choice: 'picks'", row.get("picks", 0), 0, max(most - 1, 0))
    picked = [
        whole("pending_choice: 'picked'", at, 0, 4 if what == Asking.REPLACE_CARDS_IN_TAVERN else 31)
        for at in _some("picked", row.get("picked", []), most)
    ]
    gap = whole("pending_choice: 'gap'", row["gap"], 0, max(z["n_row"] - 1, 0)) if "gap" in row else _NO_SLOT
    room = z["n_row"] if what == Asking.REPLACE_CARDS_IN_TAVERN else z["n_agents"][o]
    if (
        (len(picked) != picks if what in _STORED else picked)
        or len({*picked}) != len(picked)
        or any(at >= room or at == gap for at in picked)
    ):
        raise PositionError(
            "'pending_choice': 'picked' has a different place for each pick of a row or a board, and nothing otherwise"
        )
    if gap != _NO_SLOT and (what not in (Asking.ACQUIRE_CARDS, Asking.REPLACE_CARDS_IN_TAVERN) or gap >= z["n_row"]):
        raise PositionError("'pending_choice': a 'gap' is a slot of the row that cannot be acquired or replaced")
    first = whole("pending_choice: 'from'", row.get("from", 0), 0, 2 * HELD - 1)
    if what == Asking.KNOCKOUT_AGENTS and (
        picked != sorted(picked) or first != (picked[-1] + 1 if picked else 0) or room - first < most - picks
    ):
        raise PositionError("'pending_choice': agents are picked in their order, and as many must be left as are still wanted")
    if not picks and first:
        raise PositionError("'pending_choice': before the first pick 'from' is 0")
    if what == Asking.TOSS_CARDS and most - picks > z["n_draw"][p]:
        raise PositionError("'pending_choice': more cards are looked at than the draw pile has")
    z |= {
        "ask_least": most if must else 0, "ask_most": most, "n_picked": picks, "ask_from": first, "gap": gap, "picked": picked,
    }  # fmt: skip


def _end(z: Fields, row: Any, limit: int) -> None:
    if row is None:
        if z["moves"] >= limit:
            raise PositionError(f"the game would be over: it is drawn after {limit} decisions")
        return
    if not isinstance(row, Mapping):
        raise PositionError(f"'game_over' is a table with winner and reason, not {reprlib.repr(row)}")
    only("'game_over' has", row, ("winner", "reason"))
    reason = word("reason", row.get("reason"), [ending.name for ending in Ending])
    if reason == Ending.RUNNING:
        raise PositionError("'game_over': a game that is over has a reason")
    z |= {"phase": int(Phase.OVER), "reason": reason, "winner": word("winner", row.get("winner"), (NOBODY, *PLAYERS)) - 1}


# ---- the original's simulations ---------------------------------------------------------------------------------------


def seeded_copy(state: TributeState, seat: int, seed: int) -> TributeState:
    """All hidden parts shuffled with a fresh generator of the original, in its order; known cards stay where they are."""
    told = state.to_dict()
    own, other, x = told[SIDES[seat]], told[SIDES[1 - seat]], seed

    def shuffled(cards: list[str]) -> list[str]:
        nonlocal x
        keys = []
        for _ in cards:
            x = (25214903917 * x + 11) % (1 << 48)
            keys.append((x >> 16) * 2147483646 >> 32)
        return [cards[at] for at in sorted(range(len(cards)), key=lambda at: keys[at])]

    own["cooldown"] = shuffled(own["cooldown"])
    known = own["known_upcoming"]
    own["draw"] = own["draw"][:known] + shuffled(own["draw"][known:])
    other["cooldown"] = shuffled(other["cooldown"])
    size, mixed = len(other["hand"]), shuffled(other["hand"] + other["draw"])
    other["hand"], other["draw"] = mixed[:size], mixed[size:]
    told["tavern"]["deck"] = shuffled(told["tavern"]["deck"])
    own["known_upcoming"] = other["known_upcoming"] = 0
    copy = state.copy()
    copy.game.load(copy, {name: part for name, part in told.items() if name != "luck"})
    copy.luck = (seed, 1, 0)
    return copy
