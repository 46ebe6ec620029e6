"""Q-learning of tables: by hand for a game of a few pebbles, through Python and through the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardlab import Seat, make_agent
from cardlab.cli import main
from cardlab.learn.qlearning import QTask, QTraining
from tests.learn.pebbles import HEAP, PRIZE, Pebbles

HERE = Path(__file__).parent
ONE = f"python:{HERE / 'pebbles.py'}:One"
LEARNED = [[3.0, 1.5, 0.625, 0.90625, 0.625, 0.90625], [0.0] * HEAP]
"""After three games against who always takes one: h6 h4 h2 of the first, h5 h3 h1 of the second (won), h6 h4 h2 again.

Such as h2: 0 + (1 + 0.5 * 0) / 2 = 0.5 in the first game, 0.5 / 2 + (1 + 0.5 * 3) / 2 = 1.5 in the third.
"""


def learned(games: int, **settings: float) -> QTraining:
    training = QTraining.start(QTask.of(Pebbles(), ONE, games, alpha=0.5, **settings))  # type: ignore[arg-type]
    training.run()
    return training


def by_hand(games: int, initial: float) -> tuple[list[list[float]], list[int]]:
    """The same written once more, for this game alone: values, and which games were won."""
    q, won = {(n, left): initial for n in (1, 2) for left in range(1, HEAP + 1)}, []
    for number in range(games):
        left, mine = HEAP, number % 2 == 0
        while left:
            n = max((n for n in (1, 2) if n <= left), key=lambda n: q[n, left]) if mine else 1
            if mine:
                follows = max(q[n2, left - n] for n2 in (1, 2)) if left > n else 0.0
                gain = n + (PRIZE if left == n else 0)
                q[n, left] = 0.5 * q[n, left] + 0.5 * (gain + 0.5 * follows)
            left, mine = left - n, not mine
        won.append(int(not mine))
    return [[q[n, left] for left in range(1, HEAP + 1)] for n in (1, 2)], won


def test_three_games_teach_what_is_worked_out_by_hand() -> None:
    training = learned(3, block=2)
    assert training.table.values == LEARNED
    assert [(block.games, block.points, block.lessons) for block in training.blocks] == [(2, 1.0, 6), (1, 0.0, 3)]
    assert training.table.text().splitlines() == [
        "handful,h1,h2,h3,h4,h5,h6", "one,3.000,1.500,0.625,0.906,0.625,0.906", "two,0.000,0.000,0.000,0.000,0.000,0.000",
    ]  # fmt: skip


@pytest.mark.parametrize("initial", [0.0, 8.0])
def test_many_games_teach_what_a_second_program_learns(initial: float) -> None:
    training = learned(40, initial=initial, block=40)
    values, won = by_hand(40, initial)
    assert training.table.values == values and training.blocks[0].points == sum(won)


def test_hope_tries_everything_that_doubt_leaves_untried() -> None:
    """Values that begin high are disappointed one by one; values that begin at nothing stay with what was tried first."""
    hopeful, plain = learned(40, initial=8.0), learned(40)
    assert all(value != 8.0 for line in hopeful.table.values for value in line[1:])
    assert plain.table.values[1] == [0.0] * HEAP


def test_the_command_line_learns_the_same_and_draws_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = f"python:{HERE / 'pebbles.py'}:Pebbles"
    pictures = ("--plot", "map.png", "--curve", "curve.png")
    with pytest.raises(SystemExit) as end:
        main(["learn", game, "--opponent", ONE, "-n", "3", "--alpha", "0.5", "--block", "3", "--json", *pictures])
    told = json.loads(capsys.readouterr().out)
    assert not end.value.code and told["curve"] == [{"until": 3, "won": pytest.approx(1 / 3), "lessons": 9}]
    assert (tmp_path / "pebbles-handfuls.csv").read_text().startswith("handful,h1,h2,h3,h4,h5,h6\none,3.000,1.500")
    for name in ("map.png", "curve.png"):
        assert (tmp_path / name).read_bytes()[:4] == b"\x89PNG"


FAILING = """
class Raises:
    def choose(self, seat):
        raise ZeroDivisionError("no idea")


class Leaves:
    def choose(self, seat):
        raise SystemExit(3)


class Interrupts:
    def choose(self, seat):
        raise KeyboardInterrupt


class Cheats:
    def choose(self, seat):
        return 987654321


class Mute:
    def choose(self, seat):
        return None


class Stumbles:
    def new_game(self):
        raise ValueError("not ready")

    def choose(self, seat):
        return seat.legal()[0]
"""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Raises", "ZeroDivisionError: no idea"), ("Leaves", "SystemExit"), ("Interrupts", "KeyboardInterrupt"),
        ("Cheats", "987654321"), ("Mute", "Mute answered None, which is not an action"), ("Stumbles", "ValueError: not ready"),
    ],
)  # fmt: skip
def test_an_opponent_that_fails_is_named_and_leaves_no_files(
    name: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "failing.py").write_text(FAILING, encoding="utf-8")
    who, target = f"python:{tmp_path}/failing.py:{name}", tmp_path / "table.csv"
    with pytest.raises(SystemExit) as ended:
        main(["learn", f"python:{HERE / 'pebbles.py'}:Pebbles", "--opponent", who, "-n", "3", "--out", str(target)])
    assert ended.value.code == 2
    told = " ".join(capsys.readouterr().err.split())
    assert f"{name}, in game 0: " in told.replace(" :", ":") and words in told and "Traceback" not in told
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["failing.py"]


class Looks:
    """Remembers what it was shown of the game so far."""

    def __init__(self) -> None:
        self.seen: list[int] = []

    def choose(self, seat: Seat) -> int:
        self.seen.append(len(seat.history))
        return int(seat.legal()[0])


def test_seats_know_what_was_played_before(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = Looks()
    training = QTraining.start(QTask.of(Pebbles(), ONE, 1, alpha=0.5))
    monkeypatch.setattr("cardlab.learn.qlearning.make_agent", lambda game, text, stop: make_agent(game, looks))
    training.run()
    assert looks.seen[0] > 0 and looks.seen == sorted(set(looks.seen)), "each time more, from what the learner did first"
