"""Legends of Code and Magic: positions as plain values, and the checks that only possible ones pass.

A position may be short: a battle needs only `players`, and of each player only what is not as usual. A card is written as its
number or name, with its instance number after a ``#`` or without; without, the cards of a player are numbered in the order
gone, board, hand, deck. Cards mentioned nowhere do not exist.
"""

from __future__ import annotations

import reprlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlab.errors import PositionError
from cardlab.games.locm.rules.table import HAND_LIMIT, LAST_INSTANCE, ROUNDS
from cardlab.games.locm.words.cards import CARDS, card, card_named, keyword_text, parse_keywords
from cardlab.games.locm.words.options import resolved

if TYPE_CHECKING:
    from cardlab.games.locm.rules.play import LocmState

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
_CREATURE = ("card", "lane", "attack", "defense", "keywords", "able", "attacked", "touched")

_Token = tuple[int, int | None]


# ---- writing -----------------------------------------------------------------------------------------------------


def position_of(state: LocmState) -> dict[str, Any]:
    """The whole position as plain values."""
    table = state.peek()
    phase = table["phase"]
    position: dict[str, Any] = {"phase": _PHASES[phase], "player": table["player"] if table["player"] >= 0 else None}
    if phase != _DRAFT:
        position["turn"] = table["turn"]
    if any(any(offer) for offer in table["offers"]):
        position["offers"] = table["offers"]
        position["picks"] = [[index for index in picks if index >= 0] for picks in table["picks"]]
    if phase == _DRAFT:
        position["order"] = table["decks"]
    else:
        position["players"] = [_player_of(table, p) for p in range(2)]
    if phase == _OVER:
        position["winner"] = table["winner"]
        position["reason"] = _REASONS[table["reason"]]
    return position


def _player_of(table: dict[str, Any], p: int) -> dict[str, Any]:
    deck, drawn, hand = table["decks"][p], table["drawn"][p], table["hands"][p]
    board = sorted(table["boards"][p], key=lambda creature: int(creature["order"]))
    texts = {_id_at(depth, p): f"{deck[depth] or '?'}#{_id_at(depth, p)}" for depth in range(table["sizes"][p])}
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
    values = {name: creature[name] for name in ("lane", "attack", "defense", "able", "attacked", "touched")}
    return {"card": texts[creature["id"]], **values, "keywords": keyword_text(creature["keywords"])}


def _id_at(depth: int, p: int) -> int:
    return 2 * depth + p + 1


# ---- reading -----------------------------------------------------------------------------------------------------


def load_position(state: LocmState, position: Mapping[str, Any]) -> None:
    """Fill a blank state, or raise PositionError and leave it as it is."""
    options = resolved(state.game.options)
    phase = _word("phase", position.get("phase", "battle"), _PHASES)
    parts = _PARTS[_PHASES[phase]]
    for name in position:
        if name not in parts:
            found = reprlib.repr(name)
            raise PositionError(
                f"a position in the phase {_PHASES[phase]!r} has no part {found}; its parts are {', '.join(parts)}"
            )
    table = _draft(position, options) if phase == _DRAFT else _battle(position, phase, options)
    state.poke(table)


def _draft(position: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    picks = _picks(position.get("picks", [[], []]))
    made = [len(row) for row in picks]
    if made[0] - made[1] not in (0, 1) or made[1] == ROUNDS:
        raise PositionError(
            "'picks': in the draft player 0 has made as many picks as player 1 or one more, and player 1 at most 29; "
            f"not {made[0]} and {made[1]}"
        )
    mover = made[0] - made[1]
    if _whole("'player'", position.get("player", mover), 0, 1) != mover:
        raise PositionError(f"'player' must be {mover}: the players have made {made[0]} and {made[1]} picks")
    usual = {"health": 30, "mana": 0, "max_mana": 0, "runes": 5, "draws": 1, "due": 0, "bonus": 0, "drawn": 0, "summoned": 0}
    return {
        "phase": _DRAFT, "player": mover, "winner": -1, "reason": 0, "turn": 0,
        "offers": _offers(position.get("offers")),
        "picks": [row + [-1] * (ROUNDS - len(row)) for row in picks],
        "decks": _order(position.get("order", [list(range(ROUNDS))] * 2), options),
        "sizes": [ROUNDS, ROUNDS], "hands": [[], []], "boards": [[], []],
        **{name: [value, value] for name, value in usual.items()},
    }  # fmt: skip


def _offers(offers: Any) -> list[list[int]]:
    rows = _list("offers", offers, ROUNDS, "triples of card numbers, one for each round")
    return [[_whole("'offers'", n, 1, len(CARDS)) for n in _list("offers", row, 3, "card numbers")] for row in rows]


def _picks(picks: Any) -> list[list[int]]:
    rows = _list("picks", picks, 2, "lists of picks, one for each player")
    if not all(isinstance(row, list) and len(row) <= ROUNDS for row in rows):
        raise PositionError(f"'picks' of a player are a list of at most {ROUNDS} numbers from 0 to 2")
    return [[_whole("'picks'", index, 0, 2) for index in row] for row in rows]


def _order(order: Any, options: Mapping[str, Any]) -> list[list[int]]:
    rows = _list("order", order, 2, "lists, one for each player")
    rounds = [[_whole("'order'", n, 0, ROUNDS - 1) for n in _list("order", row, ROUNDS, "rounds")] for row in rows]
    if any(len(set(row)) < ROUNDS for row in rounds):
        raise PositionError("'order' of a player must name each round from 0 to 29 once")
    if options["shuffle"] == "same" and rounds[0] != rounds[1]:
        raise PositionError("with shuffle=same, 'order' must be the same for both players")
    return rounds


def _battle(position: Mapping[str, Any], phase: int, options: Mapping[str, Any]) -> dict[str, Any]:
    turn, player = _turn_and_player(position, phase)
    rows = _list("players", position.get("players"), 2, "tables, one for each player")
    read = [_player(p, row, phase == _BATTLE and p == turn % 2, options) for p, row in enumerate(rows)]
    table: dict[str, Any] = {name: [row[name] for row in read] for name in read[0]}
    table |= {"phase": phase, "player": player, "turn": turn, "winner": -1, "reason": 0}
    _draft_behind(position, table, options)
    if phase == _OVER:
        table["winner"] = _whole("'winner'", position.get("winner"), 0, 1)
        table["reason"] = _word("reason", position.get("reason"), _REASONS[1:]) + 1
        _check_end(table, options)
    else:
        _check_alive(table, options)
    return table


def _turn_and_player(position: Mapping[str, Any], phase: int) -> tuple[int, int]:
    """Player 0 has the even turns; after the end nobody is to move, and the turn is the last one."""
    if phase == _OVER:
        if position.get("player") is not None:
            raise PositionError(f"'player' must be null when the phase is over, not {reprlib.repr(position['player'])}")
        return _whole("'turn'", position.get("turn", 0), 0, 99_999), -1
    if "turn" not in position:
        player = _whole("'player'", position.get("player", 0), 0, 1)
        return player, player
    turn = _whole("'turn'", position["turn"], 0, 99_999)
    if _whole("'player'", position.get("player", turn % 2), 0, 1) != turn % 2:
        raise PositionError(f"'player' must be {turn % 2} in turn {turn}: player 0 has the even turns, player 1 the odd ones")
    return turn, turn % 2


# ---- one player --------------------------------------------------------------------------------------------------


def _player(p: int, row: Any, active: bool, options: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(row, Mapping):
        raise PositionError(f"player {p}: a player is a table of names and values, not {reprlib.repr(row)}")
    parts = (*_RANGES, "bonus", *_ZONES)
    _only(f"player {p}", row, parts)
    facts = _facts(p, row)
    return {**facts, **_cards(p, row, active, options)}


def _facts(p: int, row: Mapping[str, Any]) -> dict[str, int]:
    bonus = _flag(f"player {p}: 'bonus'", row.get("bonus", False))
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
    return _whole(f"player {p}: '{name}'", row.get(name, usual), *_RANGES[name])


def _cards(p: int, row: Mapping[str, Any], active: bool, options: Mapping[str, Any]) -> dict[str, Any]:
    zones: dict[str, list[Any]] = {}
    for name in _ZONES:
        zones[name] = row.get(name, [])
        if not isinstance(zones[name], list) or len(zones[name]) > ROUNDS:
            raise PositionError(f"player {p}: {name!r} must be a list of at most {ROUNDS} cards")
    creatures = [_creature(f"player {p}: 'board'", entry, active, options["lanes"]) for entry in zones["board"]]
    tokens = {name: [_token(f"player {p}: {name!r}", entry) for entry in zones[name]] for name in ("gone", "hand", "deck")}
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


def _token(where: str, entry: Any) -> _Token:
    """A card and its instance number, if there is one."""
    if isinstance(entry, int) and not isinstance(entry, bool):
        return _checked_card(where, entry), None
    if not isinstance(entry, str) or len(entry) > 60:
        raise PositionError(
            f"{where}: a card is written as its number or name, such as 151, '151#7' or 'Decimate'; not {reprlib.repr(entry)}"
        )
    name, mark, instance = entry.partition("#")
    if mark and not (instance.isascii() and instance.isdecimal() and len(instance) <= 2):
        raise PositionError(
            f"{where}: an instance number is a whole number from 1 to {LAST_INSTANCE}, not {reprlib.repr(instance)}"
        )
    return _checked_card(where, name.strip()), int(instance) if mark else None


def _checked_card(where: str, name: str | int) -> int:
    try:
        return card_named(name)
    except PositionError as error:
        raise PositionError(f"{where}: {error}") from None


def _creature(where: str, entry: Any, active: bool, lanes: int) -> tuple[_Token, dict[str, Any]]:
    """A creature on the board; what is not said of it is as if it had been summoned in an earlier turn and left alone."""
    row = entry if isinstance(entry, Mapping) else {"card": entry}
    _only(where, row, _CREATURE)
    token = _token(where, row.get("card"))
    printed = card(token[0])
    if not printed.is_creature:
        raise PositionError(f"{where}: {printed.name} is an item; only creatures are on the board")
    values = {
        "attack": _whole(f"{where}: 'attack'", row.get("attack", printed.attack), 0, 999),
        "defense": _whole(f"{where}: 'defense'", row.get("defense", printed.defense), 1, 999),
        "keywords": _keywords(where, row["keywords"]) if "keywords" in row else printed.keywords,
    }
    lane = _whole(f"{where}: 'lane'", row.get("lane", 0), 0, lanes - 1)
    changed = values != {"attack": printed.attack, "defense": printed.defense, "keywords": printed.keywords}
    attacked = _flag(f"{where}: 'attacked'", row.get("attacked", False))
    able = _flag(f"{where}: 'able'", row.get("able", active and not attacked))
    touched = _flag(f"{where}: 'touched'", row.get("touched", changed or attacked))
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


def _draft_behind(position: Mapping[str, Any], table: dict[str, Any], options: Mapping[str, Any]) -> None:
    """The offers and picks that the decks came from, if the position knows them."""
    if ("offers" in position) != ("picks" in position):
        raise PositionError("after the draft 'offers' and 'picks' are both known, or neither is")
    if "offers" not in position:
        table["offers"] = [[0, 0, 0] for _ in range(ROUNDS)]
        table["picks"] = [[-1] * ROUNDS for _ in range(2)]
        return
    offers, picks = _offers(position["offers"]), _picks(position["picks"])
    if any(len(row) != ROUNDS for row in picks):
        raise PositionError(
            f"after the draft each player has made {ROUNDS} picks, not {' and '.join(str(len(r)) for r in picks)}"
        )
    taken = [[offer[index] for offer, index in zip(offers, row, strict=True)] for row in picks]
    for p in range(2):
        if Counter(taken[p]) != Counter(table["decks"][p]):
            raise PositionError(f"player {p}: the {ROUNDS} cards of the deck must be those picked")
    if options["shuffle"] == "same" and Counter(zip(*taken, strict=True)) != Counter(zip(*table["decks"], strict=True)):
        raise PositionError("with shuffle=same, cards picked in the same round have the same place in both decks")
    table["offers"], table["picks"] = offers, picks


def _check_alive(table: dict[str, Any], options: Mapping[str, Any]) -> None:
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


def _check_end(table: dict[str, Any], options: Mapping[str, Any]) -> None:
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


# ---- values ------------------------------------------------------------------------------------------------------


def _whole(name: str, value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise PositionError(f"{name} must be a whole number from {low} to {high}, not {reprlib.repr(value)}")
    return value


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise PositionError(f"{name} must be true or false, not {reprlib.repr(value)}")
    return value


def _word(name: str, value: Any, words: Sequence[str]) -> int:
    if not isinstance(value, str) or value not in words:
        raise PositionError(f"{name!r} must be one of {', '.join(words)}, not {reprlib.repr(value)}")
    return words.index(value)


def _list(name: str, value: Any, length: int, what: str) -> list[Any]:
    if not isinstance(value, list) or len(value) != length:
        raise PositionError(f"{name!r} must be a list of {length} {what}; not {reprlib.repr(value)}")
    return value


def _only(where: str, row: Mapping[str, Any], parts: Sequence[str]) -> None:
    for name in row:
        if name not in parts:
            raise PositionError(f"{where}: there is no part {reprlib.repr(name)}; the parts are {', '.join(parts)}")
