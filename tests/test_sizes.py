"""Functions and modules stay small enough to be read at once; `spl/` holds only folders."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = [ROOT / "app.py", *sorted((ROOT / "pages").glob("*.py")), *sorted(ROOT.glob("spl/**/*.py"))]
SCRIPTS = sorted(ROOT.glob("spl/**/*.js"))
FUNCTION, MODULE = 45, 300  # lines at most; of a function without its docstring


def name(file):
    return file.relative_to(ROOT).as_posix()


def too_long(source):
    """Names of the functions of a module that have more lines than `FUNCTION`."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = node.end_lineno - node.lineno + 1
            if ast.get_docstring(node) is not None:
                lines -= node.body[0].end_lineno - node.body[0].lineno + 1
            if lines > FUNCTION:
                found.append(node.name)
    return found


def test_a_function_is_measured_without_its_docstring():
    body = "\n".join(["    pass"] * (FUNCTION - 1))
    assert too_long(f'def f():\n    """One.\n\n    Two.\n    """\n{body}\n') == []
    assert too_long(f"def f():\n{body}\n    pass\n") == ["f"]


@pytest.mark.parametrize("file", FILES, ids=name)
def test_no_function_and_no_module_is_too_long(file):
    source = file.read_text(encoding="utf-8")
    assert too_long(source) == []
    assert len(source.splitlines()) <= MODULE


@pytest.mark.parametrize("file", SCRIPTS, ids=name)
def test_no_javascript_module_is_too_long(file):
    assert len(file.read_text(encoding="utf-8").splitlines()) <= MODULE


def test_spl_holds_only_folders():
    files = {path.name for path in (ROOT / "spl").iterdir() if path.is_file()}
    assert files == {"README.md", "__init__.py", "__main__.py", "py.typed"}
