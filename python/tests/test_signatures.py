"""Every call accepts, by keyword, what its signature says."""

import inspect

import pytest

import collision2d as c2d
import typed_use


def callables():
    for name in c2d.__all__:
        value = getattr(c2d, name)
        if inspect.isclass(value) and value.__module__ == "collision2d._core":
            yield from ((f"{name}.{member}", getattr(value, member)) for member in vars(value) if not member.startswith("_"))
        elif callable(value) and not inspect.isclass(value):
            yield name, value


def test_every_call_has_a_docstring_and_a_signature():
    for name, call in callables():
        if not callable(call):
            continue
        assert call.__doc__, name
        inspect.signature(call)
    for name in c2d.__all__:
        assert name.endswith("_DTYPE") or getattr(c2d, name).__doc__, name


def test_signatures_name_the_arguments():
    for name, call in callables():
        if not callable(call):
            continue
        arguments = {key: None for key in inspect.signature(call).parameters if key != "self"}
        # An argument of a wrong kind is refused by its value, an unknown one by its name.
        try:
            call(**arguments)
        except (TypeError, ValueError) as error:
            assert "incompatible function arguments" not in str(error) or "kwargs: unknown" not in str(error), name
        with pytest.raises(TypeError):
            call(**arguments, no_such_argument=None)


def test_typed_use():
    typed_use.pairs()
    typed_use.batches()
    typed_use.scenes_of_arrays()
