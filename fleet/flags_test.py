"""Every flag that is a number has a range; a value out of it is an error that names both."""

from __future__ import annotations

import argparse
import random

import pytest

from fleet.__main__ import _run_parser, main
from fleet.diff_command import diff_parser
from fleet.errors import Exit
from fleet.members import worker_parser

LIMITS = {
    "workers": (1, 1024),
    "scenes_per_shard": (1, 32768),
    "scene_time_limit_s": (0.001, 1e6),
    "memory_limit_mb": (1, 10**9),
    "tolerance_m": (0.0, 1e6),
    "nworkers": (1, 1024),
}
PARSERS = (_run_parser(), diff_parser(), worker_parser())
NO_NUMBERS = ("", " ", "x", "nan", "-nan", "inf", "-inf", "1e400", "0x10", "1,5", "9" * 5000, "\u0661\u0662x")


def test_every_flag_with_a_value_is_known() -> None:
    """A flag is a number with a range, a path that is not empty, or one of some words: nothing else goes unchecked."""
    for parser in PARSERS:
        for action in parser._actions:
            if action.nargs != 0 and action.option_strings:
                assert (action.dest in LIMITS) == ("in_range" in repr(action.type)), action
                assert action.dest in LIMITS or action.choices or _refuses(action, ""), action


def _refuses(action: argparse.Action, text: str) -> bool:
    assert callable(action.type)
    with pytest.raises(argparse.ArgumentTypeError):
        action.type(text)
    return True


@pytest.mark.parametrize("argument", ["--out=--", "--workers=--", "--verify=--", "--scheduler=--", "--"])
def test_two_hyphens_are_no_value(argument: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["in", "--tool=x", argument]) == main(["worker", argument]) == Exit.USAGE
    assert capsys.readouterr().err.count(f"{argument}: '--' is no value and no separator here") == 2


@pytest.mark.parametrize("parser", PARSERS, ids=["run", "diff", "worker"])
def test_values_in_and_out_of_range(parser: argparse.ArgumentParser, capsys: pytest.CaptureFixture[str]) -> None:
    choose = random.Random(1)
    for action in parser._actions:
        if action.dest not in LIMITS:
            continue
        flag, (low, high) = action.option_strings[0], LIMITS[action.dest]
        values = [str(choose.choice((-1, 1)) * 10 ** choose.uniform(-20, 40)) for _ in range(200)]
        values += [str(int(10 ** choose.uniform(0, 40))) for _ in range(200)]
        values += [str(value) for end in (low, high) for value in (end - 1, end, end + 1)]
        for text in (*NO_NUMBERS, *values):
            number = _number(text, isinstance(low, int))
            if number is not None and low <= number <= high:
                assert getattr(parser.parse_known_args([*POSITIONALS, f"{flag}={text}"])[0], action.dest) == number
                continue
            with pytest.raises(SystemExit) as ended:
                parser.parse_known_args([*POSITIONALS, f"{flag}={text}"])
            said = capsys.readouterr().err
            assert ended.value.code == 2
            assert f"argument {flag}: {text} is no " in said and f"number from {low} to {high}" in said


POSITIONALS = ("one", "two")


def _number(text: str, is_whole: bool) -> float | None:
    if is_whole and not text.strip().lstrip("+-").isdecimal():
        return None
    try:
        return int(text) if is_whole else float(text)
    except ValueError:
        return None
