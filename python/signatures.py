"""Makes the table of signatures and docstrings that the extension is compiled with, of its stub.

signatures.py STUB OUTPUT: OUTPUT has a line {name, parameters, docstring} for each class, function, method and
property of STUB. Overloads are one line: the parameters of the last, defaults and docstring of the first that has any.
"""

import ast
import sys
from pathlib import Path


def parameters_of(overloads):
    """The parameters without types, as they are in a lambda."""
    arguments = overloads[-1].args
    names = [*arguments.args, *arguments.kwonlyargs]
    defaults = {}
    for function in reversed(overloads):
        positional, keyword = function.args.args, zip(function.args.kwonlyargs, function.args.kw_defaults)
        defaults.update(zip((name.arg for name in reversed(positional)), reversed(function.args.defaults)))
        defaults.update({name.arg: default for name, default in keyword if default is not None})
    arguments.defaults = [defaults[name.arg] for name in arguments.args if name.arg in defaults]
    arguments.kw_defaults = [defaults.get(name.arg) for name in arguments.kwonlyargs]
    for name in names:
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


def main():
    stub, output = map(Path, sys.argv[1:])
    table = entries(ast.parse(stub.read_text(encoding="utf-8")).body)
    lines = (f'{{"{name}", R"({parameters})", R"text({doc})text"}},\n' for name, parameters, doc in table)
    output.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
