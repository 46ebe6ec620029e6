"""Unstable Unicorns: the base deck, second print, as the rules want it; a smaller deck for tests; the Dragons expansion.

Where the two rule sets read a card differently, a switch decides, and the card says so in one line. The Dragons expansion is
there as far as its cards are known, as a deck like any other. How many copies of a name there are is not known; one is assumed,
and six of the baby. Dragon Kiss is left out: it plays a card in the middle of an effect, for which there is no primitive.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardlab.core.effects import AtOnce, Card, Choose, Do, Each, Effect, IfDone, May, On, Then
from cardlab.games.unicorns.rules.state import ALL, Way
from cardlab.games.unicorns.words.cards import (
    Deck,
    at_every_turn_start,
    at_turn_start,
    both,
    bring,
    bury,
    cast,
    destroy,
    discard,
    draw,
    give,
    instead_of_leaving,
    move,
    on_enter,
    on_traffic,
    pull,
    react,
    return_card,
    sacrifice,
    sacrifice_this,
    search,
    simple,
    steal,
    swap_hands,
    take,
    to_deck,
    to_play,
    when_gone,
    when_leaving,
    while_in_stable,
)  # fmt: skip

BASE_COUNTS = {"Baby Unicorn": 12, "Basic Unicorn": 21}
SMALL_WITHOUT = (
    "Angel Unicorn", "Extremely Destructive Unicorn", "Extremely Fertile Unicorn", "Ginormous Unicorn", "Llamacorn",
    "Magical Kittencorn", "Puppicorn", "Queen Bee Unicorn", "Unicorn Phoenix", "Zombie Unicorn", "Unfair Bargain",
    "Unicorn Shrinkray",
)  # fmt: skip
TWO_PLAYER_WITHOUT = (
    "Basic Unicorn", "Narwhal", "Extra Tail", "Queen Bee Unicorn", "Rainbow Mane", "Rainbow Unicorn",
    "Extremely Fertile Unicorn",
    "Nanny Cam", "Sadistic Ritual", "Slowdown", "Glitter Bomb", "Yay",
)  # fmt: skip
"""What the variant for two players leaves out."""

_TO_NURSERY = instead_of_leaving("nursery", Way.BY_SACRIFICE, Way.BY_DESTROY, Way.BY_RETURN)
_FLIES = instead_of_leaving("hand", Way.BY_SACRIFICE, Way.BY_DESTROY)
_BABY = "Would it leave the stables, it goes to the Nursery instead."
_FLYING = "Sacrificed or destroyed, it returns to its owner's hand."
_RESHUFFLE = simple("reshuffle")
_SHUFFLE = simple("shuffle")
_SKIP = simple("skip")


def base(rules: Mapping[str, Any]) -> Deck:
    """The 67 names of the base deck."""
    cards = (
        *_babies(),
        *_unicorns(rules),
        *_more_unicorns(rules),
        *_magic(rules),
        *_instants(),
        *_upgrades(rules),
        *_downgrades(rules),
    )
    if rules["two_player_variant"] and rules["players"] == 2:
        cards = tuple(card for card in cards if card.name not in TWO_PLAYER_WITHOUT)
    return Deck("base", cards, "the base game, second print")


def small(rules: Mapping[str, Any]) -> Deck:
    """A deck for tests: fewer names, seven Basic Unicorns."""
    cards = [card for card in base(rules).cards if card.name not in SMALL_WITHOUT]
    fewer = [Card(c.name, c.type, c.effects, 7, c.facts, c.text) if c.name == "Basic Unicorn" else c for c in cards]
    return Deck("small", tuple(fewer), "the base game with 86 cards")


def _may(optional: bool, effect: Effect) -> Effect:
    return May(effect) if optional else effect


def _babies() -> tuple[Card, ...]:
    return (
        Card("Baby Narwhal", "baby", (_TO_NURSERY,), text=_BABY),
        Card("Baby Unicorn", "baby", (_TO_NURSERY,), BASE_COUNTS["Baby Unicorn"], text=_BABY),
    )


def _unicorns(rules: Mapping[str, Any]) -> tuple[Card, ...]:
    """Basic unicorns, and magical ones from A to M."""
    either = "upgrade_or_downgrade" if rules["chainsaw_wording"] == "second_print" else ""
    return (
        Card("Basic Unicorn", "basic", copies=BASE_COUNTS["Basic Unicorn"], text="A unicorn, and nothing else."),
        Card("Narwhal", "basic", text="A Basic unicorn whose name some cards look for."),
        Card(
            "Alluring Narwhal", "magical", (on_enter(_may(rules["alluring_narwhal_optional"], steal(1, "upgrade"))),),
            text="On arrival: steal an Upgrade.",
        ),
        Card(
            "Americorn", "magical", (on_enter(pull(1, "chosen" if rules["americorn_names_anyone"] else "other")),),
            text="On arrival: take a random card from a player's hand.",
        ),
        Card(
            "Angel Unicorn", "magical", (at_turn_start(May(IfDone(sacrifice_this(), bring(1, "unicorn", "discard")))),),
            text="At the start of your turn you may sacrifice it; then bring a Unicorn from the discard pile into your stable.",
        ),
        Card(
            "Annoying Flying Unicorn", "magical", (on_enter(May(discard(1, who="chosen"))), _FLIES),
            text=f"On arrival you may make any player discard a card. {_FLYING}",
        ),
        Card(
            "Black Knight Unicorn", "magical", (On("friend_targeted", Do("save_friend")),),
            text="When a unicorn of yours would be destroyed, you may sacrifice this one instead.",
        ),
        Card(
            "Chainsaw Unicorn", "magical",
            (on_enter(May(Choose((destroy(1, either or "upgrade"), sacrifice(1, either or "downgrade"))))),),
            text="On arrival you may destroy an Upgrade or sacrifice a Downgrade.",
        ),
        Card(
            "Classy Narwhal", "magical",
            (on_enter(_may(rules["classy_narwhal_optional"], both(search(1, "upgrade", "deck"), _SHUFFLE))),),
            text="On arrival: search the deck for an Upgrade, then shuffle.",
        ),
        Card(
            "Extremely Destructive Unicorn", "magical", (on_enter(sacrifice(1, "unicorn", "each")),),
            text="On arrival every player sacrifices a unicorn.",
        ),
        Card(
            "Extremely Fertile Unicorn", "magical", (at_turn_start(May(IfDone(discard(1), bring(1, "baby", "nursery")))),),
            text="At the start of your turn you may discard a card; then bring a baby from the Nursery.",
        ),
        Card(
            "Ginormous Unicorn", "magical", (while_in_stable("no_instants"),), facts={"value": 2},
            text="Counts as two unicorns. Its owner cannot play Instants.",
        ),
        Card("Greedy Flying Unicorn", "magical", (on_enter(draw(1)), _FLIES), text=f"On arrival: draw a card. {_FLYING}"),
        Card(
            "Llamacorn", "magical",
            (on_enter(both(discard(1, who="each"), _RESHUFFLE)), *_if(rules["unicorn_play_requirement"], to_play("cards", 1))),
            text="On arrival every player discards a card; then the discard pile is shuffled into the deck.",
        ),
        Card(
            "Magical Flying Unicorn", "magical", (on_enter(May(search(1, "magic", "discard"))), _FLIES),
            text=f"On arrival you may take a Magic card from the discard pile. {_FLYING}",
        ),
        Card(
            "Magical Kittencorn", "magical",
            (while_in_stable("no_magic_kills" if rules["kittencorn_scope"] == "all" else "magic_proof"),),
            text="Magic cards cannot destroy it.",
        ),
        Card(
            "Majestic Flying Unicorn", "magical", (on_enter(May(search(1, "unicorn", "discard"))), _FLIES),
            text=f"On arrival you may take a Unicorn card from the discard pile. {_FLYING}",
        ),
        Card(
            "Mermaid Unicorn", "magical", (on_enter(May(return_card(1))),),
            text="On arrival you may return any card in a stable to its owner's hand.",
        ),
    )  # fmt: skip


def _more_unicorns(rules: Mapping[str, Any]) -> tuple[Card, ...]:
    """Magical unicorns from N to Z."""
    narwhals = search(1, "named Narwhal", "deck")
    saves = Way.BY_DESTROY + (Way.BY_SACRIFICE if rules["phoenix_against_sacrifice"] else 0)
    return (
        Card(
            "Narwhal Torpedo", "magical", (on_enter(sacrifice(ALL, "downgrade")),),
            text="On arrival: sacrifice all your Downgrades.",
        ),
        Card(
            "Puppicorn", "magical", (at_every_turn_start(simple("follow")), while_in_stable("sturdy")),
            text="At the start of every turn it moves to whose turn it is. It cannot be sacrificed or destroyed.",
        ),
        Card(
            "Queen Bee Unicorn", "magical", (while_in_stable("queen"),),
            text="Basic unicorns can enter no stable but her owner's.",
        ),
        Card(
            "Rainbow Unicorn", "magical", (on_enter(May(bring(1, "basic", "hand"))),),
            text="On arrival you may bring a Basic unicorn from your hand into your stable.",
        ),
        Card(
            "Rhinocorn", "magical", (at_turn_start(May(both(destroy(1, "unicorn"), _SKIP))),),
            text="At the start of your turn you may destroy a unicorn; your turn then ends at once.",
        ),
        Card(
            "Seductive Unicorn", "magical",
            (on_enter(_may(rules["seductive_unicorn_optional"], steal(1, "unicorn", "source"))),),
            text="On arrival: steal a unicorn. It goes back when this one leaves.",
        ),
        Card(
            "Shabby The Narwhal", "magical", (on_enter(May(both(search(1, "downgrade", "deck"), _SHUFFLE))),),
            text="On arrival you may search the deck for a Downgrade, then shuffle.",
        ),
        Card(
            "Shark With A Horn", "magical", (on_enter(May(IfDone(sacrifice_this(), destroy(1, "unicorn")))),),
            text="On arrival you may sacrifice it; then destroy a unicorn.",
        ),
        Card(
            "Stabby The Unicorn", "magical", (when_gone(May(destroy(1, "unicorn"))),),
            text="When it is sacrificed or destroyed, you may destroy a unicorn.",
        ),
        Card(
            "Swift Flying Unicorn", "magical", (on_enter(May(search(1, "instant", "discard"))), _FLIES),
            text=f"On arrival you may take an Instant from the discard pile. {_FLYING}",
        ),
        Card(
            "The Great Narwhal", "magical",
            (on_enter(May(both(narwhals, _SHUFFLE) if rules["great_narwhal_shuffles"] else narwhals)),),
            text="On arrival you may search the deck for a card with Narwhal in its name.",
        ),
        Card(
            "Unicorn On The Cob", "magical", _if(rules["cob_works"], on_enter(both(draw(2), discard(1)))),
            text="On arrival: draw two cards, then discard one." if rules["cob_works"] else "It does nothing in these rules.",
        ),
        Card(
            "Unicorn Phoenix", "magical", (On("targeted", Do("save_self", n=saves)),),
            text="When it would be destroyed, you may discard a card instead.",
        ),
        Card(
            "Zombie Unicorn", "magical",
            (at_turn_start(May(IfDone(discard(1, "unicorn"), both(bring(1, "unicorn", "discard"), _SKIP)))),),
            text="At the start of your turn you may discard a Unicorn card, bring one from the pile, and skip your turn.",
        ),
    )  # fmt: skip


def _if(switch: object, *effects: On) -> tuple[On, ...]:
    return effects if switch else ()


def _magic(rules: Mapping[str, Any]) -> tuple[Card, ...]:
    possible, other = to_play("possible"), to_play("cards", 1)
    others = 1 if rules["draw_first"] else 3
    lucky = both(draw(2), discard(3)) if rules["draw_first"] else both(discard(3), draw(2))
    chooser = "caster" if rules["glitter_tornado_chooser"] == "caster" else "each"
    targeted = Choose((destroy(1, "upgrade"), sacrifice(1, "downgrade")))
    return (
        Card(
            "Back Kick", "magic", (cast(Then(return_card(1), discard(1, who="that"))), possible), 3,
            text="Return a card in a stable to its owner's hand; then that player discards a card.",
        ),
        Card("Blatant Thievery", "magic", (cast(take(1)),), text="Look at a player's hand and take a card of it."),
        Card(
            "Change of Luck", "magic", (cast(IfDone(lucky, simple("extra_turn"))), to_play("cards", others)), 2,
            text="Draw two cards and discard three; then take another turn.",
        ),
        Card(
            "Glitter Tornado", "magic", (cast(return_card(1, who=chooser)), to_play("in_stable", 1, "card", "owner")), 2,
            text="A card of every stable returns to its owner's hand.",
        ),
        Card(
            "Good Deal", "magic", (cast(both(draw(3), discard(1))), *_if(not rules["draw_first"], other)),
            text="Draw three cards and discard one.",
        ),
        Card(
            "Mystical Vortex", "magic", (cast(both(discard(1, who="each"), _RESHUFFLE)), other),
            text="Every player discards a card; then the discard pile is shuffled into the deck.",
        ),
        Card(
            "Re-target", "magic", (cast(Choose((move("upgrade"), move("downgrade")))), possible), 2,
            text="Move an Upgrade or Downgrade from one stable to another player's.",
        ),
        Card(
            "Reset Button", "magic", (cast(both(sacrifice(ALL, "upgrade_or_downgrade", "each"), _RESHUFFLE)),),
            text="All Upgrades and Downgrades are sacrificed; then the discard pile is shuffled into the deck.",
        ),
        Card(
            "Shake Up", "magic",
            (cast(both(discard(ALL), _RESHUFFLE, draw(5))), *_if(not rules["shake_up_playable"], to_play("never"))),
            text="Shuffle your hand and the discard pile into the deck, and draw five cards.",
        ),
        Card(
            "Targeted Destruction", "magic", (cast(_may(rules["targeted_destruction_optional"], targeted)), possible),
            text="Destroy an Upgrade or sacrifice a Downgrade.",
        ),
        Card(
            "Two-for-one", "magic", (cast(IfDone(sacrifice(1, "card"), destroy(2, "card"))), possible), 2,
            text="Sacrifice a card; then destroy two.",
        ),
        Card("Unfair Bargain", "magic", (cast(swap_hands()),), 2, text="Swap hands with another player."),
        Card("Unicorn Poison", "magic", (cast(destroy(1, "unicorn")), possible), 3, text="Destroy a unicorn."),
        Card(
            "Unicorn Shrinkray", "magic", (cast(Then(Do("shrink", 1, "chosen"), simple("babies"))),),
            text="All unicorns of a stable are discarded, and that player gets as many babies.",
        ),
        Card(
            "Unicorn Swap", "magic", (cast(Then(give("unicorn"), steal(1, "unicorn", who="that"))), possible), 2,
            text="Give a unicorn of yours to another player; then steal one from that player.",
        ),
    )  # fmt: skip


def _instants() -> tuple[Card, ...]:
    return (
        Card("Neigh", "instant", (react(),), 14, text="Stop a card that is being played."),
        Card("Super Neigh", "instant", (react(answerable=False),), text="Stop a card; nobody can react to it."),
    )


def _upgrades(rules: Mapping[str, Any]) -> tuple[Card, ...]:
    basic = to_play("in_stable", 1, "basic", "destination" if rules["basic_requirement"] == "destination" else "owner")
    return (
        Card("Double Dutch", "upgrade", (at_turn_start(simple("plays", 2)),), text="You may play two cards in your turn."),
        Card(
            "Extra Tail", "upgrade", (at_turn_start(May(simple("extra_draw"))), basic), 3,
            text="At the start of your turn you may draw a card more. Needs a Basic unicorn.",
        ),
        Card(
            "Glitter Bomb", "upgrade", (at_turn_start(May(IfDone(sacrifice(1, "card"), destroy(1, "card")))),), 2,
            text="At the start of your turn you may sacrifice a card; then destroy one.",
        ),
        Card("Rainbow Aura", "upgrade", (while_in_stable("unicorns_safe"),), text="Your unicorns cannot be destroyed."),
        Card(
            "Rainbow Mane", "upgrade", (at_turn_start(May(bring(1, "basic", "hand"))), basic), 3,
            text="At the start of your turn you may bring a Basic unicorn from your hand. Needs a Basic unicorn.",
        ),
        Card(
            "Summoning Ritual", "upgrade", (at_turn_start(May(IfDone(discard(2, "unicorn"), bring(1, "unicorn", "discard")))),),
            text="At the start of your turn you may discard two Unicorn cards; then bring one from the discard pile.",
        ),
        Card(
            "Unicorn Lasso", "upgrade", (at_turn_start(May(steal(1, "unicorn", "turn_end"))),),
            text="At the start of your turn you may steal a unicorn; it goes back at the end of the turn.",
        ),
        Card("Yay", "upgrade", (while_in_stable("unanswerable"),), 2, text="Nobody can react to your cards."),
    )  # fmt: skip


def _downgrades(rules: Mapping[str, Any]) -> tuple[Card, ...]:
    noticed = "unicorn" if rules["barbed_wire_scope"] == "unicorns" else "card"
    crowded = "overfull" if rules["tiny_stable_mode"] == "value" else "crowded"
    nanny = Card("Nanny Cam", "downgrade", (while_in_stable("open_hand"),), text="Everybody sees your hand.")
    return (
        Card(
            "Barbed Wire", "downgrade", (on_traffic(discard(1), noticed),),
            text="Whenever a unicorn enters or leaves your stable, discard a card.",
        ),
        Card("Blinding Light", "downgrade", (while_in_stable("blind"),), text="Your unicorns' effects do not happen."),
        Card("Broken Stable", "downgrade", (while_in_stable("no_upgrades"),), text="You cannot play Upgrades."),
        *((nanny,) if rules["nanny_cam"] else ()),
        Card("Pandamonium", "downgrade", (while_in_stable("pandas"),), text="Your unicorns are pandas."),
        Card(
            "Sadistic Ritual", "downgrade", (at_turn_start(AtOnce(sacrifice(1, "unicorn"), draw(1))),),
            text="At the start of your turn sacrifice a unicorn, then draw a card.",
        ),
        Card("Slowdown", "downgrade", (while_in_stable("no_instants"),), text="You cannot play Instants."),
        Card(
            "Tiny Stable", "downgrade", (On(crowded, sacrifice(1, "unicorn")),), facts={"most": 5},
            text="With more than five unicorns, you must sacrifice one.",
        ),
    )  # fmt: skip


# ---- the Dragons expansion -----------------------------------------------------------------------------------------------

_DRAGON = "named Dragon"
_EITHER = "upgrade_or_downgrade"


def dragons(rules: Mapping[str, Any]) -> Deck:
    """24 names and six babies."""
    return Deck(
        "dragons",
        (_BABY_DRAGON, *_DRAGON_UNICORNS, *_DRAGON_MAGIC, *_DRAGON_TABLE),
        "the Dragons expansion, one copy of each name",
    )


_BABY_DRAGON = Card(
    "Baby Dragoncorn", "baby", (instead_of_leaving("nursery", Way.BY_SACRIFICE, Way.BY_DESTROY, Way.BY_RETURN),), 6,
    text="Would it leave the stables, it goes to the Nursery instead.",
)  # fmt: skip

_DRAGON_UNICORNS = (
    *(
        Card(name, "basic", text="A unicorn, and nothing else.")
        for name in ("Unicorn With a Dragon Tattoo", "Dragon Cosplay Unicorn", "Apprentice Unicorn", "High Roller Unicorn")
    ),
    Card("Angry Dragoncorn", "magical", (on_enter(discard(1, who="each")),), text="On arrival every player discards a card."),
    Card(
        "Dragon Rider Unicorn", "magical", (on_enter(May(move(_EITHER, "chosen"))),),
        text="On arrival you may move an Upgrade or Downgrade from one stable to any other.",
    ),
    Card(
        "Dragon Slayer Unicorn", "magical", (while_in_stable(shield=_DRAGON),),
        text="Effects of cards with Dragon in their name cannot choose your unicorns.",
    ),
    Card(
        "Dragon Summoner Unicorn", "magical", (on_enter(May(search(1, _DRAGON, "discard"))),),
        text="On arrival you may take a card with Dragon in its name from the discard pile.",
    ),
    Card(
        "Dragon Tamer Unicorn", "magical", (on_enter(May(both(search(1, _DRAGON, "deck"), simple("shuffle")))),),
        text="On arrival you may search the deck for a card with Dragon in its name, then shuffle.",
    ),
    Card("Dragon Turtle Unicorn", "magical", (on_enter(draw(1)),), text="On arrival: draw a card."),
    Card(
        "Dragon Unicorn", "magical", (when_leaving(May(destroy(1, "unicorn"))),),
        text="When it leaves your stable, you may destroy a unicorn.",
    ),
    Card("Friendly Dragoncorn", "magical", (on_enter(Each(May(draw(1)))),), text="On arrival every player may draw a card."),
    Card(
        "Mage Unicorn", "magical", (on_enter(May(both(search(1, "magic", "deck"), simple("shuffle")))),),
        text="On arrival you may search the deck for a Magic card, then shuffle.",
    ),
    Card(
        "Scaled Flying Unicorn", "magical",
        (on_enter(sacrifice(1, "card", "each")), instead_of_leaving("hand", Way.BY_SACRIFICE, Way.BY_DESTROY)),
        text="On arrival every player sacrifices a card. Sacrificed or destroyed, it returns to its owner's hand.",
    ),
)  # fmt: skip

_DRAGON_MAGIC = (
    Card("Dragon's Breath", "magic", (cast(destroy(1, "unicorn")), to_play("possible")), text="Destroy a unicorn."),
    Card(
        "Dragon's Fire", "magic", (cast(Choose((destroy(1, _EITHER), sacrifice(1, _EITHER)))), to_play("possible")),
        text="Destroy or sacrifice an Upgrade or Downgrade.",
    ),
    Card(
        "Dragon-Scorched Stables", "magic", (cast(sacrifice(99, _EITHER, "each")),),
        text="All Upgrades and Downgrades are sacrificed.",
    ),
    Card("Neigh, Foul Beast", "instant", (react(own=False),), text="Stop a card that another player plays."),
)  # fmt: skip

_DRAGON_TABLE = (
    Card(
        "Dragon Protection", "upgrade", (while_in_stable("shield_from_others"),),
        text="Triggered effects of other players' cards cannot choose your unicorns.",
    ),
    Card("Dragon's Blessing", "upgrade", (while_in_stable("downgrades_off"),), text="Your Downgrades have no effect."),
    Card(
        "Dragon's Fortune", "upgrade", (at_turn_start(May(Then(sacrifice_this(), simple("extra_turn")))),),
        text="At the start of your turn you may sacrifice it; then take another turn after this one.",
    ),
    Card(
        "Dragon Skies", "downgrade", (at_turn_start(AtOnce(to_deck("unicorn"), draw(1))),),
        text="At the start of your turn shuffle a unicorn of yours into the deck, then draw a card.",
    ),
    Card("Dragon's Curse", "downgrade", (at_turn_start(discard(1)),), text="At the start of your turn discard a card."),
    Card(
        "Dragon's Misfortune", "downgrade", (at_turn_start(bury(1)),),
        text="At the start of your turn shuffle a card of your hand into the deck.",
    ),
)  # fmt: skip
