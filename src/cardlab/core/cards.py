"""The table that rules read: all cards of a game as numbers, made when the game is made.

A kind of card is its place in the list of cards. Single cards have numbers too, kind by kind, one for each copy. For each kind
and trigger `first` tells where its effects begin among the ops: 0 if it has none.
"""

import cython

from cardlab.core.effects import AtOnce, Both, Card, Choose, Do, Each, IfDone, May, Python, Then
from cardlab.errors import CardError

MOST_OPS = cython.declare(cython.const[cython.int], 60000)


class CardBook:
    """Cards as the rules read them. `CardBook(vocabulary, cards)` checks every card, and says what is wrong with which."""

    def __init__(self, vocabulary, cards):
        # type: (Vocabulary, Iterable[Card]) -> None
        self.vocabulary = vocabulary
        self.cards = tuple(cards)
        self._functions = []
        self._sketches = [_blank()]
        names = set()
        for card in self.cards:
            _check_card(vocabulary, card, names)
        self.kinds = len(self.cards)
        if self.kinds > 255:
            raise CardError(self.cards[255].name, "a game has at most 255 different cards")
        self.size = sum([card.copies for card in self.cards])
        self.triggers = len(vocabulary.triggers)
        self.facts = len(vocabulary.facts)
        starts = [self._starts(card) for card in self.cards]
        self._allocate()
        for at, sketch in enumerate(self._sketches):
            self._put(at, sketch)
        number = 0
        for kind, card in enumerate(self.cards):
            for trigger in range(self.triggers):
                self.starts[kind * self.triggers + trigger] = starts[kind][trigger]
            for place, fact in enumerate(vocabulary.facts):
                self.fact_of[kind * self.facts + place] = card.facts.get(fact, 0)
            for copy in range(card.copies):
                self.kind_of_card[number] = kind
                number += 1

    def _allocate(self):
        """Tables as large as the cards need them."""
        self.ops = len(self._sketches)
        if cython.compiled:
            self.op = cython.cast(cython.pointer(Op), calloc(self.ops, cython.sizeof(Op)))
            self.starts = cython.cast(cython.pointer(uint16_t), calloc(self.kinds * self.triggers + 1, cython.sizeof(uint16_t)))
            self.fact_of = cython.cast(cython.pointer(int16_t), calloc(self.kinds * self.facts + 1, cython.sizeof(int16_t)))
            self.kind_of_card = cython.cast(cython.pointer(uint8_t), calloc(self.size + 1, 1))
            if not (self.op and self.starts and self.fact_of and self.kind_of_card):
                raise MemoryError("no memory for the cards of a game")
        else:
            self.op = [Op() for _ in range(self.ops)]
            self.starts = [0] * (self.kinds * self.triggers + 1)
            self.fact_of = [0] * (self.kinds * self.facts + 1)
            self.kind_of_card = [0] * (self.size + 1)

    def __dealloc__(self):
        if cython.compiled:
            free(self.op)
            free(self.starts)
            free(self.fact_of)
            free(self.kind_of_card)

    def _put(self, at: cython.int, sketch):
        self.op[at].code = sketch["code"]
        self.op[at].who = sketch["who"]
        self.op[at].n = sketch["n"]
        self.op[at].filter = sketch["filter"]
        self.op[at].zone = sketch["zone"]
        self.op[at].flags = sketch["flags"]
        self.op[at].next = sketch["next"]
        self.op[at].other = sketch["other"]

    # ---- from effects to ops ----------------------------------------------------------------------------------------

    def _starts(self, card):
        """Where the effects of a card begin, for each trigger."""
        starts = [0] * len(self.vocabulary.triggers)
        for on in card.effects:
            trigger = self.vocabulary.number(card, "triggers", on.trigger)
            if starts[trigger]:
                raise CardError(card.name, f"{on.trigger!r} is there twice: join what happens by Both or Then")
            starts[trigger] = self._compiled(card, on.effect)
        return starts

    def _compiled(self, card, effect):
        """The op with which an effect begins."""
        if isinstance(effect, Do):
            return self._done(card, effect)
        if self.vocabulary.tree:
            return self._joined(card, effect)
        if isinstance(effect, May):
            first = self._compiled(card, effect.effect)
            self._sketches[first]["flags"] |= MAY
            return first
        if isinstance(effect, Both):
            first = self._compiled(card, effect.first)
            self._sketches[self._last(first)]["next"] = self._compiled(card, effect.second)
            return first
        if isinstance(effect, Then | IfDone):
            first = self._compiled(card, effect.first)
            last = self._sketches[self._last(first)]
            if last["other"] or last["flags"] & ASKS_PYTHON:
                raise CardError(card.name, "something waits for the next link already: write Then(a, Then(b, c))")
            last["other"] = self._compiled(card, effect.second)
            last["flags"] |= IF_DONE if isinstance(effect, IfDone) else 0
            return first
        if isinstance(effect, Python):
            return self._asking(card, effect)
        raise CardError(card.name, f"{effect!r} is no effect: use Do, May, Both, Then, IfDone, Python")

    def _joined(self, card, effect):
        """The op that joins others, in a game whose effects are trees."""
        if isinstance(effect, May | Each):
            at = self._sketch(card, code=JOINT_MAY if isinstance(effect, May) else JOINT_EACH)
            self._sketches[at]["other"] = self._compiled(card, effect.effect)
            return at
        if isinstance(effect, Both | IfDone):
            at = self._sketch(card, code=JOINT_BOTH if isinstance(effect, Both) else JOINT_IF_DONE)
            self._sketches[at]["next"] = self._compiled(card, effect.first)
            self._sketches[at]["other"] = self._compiled(card, effect.second)
            return at
        if isinstance(effect, Then | AtOnce):
            if not isinstance(effect.first, Do):
                raise CardError(card.name, f"{type(effect).__name__} follows a single Do, not {effect.first!r}")
            at = self._done(card, effect.first)
            self._sketches[at]["other" if isinstance(effect, Then) else "next"] = self._compiled(card, effect.second)
            return at
        if isinstance(effect, Choose):
            return self._choosing(card, effect)
        if isinstance(effect, Python):
            at = self._asking(card, effect)
            self._sketches[at]["code"] = JOINT_PYTHON
            return at
        raise CardError(card.name, f"{effect!r} is no effect: use Do, May, Both, Then, IfDone, AtOnce, Choose, Each, Python")

    def _choosing(self, card, effect):
        if not isinstance(effect.variants, tuple) or not 2 <= len(effect.variants) <= 16:
            raise CardError(card.name, "Choose((effect, effect, ...)) is for 2 to 16 effects")
        at = self._sketch(card, code=JOINT_CHOOSE, n=len(effect.variants))
        branches = [self._sketch(card, code=JOINT_BRANCH) for _ in effect.variants]
        for branch, variant in zip(branches, effect.variants, strict=True):
            self._sketches[branch]["other"] = self._compiled(card, variant)
        return at

    def _done(self, card, effect):
        words = self.vocabulary
        if isinstance(effect.n, bool) or not isinstance(effect.n, int) or not 0 <= effect.n <= min(words.most, 255):
            raise CardError(card.name, f"{effect.what!r} is done 0 to {min(words.most, 255)} times, not {effect.n!r}")
        return self._sketch(
            card,
            code=words.number(card, "codes", effect.what) + 1,
            who=words.number(card, "whos", effect.who),
            n=effect.n,
            filter=words.number(card, "filters", effect.of),
            zone=words.number(card, "zones", effect.zone),
        )

    def _asking(self, card, effect):
        if not callable(effect.function) or not effect.variants or not isinstance(effect.variants, tuple):
            raise CardError(card.name, "Python(function, variants=(effect, ...)) takes a function and at least one effect")
        at = self._sketch(card, flags=ASKS_PYTHON, n=min(len(effect.variants), 255))
        variants = [self._compiled(card, variant) for variant in effect.variants]
        self._sketches[at]["other"] = len(self._functions)
        self._functions.append((effect.function, variants))
        return at

    def _sketch(self, card, **numbers):
        if len(self._sketches) >= MOST_OPS:
            raise CardError(card.name, "the cards of this game do too much to be told apart")
        self._sketches.append({**_blank(), **numbers})
        return len(self._sketches) - 1

    def _last(self, first):
        """The last op of those that follow each other in one link."""
        while self._sketches[first]["next"]:
            first = self._sketches[first]["next"]
        return first

    # ---- what rules ask -----------------------------------------------------------------------------------------------

    def _first(self, kind, trigger):
        """The op with which a card answers a trigger; 0: it does not."""
        return self.starts[kind * self.triggers + trigger]

    def _fact(self, kind, fact):
        """A number of a kind of card."""
        return self.fact_of[kind * self.facts + fact]

    def _kind(self, card):
        """The kind of a single card."""
        return self.kind_of_card[card]

    def _decide(self, op, state, seat, kind):
        """Ask a card's function: the op that it chose, and in the bits above 16 how many times; 0: nothing happens."""
        with cython.gil:
            return self._answer(op, state, seat, kind)

    def _answer(self, op, state, seat, kind):
        decided = self.decide(op, state.view(seat), seat, kind)
        return 0 if decided is None else decided[0] | decided[1] << 16

    def decide(self, op: cython.int, view, seat, kind):
        # type: (int, Mapping[str, Any], int, int) -> tuple[int, int] | None
        """Ask a card's function what happens, as rules in plain Python do: an op and how many times, or None for nothing."""
        card = self.cards[kind]
        function, variants = self._functions[self.op[op].other]
        answer = function(view, seat, kind)
        if answer is None:
            return None
        variant, n = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, None)
        if isinstance(variant, bool) or not isinstance(variant, int) or not 0 <= variant < len(variants):
            raise CardError(card.name, f"its function answers {answer!r}: variants are 0 to {len(variants) - 1}, or None")
        chosen: cython.int = variants[variant]
        times = self.op[chosen].n if n is None else n
        if isinstance(times, bool) or not isinstance(times, int) or not 0 <= times <= min(self.vocabulary.most, 255):
            raise CardError(card.name, f"its function answers {answer!r}: the second number says how many times")
        return chosen, times

    @property
    def native(self):
        # type: () -> bool
        """Whether no card asks Python."""
        return not self._functions

    def listing(self):
        # type: () -> list[dict[str, Any]]
        """All ops as plain values, the empty first one too."""
        return [dict(sketch) for sketch in self._sketches]

    def starts_of(self, kind: cython.int):
        # type: (...) -> list[int]
        """Where the effects of a kind of card begin, trigger by trigger."""
        if not 0 <= kind < self.kinds:
            raise IndexError(f"there is no kind {kind}")
        return [self.starts[kind * self.triggers + trigger] for trigger in range(self.triggers)]


def _blank():
    return dict.fromkeys(("code", "who", "n", "filter", "zone", "flags", "next", "other"), 0)


def _check_card(words, card, names):
    if not isinstance(card, Card):
        raise CardError(repr(card), "a card is a Card(name, type, effects)")
    if not isinstance(card.name, str) or not card.name.strip() or card.name in names:
        raise CardError(str(card.name), "every card has a name of its own")
    names.add(card.name)
    words.number(card, "types", card.type)
    if isinstance(card.copies, bool) or not isinstance(card.copies, int) or not 0 <= card.copies <= 99:
        raise CardError(card.name, f"there are 0 to 99 copies of it, not {card.copies!r}")
    for fact, value in card.facts.items():
        if fact not in words.facts:
            raise CardError(card.name, f"there is no fact {fact!r} ({', '.join(words.facts) or 'none are known'})")
        low, high = words.facts[fact]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise CardError(card.name, f"{fact!r} is a whole number from {low} to {high}, not {value!r}")
