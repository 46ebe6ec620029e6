"""Short names of agents: as short as they can be while no two are alike."""

from __future__ import annotations

import pytest

from cardlab.lab.showing.displaynames import display_names


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (["ismcts:400,c=0.7", "lowest"], ["ismcts:400,c=0.7", "lowest"]),
        (["python:agents/anna.py:Saver", "python:agents/ben.py:Hoarder"], ["Saver", "Hoarder"]),
        (["python:agents/anna.py:MyAgent", "python:agents/ben.py:MyAgent"], ["anna", "ben"]),
        (["python:a/x.py:My", "python:b/x.py:My"], ["python:a/x.py:My", "python:b/x.py:My"]),
        (["python:bots.tree.Agent", "lowest"], ["Agent", "lowest"]),
        (["python:x.py:lowest", "lowest"], ["x", "lowest"]),
        (["cmd:python bots/one.py --fast", "cmd:./two"], ["one", "two"]),
        (["cmd[time=2]:java -jar Bot.jar", "cmd:'open"], ["Bot", "cmd:'open"]),
        (["json:python bots/one.py --fast", "json[time=2]:./two"], ["one", "two"]),
        (["json:./bot", "cmd:./bot"], ["json:./bot", "cmd:./bot"]),
        (["lowest #1", "lowest #2"], ["lowest #1", "lowest #2"]),
    ],
)
def test_names_are_short_and_all_different(texts: list[str], names: list[str]) -> None:
    assert display_names(texts) == names


def test_options_that_all_have_alike_are_left_out_where_there_is_no_room() -> None:
    texts = ["ismcts:800,memory=table,c=0.5", "ismcts:800,memory=table,c=0.7", "e-ismcts:80,evaluator=/far/away/m.onnx"]
    assert display_names(texts, short=True) == ["ismcts:800,c=0.5", "ismcts:800,c=0.7", "e-ismcts:80"]
