"""Settings of Sphinx: all Markdown pages of the repository, and the docstrings, as one site.

`python docs/build.py` builds it. Pages are read where they lie, so that one link works in the
repository and on the site.
"""

from pathlib import Path

import spl
from spl.data.samples import sample_sets

project = "SPL Explorer"
author = copyright = "The SPL Explorer authors"
version = release = spl.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "docs/index"
include_patterns = [
    "*.md",
    "docs/*.md",
    "docs/examples/*.md",
    "spl/README.md",
    "tests/**.md",
    "sample_data/**.md",
]
exclude_patterns = [
    "**/node_modules",
    ".venv",
    "build",
    "docs/paper.md",
]  # the last is for a journal
CONTENTS = {
    "Use it": (
        "install",
        "tutorial",
        "app",
        "hosting",
        "library",
        "command-line",
        "commands",
        "data",
        "examples/README",
    ),
    "Understand it": ("method", "numbers", "gallery", "class"),
    "Look it up": ("api", "../CHANGELOG", "../README"),
    "Work on it": ("../CONTRIBUTING", "../spl/README", "../tests/README"),
    "What was measured": (
        "../tests/benchmarks/README",
        "../sample_data/README",
        *(f"../sample_data/{name}/README" for name in sample_sets()),
    ),
}

myst_heading_anchors = 3
suppress_warnings = ["ref.python"]  # `n_classes` of a shape is not a link
default_role = "code"  # docstrings write `name` for code
autodoc_typehints = "none"  # the docstrings say them, with shapes
autodoc_member_order = "bysource"
napoleon_google_docstring = False

html_theme = "furo"
html_title = "SPL Explorer"
html_copy_source = False
html_show_sphinx = False
html_static_path: list[str] = []
pygments_style = "default"


def add_contents(app, docname, source):
    """Add the tree of pages to the index, whose own text is plain Markdown."""
    if docname == root_doc:
        for caption, pages in CONTENTS.items():
            lines = "\n".join(pages)
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{lines}\n```\n"


def setup(app):
    """Connect what is above."""
    assert Path(app.srcdir, "docs/index.md").is_file()
    app.connect("source-read", add_contents)
