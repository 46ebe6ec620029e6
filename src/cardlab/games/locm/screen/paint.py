"""Cards of Legends of Code and Magic in characters, with health bars, mana and the mana curve."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cardlab.core.drawing import QUIET, STRONG, Canvas
from cardlab.games.locm.screen.pieces import Piece
from cardlab.games.locm.words.cards import ALL_KEYWORDS, GREEN, KEYWORD_NAMES, KEYWORDS, RED, TYPES, LocmCard

GROUND = "on #10161f"
LANE = "on #161f2c"
GOLD = "bold #ffd75e"
MANA = "#6db3ff"
HEART = "bold #ff8296"
_INKS = ("#f2e8d5", "#8fe08f", "#ff9b9b", "#8fc9ff")
"""Of names, by type."""
_LETTERS = ("#ffae57", "#ffe066", "#f08bd8", "#c8d3e6", "#b8f26b", "#8be9fd")
"""Of keywords, in their order."""
_HINTS = (
    "excess damage hits the foe",
    "attacks at once",
    "its damage heals you",
    "is attacked first",
    "kills what it hurts",
    "ignores the next damage",
)
"""What keywords mean, in their order."""
_USES = ("", "for a creature of yours", "against a foe's creature", "against the foe or a creature")
"""What items are for, by type."""
_ATTACK, _DEFENSE, _LESS, _MORE = "bold #ffb454", "bold #7fd6a8", "bold #ff6b6b", "bold #c6ff7a"
_LOOKS = {
    "plain": ("#5f7089", "#202b3b"),
    "lit": ("#63c174", "#22372f"),
    "dim": ("#3a4557", "#18212d"),
    "target": ("#ff9f5e", "#43301f"),
    "picked": ("#ffd75e", "#4d431c"),
    "marked": ("#e0b030", "#37331f"),
    "cursor": ("#ff6fae", "#3d2436"),
}
"""Frame and paper of each look."""
_FRAMES = {False: ("╭", "─", "╮", "│", "╰", "╯"), True: ("╔", "═", "╗", "║", "╚", "╝")}
"""Of creatures without and with Guard."""


@dataclass(frozen=True)
class Face:
    """What stands on a small card. The cost is shown on cards in a hand, the mark on creatures on the board."""

    piece: Piece
    effects: str = ""
    in_hand: bool = False
    key: str = ""

    @property
    def ink(self) -> str:
        """The colour of the name."""
        return _INKS[self.piece.card.type] if self.piece.card else QUIET

    @property
    def change(self) -> str:
        """What an item changes of its target's attack and defense."""
        card = self.piece.card
        return card.stats if card and (card.attack or card.defense) else ""

    def fits_beside_values(self, width: int) -> bool:
        """Whether the effects fit in the line of attack and defense."""
        creature = self.piece.card is not None and self.piece.card.is_creature
        return len(self.effects) + (4 if creature else len(self.change) + 1) <= width


def effect_words(card: LocmCard, heals: bool) -> list[str]:
    """What a card does once, besides the change of its target, in short."""
    told = zip(_effects(card, heals), ("you{:+d}", "foe{:+d}", "draw{:+d}"), strict=True)
    return [words.format(value) for value, words in told if value]


def _effects(card: LocmCard, heals: bool) -> tuple[int, int, int]:
    return card.player_hp, abs(card.opponent_hp) if heals else card.opponent_hp, card.card_draw


# ---- small cards -----------------------------------------------------------------------------------------------------


def small_card(canvas: Canvas, x: int, y: int, width: int, height: int, face: Face, look: str = "plain") -> None:
    """A creature on the board or a card in a hand. Guard doubles the frame, Ward rounds its sides."""
    piece = face.piece
    creature = piece.card is not None and piece.card.is_creature
    _box(canvas, x, y, width, height, look, creature and bool(piece.keywords & 8), creature and bool(piece.keywords & 32))
    if face.in_hand and piece.card:
        canvas.put(x + 1, y, f" {piece.card.cost} ", f"bold #0b1420 on {MANA if look != 'dim' else '#3f5570'}")
    letters(canvas, x + width - 1 - max(1, piece.keywords.bit_count()), y, piece.keywords)
    flat = height < 6 and face.fits_beside_values(width - 2)
    above = "" if flat else face.effects
    lines = wrapped(piece.name, width - 2)[: height - 3 - bool(above)]
    for down, line in enumerate(lines, 1):
        canvas.put(x + 1, y + down, line, f"bold {face.ink if look != 'dim' else '#7d879a'}")
    canvas.put(x + 1, y + len(lines) + 1, above[: width - 2], QUIET)
    _values(canvas, x + 1, y + height - 2, width - 2, face, face.effects if flat else "")
    if face.key:
        canvas.centred(x, y + height - 1, width, f" {face.key} ", GOLD)


def hand_line(canvas: Canvas, x: int, y: int, width: int, face: Face, look: str = "plain") -> None:
    """A card in a hand in one line: cost, name, values, keywords, effects."""
    card, (frame, paper) = face.piece.card, _LOOKS[look]
    canvas.put(x, y, " " * width, f"on {paper}")
    canvas.put(x, y, "▌", frame)
    canvas.put(x + 1, y, face.key, GOLD)
    if card is None:
        return
    canvas.put(x + 3, y, f"{card.cost:>2} ", f"bold #0b1420 on {MANA if look != 'dim' else '#3f5570'}")
    room = min(24, width - 26)
    canvas.put(x + 7, y, card.name[:room], f"bold {face.ink if look != 'dim' else '#7d879a'}")
    at = x + 8 + room
    canvas.put(at, y, card.stats if card.is_creature else face.change, _ATTACK)
    letters(canvas, at + 7, y, card.keywords)
    at += 7 + (card.keywords.bit_count() + 1 if card.keywords else 0)
    canvas.put(at, y, face.effects[: max(0, x + width - at)], QUIET)


def letters(canvas: Canvas, x: int, y: int, keywords: int) -> None:
    """The letters of keywords, each in its colour."""
    for step, at in enumerate(_held(keywords)):
        canvas.put(x + step, y, KEYWORDS[at], f"bold {_LETTERS[at]}")


def slot(canvas: Canvas, x: int, y: int, width: int, height: int, lit: bool = False, key: str = "") -> None:
    """A place where a creature could stand."""
    style = "#ff9f5e" if lit else "#2c3a4e"
    canvas.put(x, y, f"┌{'╌' * (width - 2)}┐", style)
    for down in range(1, height - 1):
        canvas.put(x, y + down, f"╎{' ' * (width - 2)}╎", style)
    canvas.put(x, y + height - 1, f"└{'╌' * (width - 2)}┘", style)
    canvas.centred(x, y + height // 2, width, key, GOLD)


def _box(canvas: Canvas, x: int, y: int, width: int, height: int, look: str, guard: bool, ward: bool) -> None:
    frame, paper = _LOOKS[look]
    style, (nw, flat, ne, side, sw, se) = f"{frame} on {paper}", _FRAMES[guard]
    left, right = ("(", ")") if ward else (side, side)
    canvas.put(x, y, nw + flat * (width - 2) + ne, style)
    for down in range(1, height - 1):
        canvas.put(x, y + down, left + " " * (width - 2) + right, style)
    canvas.put(x, y + height - 1, sw + flat * (width - 2) + se, style)


def wrapped(text: str, width: int) -> list[str]:
    """Words in lines of a width; longer words are cut."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()[:width]
    return lines


def shortened(text: str, width: int) -> str:
    """A text that fits, with a mark where it was cut."""
    return text if len(text) <= width else f"{text[: width - 1].rstrip()}…"


def _values(canvas: Canvas, x: int, y: int, width: int, face: Face, between: str) -> None:
    """Attack and defense, with a mark for creatures that can attack, the type of an item, or effects."""
    piece = face.piece
    if piece.card is None:
        return
    if not piece.card.is_creature:
        canvas.put(x, y, between or TYPES[piece.card.type], QUIET if between else face.ink)
        canvas.put(x + width - len(face.change), y, face.change, _ATTACK)
        return
    change, defense = piece.defense - piece.card.defense, str(piece.defense)
    canvas.put(x, y, str(piece.attack), _ATTACK)
    canvas.centred(x, y, width, between or ("▲" if piece.able else ""), QUIET if between else "bold #63e07a")
    canvas.put(x + width - len(defense), y, defense, _LESS if change < 0 else _MORE if change else _DEFENSE)


# ---- big cards and the mana curve --------------------------------------------------------------------------------------


def big_card(canvas: Canvas, x: int, y: int, width: int, height: int, card: LocmCard, heals: bool, look: str, key: str) -> None:
    """An offered card with all its facts, and what its keywords mean if there is room."""
    creature = card.is_creature
    _box(canvas, x, y, width, height, look, creature and bool(card.keywords & 8), creature and bool(card.keywords & 32))
    canvas.put(x + 2, y, f" {card.cost} ", f"bold #0b1420 on {MANA}")
    edge = 1 if width < 16 else 2
    inner, room = width - 2 * edge, height - 2
    lines = [(line, f"bold {_INKS[card.type]}") for line in wrapped(card.name, inner)[:3]]
    lines.append((TYPES[card.type] + ("" if creature else " item"), QUIET))
    facts = _fact_lines(card, heals)
    lines += [("", "")] if len(lines) + len(facts) < room else []
    lines += facts
    hints = _hint_lines(card, inner)
    lines += [("", ""), *hints] if hints and len(lines) + len(hints) < room else []
    for down, (line, style) in enumerate(lines[:room], 1):
        canvas.put(x + edge, y + down, line[:inner], style)
    canvas.centred(x, y + height - 1, width, f" {key} " if key else "", GOLD)


def _fact_lines(card: LocmCard, heals: bool) -> list[tuple[str, str]]:
    """Values, keywords and effects, a line for each."""
    sign = "" if card.is_creature else "+"
    values = ((card.attack, "attack", _ATTACK), (card.defense, "defense", _DEFENSE))
    lines = [(f"{word:<7} {value:{sign}d}", style) for value, word, style in values if card.is_creature or value]
    verb = {GREEN: "give ", RED: "take "}.get(card.type, "")
    if verb and card.keywords == ALL_KEYWORDS:
        lines.append((f"{verb}keywords", f"bold {_LETTERS[3]}"))
    else:
        lines += [(verb + KEYWORD_NAMES[at], f"bold {_LETTERS[at]}") for at in _held(card.keywords)]
    mine, theirs, draws = _effects(card, heals)
    told = ((mine, f"you {'gain' if mine > 0 else 'lose'} {abs(mine)}"), (draws, f"draw {draws} more"))
    foe = (theirs, f"foe {'gains' if theirs > 0 else 'loses'} {abs(theirs)}")
    return [*lines, *((words, STRONG) for value, words in (told[0], foe, told[1]) if value)]


def _hint_lines(card: LocmCard, width: int) -> list[tuple[str, str]]:
    """What the keywords of a creature mean, or what an item is used on."""
    hints = [_HINTS[at] for at in _held(card.keywords)] if card.is_creature else [_USES[card.type]]
    return [(line, f"italic {QUIET}") for hint in hints for line in wrapped(hint, width)]


def _held(keywords: int) -> list[int]:
    return [at for at in range(len(KEYWORDS)) if keywords >> at & 1]


def mana_curve(canvas: Canvas, x: int, y: int, height: int, cards: Sequence[LocmCard]) -> None:
    """Columns of how many cards cost 0, 1, … 7 or more, with the count of each type below."""
    costs = Counter(min(card.cost, 7) for card in cards)
    most = max(height - 3, *costs.values(), 1)
    for cost in range(8):
        count = costs[cost]
        tall = -(-count * (height - 3) // most)
        for up in range(tall):
            canvas.put(x + 4 * cost, y + height - 3 - up, "███", MANA)
        canvas.centred(x + 4 * cost, y + height - 3 - tall, 3, str(count or ""), STRONG)
        canvas.centred(x + 4 * cost, y + height - 2, 3, f"{cost}{'+' if cost == 7 else ''}", QUIET)
    types = Counter(card.type for card in cards)
    at = x
    for number, word in enumerate(("creatures", *TYPES[1:])):
        text = f"{types[number]} {word}"
        canvas.put(at, y + height - 1, text, _INKS[number])
        at += len(text) + 2


# ---- players -----------------------------------------------------------------------------------------------------------


def health_bar(canvas: Canvas, x: int, y: int, width: int, health: int, runes: int) -> None:
    """Thirty health in `width` cells, with a mark for each rune: full while it holds, hollow once it is lost."""
    full = max(0, min(width, -(-health * width // 30)))
    canvas.put(x, y, " " * full, "on #b8324a")
    canvas.put(x + full, y, " " * (width - full), "on #38222c")
    for rune in range(1, 6):
        holds = rune <= runes
        canvas.put(x + 5 * rune * width // 30 - 1, y, "◆" if holds else "◇", "#ffd75e" if holds else "#b08590")


def mana_gems(canvas: Canvas, x: int, y: int, mana: int, most: int) -> None:
    """One gem for each mana, full if it can still be spent."""
    canvas.put(x, y, "◆" * mana, f"bold {MANA}")
    canvas.put(x + mana, y, "◇" * (most - mana), "#3f5b80")
