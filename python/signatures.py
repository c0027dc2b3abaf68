"""Expands the signatures of the extension: to its stub, and to the table that it is compiled with.

signatures.py SOURCE STUB TABLE: STUB is a stub of Python's. TABLE has a line {name, parameters, docstring} for each
class, function, method and property.

In SOURCE a line `Parameters:`, `Returns:`, `Raises:` or `Examples:` of a docstring is a heading. Public classes are
final. In a class `name: type = docstring`, or with the docstring in the next line, is a property, a function without self
is static, and __getitem__ comes with __len__ and __iter__. Functions may have decorators:
- question: begins with body, world_from_body and obstacles; the first keyword is lengths.
- writes_out: out, an array of the result's type or None, threads and progress are further keywords.
- pair_query: one result for one pose; with many poses an array of ARRAYS, by writes_out.
- packable: with `packed` the result is an array of words.
"""

import ast
import copy
import re
import sys
from pathlib import Path

# The array for many poses, by the result for one.
ARRAYS = {"bool": "_Bools", "float": "_Floats", "Separation": "_Records", "SeparationGradient": "_Records"}


def arguments_of(parameters):
    return ast.parse(f"def f({parameters}): ...").body[0].args


def with_out(function, array):
    keywords = arguments_of(f"*, out: Optional[{array}] = None, threads: int = 1, progress: bool = False")
    function.args.kwonlyargs += keywords.kwonlyargs
    function.args.kw_defaults += keywords.kw_defaults


def as_question(function):
    shared = arguments_of(
        "body: _Shapes, world_from_body: _Where, obstacles: _Obstacles, *, lengths: Optional[_Indices] = None"
    )
    function.args.args[:0] = shared.args
    function.args.kwonlyargs[:0] = shared.kwonlyargs
    function.args.kw_defaults[:0] = shared.kw_defaults


def parameter(function, name):
    return next(arg for arg in function.args.args + function.args.kwonlyargs if arg.arg == name)


def overload_of(function, result):
    overload = copy.deepcopy(function)
    overload.decorator_list = [ast.Name("overload")]
    overload.returns = ast.Name(result)
    return overload


def without_docstring(function):
    function.body = [ast.Expr(ast.Constant(...))]
    return function


def queries_of_pairs(function):
    result = ast.unparse(function.returns)
    array = ARRAYS[result]
    yield overload_of(function, result)
    for poses, returned in (("Sequence[Sequence[float]]", array), ("_Floats", "Any")):
        many = without_docstring(overload_of(function, returned))
        parameter(many, "a_from_b").annotation = ast.Name(poses)
        # The poses have no default.
        first = len(many.args.args) - len(many.args.defaults)
        del many.args.defaults[:max(0, many.args.args.index(parameter(many, "a_from_b")) + 1 - first)]
        with_out(many, array)
        yield many


def packable(function):
    for packed, array in (("False", ast.unparse(function.returns)), ("True", "_Words")):
        chosen = overload_of(function, array)
        index = chosen.args.kwonlyargs.index(parameter(chosen, "packed"))
        chosen.args.kwonlyargs[index].annotation = ast.parse(f"Literal[{packed}]").body[0].value
        if packed == "True":
            chosen.args.kw_defaults[index] = None
            without_docstring(chosen)
        with_out(chosen, array)
        yield chosen


def property_of(name, kind, doc):
    source = f"@property\ndef {name}(self) -> {ast.unparse(kind)}: ..."
    function = ast.parse(source).body[0]
    function.body = [ast.Expr(doc)]
    return function


def methods_of(items):
    """__getitem__, and the methods that it comes with; of overloads the last is that of an index."""
    yield items
    if ast.unparse(items.args.args[1].annotation) != "int":
        return
    methods = f"def __len__(self) -> int: ...\ndef __iter__(self) -> Iterator[{ast.unparse(items.returns)}]: ..."
    yield from ast.parse(methods).body


def expanded(body, is_class=False):
    for node, following in zip(body, [*body[1:], None]):
        if isinstance(node, ast.ClassDef):
            node.body = list(expanded(node.body, is_class=True))
            if not node.name.startswith("_"):
                node.decorator_list = [ast.Name("final")]
        decorators = {ast.unparse(name) for name in getattr(node, "decorator_list", ())}
        if "question" in decorators:
            as_question(node)
            node.decorator_list = []
        if is_class and isinstance(node, ast.FunctionDef) and "self" not in [arg.arg for arg in node.args.args[:1]]:
            node.decorator_list = [ast.Name("staticmethod")]
        if is_class and isinstance(node, ast.AnnAssign):
            yield property_of(node.target.id, node.annotation, node.value or following.value)
        elif is_class and isinstance(node, ast.Expr) and node is not body[0]:
            pass  # The docstring of a property.
        elif "pair_query" in decorators:
            yield from queries_of_pairs(node)
        elif "packable" in decorators:
            yield from packable(node)
        elif getattr(node, "name", "") == "__getitem__":
            yield from methods_of(node)
        else:
            if "writes_out" in decorators:
                node.decorator_list = []
                with_out(node, ast.unparse(node.returns))
            yield node


def parameters_of(overloads):
    """The parameters without types, as they are in a lambda; of overloads those of the last, with all defaults."""
    arguments = overloads[-1].args
    defaults = {}
    for function in reversed(overloads):
        positional, keyword = function.args.args, zip(function.args.kwonlyargs, function.args.kw_defaults)
        defaults.update(zip((name.arg for name in reversed(positional)), reversed(function.args.defaults)))
        defaults.update({name.arg: default for name, default in keyword if default is not None})
    arguments = copy.deepcopy(arguments)
    arguments.defaults = [defaults[name.arg] for name in arguments.args if name.arg in defaults]
    arguments.kw_defaults = [defaults.get(name.arg) for name in arguments.kwonlyargs]
    for name in [*arguments.args, *arguments.kwonlyargs]:
        name.annotation = None
    return ast.unparse(arguments)


def entries(body, prefix=""):
    functions = {}
    for node in body:
        if isinstance(node, ast.FunctionDef):
            functions.setdefault(node.name, []).append(node)
        elif isinstance(node, ast.ClassDef):
            yield node.name, "", ast.get_docstring(node) or ""
            yield from entries(node.body, f"{node.name}.")
    for name, overloads in functions.items():
        doc = next(filter(None, map(ast.get_docstring, overloads)), "")
        if "property" in map(ast.unparse, overloads[0].decorator_list):
            yield prefix + name, "", doc
            continue
        parameters = parameters_of(overloads)
        # inspect.signature and help read such a beginning.
        yield prefix + name, parameters, f"{name}({parameters})\n--\n\n{doc}"


def underlined(heading):
    indent, text = heading.groups()
    return f"\n{indent}{text}\n{indent}{'-' * len(text)}"


def main():
    source, stub, table = map(Path, sys.argv[1:])
    headings = re.compile(r"^( *)(Parameters|Returns|Raises|Examples):$", re.MULTILINE)
    module = ast.parse(headings.sub(underlined, source.read_text(encoding="utf-8")))
    module.body = list(expanded(module.body))
    ast.fix_missing_locations(module)
    stub.write_text(ast.unparse(module) + "\n", encoding="utf-8")
    lines = (f'{{"{name}", R"({parameters})", R"text({doc})text"}},\n' for name, parameters, doc in entries(module.body))
    table.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
