"""The cards of Unstable Unicorns in plain Python: what is printed on them, the switches of the rules, and their effects.

An effect is a small record. `kind` says what is done, `owner` is the seat it belongs to, `source` the card that asks.
Its parts are other effects; `targets` are filled in while a link is resolved. Nothing here changes a table: what an
effect does stands in `oracle_link`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

UNICORN_TYPES = ("baby", "basic", "magical")

_MAGICAL = (
    "Alluring Narwhal, Americorn, Angel Unicorn, Annoying Flying Unicorn, Black Knight Unicorn, Chainsaw Unicorn, "
    "Classy Narwhal, Extremely Destructive Unicorn, Extremely Fertile Unicorn, Ginormous Unicorn, "
    "Greedy Flying Unicorn, Llamacorn, Magical Flying Unicorn, Magical Kittencorn, Majestic Flying Unicorn, "
    "Mermaid Unicorn, Narwhal Torpedo, Puppicorn, Queen Bee Unicorn, Rainbow Unicorn, Rhinocorn, Seductive Unicorn, "
    "Shabby The Narwhal, Shark With A Horn, Stabby The Unicorn, Swift Flying Unicorn, The Great Narwhal, "
    "Unicorn On The Cob, Unicorn Phoenix, Zombie Unicorn"
)

COPIES: dict[str, dict[str, int]] = {
    "baby": {"Baby Narwhal": 1, "Baby Unicorn": 12},
    "basic": {"Basic Unicorn": 21, "Narwhal": 1},
    "magical": dict.fromkeys(_MAGICAL.split(", "), 1),
    "magic": {
        "Back Kick": 3, "Blatant Thievery": 1, "Change of Luck": 2, "Glitter Tornado": 2, "Good Deal": 1,
        "Mystical Vortex": 1, "Re-target": 2, "Reset Button": 1, "Shake Up": 1, "Targeted Destruction": 1,
        "Two-for-one": 2, "Unfair Bargain": 2, "Unicorn Poison": 3, "Unicorn Shrinkray": 1, "Unicorn Swap": 2,
    },
    "instant": {"Neigh": 14, "Super Neigh": 1},
    "upgrade": {
        "Double Dutch": 1, "Extra Tail": 3, "Glitter Bomb": 2, "Rainbow Aura": 1, "Rainbow Mane": 3,
        "Summoning Ritual": 1, "Unicorn Lasso": 1, "Yay": 2,
    },
    "downgrade": {
        "Barbed Wire": 1, "Blinding Light": 1, "Broken Stable": 1, "Nanny Cam": 1, "Pandamonium": 1,
        "Sadistic Ritual": 1, "Slowdown": 1, "Tiny Stable": 1,
    },
}  # fmt: skip
"""How often each card exists, by printed type. Only the official deck holds Nanny Cam."""

TYPES = {name: kind for kind, names in COPIES.items() for name in names}

TWO_PLAYERS_WITHOUT = (
    "Basic Unicorn", "Narwhal", "Extra Tail", "Queen Bee Unicorn", "Rainbow Mane", "Rainbow Unicorn",
    "Extremely Fertile Unicorn", "Nanny Cam", "Sadistic Ritual", "Slowdown", "Glitter Bomb", "Yay",
)  # fmt: skip
"""What the official variant for two players takes out of the deck."""

FLYING = [name for name in TYPES if "Flying" in name]
INSTANT_STOPPERS = ("Slowdown", "Ginormous Unicorn")

SWITCHES = (
    "nanny_cam", "pandas_count_to_win", "cards_include_pandas", "full_tie", "cob_works", "shake_up_playable",
    "kittencorn_scope", "phoenix_against_sacrifice", "barbed_wire_scope", "tiny_stable_mode", "stabby_triggers",
    "great_narwhal_shuffles", "alluring_narwhal_optional", "classy_narwhal_optional", "seductive_unicorn_optional",
    "targeted_destruction_optional", "draw_first", "unicorn_play_requirement", "self_neigh", "glitter_tornado_chooser",
    "queen_bee_scope", "verify_payment", "replacement_keeps_followup", "leash_owner", "puppicorn_reenters_home",
    "mandatory_targets_first", "destination_chosen", "basic_requirement", "thievery_wipes", "two_player_variant",
    "shuffle",
)  # fmt: skip


@dataclass(frozen=True)
class RuleSet:
    """A base rule set and the switches that are set the other way.

    A switch is asked for by `official(name)`: whether it stands as in the official rules. `thievery_wipes` is off in
    both, there the question is whether it was turned on. Differences without a switch follow the base.
    """

    base: str = "simulator"
    turned: frozenset[str] = frozenset()

    def official(self, switch: str) -> bool:
        if switch not in SWITCHES:
            raise KeyError(switch)
        usual = self.base == "official" and switch != "thievery_wipes"
        return usual != (switch in self.turned)

    @property
    def printed(self) -> bool:
        """Whether the base is the official rule set."""
        return self.base == "official"


def letters(name: str) -> int:
    """The length of a name without its spaces."""
    return len(name.replace(" ", ""))


@dataclass(eq=False)
class Card:
    """One card, known by its id: the name, or the name and a label."""

    id: str

    @property
    def name(self) -> str:
        return self.id.partition("#")[0]

    @property
    def type(self) -> str:
        """The printed type."""
        return TYPES[self.name]

    @property
    def is_unicorn(self) -> bool:
        return self.type in UNICORN_TYPES

    def __repr__(self) -> str:
        return self.id


def fits(card: Card, kind: str, wanted: str) -> bool:
    """Whether a card that has this type now is what a filter asks for."""
    if wanted == "narwhal":
        return "narwhal" in card.name.lower().split()
    if wanted == "unicorn":
        return kind in UNICORN_TYPES
    return wanted == "card" or kind in wanted.split("|")


@dataclass(eq=False)
class Effect:
    """One effect of a link, or a combination of effects."""

    kind: str
    n: int = 1
    wanted: str = "card"
    who: str = "owner"
    place: str = ""
    then: str = ""
    leash: bool = False
    parts: list[Effect] = field(default_factory=list)
    owner: int = -1
    source: Card | None = None
    targets: list[Card] = field(default_factory=list)
    player: int | None = None
    chosen: int = 0
    """How many cards were picked, those that were struck from the targets later included."""
    moved: int = 0
    """How many cards a draw or a discard really moved."""
    visited: bool = False

    def of(self, owner: int, source: Card | None) -> Effect:
        """The same effect, and all its parts, for an owner and a card."""
        self.owner, self.source = owner, source
        for part in self.parts:
            part.of(owner, source)
        return self


ALL = 1000


def may(effect: Effect) -> Effect:
    return Effect("may", parts=[effect])


def both(*parts: Effect) -> Effect:
    return Effect("and", parts=list(parts))


def if_done(payment: Effect, reward: Effect) -> Effect:
    return Effect("if_done", parts=[payment, reward])


def choose(*variants: Effect) -> Effect:
    return Effect("choose", parts=list(variants))


def draw(n: int) -> Effect:
    return Effect("draw", n)


def discard(n: int = 1, wanted: str = "card", who: str = "owner") -> Effect:
    return Effect("discard", n, wanted, who)


def sacrifice(n: int = 1, wanted: str = "card", who: str = "owner", then: str = "") -> Effect:
    return Effect("sacrifice", n, wanted, who, then=then)


def destroy(n: int, wanted: str) -> Effect:
    return Effect("destroy", n, wanted)


def steal(wanted: str, leash: bool = False) -> Effect:
    return Effect("steal", 1, wanted, leash=leash)


def bring(wanted: str, place: str) -> Effect:
    return Effect("bring", 1, wanted, place=place)


def search(wanted: str, place: str) -> Effect:
    return Effect("search", 1, wanted, place=place)


def shuffle(place: str = "deck") -> Effect:
    return Effect("shuffle", place=place)


def everything_back() -> Effect:
    return shuffle("deck + discard")


def skip() -> Effect:
    return Effect("skip")


def optional_if(optional: bool, effect: Effect) -> Effect:
    return may(effect) if optional else effect


def enter_effects(name: str, rules: RuleSet) -> list[Effect]:
    """What a card does when it has entered a stable."""
    second_print = "upgrade|downgrade" if rules.printed else ""
    great = search("narwhal", "deck")
    makers: dict[str, Callable[[], Effect]] = {
        "Alluring Narwhal": lambda: optional_if(rules.official("alluring_narwhal_optional"), steal("upgrade")),
        "Americorn": lambda: Effect("pull", who="any" if rules.printed else "other"),
        "Annoying Flying Unicorn": lambda: may(discard(who="any")),
        "Chainsaw Unicorn": lambda: may(
            choose(destroy(1, second_print or "upgrade"), sacrifice(1, second_print or "downgrade"))
        ),
        "Classy Narwhal": lambda: optional_if(
            rules.official("classy_narwhal_optional"), both(search("upgrade", "deck"), shuffle())
        ),
        "Extremely Destructive Unicorn": lambda: sacrifice(1, "unicorn", "each"),
        "Greedy Flying Unicorn": lambda: draw(1),
        "Llamacorn": lambda: both(discard(who="each"), everything_back()),
        "Magical Flying Unicorn": lambda: may(search("magic", "discard")),
        "Majestic Flying Unicorn": lambda: may(search("unicorn", "discard")),
        "Mermaid Unicorn": lambda: may(Effect("return")),
        "Narwhal Torpedo": lambda: sacrifice(ALL, "downgrade"),
        "Rainbow Unicorn": lambda: may(bring("basic", "hand")),
        "Seductive Unicorn": lambda: optional_if(
            not rules.official("seductive_unicorn_optional"), steal("unicorn", leash=True)
        ),
        "Shabby The Narwhal": lambda: may(both(search("downgrade", "deck"), shuffle())),
        "Shark With A Horn": lambda: may(if_done(sacrifice(who="self"), destroy(1, "unicorn"))),
        "Swift Flying Unicorn": lambda: may(search("instant", "discard")),
        "The Great Narwhal": lambda: may(both(great, shuffle()) if rules.official("great_narwhal_shuffles") else great),
    }
    if rules.official("cob_works"):
        makers["Unicorn On The Cob"] = lambda: both(draw(2), discard())
    return [makers[name]()] if name in makers else []


def turn_start_effect(name: str) -> Effect | None:
    """What a card does at the start of a turn of its owner; Puppicorn, which watches every turn, is not here."""
    makers: dict[str, Callable[[], Effect]] = {
        "Angel Unicorn": lambda: may(if_done(sacrifice(who="self"), bring("unicorn", "discard"))),
        "Extremely Fertile Unicorn": lambda: may(if_done(discard(), bring("baby", "nursery"))),
        "Rhinocorn": lambda: may(both(destroy(1, "unicorn"), skip())),
        "Zombie Unicorn": lambda: may(if_done(discard(1, "unicorn"), both(bring("unicorn", "discard"), skip()))),
        "Double Dutch": lambda: Effect("plays", 2),
        "Extra Tail": lambda: may(Effect("extra_draw")),
        "Glitter Bomb": lambda: may(if_done(sacrifice(), destroy(1, "card"))),
        "Rainbow Mane": lambda: may(bring("basic", "hand")),
        "Summoning Ritual": lambda: may(if_done(discard(2, "unicorn"), bring("unicorn", "discard"))),
        "Unicorn Lasso": lambda: may(steal("unicorn", leash=True)),
        "Sadistic Ritual": lambda: sacrifice(1, "unicorn", then="draw"),
    }
    return makers[name]() if name in makers else None


def cast_effect(name: str, rules: RuleSet) -> Effect:
    """What a Magic card does."""
    luck = [discard(3), draw(2)]
    if rules.official("draw_first"):
        luck.reverse()
    makers: dict[str, Callable[[], Effect]] = {
        "Back Kick": lambda: Effect("return", then="discard"),
        "Blatant Thievery": lambda: Effect("take", who="any"),
        "Change of Luck": lambda: if_done(both(*luck), Effect("extra_turn")),
        "Glitter Tornado": lambda: Effect("return", who="each"),
        "Good Deal": lambda: both(draw(3), discard()),
        "Mystical Vortex": lambda: both(discard(who="each"), everything_back()),
        "Re-target": lambda: choose(Effect("move_upgrade", wanted="upgrade"), Effect("move_downgrade", wanted="downgrade")),
        "Reset Button": lambda: both(sacrifice(ALL, "upgrade|downgrade", "each"), everything_back()),
        "Shake Up": lambda: both(discard(ALL), everything_back(), draw(5)),
        "Targeted Destruction": lambda: optional_if(
            not rules.official("targeted_destruction_optional"),
            choose(destroy(1, "upgrade"), sacrifice(1, "downgrade")),
        ),
        "Two-for-one": lambda: if_done(sacrifice(), destroy(2, "card")),
        "Unfair Bargain": lambda: Effect("swap_hands", who="other"),
        "Unicorn Poison": lambda: destroy(1, "unicorn"),
        "Unicorn Shrinkray": lambda: Effect("shrink", who="any"),
        "Unicorn Swap": lambda: Effect("give", wanted="unicorn"),
    }  # fmt: skip
    return makers[name]()


def numbered(names: Iterable[str]) -> list[Card]:
    """Cards of these names; copies of one name are told apart by a number."""
    count: dict[str, int] = {}
    cards = []
    for name in names:
        count[name] = count.get(name, 0) + 1
        cards.append(Card(f"{name}#{count[name]}"))
    return cards


def full_deck(rules: RuleSet, players: int) -> list[Card]:
    """All cards of the deck, unshuffled."""
    left_out = set() if rules.official("nanny_cam") else {"Nanny Cam"}
    if players == 2 and rules.official("two_player_variant"):
        left_out |= set(TWO_PLAYERS_WITHOUT)
    names = [(n, c) for kind, cards in COPIES.items() if kind != "baby" for n, c in cards.items() if n not in left_out]
    return numbered(name for name, copies in names for _ in range(copies))
