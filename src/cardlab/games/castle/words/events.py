"""Castle: what its rules tell, with the words for it."""

from __future__ import annotations

from collections.abc import Mapping

from cardlab.core.events import EventKind
from cardlab.games.castle.rules.state import Reason, Told
from cardlab.games.castle.words.cards import cards_text, rank_text

_ENDINGS = {
    Reason.WIN: "the game is won",
    Reason.LIMIT: "draw: the limit of decisions is reached",
    Reason.REPETITION: "draw by repetition",
}


def _rank(fields: Mapping[str, int]) -> str:
    return rank_text(fields["rank"])


def _played(fields: Mapping[str, int]) -> str:
    return cards_text([fields["rank"]] * fields["count"])


def _count(fields: Mapping[str, int]) -> str:
    return f"{fields['count']} card{'s' if fields['count'] != 1 else ''}"


def _row(fields: Mapping[str, int]) -> str:
    return cards_text([fields["first"], fields["second"], fields["third"]])


def _laid(fields: Mapping[str, int]) -> str:
    return rank_text(fields["laid"])


def _taken(fields: Mapping[str, int]) -> str:
    return rank_text(fields["taken"])


def _ending(fields: Mapping[str, int]) -> str:
    return _ENDINGS[Reason(fields["reason"])]


def _of_a_card(what: Told, others: str, you: str) -> EventKind:
    return EventKind(what, ("rank",), others, you, phrases={"rank": _rank})


CASTLE_EVENTS = (
    EventKind(Told.PLAYED, ("rank", "count"), "plays {cards}", "play {cards}", phrases={"cards": _played}),
    _of_a_card(Told.TURNED, "turns over {rank}", "turn over {rank}"),
    _of_a_card(Told.FAILED, "turns over {rank}, which does not fit", "turn over {rank}, which does not fit"),
    EventKind(Told.TOOK, ("count",), "takes the pile ({cards})", "take the pile ({cards})", phrases={"cards": _count}),
    EventKind(Told.BURNED, ("count",), "burns the pile ({cards})", "burn the pile ({cards})", phrases={"cards": _count}),
    EventKind(Told.DREW, ("rank",), "draws {rank}", "draw {rank}", "draws a card", phrases={"rank": _rank}, quiet=True),
    EventKind(
        Told.CHOSE, ("first", "second", "third"), "lays out {row}", "lay out {row}", "has chosen a castle",
        phrases={"row": _row},
    ),
    EventKind(
        Told.SWAPPED, ("laid", "taken"), "swaps {laid} for {taken}", "swap {laid} for {taken}",
        phrases={"laid": _laid, "taken": _taken},
    ),
    _of_a_card(Told.REVEALED, "gambles: {rank}", "gamble: {rank}"),
    EventKind(Told.WENT_OUT, ("place",), "has no cards left", "have no cards left"),
    EventKind(Told.ENDED, ("reason",), "{ending}", phrases={"ending": _ending}),
    _of_a_card(Told.TOOK_UP, "takes {rank} from the row", "take {rank} from the row"),
)  # fmt: skip
"""Every kind of event of Castle."""
