"""Files with vectors: every form that is read, and a clear refusal of everything else."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardlab.core.vectorfile import MAX_BYTES, Individual, find_kind, read_individuals, read_vector, write_table, write_vector
from cardlab.errors import RunError, UnknownName
from tests.learn.arenas import CASTLE, TOY

VALUES = [0.5, -1.0, 2.25, 1e-9, 3.0, 0.0]


def result(**changes: Any) -> dict[str, Any]:
    head = {"format": "cardlab vector", "version": 1, "game": "castle", "kind": "toy"}
    return {**head, "best": [{"genes": VALUES, "score": 61.5}, {"genes": [1] * 6}], **changes}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(VALUES),
        "\n".join(map(str, VALUES)),
        "\r\n".join(map(str, VALUES)) + "\r\n",
        ",".join(map(str, VALUES)),
        " 0.5; -1 ;2.25\n1e-9, 3 0 \n",
        "\ufeff" + json.dumps(VALUES),
        json.dumps(result()),
        "a,b,c,d,e,f\n" + ",".join(map(str, VALUES)) + "\n",
        "score,a,b,c,d,e,f\r\n61.5," + ",".join(map(str, VALUES)) + "\r\n,1,2,3,4,5,6\r\n",
    ],
    ids=["list", "lines", "windows lines", "commas", "mixed", "byte order mark", "result", "table", "table with scores"],
)
def test_every_written_form_gives_the_same_numbers(tmp_path: Path, text: str) -> None:
    path = tmp_path / "v.json"
    path.write_bytes(text.encode())
    assert read_vector(path, CASTLE, TOY) == VALUES


def test_what_is_written_is_read_again_exactly(tmp_path: Path) -> None:
    best = [Individual((0.1, 1 / 3, 2.0, 3.0, 4.0, 5.0), 60.25), Individual((0.0,) * 6, None)]
    write_vector(tmp_path / "v.json", CASTLE, TOY, best, {"method": "by hand"})
    assert read_individuals(tmp_path / "v.json", CASTLE, TOY) == best
    data = json.loads((tmp_path / "v.json").read_text())
    assert data["labels"] == list("abcdef") and data["method"] == "by hand" and data["options"] == {}
    assert [path.name for path in tmp_path.iterdir()] == ["v.json"]


def test_a_table_has_the_names_of_the_genes_above_and_is_read_with_scores_and_lines(tmp_path: Path) -> None:
    odd = replace(TOY, labels=("a", "b, or", 'c "x"', "4", "e", "f"))
    best = [Individual((0.1, 1 / 3, 2.0, 3.0, 4.0, 5.0), 60.25), Individual((0.0,) * 6, None)]
    write_table(tmp_path / "v.csv", odd, best)
    text = (tmp_path / "v.csv").read_text()
    assert text == 'score,a,"b, or","c ""x""",4,e,f\n60.25,0.1,0.3333333333333333,2.0,3.0,4.0,5.0\n,0.0,0.0,0.0,0.0,0.0,0.0\n'
    found = read_individuals(tmp_path / "v.csv", CASTLE, odd)
    assert found == best and [each.line for each in found] == [2, 3]
    with pytest.raises(RunError, match="'score' is not a number"):
        read_individuals(tmp_path / "v.csv", CASTLE, TOY)


def test_every_vector_knows_its_line_or_its_number(tmp_path: Path) -> None:
    for text, lines in (
        ("\n1,1,1,1,1,1\n\n2,2,2,2,2,2\n", [2, 4]),
        (json.dumps([[1] * 6, [2] * 6]), [1, 2]),
        (json.dumps(result()), [1, 2]),
        ("1\n2\n3\n4\n5\n6\n", [1]),
    ):
        (tmp_path / "v").write_text(text)
        assert [each.line for each in read_individuals(tmp_path / "v", CASTLE, TOY)] == lines


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b,c,d,e,f\n", "holds no vector, only the names of the genes"),
        ("score,a,b,c,d,e,f\n1,2,3\n", "has 2 numbers; the vector toy"),
        ("score,a,b,c,d,e,f\n1,2,3,4,x,6,7\n", "line 2: 'x' is not a number"),
        ("score,a,b,c,d,e,f\nmuch,2,3,4,5,6,7\n", "line 2: 'much' is not a number"),
        ("a,b,c,d,e,f\n1,2,3,4,5,inf\n", "value 6 is not finite"),
        ("f,e,d,c,b,a\n1,2,3,4,5,6\n", "'f' is not a number"),
        ('"' + "x" * 200_000, "is not a number"),
        (json.dumps(VALUES[:5]), "has 5 numbers; the vector toy of castle has 6 numbers"),
        (json.dumps([*VALUES, 1]), "has 7 numbers"),
        ("[1, 2, NaN, 4, 5, 6]", "value 3 is not finite"),
        ("1,2,3,inf,5,6", "value 4 is not finite"),
        ("[1, 2, 3, 4, 5, 1e999]", "value 6 is not finite"),
        (f"[1, 2, 3, 4, 5, {10**400}]", "value 6 is not finite"),
        ('[1, "2", 3, 4, 5, 6]', "value 2 is '2', which is not a number"),
        ("[1, true, 3, 4, 5, 6]", "value 2 is 'True', which is not a number"),
        ("1,2,three,4,5,6", "'three' is not a number"),
        ("", "is empty"),
        ("[1, 2", "is broken JSON"),
        ("[" * 100_000, "is broken JSON"),
        ("{}", "is not a file with vectors"),
        (json.dumps(result(version=2)), "version 2 of the format; this cardlab reads version 1"),
        (json.dumps(result(game="locm")), "holds vectors of 'locm', not of 'castle'"),
        (json.dumps(result(kind="greedy")), "holds vectors of the kind 'greedy', not 'toy'"),
        (json.dumps(result(best=[])), "holds no vector"),
        (json.dumps(result(best=[VALUES])), "holds no vector"),
        (json.dumps(result(best=[{}])), "holds no list of numbers"),
        (json.dumps(result(best=[{"genes": "123456"}])), "holds no list of numbers"),
    ],
)
def test_other_files_are_refused_with_what_is_wrong(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "v.json"
    path.write_text(text)
    with pytest.raises(RunError) as refusal:
        read_vector(path, CASTLE, TOY)
    assert str(refusal.value).startswith(str(path))
    assert message in str(refusal.value)


def test_missing_binary_and_huge_files_and_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="there is no file"):
        read_vector(tmp_path / "none.json", CASTLE, TOY)
    with pytest.raises(RunError, match="cannot be read"):
        read_vector(tmp_path, CASTLE, TOY)
    (tmp_path / "b").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RunError, match="is not a text file"):
        read_vector(tmp_path / "b", CASTLE, TOY)
    (tmp_path / "h").write_bytes(b"1," * (MAX_BYTES // 2 + 1))
    with pytest.raises(RunError, match="too large; such a file has at most 4 MB"):
        read_vector(tmp_path / "h", CASTLE, TOY)


def test_a_game_is_asked_for_its_kinds_by_name() -> None:
    from cardlab import game

    locm = game("locm")
    assert find_kind(locm).name == "draft" and find_kind(locm, "draft").size == 160
    with pytest.raises(UnknownName, match="'draft'"):
        find_kind(locm, "drafts")


def test_a_vector_of_one_card_too_few_is_refused_by_name_of_the_kind(tmp_path: Path) -> None:
    from cardlab import game

    (tmp_path / "v.csv").write_text("\n".join(["0.5"] * 159))
    with pytest.raises(RunError, match="has 159 numbers; the vector draft of locm has 160 numbers"):
        read_vector(tmp_path / "v.csv", game("locm"), "draft")


def test_reading_needs_no_numpy() -> None:
    code = "import sys, cardlab.core.vectorfile; print('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
