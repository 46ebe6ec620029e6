"""Tables for screens of any width, papers and notebooks."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cardlab.errors import UnknownName
from cardlab.lab import play_match, play_tournament
from cardlab.lab.showing.matchsheet import match_sheet
from cardlab.lab.showing.rankings import tournament_sheets
from cardlab.lab.showing.sheet import Sheet, cells_of, cut, fold

SHEET = Sheet("A title", ("", "name", "score"), (("1", "anna", "50%\n40–60%"), ("2", "a|b_c", "7%")), 2, ("", "a note"))
MANY = ["lowest", "random", *(f"ismcts:1,c=0.{i},memory=table" for i in range(10, 38))]


def test_a_table_is_as_wide_as_its_cells() -> None:
    assert SHEET.lines() == [
        "A title",
        "",
        "     name     score",
        " ──────────────────",
        " 1   anna       50%",
        "             40–60%",
        " 2   a|b_c       7%",
        "",
        "a note",
    ]


def test_a_narrow_screen_takes_from_the_gaps_first_and_then_from_names() -> None:
    assert max(map(cells_of, SHEET.lines(18))) == 17
    rows = (("ismcts:3200,memory=table,c=0.7", "61.5%"), ("ismcts:3200,memory=table,c=0.9", "38.5%"))
    long = Sheet("", ("agent", "score"), rows)
    first, second = long.lines(24)[2:]
    assert (first, second) == (" ismcts:…e,c=0.7  61.5%", " ismcts:…e,c=0.9  38.5%")
    assert max(map(cells_of, long.lines(24))) == 23


def test_words_of_a_sheet_that_folds_go_on_in_further_lines_and_none_is_lost() -> None:
    rows = (("classic, random rollouts", "turn-mcts:60,c=10,tree=no", "20"), ("classic, greedy rollouts", "beam", "1,000"))
    sheet = Sheet("", ("match", "agents", "games"), rows, 2, folds=True)
    assert sheet.least_width() == 12 + 12 + 5 + 2 * 2 + 2
    assert sheet.lines(44)[2:] == [
        " classic, random  turn-mcts:60,     20",
        " rollouts         c=10,tree=no",
        " classic, greedy  beam           1,000",
        " rollouts",
    ]
    assert max(map(cells_of, sheet.lines(35))) <= 34
    assert sheet.lines(100) == sheet.lines()


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one two", ["one two"]),
        ("one two three", ["one two", "three"]),
        ("abc=1,def=2,ghi", ["abc=1,", "def=2,", "ghi"]),
        ("a_long_name_without_end", ["a_long_n", "ame_with", "out_end"]),
        ("", [""]),
    ],
)
def test_texts_are_folded_at_spaces_and_commas(text: str, lines: list[str]) -> None:
    assert fold(text, 8).split("\n") == lines


def test_signs_of_latex_are_signs_again() -> None:
    assert r"a\textless{}b\textgreater{}c\textbar{}d" in Sheet("", ("x",), (("a<b>c|d",),)).latex()


def test_the_cross_table_has_the_names_of_the_ranking() -> None:
    agents = ["lowest", "random", "ismcts:1,c=0.31,memory=table,aim=win", "ismcts:1,c=0.32,memory=table,aim=win"]
    ranking, cross = tournament_sheets(play_tournament("castle", agents, games=2, workers=1), 80)
    assert [row[1] for row in cross.rows] == [row[1] for row in ranking.rows]
    assert "ismcts:1,c=0.31" in [row[1] for row in ranking.rows]


def test_wide_characters_count_twice() -> None:
    lines = Sheet("", ("agent", "n"), (("纸牌", "1"), ("abcd", "2"))).lines()
    assert lines[2:] == [" 纸牌    1", " abcd    2"]


@pytest.mark.parametrize(("most", "left"), [(30, "python_agent"), (12, "python_agent"), (7, "pyt…ent"), (4, "py…t")])
def test_names_are_cut_in_the_middle(most: int, left: str) -> None:
    assert cut("python_agent", most) == left


def test_markdown_latex_and_html_escape_what_they_must() -> None:
    assert SHEET.markdown().splitlines()[2:] == [
        "|  | name | score |",
        "| --- | --- | ---: |",
        "| 1 | anna | 50% 40–60% |",
        "| 2 | a\\|b_c | 7% |",
        "",
        "a note  ",
    ]
    assert r"2 & a\textbar{}b\_c & 7\% \\" in SHEET.latex().splitlines()
    assert SHEET.latex().startswith("\\begin{table}\n\\caption{A title}\n\\begin{tabular}{llr}\n\\toprule")
    page = Sheet("<b>", ("x",), (("<script>",),)).html()
    assert "<caption>&lt;b&gt;</caption>" in page and "&lt;script&gt;" in page and "<script>" not in page


def test_printing_a_result_shows_its_table_and_a_notebook_shows_it_as_html(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    result = play_match("castle", ["lowest", "random"], games=60, seed=1)
    assert str(result) == match_sheet(result, 80).text(80)
    role = result.roles[0]
    assert f"{100 * role.score:.1f}%" in str(result) and str(role.interval) in result._repr_html_()


def test_p_values_stand_beside_intervals_on_request() -> None:
    result = play_match("castle", ["lowest", "random"], games=60, seed=1)
    assert "p-value" not in match_sheet(result).head
    sheet = match_sheet(result, None, p_values=True)
    assert sheet.head[:4] == ("agent", "score", "95% interval", "p-value")
    assert {row[3] for row in sheet.rows} == {"<0.0001"}


def test_frames_have_a_row_for_each_game_agent_and_pair() -> None:
    pytest.importorskip("polars")
    match = play_match("castle", ["lowest", "random"], games=60, seed=1)
    assert match.frame().height == 60 and match.frame()["score1"].sum() == match.roles[0].points
    assert match.frame("agents")["low"].to_list() == [role.interval.low for role in match.roles if role.interval]
    result = play_tournament("castle", ["random", "lowest", "flat:5"], games=4)
    assert [result.frame(name).height for name in ("ranking", "pairs", "games")] == [3, 6, 12]
    assert result.frame()["agent"].to_list() == [result.tournament.agents[i] for i in result.standing()]
    with pytest.raises(UnknownName, match="pairs"):
        result.frame("pears")


def test_a_frame_without_its_library_says_what_to_install() -> None:
    code = "import sys; sys.modules['polars'] = None\nfrom cardlab.lab import play_match\n"
    code += "play_match('castle', ['lowest', 'random'], games=2).frame()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "a data frame needs more libraries: pip install 'cardlab[data]'" in done.stderr


def test_thirty_agents_keep_their_names_and_ranks_at_any_width() -> None:
    result = play_tournament("castle", MANY, games=2)
    for width in (80, 120):
        (ranking,) = tournament_sheets(result, width)
        lines = ranking.lines(width)
        assert max(map(cells_of, lines)) <= width
        rows = [line.split() for line in lines[4:34]]
        assert [row[0] for row in rows] == [str(place) for place in range(1, 31)]
        assert len({row[1] for row in rows}) == 30 and not any("…" in line for line in lines)
        assert "does not fit" in " ".join(lines)
    assert len(tournament_sheets(result, 240)) == 2


def test_the_cross_table_shows_as_much_as_fits() -> None:
    result = play_tournament("castle", ["random", "lowest", "flat:5", "ismcts:5"], games=60)
    wide, narrow = (tournament_sheets(result, width)[1] for width in (80, 50))
    assert max(map(cells_of, wide.lines(80))) <= 80 and "–" in wide.rows[0][3]
    assert max(map(cells_of, narrow.lines(50))) <= 50 and "–" not in narrow.rows[0][3]
    assert narrow.rows[0][3] == wide.rows[0][3].split("\n")[0]
    assert len(tournament_sheets(result, None)) == 2
