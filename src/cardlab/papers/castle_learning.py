"""The learning experiments of the Castle study: models that tell who wins, searches that ask them, and what matters.

The study trained its networks on rows split at random, so that rows of one game were on both sides, and compared them with
nothing. Here deals are split, and the share of the more frequent result stands beside every accuracy. Its E-ISMCTS played 23
and 30 games, with one of two networks, fed by a picture unlike the one it had learned from: those numbers only tell the
order of size.

At the small scale the observed search has 200 iterations instead of 3200 and is about as strong as the lowest-card player.
"""

from __future__ import annotations

from cardlab.papers.castle_models import AccuracyCell, ModelRecipe
from cardlab.papers.castle_rows import AS_STUDIED, GAME
from cardlab.papers.castle_search import RIVALS, SearchCell
from cardlab.papers.castle_tables import accuracy_bars, accuracy_points, search_points
from cardlab.papers.experiment import Cell, Experiment, Published

SEARCH = f"ismcts:3200,{AS_STUDIED}"
BY_SEARCH, BY_LOWEST = f"({SEARCH})", "lowest"
CNN_ACCURACY = Published(0.73, note="rows split at random; a constant answer was right in about 0.70 of them", loose=True)
RICH, SVM, CNN = "rich", ModelRecipe("svm", "svm"), ModelRecipe("cnn", "image")
FOREST, BOOSTING, LINEAR = (ModelRecipe(kind, RICH) for kind in ("forest", "boosting", "linear"))
MODELS = (
    LINEAR, ModelRecipe("linear", "svm"), SVM, FOREST, BOOSTING, ModelRecipe("mlp", RICH), ModelRecipe("net", RICH), CNN,
    ModelRecipe("cnn2", "image"),
)  # fmt: skip
ENCODINGS = (
    "svm", "svm,top=yes", "svm,order=strength", "svm,fd=3",
    "image", "image,fd_fill=full", "image,fd_fill=row0,col39=op_hand", RICH, "rich,known=yes",
)  # fmt: skip
SEARCHES = (
    *((CNN, 40, credit) for credit in ("hard", "soft", "gated")),
    *((CNN, depth, credit) for depth in (10, 20, 80) for credit in ("hard", "soft")),
    *((model, 40, credit) for model in (SVM, FOREST) for credit in ("hard", "soft")),
    (None, 40, "soft"),
)
PLAYED = {
    "lowest": Published(0.696, 23, "which network played is not certain", loose=True),
    "ismcts, equal iterations": Published(0.533, 30, "which network played is not certain", loose=True),
}
"""What was printed about the search with a network, depth 40 and hard results."""


def _accuracy(recipe: ModelRecipe, published: Published | None = None) -> AccuracyCell:
    dealt = ", rows split at random" if recipe.by_row else ""
    return AccuracyCell(f"{recipe.kind} on {recipe.encoder}{dealt}", recipe, published)


def _split(row: str, play: str) -> str:
    return f"split,row={row},play={play}"


X11A = Experiment(
    "X11a", "accuracy of models on deals they never saw", "Which model tells best who will win?",
    (
        AccuracyCell("majority baseline", LINEAR, constant=True),
        *(_accuracy(recipe, CNN_ACCURACY if recipe == CNN else None) for recipe in MODELS),
    ),
    accuracy_bars,
)  # fmt: skip
X11B = Experiment(
    "X11b", "E-ISMCTS: playouts cut short and judged by a model", "Does a model help the search, and is it worth its time?",
    tuple(
        SearchCell(recipe, depth, credit, rival, PLAYED.get(rival) if (recipe, depth, credit) == (CNN, 40, "hard") else None)
        for recipe, depth, credit in SEARCHES for rival in RIVALS
    ),
    search_points,
)  # fmt: skip
X12 = Experiment(
    "X12", "choice of the face-up row alone", "Is the choice of the row what makes the search stronger?",
    (
        Cell("row by search, play by lowest", GAME, (_split(BY_SEARCH, BY_LOWEST), "lowest"), 60, 1000),
        Cell("row by lowest, play by search", GAME, (_split(BY_LOWEST, BY_SEARCH), "lowest"), 60, 1000),
        Cell(
            "row by search against play by search", GAME, (_split(BY_SEARCH, BY_LOWEST), _split(BY_LOWEST, BY_SEARCH)),
            60, 1000,
        ),
        Cell("both by search", GAME, (SEARCH, "lowest"), 60, 1000),
    ),
)  # fmt: skip
X13 = Experiment(
    "X13", "features and splits", "Which features matter, and how much does a split by rows flatter?",
    (
        *(_accuracy(ModelRecipe(kind, encoder)) for kind in ("boosting", "linear") for encoder in ENCODINGS),
        _accuracy(FOREST),
        *(_accuracy(ModelRecipe(kind, RICH, by_row=True)) for kind in ("boosting", "linear", "forest")),
        _accuracy(ModelRecipe("cnn", "image", by_row=True), CNN_ACCURACY),
    ),
    accuracy_points,
)  # fmt: skip
LEARNING = (X11A, X11B, X12, X13)
