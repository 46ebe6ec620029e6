"""Magpies with compiled rules: cards, words and checks are those of the plain game, states are compiled."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from cardlab import State
from cardlab.core.game import own_state
from cardlab.core.reading import UNKNOWN as HIDDEN_CARD
from cardlab_magpies.plain import PlainMagpies
from cardlab_magpies.rules import DECK, MEADOW, NEST, UNKNOWN, MagpieState
from cardlab_magpies.words import PLAYERS, MagpieWords


class Magpies(MagpieWords):
    """The game. Positions are those of the plain game, read from the struct and written into it."""

    name = "magpies"

    @cached_property
    def plain(self) -> PlainMagpies:
        """The plain game with the same options and cards."""
        plain = PlainMagpies(**self.options)
        plain.made = self.made
        return plain

    @property
    def native(self) -> bool:
        """Not if a card asks Python."""
        return self.made.book.native

    def blank(self) -> State:
        return MagpieState(self, self.made.book)

    def inventory(self, state: State) -> list[str]:
        return self.plain.inventory(state)

    def position_of(self, state: State) -> dict[str, Any]:
        z = own_state(state, MagpieState).peek()
        chain, poll = z["chain"][0], z["poll"][0]
        piles = [self._names(pile) for pile in z["pile"]]
        hands, nests = piles[:NEST], piles[NEST:DECK]
        held = [card for hand in hands for card in hand if not card.startswith(HIDDEN_CARD)]
        return {
            "hands": hands,
            "deck": piles[DECK],
            "nests": nests,
            "meadow": piles[MEADOW],
            "seen_by": {card: _seats(z["seen_by"][self.made.number[card]]) for card in held},
            "shuffles": z["shuffles"],
            "batch": {card: batch for card, batch in zip(self.made.singles, z["batch"], strict=False) if batch},
            "left": z["left"],
            "chain": [_effect(frame) for frame in chain["frame"][chain["now"] : chain["n"]]],
            "picked": chain["ask"]["picked"][: chain["ask"]["n"]] if chain["asking"] else None,
            "poll": [_answer(poll, seat) for seat in range(PLAYERS)] if poll["asked"] else None,
        }

    def load(self, state: State, position: Mapping[str, Any], seat: int | None = None) -> None:
        """C arrays check nothing, so the plain game checks the position, or what a seat sees of one, first."""
        if seat is None:
            checked = self.plain.from_dict(position).to_dict()
        else:
            checked = self.plain.from_view({"seat": seat, **position}).view()
        piles = [*checked["hands"], *checked["nests"], checked["deck"], checked["meadow"]]
        own_state(state, MagpieState).poke(
            {
                "pile": [self._pile(cards) for cards in piles],
                "seen_by": [sum(1 << knower for knower in checked["seen_by"].get(card, ())) for card in self.made.singles],
                "batch": [checked["batch"].get(card, 0) for card in self.made.singles],
                "shuffles": checked["shuffles"],
                "left": checked["left"],
                "chain": [_chain(checked["chain"], checked["picked"])],
                "poll": [_poll(checked["poll"], checked["hands"])],
            }
        )

    def _names(self, pile: Mapping[str, Any]) -> list[str]:
        numbers = pile["card"][: pile["n"]]
        return [self.made.singles[n] if n < UNKNOWN else f"{HIDDEN_CARD}{n - UNKNOWN}" for n in numbers]

    def _pile(self, cards: list[str]) -> dict[str, Any]:
        known = self.made.number
        return {"card": [known[card] if card in known else UNKNOWN + int(card[1:]) for card in cards], "n": len(cards)}


def _seats(bits: int) -> list[int]:
    return [seat for seat in range(PLAYERS) if bits >> seat & 1]


def _effect(frame: Mapping[str, int]) -> dict[str, Any]:
    return {"op": frame["what"], "seat": frame["seat"], "card": frame["card"], "n": frame["a"], "whole": bool(frame["b"])}


def _answer(poll: Mapping[str, Any], seat: int) -> Any:
    """None is still to come, 0 in the struct is hidden, else it is the place counted from 1."""
    if not poll["answered"] >> seat & 1:
        return None
    return poll["answer"][seat] - 1 if poll["answer"][seat] else HIDDEN_CARD


def _chain(effects: list[dict[str, Any]], picked: list[int] | None) -> dict[str, Any]:
    frames = [{"what": e["op"], "seat": e["seat"], "card": e["card"], "a": e["n"], "b": int(e["whole"])} for e in effects]
    question = {"picked": picked, "n": len(picked)} if picked is not None else {}
    return {"frame": frames, "n": len(frames), "end": len(frames), "asking": int(picked is not None), "ask": question}


def _poll(answers: list[Any] | None, hands: list[list[str]]) -> dict[str, Any]:
    if answers is None:
        return {}
    asked = sum(1 << seat for seat in range(PLAYERS) if hands[seat])
    answered = sum(1 << seat for seat in range(PLAYERS) if answers[seat] is not None)
    told = [answer + 1 if isinstance(answer, int) else 0 for answer in answers]
    return {"asked": asked, "answered": answered, "answer": told}
