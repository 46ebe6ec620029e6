"""Texts that name things: how they are read, written and refused."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some

from cardlab import game, make_agent
from cardlab.bots.botlimits import Command
from cardlab.core.spec import MAX_DEPTH, OUTSIDE, Spec, look_up, read_options, write_options
from cardlab.errors import CardlabError, OptionError, UnknownName, UnknownOption
from cardlab.lab.storage.sources import named_files
from cardlab.learn.parameters import parse_method
from cardlab.play.record import short_names

CASTLE = game("castle")


def read(text: str) -> Spec:
    return Spec.parse(text, "agent", OUTSIDE)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("lowest", Spec("lowest")),
        ("", Spec("")),
        (" ismcts : 3200 , c = 1 ", Spec("ismcts", "3200", {"c": "1"})),
        ("ismcts:250ms+10", Spec("ismcts", "250ms+10")),
        ("ismcts,evaluator=a=b.onnx,c=", Spec("ismcts", "", {"evaluator": "a=b.onnx", "c": ""})),
        ("split,row=(ismcts:4,c=1),play=lowest", Spec("split", "", {"row": "ismcts:4,c=1", "play": "lowest"})),
        ("a,row=(b,row=(c,d=1),e=2)", Spec("a", "", {"row": "b,row=(c,d=1),e=2"})),
        ("(svm,top=yes)", Spec("svm", "", {"top": "yes"})),
        ("greedy,draft=formula:max(attack,cost)-(1)", Spec("greedy", "", {"draft": "formula:max(attack,cost)-(1)"})),
        ("greedy,draft=(1)+(2)", Spec("greedy", "", {"draft": "(1)+(2)"})),
        ('e,evaluator="a,b (1.onnx"', Spec("e", "", {"evaluator": "a,b (1.onnx"})),
        ('e,evaluator="say ""no"""', Spec("e", "", {"evaluator": 'say "no"'})),
        ('a,b=(c,d="e,f)")', Spec("a", "", {"b": 'c,d="e,f)"'})),
        ("python:a,b (.py:Class", Spec("python", "a,b (.py:Class", unread=True)),
        ("cmd:sh -c 'echo \"a, b\"'", Spec("cmd", "sh -c 'echo \"a, b\"'", unread=True)),
        ("cmd[]:sh", Spec("cmd", "sh", unread=True)),
        ("cmd[memory=5, cpu=0]:sh [x]: y", Spec("cmd", "sh [x]: y", {"memory": "5", "cpu": "0"}, True)),
        ('cmd[log="a]:b"]: sh', Spec("cmd", " sh", {"log": "a]:b"}, True)),
        ("cmd[log=a]]:sh", Spec("cmd", "sh", {"log": "a]"}, True)),
        ("cmd:", Spec("cmd", "", unread=True)),
        ("cmdx:sh", Spec("cmdx", "sh")),
    ],
)
def test_a_text_is_read_into_its_parts_and_written_again(text: str, spec: Spec) -> None:
    assert read(text) == spec
    assert read(str(spec)) == spec


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        (Spec("ismcts", "800", {"c": "0.7", "policy": "lowest"}), "ismcts:800,c=0.7,policy=lowest"),
        (Spec("split", "", {"row": "ismcts:4,c=1", "play": "lowest"}), "split,row=(ismcts:4,c=1),play=lowest"),
        (Spec("e", "", {"evaluator": "a(b"}), 'e,evaluator="a(b"'),
        (Spec("e", "", {"evaluator": " a "}), "e,evaluator=( a )"),
        (Spec("cmd", "./bot", {"time": "2"}, True), "cmd[time=2]:./bot"),
    ],
)
def test_brackets_and_quotes_are_written_where_they_are_needed(spec: Spec, text: str) -> None:
    assert str(spec) == text


def test_the_head_is_the_text_without_its_options() -> None:
    assert read("ismcts:800,c=1").head == "ismcts:800"
    assert read("lowest").head == "lowest"
    assert read("cmd[time=2]:./bot a,b").head == "cmd:./bot a,b"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ismcts:9,c", "agent 'ismcts:9,c': 'c' is not an option; write name=value"),
        ("ismcts,", "agent 'ismcts,': '' is not an option; write name=value"),
        ("ismcts,=1", "agent 'ismcts,=1': '=1' is not an option; write name=value"),
        ("ismcts,(c)=1", "'(c)=1' is not an option; write name=value"),
        ("ismcts,c=1, c =2", "agent 'ismcts,c=1, c =2': option 'c' is given twice; write each name once"),
        ("split,row=(a,b=1", "a bracket has no partner; a value with such a bracket is written in quotes"),
        ("split,row=a),b=(1", "a bracket has no partner"),
        ('e,evaluator="a', "a quote is not closed; a value with quotes is written"),
        ("(a)(b),c=1", "'(a)(b)' cannot be a name; brackets and quotes are for values"),
        ("a,b=" + "(" * (MAX_DEPTH + 1) + ")" * (MAX_DEPTH + 1), f"more than {MAX_DEPTH} deep"),
        ("cmd[time=2:sh", "a bot is written cmd:COMMAND or cmd[name=value,…]:COMMAND"),
        ("cmd[time]:sh", "'time' is not an option; write name=value"),
        ("cmd[time=1,time=2]:sh", "option 'time' is given twice"),
        (5, "agent is named by a text, not by 5"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_text_the_part_and_what_would_be_right(text: str, words: str) -> None:
    with pytest.raises(OptionError) as refusal:
        read(text)
    assert words in str(refusal.value)


def test_options_by_themselves_are_read_alike() -> None:
    assert read_options("-o", ["lower=7,8", " a = (b,c) "]) == {"lower": "7,8", "a": "b,c"}
    with pytest.raises(OptionError, match=r"^--set: 'C' is not a setting; write name=value$"):
        read_options("--set", ["C"], "setting")
    assert write_options({"lower": "7,8", "top": "yes"}) == "lower=(7,8),top=yes"


def test_what_is_known_is_found_and_else_guessed() -> None:
    known = {"svm": 1, "image": 2}
    assert look_up("encoding", "svm", known) == 1
    with pytest.raises(UnknownName, match=r"^there is no encoding 'imge'. Did you mean 'image'\? Known: image, svm. Or none.$"):
        look_up("encoding", "imge", known, UnknownOption, "Or none.")


NAMES = some.from_regex(r"[a-z][\w.-]{0,8}", fullmatch=True).filter(lambda name: name not in OUTSIDE)
VALUES = some.text(some.sampled_from('ab1 ,:=()[]"\n') | some.characters(), max_size=12)
OPTIONS = some.dictionaries(NAMES, VALUES, max_size=3)
ORDINARY = some.builds(Spec, NAMES, VALUES, OPTIONS)
UNREAD = some.builds(Spec, some.sampled_from(sorted(OUTSIDE)), VALUES, OPTIONS, some.just(True))


@settings(max_examples=500, deadline=None)
@given(ORDINARY | UNREAD)
@example(Spec("a", ")("))
def test_every_spec_is_read_back_from_its_text(spec: Spec) -> None:
    assert read(str(spec)) == spec


@settings(max_examples=500, deadline=None)
@given(
    some.text(some.sampled_from('ab ,,:==()[]"'), max_size=30)
    | some.text(max_size=30)
    | some.text(some.sampled_from('ab,:=()[]"'), max_size=20).map("cmd[".__add__)
)
def test_any_text_is_read_for_good_or_refused(text: str) -> None:
    try:
        spec = read(text)
    except CardlabError as error:
        assert type(error) is OptionError and str(error)
    else:
        assert read(str(spec)) == spec


READERS: dict[str, Callable[[str], object]] = {
    "game": game,
    "agent": lambda text: make_agent(CASTLE, text) if not text.strip(" (").startswith("python") else None,
    "encoding": CASTLE.encoder,
    "method": parse_method,
    "bot": Command.parse,
    "files": lambda text: named_files([text]) if "python" not in text else None,
    "short name": lambda text: short_names([text]),
}


@pytest.mark.parametrize("reader", READERS)
@settings(max_examples=100, deadline=None)
@given(
    some.sampled_from(["", "castle", "lowest", "split", "ismcts:9", "svm", "ag", "cmd[", "cmd:"]),
    some.lists(
        some.sampled_from([*',:=()[]" ', "c", "1", "top", "row", "lowest", "limit", "time", "]:"]) | some.text(max_size=3)
    ),
)
def test_whoever_reads_a_text_refuses_it_by_an_error_of_cardlab(reader: str, start: str, rest: list[str]) -> None:
    with contextlib.suppress(CardlabError):
        READERS[reader](start + "".join(rest))


@pytest.mark.parametrize("inside", ['""', '"', "]", "a=(", "(", "](", ",", '"]'])
@pytest.mark.parametrize("form", ["cmd[{}", "a,b={}", "cmd[{}]:sh"])
def test_ten_times_the_text_takes_no_hundred_times_as_long(inside: str, form: str) -> None:
    def seconds(times: int) -> float:
        start = time.thread_time()
        with contextlib.suppress(OptionError):
            read(form.format(inside * times))
        return time.thread_time() - start

    assert min(seconds(20_000) for _ in range(3)) < 50 * max(min(seconds(2_000) for _ in range(3)), 1e-3)
