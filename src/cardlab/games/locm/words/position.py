"""Legends of Code and Magic: positions and views as plain values, and the checks that only possible ones pass.

A position may be short: a battle needs only `players`, and of each player only what is not as usual. A card is written as its
number or name, with its instance number after a ``#`` or without; without, the cards of a player are numbered in the order
gone, board, hand, deck. Cards mentioned nowhere do not exist.

A view is a position with ``?`` for what cannot be seen: cards of the other's hand and deck, and the other's picks. It has only
the offers so far, and the own deck is sorted, as nobody knows the order of it.
"""

from __future__ import annotations

import reprlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlab.core.limits import EVERYBODY
from cardlab.core.reading import UNKNOWN, flag, listed, only, whole, word
from cardlab.errors import PositionError
from cardlab.games.locm.rules.state import HAND_LIMIT, LAST_INSTANCE, NO_PICK, ROUNDS
from cardlab.games.locm.words.cards import CARDS, card, card_named, keyword_text, parse_keywords
from cardlab.games.locm.words.options import resolved

if TYPE_CHECKING:
    from cardlab.games.locm.rules.state import LocmState

_PHASES = ("draft", "battle", "over")
_DRAFT, _BATTLE, _OVER = range(3)
_REASONS = ("", "health", "deck", "rounds")
_PARTS = {
    "draft": ("phase", "player", "offers", "picks", "order"),
    "battle": ("phase", "player", "turn", "offers", "picks", "players"),
    "over": ("phase", "player", "turn", "offers", "picks", "players", "winner", "reason"),
}
_RANGES = {
    "health": (-9999, 9999), "mana": (0, 13), "max_mana": (0, 13), "runes": (0, 5), "draws": (1, 99), "due": (0, 99),
}  # fmt: skip
_ZONES = ("gone", "board", "hand", "deck")
_FACTS = (*_RANGES, "bonus")
_MARKS = {"attacked": 1, "touched": 2}
_CREATURE = ("card", "lane", "attack", "defense", "keywords", "able", "attacked", "touched")

_Token = tuple[int, int | None]
Lists = dict[str, Any]
"""All of a table as lists and numbers, see `lists_of`."""


# ---- writing -----------------------------------------------------------------------------------------------------


def lists_of(state: LocmState) -> Lists:
    """All of the table as plain lists and numbers; cards in hand and on the board by their instances."""
    z = state.peek()
    return {
        **{name: z[name] for name in ("phase", "player", "winner", "reason", "turn", "drawn", "summoned", *_FACTS)},
        "offers": z["offer"],
        "picks": [[_or_unknown(index) for index in row] for row in z["pick"]],
        "decks": [[_or_unknown(card) for card in row] for row in z["deck"]],
        "sizes": z["size"],
        "hands": [[_id_at(depth, p) for depth in range(ROUNDS) if z["hand"][p] >> depth & 1] for p in range(2)],
        "boards": [_board(z, p, state.rules.lanes) for p in range(2)],
        "made": z["n_picks"],
        "viewer": z["viewer"],
    }


def _board(z: Mapping[str, Any], p: int, lanes: int) -> list[dict[str, Any]]:
    """The creatures of a player, lane by lane."""
    slots = [(lane, 3 * lane + i) for lane in range(lanes) for i in range(z["count"][p][lane])]
    return [
        {
            **{name: z["board"][p][slot][name] for name in ("id", "attack", "defense", "keywords", "order")},
            "lane": lane,
            "able": bool(z["able"][p] >> slot & 1),
            **{name: bool(z["board"][p][slot]["marks"] & mark) for name, mark in _MARKS.items()},
        }
        for lane, slot in slots
    ]


def _or_unknown(number: int) -> int:
    return -1 if number == NO_PICK else number


def position_of(state: LocmState) -> dict[str, Any]:
    """The position as plain values: the whole of it, or what the seat knows that was left with the state."""
    table = lists_of(state)
    phase, whole_truth = table["phase"], table["viewer"] == EVERYBODY
    position: dict[str, Any] = {"phase": _PHASES[phase], "player": table["player"] if table["player"] >= 0 else None}
    if phase != _DRAFT:
        position["turn"] = table["turn"]
    if any(any(offer) for offer in table["offers"]):
        position["offers"] = [offer for offer in table["offers"] if any(offer)]
        position["picks"] = [
            [UNKNOWN if i < 0 else i for i in row[:n]] for row, n in zip(table["picks"], table["made"], strict=True)
        ]
    if phase == _DRAFT and whole_truth:
        position["order"] = table["decks"]
    if phase != _DRAFT:
        position["players"] = [_player_of(table, p) for p in range(2)]
    if phase == _OVER:
        position["winner"] = table["winner"]
        position["reason"] = _REASONS[table["reason"]]
    return position


def _player_of(table: Lists, p: int) -> dict[str, Any]:
    deck, drawn, hand = table["decks"][p], table["drawn"][p], table["hands"][p]
    board = sorted(table["boards"][p], key=lambda creature: int(creature["order"]))
    texts = {_id_at(depth, p): f"{deck[depth] or UNKNOWN}#{_id_at(depth, p)}" for depth in range(table["sizes"][p])}
    held = {*hand, *(creature["id"] for creature in board)}
    ids = list(texts)
    return {
        **{name: table[name][p] for name in _RANGES},
        "bonus": bool(table["bonus"][p]),
        "hand": [texts[i] for i in hand],
        "board": [_creature_of(creature, texts) for creature in board],
        "deck": [texts[i] for i in ids[drawn:]],
        "gone": [texts[i] for i in ids[:drawn] if i not in held],
    }


def _creature_of(creature: dict[str, Any], texts: dict[int, str]) -> dict[str, Any]:
    values = {name: creature[name] for name in ("lane", "attack", "defense", "able", *_MARKS)}
    return {"card": texts[creature["id"]], **values, "keywords": keyword_text(creature["keywords"])}


def _id_at(depth: int, p: int) -> int:
    return 2 * depth + p + 1


# ---- into the struct ---------------------------------------------------------------------------------------------


def put_lists(state: LocmState, table: Lists) -> None:
    """Set the state to what `lists_of` would give. The caller has checked it."""
    battle, boards = table["phase"] != _DRAFT, [_slots(table["boards"][p]) for p in range(2)]
    fields = {
        **{name: table[name] for name in ("phase", "player", "winner", "reason", "turn", "drawn", "summoned", *_FACTS)},
        "offer": table["offers"],
        "pick": [[_or_no_pick(index) for index in row] for row in table["picks"]],
        "deck": [[_or_no_pick(card) for card in row] for row in table["decks"]],
        "n_picks": [ROUNDS if battle else table["made"][p] for p in range(2)],
        "size": table["sizes"],
        "hand": [sum(1 << _depth(instance, p) for instance in table["hands"][p]) for p in range(2)],
        "board": boards,
        "count": [[sum(row["lane"] == lane for row in table["boards"][p]) for lane in range(2)] for p in range(2)],
        "able": [sum(1 << slot for slot, row in _placed(table["boards"][p]) if row["able"]) for p in range(2)],
        "viewer": table.get("viewer", EVERYBODY),
    }
    state.poke(fields)


def _placed(board: Sequence[Mapping[str, Any]]) -> list[tuple[int, Mapping[str, Any]]]:
    """Creatures with their slots: three for each lane, or six for the only one."""
    counts = [0, 0]
    placed = []
    for row in board:
        placed.append((3 * row["lane"] + counts[row["lane"]], row))
        counts[row["lane"]] += 1
    return placed


def _slots(board: Sequence[Mapping[str, Any]]) -> list[dict[str, int]]:
    slots: list[dict[str, int]] = [{} for _ in range(6)]
    for slot, row in _placed(board):
        slots[slot] = {name: row[name] for name in ("id", "attack", "defense", "keywords", "order")}
        slots[slot]["marks"] = sum(mark for name, mark in _MARKS.items() if row[name])
    return slots


def _or_no_pick(number: int) -> int:
    return NO_PICK if number < 0 else number


# ---- reading -----------------------------------------------------------------------------------------------------


def load_position(state: LocmState, position: Mapping[str, Any], seat: int | None) -> None:
    """Fill a blank state from a position, or from what a seat sees of one; or raise PositionError and leave it as it is."""
    options = resolved(state.game.options)
    phase = word("phase", position.get("phase", "battle"), _PHASES)
    parts = [part for part in _PARTS[_PHASES[phase]] if seat is None or part != "order"]
    only(f"a {'position' if seat is None else 'view'} in the phase {_PHASES[phase]!r} has", position, parts)
    table = _draft(position, options, seat) if phase == _DRAFT else _battle(position, phase, options, seat)
    put_lists(state, table | {"viewer": EVERYBODY if seat is None else seat})


def _draft(position: Mapping[str, Any], options: Mapping[str, Any], seat: int | None) -> Lists:
    picks = _picks(position.get("picks", [[], []]), seat)
    made = [len(row) for row in picks]
    if made[0] - made[1] not in (0, 1) or made[1] == ROUNDS:
        raise PositionError(
            "'picks': in the draft player 0 has made as many picks as player 1 or one more, and player 1 at most 29; "
            f"not {made[0]} and {made[1]}"
        )
    mover = made[0] - made[1]
    if whole("'player'", position.get("player", mover), 0, 1) != mover:
        raise PositionError(f"'player' must be {mover}: the players have made {made[0]} and {made[1]} picks")
    usual = {"health": 30, "mana": 0, "max_mana": 0, "runes": 5, "draws": 1, "due": 0, "bonus": 0, "drawn": 0, "summoned": 0}
    return {
        "phase": _DRAFT, "player": mover, "winner": -1, "reason": 0, "turn": 0,
        "offers": _offers(position.get("offers"), ROUNDS if seat is None else 1 + min(made)),
        "picks": [row + [-1] * (ROUNDS - len(row)) for row in picks], "made": made,
        "decks": _order(position, options) if seat is None else [[-1] * ROUNDS] * 2,
        "sizes": [ROUNDS, ROUNDS], "hands": [[], []], "boards": [[], []],
        **{name: [value, value] for name, value in usual.items()},
    }  # fmt: skip


def _offers(offers: Any, rounds: int = ROUNDS) -> list[list[int]]:
    rows = listed("offers", offers, rounds, "triples of card numbers, one for each round")
    return [[whole("'offers'", n, 1, len(CARDS)) for n in listed("offers", row, 3, "card numbers")] for row in rows]


def _picks(picks: Any, seat: int | None) -> list[list[int]]:
    rows = listed("picks", picks, 2, "lists of picks, one for each player")
    if not all(isinstance(row, list) and len(row) <= ROUNDS for row in rows):
        raise PositionError(f"'picks' of a player are a list of at most {ROUNDS} numbers from 0 to 2")
    return [[_pick(index, seat is not None and p != seat) for index in row] for p, row in enumerate(rows)]


def _pick(index: Any, hidden: bool) -> int:
    """What was picked; of the other's picks a seat sees that they were made."""
    if hidden and index == UNKNOWN:
        return -1
    return whole("'picks'", UNKNOWN if hidden else index, 0, 2)


def _order(position: Mapping[str, Any], options: Mapping[str, Any]) -> list[list[int]]:
    rows = listed("order", position.get("order", [list(range(ROUNDS))] * 2), 2, "lists, one for each player")
    rounds = [[whole("'order'", n, 0, ROUNDS - 1) for n in listed("order", row, ROUNDS, "rounds")] for row in rows]
    if any(len(set(row)) < ROUNDS for row in rounds):
        raise PositionError("'order' of a player must name each round from 0 to 29 once")
    if options["shuffle"] == "same" and rounds[0] != rounds[1]:
        raise PositionError("with shuffle=same, 'order' must be the same for both players")
    return rounds


def _battle(position: Mapping[str, Any], phase: int, options: Mapping[str, Any], seat: int | None) -> Lists:
    turn, player = _turn_and_player(position, phase)
    rows = listed("players", position.get("players"), 2, "tables, one for each player")
    read = [_player(p, row, phase == _BATTLE and p == turn % 2, options, seat) for p, row in enumerate(rows)]
    table: Lists = {name: [row[name] for row in read] for name in read[0]}
    table |= {"phase": phase, "player": player, "turn": turn, "winner": -1, "reason": 0}
    _draft_behind(position, table, options, seat)
    if phase == _OVER:
        table["winner"] = whole("'winner'", position.get("winner"), 0, 1)
        table["reason"] = word("reason", position.get("reason"), _REASONS[1:]) + 1
        _check_end(table, options)
    else:
        _check_alive(table, options)
    return table


def _turn_and_player(position: Mapping[str, Any], phase: int) -> tuple[int, int]:
    """Player 0 has the even turns; after the end nobody is to move, and the turn is the last one."""
    if phase == _OVER:
        if position.get("player") is not None:
            raise PositionError(f"'player' must be null when the phase is over, not {reprlib.repr(position['player'])}")
        return whole("'turn'", position.get("turn", 0), 0, 99_999), -1
    if "turn" not in position:
        player = whole("'player'", position.get("player", 0), 0, 1)
        return player, player
    turn = whole("'turn'", position["turn"], 0, 99_999)
    if whole("'player'", position.get("player", turn % 2), 0, 1) != turn % 2:
        raise PositionError(f"'player' must be {turn % 2} in turn {turn}: player 0 has the even turns, player 1 the odd ones")
    return turn, turn % 2


# ---- one player --------------------------------------------------------------------------------------------------


def _player(p: int, row: Any, active: bool, options: Mapping[str, Any], seat: int | None) -> Lists:
    if not isinstance(row, Mapping):
        raise PositionError(f"player {p}: a player is a table of names and values, not {reprlib.repr(row)}")
    only(f"player {p}: there is", row, (*_RANGES, "bonus", *_ZONES))
    return {**_facts(p, row), **_cards(p, row, active, options, seat is not None and p != seat)}


def _facts(p: int, row: Mapping[str, Any]) -> dict[str, int]:
    bonus = flag(f"player {p}: 'bonus'", row.get("bonus", False))
    if bonus and p == 0:
        raise PositionError("player 0: only player 1 can have the bonus mana")
    health = _fact(p, row, "health", 30)
    max_mana = _fact(p, row, "max_mana", 12 + bonus)
    facts = {
        "health": health,
        "bonus": int(bonus),
        "max_mana": max_mana,
        "mana": _fact(p, row, "mana", max_mana),
        "runes": _fact(p, row, "runes", max(0, min(5, (health - 1) // 5))),
        "draws": _fact(p, row, "draws", 1),
        "due": _fact(p, row, "due", 1),
    }
    if facts["mana"] > max_mana or not bonus <= max_mana <= 12 + bonus:
        limit = "13 with the bonus" if bonus else "12"
        raise PositionError(
            f"player {p}: 'mana' is at most 'max_mana', and that at most {limit}; not {facts['mana']}, {max_mana}"
        )
    if facts["runes"] and health <= 5 * facts["runes"]:
        raise PositionError(
            f"player {p}: with {facts['runes']} runes left health is above {5 * facts['runes']}, not {health}: "
            "a rune breaks when health reaches its value"
        )
    return facts


def _fact(p: int, row: Mapping[str, Any], name: str, usual: int) -> int:
    return whole(f"player {p}: '{name}'", row.get(name, usual), *_RANGES[name])


def _cards(p: int, row: Mapping[str, Any], active: bool, options: Mapping[str, Any], hidden: bool) -> Lists:
    zones: dict[str, list[Any]] = {}
    for name in _ZONES:
        zones[name] = row.get(name, [])
        if not isinstance(zones[name], list) or len(zones[name]) > ROUNDS:
            raise PositionError(f"player {p}: {name!r} must be a list of at most {ROUNDS} cards")
    creatures = [_creature(f"player {p}: 'board'", entry, active, options["lanes"]) for entry in zones["board"]]
    tokens = {"gone": [_token(f"player {p}: 'gone'", entry) for entry in zones["gone"]]}
    for name in ("hand", "deck"):
        tokens[name] = [_token(f"player {p}: {name!r}", entry, hidden) for entry in zones[name]]
    tokens["board"] = [token for token, _ in creatures]
    if len(tokens["hand"]) > HAND_LIMIT:
        raise PositionError(f"player {p}: at most {HAND_LIMIT} cards in hand, not {len(tokens['hand'])}")
    _check_room(p, [creature["lane"] for _, creature in creatures], options["lanes"])
    ids = _number(p, tokens)
    deck = [0] * ROUNDS
    for name, numbers in ids.items():
        for (number, _), instance in zip(tokens[name], numbers, strict=True):
            deck[_depth(instance, p)] = number
    board = [
        {"id": i, **creature, "order": n} for n, (i, (_, creature)) in enumerate(zip(ids["board"], creatures, strict=True))
    ]
    return {
        "decks": deck,
        "sizes": sum(map(len, ids.values())),
        "drawn": sum(len(ids[name]) for name in ("gone", "board", "hand")),
        "hands": sorted(ids["hand"]),
        "boards": sorted(board, key=lambda creature: int(creature["lane"])),
        "summoned": len(board),
    }


def _check_room(p: int, lanes: Sequence[int], count: int) -> None:
    room = 3 if count == 2 else 6
    for lane, creatures in Counter(lanes).items():
        if creatures > room:
            raise PositionError(f"player {p}: lane {lane} has room for {room} creatures, not {creatures}")


def _number(p: int, tokens: Mapping[str, list[_Token]]) -> dict[str, list[int]]:
    """The instance numbers of all cards, zone by zone: as given, or one after the other."""
    row = [token for name in _ZONES for token in tokens[name]]
    given = [i for _, i in row if i is not None]
    if len(row) > ROUNDS:
        raise PositionError(f"player {p}: a player has at most {ROUNDS} cards, not {len(row)}")
    if given and len(given) < len(row):
        raise PositionError(f"player {p}: either all cards have an instance number, such as '151#7', or none")
    wanted = [_id_at(depth, p) for depth in range(len(row))]
    if given and sorted(given) != wanted:
        raise PositionError(
            f"player {p}: the {len(row)} cards have the instance numbers {_id_at(0, p)}, {_id_at(1, p)}, … "
            f"{wanted[-1]}, each once; not {reprlib.repr(sorted(given))}"
        )
    left = iter(given or wanted)
    ids = {name: [next(left) for _ in tokens[name]] for name in _ZONES}
    if ids["deck"] != wanted[len(row) - len(ids["deck"]) :]:
        raise PositionError(f"player {p}: the cards in the deck have the highest instance numbers, in rising order")
    return ids


def _depth(instance: int, p: int) -> int:
    return (instance - 1 - p) // 2


def _token(where: str, entry: Any, hidden: bool = False) -> _Token:
    """A card, which must be one that cannot be seen where it is `hidden`, and its instance number, if there is one."""
    if isinstance(entry, int) and not isinstance(entry, bool):
        return (_checked_card(where, entry), None) if not hidden else _token(where, f"{entry}", hidden)
    if not isinstance(entry, str) or len(entry) > 60:
        raise PositionError(
            f"{where}: a card is written as its number or name, such as 151, '151#7' or 'Decimate'; not {reprlib.repr(entry)}"
        )
    name, mark, instance = entry.partition("#")
    if mark and not (instance.isascii() and instance.isdecimal() and len(instance) <= 2):
        raise PositionError(
            f"{where}: an instance number is a whole number from 1 to {LAST_INSTANCE}, not {reprlib.repr(instance)}"
        )
    number = int(instance) if mark else None
    if not hidden:
        return _checked_card(where, name.strip()), number
    if name != UNKNOWN:
        raise PositionError(f"{where}: a player does not see the cards of the other: write '?#4', not {reprlib.repr(entry)}")
    return 0, number


def _checked_card(where: str, name: str | int) -> int:
    try:
        return card_named(name)
    except PositionError as error:
        raise PositionError(f"{where}: {error}") from None


def _creature(where: str, entry: Any, active: bool, lanes: int) -> tuple[_Token, dict[str, Any]]:
    """A creature on the board; what is not said of it is as if it had been summoned in an earlier turn and left alone."""
    row = entry if isinstance(entry, Mapping) else {"card": entry}
    only(f"{where}: there is", row, _CREATURE)
    token = _token(where, row.get("card"))
    printed = card(token[0])
    if not printed.is_creature:
        raise PositionError(f"{where}: {printed.name} is an item; only creatures are on the board")
    values = {
        "attack": whole(f"{where}: 'attack'", row.get("attack", printed.attack), 0, 999),
        "defense": whole(f"{where}: 'defense'", row.get("defense", printed.defense), 1, 999),
        "keywords": _keywords(where, row["keywords"]) if "keywords" in row else printed.keywords,
    }
    lane = whole(f"{where}: 'lane'", row.get("lane", 0), 0, lanes - 1)
    changed = values != {"attack": printed.attack, "defense": printed.defense, "keywords": printed.keywords}
    attacked = flag(f"{where}: 'attacked'", row.get("attacked", False))
    able = flag(f"{where}: 'able'", row.get("able", active and not attacked))
    touched = flag(f"{where}: 'touched'", row.get("touched", changed or attacked))
    if able and attacked:
        raise PositionError(f"{where}: a creature that has attacked is not able to attack")
    if (changed or attacked) and not touched:
        raise PositionError(f"{where}: a creature that has attacked, or is not as printed on its card, is 'touched'")
    return token, {"lane": lane, **values, "able": able, "attacked": attacked, "touched": touched}


def _keywords(where: str, text: Any) -> int:
    try:
        return parse_keywords(text)
    except PositionError as error:
        raise PositionError(f"{where}: {error}") from None


# ---- what goes together ------------------------------------------------------------------------------------------


def _draft_behind(position: Mapping[str, Any], table: Lists, options: Mapping[str, Any], seat: int | None) -> None:
    """The offers and picks that the decks came from, if the position knows them."""
    if ("offers" in position) != ("picks" in position):
        raise PositionError("after the draft 'offers' and 'picks' are both known, or neither is")
    if "offers" not in position:
        table["offers"] = [[0, 0, 0] for _ in range(ROUNDS)]
        table["picks"] = [[-1] * ROUNDS for _ in range(2)]
        return
    offers, picks = _offers(position["offers"]), _picks(position["picks"], seat)
    if any(len(row) != ROUNDS for row in picks):
        raise PositionError(
            f"after the draft each player has made {ROUNDS} picks, not {' and '.join(str(len(r)) for r in picks)}"
        )
    table["offers"], table["picks"] = offers, picks
    if seat is not None:
        return
    taken = [[offer[index] for offer, index in zip(offers, row, strict=True)] for row in picks]
    for p in range(2):
        if Counter(taken[p]) != Counter(table["decks"][p]):
            raise PositionError(f"player {p}: the {ROUNDS} cards of the deck must be those picked")
    if options["shuffle"] == "same" and Counter(zip(*taken, strict=True)) != Counter(zip(*table["decks"], strict=True)):
        raise PositionError("with shuffle=same, cards picked in the same round have the same place in both decks")


def _check_alive(table: Lists, options: Mapping[str, Any]) -> None:
    for p, health in enumerate(table["health"]):
        dying = options["draw_death"] == "after_action" and p == table["player"] and health == 0
        if health <= 0 and not dying:
            raise PositionError(f"the game would be over: player {p} has {health} health")
        if p != table["player"]:
            _check_resting(p, table["boards"][p])
    if options["rounds"] and table["turn"] >= 2 * options["rounds"]:
        raise PositionError(
            f"the game would be over: with rounds={options['rounds']} the last turn is {2 * options['rounds'] - 1}"
        )


def _check_resting(p: int, board: Sequence[Mapping[str, Any]]) -> None:
    if any(creature["able"] or creature["attacked"] for creature in board):
        raise PositionError(f"player {p} is not to move: none of the creatures is 'able' to attack or has 'attacked'")


def _check_end(table: Lists, options: Mapping[str, Any]) -> None:
    winner, reason = table["winner"], _REASONS[table["reason"]]
    dead = [health <= 0 for health in table["health"]]
    if reason == "rounds":
        if not options["rounds"] or winner != 0 or any(dead):
            raise PositionError("a game that ends by 'rounds' needs the option rounds, and is won by player 0 with both alive")
        return
    if not dead[1 - winner]:
        raise PositionError(f"player {1 - winner} has health left and cannot have lost by {reason!r}")
    wanted = table["turn"] % 2 if options["both_dead"] == "active" else 1
    if all(dead) and winner != wanted:
        raise PositionError(f"both have no health left: with both_dead={options['both_dead']} player {wanted} wins")
