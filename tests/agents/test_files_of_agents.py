"""Files that agents are told to read: whatever stands in them, the file is named and nothing breaks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardlab import game, make_agent
from cardlab.errors import CardlabError, OptionError, RunError
from cardlab.games.tribute.agents.hqlvalues import LEARNED_TABLE
from cardlab.games.tribute.agents.kinds import OWN_WORTH
from cardlab.games.tribute.agents.worth import WORTH_SECOND

READERS = [
    ("castle", "ranks,values={}"),
    ("castle", "e-ismcts:5,evaluator={}.onnx"),
    ("locm", "greedy,weights={}"),
    ("locm", "beam:5,evaluator={}.json"),
    ("locm", "greedy,draft={}.json"),
    ("unicorns", "evolved,genes={}"),
    ("unicorns", "sharp,senses={}"),
    ("tribute", "hql,table={}"),
    ("tribute", "hql,weights={}"),
    ("tribute", "decision_tree,genes={}"),
    ("tribute", "champion:5,worth={}"),
    ("duelyst", "champion:5,evaluator={}.json"),
]
CONTENTS = {
    "missing": None,
    "empty": b"",
    "binary": bytes(range(256)),
    "zeros": b"\0" * 50,
    "words": "Märchen; es war, einmal\nein Wolf".encode(),
    "not a number": b"nan;" * 30,
    "infinite": b"[" + b"Infinity, " * 13 + b"1e999]",
    "deep": b"[" * 100_000,
    "a table": b"a,b,c\n1,2,3\n",
    "one long cell": b'"' + b"x" * 200_000 + b'"',
    "a value": b"7",
}


@pytest.mark.parametrize(("name", "text"), READERS)
def test_a_file_that_is_something_else_is_named_in_a_clear_error(name: str, text: str, tmp_path: Path) -> None:
    rules = game(name)
    for what, content in CONTENTS.items():
        place = text.format(tmp_path / "told")
        file = Path(place.partition("=")[2])
        if content is not None:
            file.write_bytes(content)
        with pytest.raises(CardlabError) as error:
            make_agent(rules, place)
        assert "told" in str(error.value) and len(str(error.value)) < 600, what
        if content is not None:
            file.unlink()
    file.mkdir()
    with pytest.raises(CardlabError, match="told"):
        make_agent(rules, place)


def changed(source: Path, file: Path, old: str, new: str) -> Path:
    text = source.read_text(encoding="utf-8")
    changed_text, times = re.subn(old, new, text, count=1)
    assert times == 1
    file.write_text(changed_text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (r"\nlast,", r"\nsecond 999,", "'second 999' is neither a feature nor a row of a layer"),
        (r"\nlast,", r"\nlast,7,", f"'last' has {WORTH_SECOND + 1} numbers, not {WORTH_SECOND + 2}"),
        (r"\nlast,", r"\nlast,x", "could not convert string to float"),
        (r"\nlast,", r"\nlast,nan\n#,", f"'last' has {WORTH_SECOND + 1} numbers, not 1"),
        (r"\nfirst bias,[^,]+,", r"\nfirst bias,nan,", "holds a number beyond 1,000,000"),
        (r"\nfirst bias,[^,]+,", r"\nfirst bias,1e300,", "holds a number beyond 1,000,000"),
    ],
)
def test_what_the_end_of_a_turn_is_worth_is_read_row_by_row(old: str, new: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"worth\.csv") as error:
        make_agent(game("tribute"), f"champion:5,worth={changed(OWN_WORTH, tmp_path / 'worth.csv', old, new)}")
    assert words in str(error.value) and ", line " in str(error.value)


def test_a_layer_that_is_missing_is_told(tmp_path: Path) -> None:
    lines = [line for line in OWN_WORTH.read_text(encoding="utf-8").splitlines() if not line.startswith("second 7,")]
    (tmp_path / "worth.csv").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(OptionError, match="it lacks the row 'second 7'"):
        make_agent(game("tribute"), f"champion:5,worth={tmp_path / 'worth.csv'}")


@pytest.mark.parametrize("value", ["nan", "inf", "1e12", "high"])
def test_card_values_are_numbers_that_the_search_can_take(value: str, tmp_path: Path) -> None:
    first = LEARNED_TABLE.read_text(encoding="utf-8").splitlines()[1]
    file = changed(LEARNED_TABLE, tmp_path / "values.csv", re.escape(first), ",".join([*first.split(",")[:-1], value]))
    with pytest.raises((OptionError, RunError), match=r"values\.csv, line 2: .*" + value):
        make_agent(game("tribute"), f"hql,table={file}")
