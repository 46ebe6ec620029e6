"""Duelyst: its own agents, evaluators, weights of files, and what the starter AI believes its cards to do.

Which is not always what they do. An intent is what a card is meant for, with its amount, for whom (F friendly, E enemy,
M minions, G generals, ``all`` of the board, ``side`` for the own starting side, ``column`` for the column of the
target, ``row`` for that of the own general, ``self`` for the minion itself) and the token it brings. Cards without intents may
have an older mark that says by which rule they are played; without one they are played wherever it is legal. Besides there is
how many effects count on a card, in hand and on the board, and how many of them no dispel takes away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab.agents.agent import Agent
from cardlab.agents.budget import Budget
from cardlab.agents.kinds import BEAM, AgentKind, Order
from cardlab.core.files import read_json, read_text
from cardlab.core.options import choice, real, word
from cardlab.core.vectorfile import read_vector
from cardlab.core.vectors import VectorKind
from cardlab.errors import OptionError, UnknownOption
from cardlab.games.duelyst.agents.champion import TRAIT_NAMES, ChampionSearch, ChanceEvaluator
from cardlab.games.duelyst.agents.evaluator import REFERENCE, WEIGHT_NAMES, BoardEvaluator, WeighedClimber
from cardlab.games.duelyst.agents.starter import StarterAgent
from cardlab.games.duelyst.agents.startermind import Intent, IntentWho, OldIntent
from cardlab.games.duelyst.rules.state import CardType, Code, Keyword, Trigger

if TYPE_CHECKING:
    from cardlab.core.game import Game
    from cardlab.games.duelyst.words.cards import CardTable, DuelystCard


_KINDS = {
    "burn": Intent.BURN, "attack": Intent.MOD_ATTACK, "set": Intent.SET_ATTACK, "health": Intent.MOD_HEALTH,
    "remove": Intent.REMOVE, "heal": Intent.HEAL_GENERAL, "refresh": Intent.REFRESH, "draw": Intent.DRAW_CARD,
    "keyword": Intent.GIVE_KEYWORD, "summon": Intent.CALL, "stun": Intent.STUN, "dispel": Intent.DISPEL,
    "transform": Intent.TRANSFORM,
}  # fmt: skip
_WHO = {
    "F": IntentWho.MINE, "E": IntentWho.THEIRS, "M": IntentWho.SMALL, "G": IntentWho.GENERAL_TOO,
    "all": IntentWho.EVERYBODY_THERE, "side": IntentWho.OWN_SIDE, "column": IntentWho.IN_COLUMN, "self": IntentWho.ITSELF,
    "row": IntentWho.IN_ROW,
}  # fmt: skip


@dataclass(frozen=True)
class Meant:
    """One intent."""

    kind: int
    amount: int = 0
    who: int = 0
    card: int = 0


@dataclass(frozen=True)
class Mind:
    """All that the AI believes of one card."""

    intents: tuple[Meant, ...] = ()
    follow: tuple[Meant, ...] = ()
    follows: int = 0
    old: int = 0
    in_hand: int = 0
    on_board: int = 0
    lasting: int = 0
    stat_artifact: bool = False
    buffing: int = 0


def _meant(text: str) -> tuple[Meant, ...]:
    found = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        kind, amount, *words = part.split()
        who = sum(int(_WHO[word]) for word in words if word in _WHO)
        card = next((int(word) for word in words if word.isdecimal()), 0)
        found.append(Meant(int(_KINDS[kind]), int(amount), who, card))
    return tuple(found)


_INTENTS = {
    20066: "burn 2 E M", 20044: "burn 2 all F E M G", 20047: "attack 1 all F M; health 1 all F M",
    20090: "remove 0 F E M; heal 5 F E G", 30004: "attack 1 F G", 30006: "attack 2 F G", 30015: "attack 3 F G",
    30012: "attack 4 F G", 20174: "attack 2 F M", 20081: "burn 3 F E M G", 20088: "burn 1 all E M", 20086: "refresh 0 F M",
    20080: "attack 3 F M G", 20102: "attack 4 F M; health 2 F M", 20075: "set 0 E M",
    20095: "draw 1 F G; attack 1 F M; health 1 F M", 20096: "health 2 F M; attack 2 F M",
    20074: "health 3 F M; attack 1 F M; keyword 10 F M", 20077: "remove 0 E M", 20178: "summon 1 225", 317: "summon 1 315",
    20071: "attack 2 all F M", 311: "attack 1 self F M; health 1 self F M", 20072: "summon 1 315",
    20061: "remove 0 E M; summon 1 315", 20180: "summon 2 315", 20116: "health 2 F M; attack 2 F M", 20125: "remove 0 F E M",
    20182: "attack 1 F G", 20139: "burn 1 F E M; stun 0 F E M", 20134: "burn 1 E M G; dispel 0 F E M G",
    20135: "attack 3 F M; health 3 F M", 20144: "transform 0 F E M 520", 20136: "stun 0 side F E M G; burn 4 side F E M G",
    20184: "burn 2 column E M G",
}  # fmt: skip
_FOLLOWS = {20072: ("summon 1 315", 2), 410: ("attack 2 F M; health 2 F M", 1)}
_OLD = {
    20068: OldIntent.BUFF_MINION, 20168: OldIntent.MOVE_FRIEND, 20176: OldIntent.MOVE_FRIEND, 115: OldIntent.SUMMON_GROW,
    311: OldIntent.SUMMON_GROW, 20049: OldIntent.BURN_MOVE, 20051: OldIntent.SHADOW_NOVA, 20111: OldIntent.DEBUFF,
    20122: OldIntent.REMOVAL_MASS, 20179: OldIntent.BUFF_GENERAL,
}  # fmt: skip
_LATER = {
    20116: "health 1 F M; attack 2 F M", 20134: "burn 2 E M G; dispel 0 F E M G", 30012: "attack 3 F G",
    20096: "heal 2 F G; draw 2 F G", 20077: "remove 0 row F E M", 20071: "attack -2 E M",
}  # fmt: skip
"""What is meant by cards that the later game changed."""
_LATER_FOLLOWS = {410: ("attack 2 F M; health 1 F M", 1)}
_COUNTED = (
    Keyword.PROVOKE, Keyword.RANGED, Keyword.BLAST, Keyword.CELERITY, Keyword.FLYING, Keyword.FRENZY, Keyword.BACKSTAB,
    Keyword.FORCEFIELD, Keyword.REBIRTH, Keyword.GROW, Keyword.DEATHWATCH, Keyword.GENERAL_PROOF, Keyword.GENERAL_DOUBLE,
    Keyword.MINION_DOUBLE, Keyword.SPELL_WATCH, Keyword.TURN_START, Keyword.TURN_END, Keyword.HURT_WATCH, Keyword.HUNTER_DRAW,
)  # fmt: skip
_FIXED_NUMBERS = 3
"""A structure is one effect, and its two fixed numbers are two."""
_WATCHES = {
    Trigger.ON_SPELL: Keyword.SPELL_WATCH, Trigger.ON_DEATHWATCH: Keyword.DEATHWATCH, Trigger.ON_START: Keyword.TURN_START,
    Trigger.ON_END: Keyword.TURN_END, Trigger.ON_HURT: Keyword.HURT_WATCH,
}  # fmt: skip


def effects_of(card: DuelystCard) -> tuple[int, int, int]:
    """How many effects count on a unit in hand, on the board, and there even if it is dispelled.

    Abilities are one each, those that depend on the place two, for their bonus is another; Airdrop, Dying Wish and what
    vanishes do not count, Rush and an Opening Gambit in hand only.
    """
    if card.kind == "general":
        return 0, 1, 1
    if card.type != CardType.MINION:
        return 0, 0, 0
    lasting = _FIXED_NUMBERS if card.keywords & Keyword.STRUCTURE else 0
    slow = card.speed == 1
    placed = 2 * bool(card.keywords & (Keyword.ZEAL | Keyword.INFILTRATE))
    on_board = sum(bool(card.keywords & bit) for bit in _COUNTED) + placed + slow + lasting
    arriving = bool(card.keywords & Keyword.RUSH) + (Trigger.ON_CAST in card.deeds)
    return on_board + arriving, on_board, lasting


def _buffing(card: DuelystCard) -> int:
    """The abilities by which a unit gives lasting bonuses."""
    bits = card.keywords & Keyword.GROW
    for trigger, bit in _WATCHES.items():
        if any(deed.code == Code.DO_BUFF and not deed.until for deed in card.deeds.get(trigger, ())):
            bits |= bit
    return int(bits)


def card_minds(table: CardTable, later: bool) -> dict[int, Mind]:
    """What the AI believes of each card, by its id: of the rest of the core set only what counts and who keeps away."""
    intents = {**_INTENTS, **(_LATER if later else {})}
    follows = {**_FOLLOWS, **(_LATER_FOLLOWS if later else {})}
    found = {}
    for card in table.cards:
        follow, n_follow = follows.get(card.id, ("", 0))
        found[card.id] = Mind(
            _meant(intents.get(card.id, "")), _meant(follow), n_follow, int(_OLD.get(card.id, 0)), *effects_of(card),
            stat_artifact=card.worn > 0, buffing=_buffing(card),
        )  # fmt: skip
    return found


def _starter(order: Order) -> StarterAgent:
    from cardlab.games.duelyst.game import Duelyst

    assert isinstance(order.game, Duelyst)
    minds = card_minds(order.game.cards, order.game.options["overlay"])
    return StarterAgent(order.game, minds, order.options.get("difficulty", 1.0))


STARTER_AI = AgentKind(
    "starter-ai",
    "the rules of the game's own first opponent",
    _starter,
    (real("difficulty", 1.0, 0.0, 1.0, "less than 1: fewer summons and attacks in a turn, no thought of who strikes back"),),
    game="duelyst",
)

CHAMPION_PLAN: dict[str, Any] = {"width": 20, "worlds": 12, "finalists": 12, "reply": 3, "plies": 2, "trust": 0.25}
"""How the champion plans, unless it is told otherwise."""
THINKING = Budget(2000, 100.0)


def _champion(order: Order) -> Agent:
    name = order.options["evaluator"]
    weights = learned_chances() if name is None else chances_of(Path(name))
    if weights is not None:
        planned, later = ChanceEvaluator(weights), ChanceEvaluator(weights, fresh=True)
    else:
        planned = later = load_evaluator(order.game, name)
    rival = _starter(order) if order.options["answers"] == "rules" else None
    options = {**order.options, "diving": False}
    return ChampionSearch(order.game, order.budget or THINKING, options, planned, order.stop, later, rival)


CHAMPION = AgentKind(
    "champion",
    "our strongest: a beam over the turn, its best ends judged by sampled answers",
    _champion,
    (
        *(
            replace(
                option, default=CHAMPION_PLAN[option.name], needs="answers=beam" if option.name == "reply" else option.needs
            )
            for option in BEAM.options
            if option.name in CHAMPION_PLAN
        ),
        replace(
            choice(
                "answers",
                "rules",
                ("rules", "beam"),
                "who plays the turns after: the rules of the starter AI, or a narrow beam",
            ),
            needs="worlds",
        ),
        word(
            "evaluator",
            None,
            "who judges positions",
            "an evaluator of the game, or a file of chances as the script that fits them writes it; without one its own",
        ),
    ),
    THINKING,
    "duelyst",
)


def learned_chances() -> list[float]:
    """What counts how much for the chance to win, as learned from games."""
    found = chances_of(Path(__file__).parent / "chances.json")
    assert found is not None
    return found


_MOST_BYTES, _MOST_WEIGHT = 1_000_000, 1e6


def chances_of(path: Path) -> list[float] | None:
    """Such weights of a file, or None if it holds something else."""
    if path.suffix != ".json" or not path.is_file():
        return None
    text = read_text(path, _MOST_BYTES)
    found = read_json(path, text) if text.lstrip().startswith("{") else None
    if not isinstance(found, dict) or found.get("names") != list(TRAIT_NAMES):
        return None
    weights = found.get("weights")
    if not isinstance(weights, list) or not all(type(one) in (int, float) and abs(one) <= _MOST_WEIGHT for one in weights):
        raise OptionError(f"{path}: the weights are numbers from -{_MOST_WEIGHT:g} to {_MOST_WEIGHT:g}")
    return weights


TUNED = (
    1, 1.63, 1.32, 1.62, 0.26, 0.04, 0.11, 1.98, 1.93, 0.2, 0.16, 0.06, 0.29, 0.31, 0.13, 0.55, 1.79, 0.57, 0, 40.0,
)  # fmt: skip
"""Found by changing three weights at a time, 31 times, and keeping what let ``rollout:12`` win more against the starter AI."""
KNOWN_WEIGHTS = {"e1": REFERENCE, "tuned": TUNED}
"""The evaluators that come with the game, by name."""


def load_evaluator(game: Game, name: str) -> Any:
    """An evaluator by its name, or with the weights of a file."""
    if name in KNOWN_WEIGHTS:
        return BoardEvaluator(KNOWN_WEIGHTS[name])
    if name.endswith(".json"):
        return BoardEvaluator(read_vector(Path(name), game, "weights"))
    raise UnknownOption(f"evaluator of {game.name}", name, tuple(KNOWN_WEIGHTS))


def vector_kinds(game: Game) -> Mapping[str, VectorKind]:
    """What can be evolved for this game."""
    weights = VectorKind(
        "weights", "what counts how much for the evaluator; a climber plays by it", WEIGHT_NAMES, ("hillclimb",),
        lambda player: WeighedClimber(game), lambda scenario: (True,) * len(WEIGHT_NAMES),
    )  # fmt: skip
    return {weights.name: weights}


def named_weights(game: Game, name: str) -> list[float]:
    """Known weights by their name."""
    if name not in KNOWN_WEIGHTS:
        raise UnknownOption(f"weights of {game.name}", name, tuple(KNOWN_WEIGHTS))
    return list(KNOWN_WEIGHTS[name])
