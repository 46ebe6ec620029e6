"""Scripts of Tribute: cardlab as a bot of a foreign referee. Each message tells a whole position, which is built here again.

What a message says of effects are their words. Any card that bears the same words does the same, so one is looked up.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlab.bots.protocol import BadMessage, Guest
from cardlab.core.action import Action, source_of
from cardlab.core.state import Seat
from cardlab.errors import CardlabError
from cardlab.games.tribute.protocol.messages import TURN_MS, DraftMessage, ReadLine, TurnMessage, read_message
from cardlab.games.tribute.protocol.shown import FOLLOW_UPS, effect_text
from cardlab.games.tribute.rules.state import MOST_PICKS, Asking, TributeState
from cardlab.games.tribute.words.actions import ListedMove, listed_moves
from cardlab.games.tribute.words.asking import ASKED_BY
from cardlab.games.tribute.words.cards import PATRON_NAMES, TributeCard, card_named
from cardlab.games.tribute.words.position import NOBODY, PLAYERS, SIDES

if TYPE_CHECKING:
    from cardlab.games.tribute.game import Tribute

HAND = 5
SHARE_OF_REST = 0.25
"""An answer may take so much of what is left of the time for a turn: most turns have many."""
LEAST_MS = 20.0
_CARD = re.compile(r"Card: (.+?), Deck: \w+, Cost: \d+, Type: \w+, UniqueId: \d+")
_COUNTS = ("PLAY_CARD", "ACTIVATE_AGENT")
_BOUGHT = ("BUY_CARD", "ACQUIRE_CARD")


class TributeGuest(Guest):
    """A player at a foreign table."""

    def __init__(self, game: Tribute) -> None:
        self._game = game
        self._state: TributeState | None = None
        self._moves: list[ListedMove] = []
        self._chosen: list[Action] = []
        self._picked: list[int] = []
        self._me = 0
        self._turn = -1
        self._used = 0.0
        self._asked = 0.0

    def hear(self, read_line: ReadLine) -> bool:
        message = read_message(read_line)
        if message is None:
            return False
        self._asked, self._chosen = time.monotonic(), []
        try:
            self._open_draft(message) if isinstance(message, DraftMessage) else self._open_turn(message)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise BadMessage(f"a message lacks something, or has it in another form: {type(error).__name__}: {error}") from None
        return True

    def limit_ms(self) -> float:
        if self._turn < 0:
            return TURN_MS
        return max(LEAST_MS, SHARE_OF_REST * (TURN_MS - self._used))

    def seat(self) -> Seat | None:
        if self._state is None or (not self._moves and self._chosen) or (self._chosen and self._settled() is not None):
            return None
        return self._state.seat(self._me)

    def choose(self, action: Action) -> None:
        assert self._state is not None
        self._chosen.append(action)
        if self._moves and self._settled() is None:
            self._state.apply(action)

    def answer(self) -> str:
        self._used += 1000 * (time.monotonic() - self._asked)
        if not self._moves:
            assert self._state is not None
            action = self._chosen[0] if self._chosen else self._state.legal()[0]
            self._picked.append(source_of(action))
            return PATRON_NAMES[source_of(action)]
        at = self._settled()
        return str(self._nearest() if at is None else at)

    def _settled(self) -> int | None:
        """The place of the move that the chosen actions make, once they are complete."""
        done = tuple(self._chosen)
        for at, move in enumerate(self._moves):
            if move.actions == done:
                return at
        same = sorted(done)
        return next((at for at, move in enumerate(self._moves) if sorted(move.actions) == same), None)

    def _nearest(self) -> int:
        """The first move that begins with what was chosen, when time ran out on the way."""
        done = tuple(self._chosen)
        return next((at for at, move in enumerate(self._moves) if move.actions[: len(done)] == done), 0)

    # ---- the draft ---------------------------------------------------------------------------------------------------

    def _open_draft(self, message: DraftMessage) -> None:
        """Who has picked what is not told in full; it is found from who is missing."""
        gone = [number for number in range(len(PATRON_NAMES)) if number not in message.patrons]
        pool = [PATRON_NAMES.index(name) for name in self._game.pool]
        gone = [number for number in gone if number in pool]
        if message.round == 1:
            self._picked = []
        self._moves, self._turn, self._used = [], -1, 0.0
        self._me = 0 if len(gone) in (0, 3) else 1
        names = [PATRON_NAMES[number] for number in gone]
        patrons = names[:2] + (["TREASURY"] if len(names) > 1 else []) + names[2:]
        self._state = self._loaded({"phase": "draft", "patrons": patrons})

    # ---- a turn ------------------------------------------------------------------------------------------------------

    def _open_turn(self, message: TurnMessage) -> None:
        told = message.state
        self._me = PLAYERS.index(told["CurrentPlayer"]["Player"])
        turn = 1 + sum(entry.startswith("END_TURN") for entry in told["CompletedActions"])
        if turn != self._turn:
            self._turn, self._used = turn, 0.0
        self._state = self._loaded(self._position(told, turn))
        self._moves = listed_moves(self._state, self._game.cards)
        if len(self._moves) != len(message.moves):
            raise BadMessage(f"the position allows {len(self._moves)} moves, but Actions has {len(message.moves)}")

    def _loaded(self, position: Mapping[str, Any]) -> TributeState:
        try:
            state = self._game.from_dict(position)
        except CardlabError as error:
            raise BadMessage(f"no match can look like this: {error}") from None
        assert isinstance(state, TributeState)
        return state

    def _position(self, told: Mapping[str, Any], turn: int) -> dict[str, Any]:
        me, other = SIDES[self._me], SIDES[1 - self._me]
        position: dict[str, Any] = {
            "patrons": list(told["PatronStates"]),
            "favor": {name: player for name, player in told["PatronStates"].items() if player != NOBODY},
            "current": PLAYERS[self._me],
            "turn": turn,
            "decisions": min(len(told["CompletedActions"]), self._game.limit - 1),
            "tavern": {"row": _keys(told["TavernAvailableCards"]), "deck": _keys(told["TavernCards"])},
            me: _own(told["CurrentPlayer"]),
            other: _theirs(told["EnemyPlayer"]),
        }
        position |= self._waiting(told)
        return position

    def _waiting(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """Combos, and what waits or is asked."""
        found: dict[str, Any] = {}
        if combos := self._combos(told["CompletedActions"]):
            found["combos"] = combos
        if told["UpcomingEffects"]:
            found["queue"] = [self._entry(text, told) for text in told["UpcomingEffects"]]
        if told["StartOfNextTurnEffects"]:
            found["next_turn_effects"] = [self._entry(text, told) for text in told["StartOfNextTurnEffects"]]
        if told["PendingChoice"]:
            found["pending_choice"] = self._pending(told["PendingChoice"], told)
        return found

    def _combos(self, log: Sequence[str]) -> dict[str, Any]:
        """The cards of each deck that have counted this turn, the first three of them by name."""
        counted: dict[str, list[str]] = {}
        for entry in log[_after_last_turn(log) :]:
            word, found = entry.partition(" ")[0], _CARD.findall(entry)
            if not found:
                continue
            card = self._game.cards[card_named(found[-1])]
            if word in _COUNTS or (word in _BOUGHT and card.is_contract):
                counted.setdefault(PATRON_NAMES[card.deck], []).append(card.key)
        return {deck: {"counter": min(4, len(cards)), "cards": cards[:3]} for deck, cards in counted.items()}

    def _entry(self, text: str, told: Mapping[str, Any]) -> dict[str, Any]:
        """An effect that waits, as it stands on some card; one that heals belongs to an agent on the board."""
        board = [card_named(row["Card"]["name"]) for row in told["CurrentPlayer"]["Agents"]]
        for card in sorted(self._game.cards, key=lambda one: one.number not in board):
            for level, effect in enumerate(card.effects):
                for part, words in enumerate(effect.texts()):
                    if words == text:
                        slot = {"slot": board.index(card.number)} if text.startswith("HEAL") and card.number in board else {}
                        return {"card": card.key, "level": level + 1, "part": part, **slot}
        raise BadMessage(f"no card does {text!r}")

    def _pending(self, asked: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
        name, context = asked["ChoiceFollowUp"], asked["Context"]
        if name.startswith("COMPLETE_"):
            return {"follow_up": name, "patron": context}
        if asked["Type"] == "EFFECT":
            card, level = self._bearing(" OR ".join(asked["PossibleEffects"]))
            return {"follow_up": "ENACT_CHOSEN_EFFECT", "card": card.key, "level": level}
        card, level = self._bearing(context)
        deeds = {int(ASKED_BY[what]): what for what in ASKED_BY if FOLLOW_UPS.get(what, what.name) == name}
        parts = card.effects[level - 1].parts
        part = next(at for at, (code, _) in enumerate(parts) if code in deeds)
        what = deeds[parts[part][0]]
        found: dict[str, Any] = {"follow_up": what.name, "card": card.key, "level": level, "part": part}
        if what in (Asking.REFRESH_CARDS, Asking.REFRESH_AGENTS, Asking.TOSS_CARDS):
            found["max"] = min(asked["MaxChoices"], MOST_PICKS)
        if what in (Asking.ACQUIRE_CARDS, Asking.REPLACE_CARDS_IN_TAVERN):
            found |= self._gap(asked, told, what, parts[part][1])
        return found

    def _gap(self, asked: Mapping[str, Any], told: Mapping[str, Any], what: Asking, limit: int) -> dict[str, Any]:
        """The slot that was refilled after the question was asked: its card is no option."""
        offered = [card["UniqueId"] for card in asked["PossibleCards"]]
        for at, card in enumerate(told["TavernAvailableCards"]):
            fits = what == Asking.REPLACE_CARDS_IN_TAVERN or card["cost"] <= limit
            if fits and card["UniqueId"] not in offered:
                return {"gap": at}
        return {}

    def _bearing(self, text: str) -> tuple[TributeCard, int]:
        for card in self._game.cards:
            for level, effect in enumerate(card.effects, 1):
                if effect.parts and effect_text(effect) == text:
                    return card, level
        raise BadMessage(f"no card does {text!r}")


def _after_last_turn(log: Sequence[str]) -> int:
    ends = [at for at, entry in enumerate(log) if entry.startswith("END_TURN")]
    return ends[-1] + 1 if ends else 0


def _keys(cards: Sequence[Mapping[str, Any]]) -> list[str]:
    return [card["name"] for card in cards]


def _agents(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{"card": row["Card"]["name"], "hp": row["CurrentHP"], "activated": row["Activated"]} for row in rows]


def _own(told: Mapping[str, Any]) -> dict[str, Any]:
    known = told["KnownPile"]
    numbers = [card["UniqueId"] for card in known]
    rest = [card for card in told["DrawPile"] if card["UniqueId"] not in numbers]
    return {
        **_open_parts(told), "hand": _keys(told["Hand"]), "draw": _keys([*known, *rest]), "patron_calls": told["PatronCalls"],
        "known_upcoming": len(known),
    }  # fmt: skip


def _theirs(told: Mapping[str, Any]) -> dict[str, Any]:
    unseen = _keys(told["HandAndDraw"])
    return {**_open_parts(told), "hand": unseen[:HAND], "draw": unseen[HAND:]}


def _open_parts(told: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "played": _keys(told["Played"]), "cooldown": _keys(told["Cooldown"]), "agents": _agents(told["Agents"]),
        "coins": told["Coins"], "power": told["Power"], "prestige": told["Prestige"],
    }  # fmt: skip
