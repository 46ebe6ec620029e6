"""The study of Unstable Unicorns without its evolutions: control values, tables 5.1, 5.2 and 6.1, and what it left open."""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.papers.experiment import Call, Experiment, Outcome, Published
from cardlab.papers.unicorns_cell import WinCell, seated
from cardlab.papers.unicorns_settings import DRAGONS, GAME, OFFICIAL, RANDOM, RULES, WRITTEN

EVOLVED, SHARP, CHAMPION = "evolved", "sharp", "champion"


def searcher(playouts: int) -> str:
    """The study's tree search."""
    return f"mcts:{playouts},policy=rule-based"


def _control(label: str, game: str, agents: tuple[str, ...], who: str, rate: float, games: int = 4000) -> WinCell:
    return WinCell(label, game, agents, who, 4000, 40_000, Published(rate, games))


def deck_lines(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """How many games an exhausted deck ended: 0.2 to 0.5% is known of the study's rules."""
    return [
        f"{o.cell.label}: {100 * (o.finding.more['deck_out'] or 0):.2f}% of the games end by an exhausted deck"
        for o in outcomes
    ]


CONTROL = Experiment(
    "control", "known rates of simple agents", "Do rules and agents behave as they should, before anything long is run?",
    (
        _control("two rule-based in front, four random", GAME, seated(RULES, 2, RANDOM), RULES, 0.912),
        _control("two rule-based at the end, four random", GAME, (*(RANDOM,) * 4, RULES, RULES), RULES, 0.915),
        _control("three rule-based, three random", GAME, seated(RULES, 3, RANDOM), RULES, 0.982),
        _control("two written, four random", GAME, seated(WRITTEN, 2, RANDOM), WRITTEN, 0.911),
        _control("two written, four coded", GAME, seated(WRITTEN, 2, RULES), WRITTEN, 0.342),
        _control("official rules: two rule-based, four random", OFFICIAL, seated(RULES, 2, RANDOM), RULES, 0.893),
        _control("official rules: three rule-based, three random", OFFICIAL, seated(RULES, 3, RANDOM), RULES, 0.977),
        WinCell(
            "two mcts:100, four random", GAME, seated(searcher(100), 2, RANDOM), searcher(100), 33, 330, Published(28 / 33, 33)
        ),
    ),
    deck_lines,
)  # fmt: skip

_SEARCHED = {100: (0.69, 40), 200: (0.75, 24), 400: (0.76, 12), 800: (0.84, 8)}
"""Published rates, and games at the small scale, by playouts."""


def _search_cell(playouts: int, game: str = GAME) -> WinCell:
    rate, small = _SEARCHED[playouts]
    agents, who = (*(RANDOM,) * 4, *(searcher(playouts),) * 2), searcher(playouts)
    return WinCell(f"two mcts:{playouts}, four random", game, agents, who, small, 100, Published(rate, 100))


TABLE_5_1 = Experiment(
    "table5.1", "tree search by its number of playouts", "What do more playouts bring?",
    tuple(_search_cell(playouts) for playouts in _SEARCHED),
)  # fmt: skip
TABLE_6_1 = Experiment(
    "table6.1", "rules against tree search, two among four random", "Are simple rules better than a search?",
    (
        WinCell("two rule-based, 100 games", GAME, seated(RULES, 2, RANDOM), RULES, 100, 100, Published(0.93, 100)),
        WinCell("two rule-based, 1000 games", GAME, seated(RULES, 2, RANDOM), RULES, 1000, 1000, Published(0.909, 1000)),
        *(_search_cell(playouts) for playouts in (100, 200, 400)),
    ),
)  # fmt: skip

SIZES = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
STARTS = (0, 4000, 6000, 9000, 13_000, 32_000, 48_000, 96_000, 160_000, 320_000)
_PRINTED = {
    3: (1, 1, 1, 0.6667), 5: (1, 1, 1, 0.8), 10: (0.9, 1, 1, 0.9), 20: (0.95, 1, 1, 0.95), 100: (0.99, 0.98, 0.99, 0.99),
    200: (0.985, 0.965, 0.975, 0.99), 500: (0.972, 0.98, 0.978, 0.98),
}  # fmt: skip
"""Rates of table 5.2 by games, for the first four seeds."""


def _fitness_cells() -> tuple[WinCell, ...]:
    cells = []
    for start in STARTS:
        for games in SIZES:
            rates = _PRINTED.get(games, ())
            published = Published(rates[STARTS.index(start)], games) if STARTS.index(start) < len(rates) else None
            label = f"{games} games from seed {start}"
            cells.append(WinCell(label, GAME, seated(RANDOM, 3, RULES), RULES, games, games, published, start))
    known = Published(0.983, 100_000)
    cells.append(WinCell("many games", GAME, seated(RANDOM, 3, RULES), RULES, 10_000, 100_000, known, 1_000_000))
    return tuple(cells)


def variance_table(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """Rate and variance by games and seed."""
    found = {(o.finding.games, o.finding.more["seed"]): o.finding for o in outcomes}
    lines = ["games  " + "  ".join(f"{f'seed {start}':>15}" for start in STARTS)]
    for games in SIZES:
        row = [found.get((games, float(start))) for start in STARTS]
        shown = (f"{f.rate:.4f} / {f.more['variance']:.4f}" if f else "" for f in row)
        lines.append(f"{games:5}  " + "  ".join(f"{text:>15}" for text in shown))
    return lines


TABLE_5_2 = Experiment(
    "table5.2", "three rule-based and three random: rate by number of games", "How many games does a fitness value need?",
    _fitness_cells(), variance_table,
)  # fmt: skip

_SEARCH, _TRUSTING, _FORGETS = "ismcts:200,policy=rule-based", ",others=policy,aim=win", ",memory=none"
"""The search as it is; taking the others for rule-based players, which makes it much stronger; remembering nothing of hands."""


def _memory_cells(name: str, search: str) -> tuple[WinCell, ...]:
    forgets = search + _FORGETS
    return (
        WinCell(f"{name}, knows hands, two among four rule-based", GAME, seated(search, 2, RULES), search, 30, 2000),
        WinCell(f"{name}, forgets hands, two among four rule-based", GAME, seated(forgets, 2, RULES), forgets, 30, 2000),
        WinCell(f"{name}, three that know against three that forget", GAME, seated(search, 3, forgets), search, 20, 2000),
    )


OPEN_HANDS = Experiment(
    "hands", "ISMCTS with and without what it knows of hands", "What is knowing hands worth?",
    (*_memory_cells("search", _SEARCH), *_memory_cells("search, others by the rules", _SEARCH + _TRUSTING)),
)  # fmt: skip
OTHER_RULES = Experiment(
    "official", "headline results under the official rules", "Does the order of agents depend on the rules?",
    (
        WinCell("two rule-based, four random", OFFICIAL, seated(RULES, 2, RANDOM), RULES, 4000, 40_000),
        WinCell("two evolved, four random", OFFICIAL, seated(EVOLVED, 2, RANDOM), EVOLVED, 4000, 40_000),
        WinCell("two evolved, four rule-based", OFFICIAL, seated(EVOLVED, 2, RULES), EVOLVED, 4000, 40_000),
        WinCell("two mcts:100, four random", OFFICIAL, seated(searcher(100), 2, RANDOM), searcher(100), 30, 1000),
    ),
)  # fmt: skip
OTHER_DECK = Experiment(
    "dragons", "agents of the base deck on base and Dragons together", "How do agents evolved on the base deck do on another?",
    tuple(
        WinCell(f"two evolved, four {other}, {name}", game, seated(EVOLVED, 2, other), EVOLVED, 4000, 40_000)
        for name, game in (("base", GAME), ("base and Dragons", DRAGONS)) for other in (RANDOM, RULES)
    ),
)  # fmt: skip
_BEST_OF_STUDY = Published(0.468, 1000, "the best evolved individual", loose=True)
STRENGTH = Experiment(
    "strength", "our players beside the study's best", "How good can a player be?",
    tuple(
        WinCell(f"two {who}, four rule-based", GAME, seated(who, 2, RULES), who, small, paper, _BEST_OF_STUDY)
        for who, small, paper in ((EVOLVED, 2000, 20_000), (SHARP, 2000, 20_000), (CHAMPION, 20, 2000))
    ),
)  # fmt: skip
TABLES = (TABLE_5_1, TABLE_5_2, TABLE_6_1)
OPEN_QUESTIONS = (OTHER_RULES, OPEN_HANDS, OTHER_DECK, STRENGTH)
