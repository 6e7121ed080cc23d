"""Public functions with arguments say what each argument is."""

import ast
import inspect
from pathlib import Path

import pytest

import spl

PACKAGE = Path(spl.__file__).parent
ROOMS = (  # add a room when its docstrings are complete
    "algorithm",
    "data",
    "measures",
    "methods",
    "experiments",
    "explain",
    "embedding",
    "player",
    "paper",
    "reports",
    "figures",
    "engine",
)


def public_functions(node, prefix=""):
    """Name, arguments and docstring of each public function and method, and of each `__init__`.

    The arguments of an `__init__` are explained in the docstring of its class.
    """
    for child in node.body:
        if isinstance(child, ast.ClassDef) and not child.name.startswith("_"):
            yield from public_functions(child, f"{child.name}.")
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            if child.name.startswith("_") and child.name != "__init__":
                continue
            spec = child.args
            given = [a.arg for a in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)]
            names = [name for name in given if name not in ("self", "cls")]
            doc = ast.get_docstring(node if child.name == "__init__" else child)
            yield prefix + child.name, names, inspect.cleandoc(doc or "")


def unexplained(text):
    """Functions whose Parameters section is missing or leaves an argument out."""
    for name, arguments, doc in public_functions(ast.parse(text)):
        _, heading, section = doc.partition("Parameters\n----------\n")
        named = {
            word.strip(" *")
            for line in section.splitlines()
            if line[:1].strip() and " : " in f"{line} : "
            for word in line.partition(" : ")[0].split(",")
        }
        as_in = "As in" in section or "As for" in section  # of a function named there
        if arguments and (not heading or not (as_in or set(arguments) <= named)):
            yield name


@pytest.mark.parametrize("room", ROOMS)
def test_public_functions_explain_their_arguments(room):
    files = sorted((PACKAGE / room).rglob("*.py"))
    missing = [f"{f.name}: {name}" for f in files for name in unexplained(f.read_text())]
    assert missing == []


def test_a_missing_section_or_argument_is_seen():
    assert list(unexplained('def f(a):\n    """Do."""')) == ["f"]
    doc = '"""Do.\n\n    Parameters\n    ----------\n    a : int\n    """'
    assert list(unexplained(f"def f(a, b):\n    {doc}")) == ["f"]
    assert list(unexplained(f"def f(a):\n    {doc}")) == []
    made = "\n    def __init__(self, a): pass"
    assert list(unexplained(f'class A:\n    """Do."""{made}')) == ["A.__init__"]
    assert list(unexplained(f"class A:\n    {doc}{made}")) == []
