"""Legends of Code and Magic: cardlab as a bot of a foreign referee, and what it remembers of the messages."""

from __future__ import annotations

from collections import Counter
from typing import Any

from cardlab.bots.protocol import BadMessage, Guest
from cardlab.core.action import HIDDEN, Action, extra_of, kind_of, pack, source_of, target_of
from cardlab.core.game import Game
from cardlab.core.rng import Rng
from cardlab.core.state import Seat
from cardlab.games.locm.protocol.messages import (
    IN_HAND,
    ON_OTHER_BOARD,
    ON_OWN_BOARD,
    CardLine,
    Message,
    ReadLine,
    read_message,
    time_limit,
)
from cardlab.games.locm.rules.state import HAND_LIMIT, LAST_INSTANCE, ROUNDS, Kind, LocmState, Phase
from cardlab.games.locm.words.cards import CARDS, card
from cardlab.games.locm.words.position import lists_of, put_lists


class LocmGuest(Guest):
    """A player at a foreign table: makes a state of each message, and a line of the actions chosen in it."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._forget()

    def _forget(self) -> None:
        self._memory = Memory(self._game)
        self._state: LocmState | None = None
        self._drafting = True
        self._passed = False
        self._chosen: list[Action] = []
        self._history: list[tuple[int, Action]] = []

    def hear(self, read_line: ReadLine) -> bool:
        message = read_message(read_line)
        if message is None:
            return False
        if message.drafting and message.mine.deck == 0:
            self._forget()
        self._close_question()
        self._open_question(message)
        return True

    def limit_ms(self) -> float:
        return time_limit(self._drafting, self._memory.round if self._drafting else self._memory.turns - 1)

    def seat(self) -> Seat | None:
        settled = self._passed or (self._drafting and self._chosen)
        if self._state is None or settled or self._state.player != self._memory.me:
            return None
        return self._state.seat(self._memory.me, self._history)

    def choose(self, action: Action) -> None:
        assert self._state is not None
        if kind_of(action) == Kind.PASS:
            self._passed = True
            return
        if not self._drafting:
            self._state.apply(action)
            self._memory.note(self._memory.me, action)
        self._chosen.append(action)
        self._history.append((self._memory.me, action))

    def answer(self) -> str:
        return ";".join(map(_answer_text, self._chosen)) or ("PICK 0" if self._drafting else "PASS")

    def _close_question(self) -> None:
        """The next message shows that the answer to the one before has been carried out."""
        if self._state is None:
            return
        memory = self._memory
        if self._drafting:
            memory.picks[memory.round] = source_of(self._chosen[0]) if self._chosen else 0
            self._history += [(1, HIDDEN)] if memory.me == 0 else []
        else:
            memory.owed = lists_of(self._state)["draws"][1 - memory.me]
            self._history.append((memory.me, pack(Kind.PASS)))
        self._passed, self._chosen = False, []

    def _open_question(self, message: Message) -> None:
        self._drafting = message.drafting
        table = self._memory.draft_table(message) if message.drafting else self._memory.battle_table(message)
        self._history += [(1 - self._memory.me, action) for action in _done_since(message, self._memory.me, table["turn"])]
        self._state = self._new_state(table)

    def _new_state(self, table: Table) -> LocmState:
        state = self._game.blank()
        assert isinstance(state, LocmState)
        put_lists(state, table)
        return state


def _done_since(message: Message, me: int, turn: int) -> list[Action]:
    """What the opponent has done since the latest answer; player 1 is asked when player 0 has picked."""
    if message.drafting:
        return [HIDDEN] if me == 1 else []
    return [*message.actions, pack(Kind.PASS)] if turn > 0 else []


def _answer_text(action: Action) -> str:
    kind, source, target = kind_of(action), source_of(action), target_of(action)
    if kind == Kind.PICK:
        return f"PICK {source}"
    return f"{Kind(kind).name} {source} {target if target or kind == Kind.SUMMON else -1}"


UNKNOWN = 0
Table = dict[str, Any]


class Memory:
    """All that one player has been told. What nobody told, such as a draft that was not heard, is guessed at random."""

    def __init__(self, game: Game) -> None:
        self._game, self._rng = game, Rng(0)
        self.me = -1
        self.round = 0
        self.turns = 0
        self.picks: dict[int, int] = {}
        self.owed = 1
        """Cards that the opponent was to draw when the own latest turn ended."""
        self._offers: dict[int, list[int]] = {}
        self._cards: dict[int, int] = {}
        self._summons: tuple[list[int], list[int]] = ([], [])
        self._touched: set[int] = set()

    def note(self, player: int, action: Action) -> None:
        """Remember an action of the battle."""
        kind, source, target = kind_of(action), source_of(action), target_of(action)
        self._cards[source] = extra_of(action)
        if kind == Kind.SUMMON:
            self._summons[player].append(source)
        else:
            self._touched |= {source, target}

    # ---- the draft -------------------------------------------------------------------------------------------------

    def draft_table(self, message: Message) -> Table:
        """The state before a pick. Offers to come are guesses."""
        self.round = made = message.mine.deck
        self.me = message.other.deck - made
        if self.me not in (0, 1) or not 0 <= made < ROUNDS:
            raise BadMessage("in the draft a deck has 0 to 29 cards, and the opponent's as many (for player 0) or one more")
        self._offers[made] = [line.number for line in message.cards]
        table = self._new_table()
        for number, offer in self._offers.items():
            table["offers"][number] = offer
        table["picks"][self.me][:made] = [self.picks.get(number, 0) for number in range(made)]
        table["picks"][1 - self.me][: made + self.me] = [0] * (made + self.me)
        table["made"] = [made + self.me, made]
        table["player"] = self.me
        return table

    def _new_table(self) -> Table:
        state = self._game.new(self._rng.word())
        assert isinstance(state, LocmState)
        return lists_of(state)

    # ---- the battle ------------------------------------------------------------------------------------------------

    def battle_table(self, message: Message) -> Table:
        """The state at the beginning of an own turn."""
        self._find_seat(message)
        self._find_turn(message)
        for action in message.actions:
            self.note(1 - self.me, action)
        self._look_at_cards(message)
        table = self._new_table()
        turn = 2 * self.turns - 2 + self.me
        table |= {"phase": int(Phase.BATTLE), "player": self.me, "turn": turn, "made": [ROUNDS, ROUNDS]}
        self._put_draft(table)
        self._put_players(table, message)
        self._put_cards(table, message)
        self._put_boards(table, message)
        return table

    def _find_seat(self, message: Message) -> None:
        """Odd instances belong to player 0; so the seat is known even if the draft was not heard."""
        seats = {(line.instance - 1 + (line.place == ON_OTHER_BOARD)) % 2 for line in message.cards}
        seats |= {source_of(action) % 2 for action in message.actions}
        if self.me < 0:
            self.me = min(seats, default=0)
        if seats - {self.me} or any(line.instance < 1 for line in message.cards):
            raise BadMessage(f"the instances of player 0 are odd and those of player 1 even, from 1 to {LAST_INSTANCE}")

    def _find_turn(self, message: Message) -> None:
        """Counted; if the beginning was not heard, by the first player's mana, which is 12 from his twelfth turn on."""
        first = message.other if self.me else message.mine
        self.turns = self.turns + 1 if self.turns or self.picks else max(1, first.mana)

    def _look_at_cards(self, message: Message) -> None:
        for line in message.cards:
            self._cards[line.instance] = line.number
        for player, place in ((self.me, ON_OWN_BOARD), (1 - self.me, ON_OTHER_BOARD)):
            known = self._summons[player]
            known += [line.instance for line in message.placed(place) if line.instance not in known]

    def _put_draft(self, table: Table) -> None:
        heard = len(self._offers) == len(self.picks) == ROUNDS
        table["offers"] = [self._offers[number] if heard else [UNKNOWN] * 3 for number in range(ROUNDS)]
        table["picks"][self.me] = [self.picks[number] if heard else -1 for number in range(ROUNDS)]

    def _put_players(self, table: Table, message: Message) -> None:
        me, other = self.me, 1 - self.me
        for player, line in ((me, message.mine), (other, message.other)):
            fits = 0 <= line.deck <= ROUNDS and 0 <= line.mana <= 13 and 0 <= line.draw <= 100
            if not fits or line.rune not in range(0, 26, 5):
                raise BadMessage(f"no player can have the data {line}")
            table["health"][player], table["max_mana"][player] = line.health, line.mana
            table["drawn"][player], table["runes"][player] = ROUNDS - line.deck, line.rune // 5
        spent = sum(card(extra_of(action)).cost for action in message.actions if kind_of(action) != Kind.ATTACK)
        table["mana"][me], table["mana"][other] = message.mine.mana, max(0, message.other.mana - spent)
        table["draws"][me], table["draws"][other] = 1, message.other.draw
        table["due"][me], table["due"][other] = message.mine.draw, self.owed if self._turns_of(other) else 0
        table["bonus"] = [0, int(table["max_mana"][1] > min(self._turns_of(1), 12))]

    def _turns_of(self, player: int) -> int:
        """How many turns a player has begun."""
        return self.turns if self.me in (player, 1) else self.turns - 1

    def _put_cards(self, table: Table, message: Message) -> None:
        me, other = self.me, 1 - self.me
        table["hands"][me] = sorted(line.instance for line in message.placed(IN_HAND))
        drawn = [2 * depth + other + 1 for depth in range(table["drawn"][other])]
        hidden = [instance for instance in drawn if instance not in self._cards]
        fits = 0 <= message.other_hand <= min(HAND_LIMIT, len(hidden)) and len(table["hands"][me]) <= HAND_LIMIT
        if not fits or table["hands"][me][-1:] > [2 * table["drawn"][me]]:
            raise BadMessage("the hands do not go together with the cards drawn")
        table["hands"][other] = hidden[len(hidden) - message.other_hand :]
        table["decks"][other] = [
            self._card_or_guess(2 * depth + other + 1, {*drawn} - {*table["hands"][other]}) for depth in range(ROUNDS)
        ]
        rest = self._own_rest(table)
        table["decks"][me] = [self._cards.get(2 * depth + me + 1, UNKNOWN) or rest.pop() for depth in range(ROUNDS)]

    def _card_or_guess(self, instance: int, played: set[int]) -> int:
        """The opponent's card if it was played, guessed if that was not heard."""
        if instance in self._cards:
            return self._cards[instance]
        return 1 + self._rng.below(len(CARDS)) if instance in played else UNKNOWN

    def _own_rest(self, table: Table) -> list[int]:
        """Own cards that were not seen yet, for the depths where they may lie, last first."""
        me = self.me
        missing = sum(2 * depth + me + 1 not in self._cards for depth in range(ROUNDS))
        picked = Counter(offer[pick] for offer, pick in zip(table["offers"], table["picks"][me], strict=True) if pick >= 0)
        picked.subtract(number for instance, number in self._cards.items() if instance % 2 != me)
        rest = sorted(picked.elements(), reverse=True)
        return rest if len(rest) == missing else [1 + self._rng.below(len(CARDS)) for _ in range(missing)]

    def _put_boards(self, table: Table, message: Message) -> None:
        for player, place in ((self.me, ON_OWN_BOARD), (1 - self.me, ON_OTHER_BOARD)):
            rows = [self._creature(player, line) for line in message.placed(place)]
            table["boards"][player] = sorted(rows, key=lambda row: (row["lane"], row["order"]))
            table["summoned"][player] = len(self._summons[player])
            for lane in (0, 1):
                if sum(row["lane"] == lane for row in rows) > (3 if self._game.options["lanes"] == 2 else 6 - 6 * lane):
                    raise BadMessage("there are more creatures on a lane than it has room for")

    def _creature(self, player: int, line: CardLine) -> dict[str, Any]:
        printed = card(line.number)
        has_effects = any((printed.player_hp, printed.opponent_hp, printed.card_draw))
        if has_effects and not line.shows_effects:
            self._touched.add(line.instance)
        return {
            "id": line.instance, "lane": line.lane, "attack": line.attack, "defense": line.defense, "keywords": line.keywords,
            "able": player == self.me, "attacked": False, "touched": line.instance in self._touched,
            "order": self._summons[player].index(line.instance),
        }  # fmt: skip
