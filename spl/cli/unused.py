"""Options that are empty, given twice, or useless beside another option are refused."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, NoReturn

from spl.algorithm.params import SPLParams
from spl.data.readers.features import short
from spl.experiments.method_settings import parameters_used
from spl.methods import SPL

# Their own sentences say what to give instead.
TOLD_ELSEWHERE = ("data", "pictures", "folder", "run", "address", "allow_host")


class Once(argparse.Action):
    """An option's value is stored; a second one is refused, which would silently win."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Store the value.

        Parameters
        ----------
        parser : Parser
        namespace : argparse.Namespace
        values : object
        option_string : str, optional
            As the user gave it; None for what is not an option.
        """
        given = parser.given  # type: ignore[attr-defined]
        if option_string and self.dest in given:
            both = " and ".join(_shown(v) for v in (getattr(namespace, self.dest), values))
            many = ", with its values after it" if self.nargs else ""
            many = ", with commas between its values" if "," in str(self.metavar) else many
            parser.error(f"{self.option_strings[-1]} is given twice ({both}); give it once{many}.")
        given.add(self.dest)
        setattr(namespace, self.dest, values)


class Parser(argparse.ArgumentParser):
    """A parser that says of a value that it is empty, or given twice."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.register("action", None, Once)  # for every option that does not name another action
        self.given: set[str] = set()

    def parse_known_args(self, *args: Any, **options: Any) -> Any:
        """Read the words of a command line.

        Parameters
        ----------
        *args, **options
            As argparse has them.
        """
        self.given.clear()
        return super().parse_known_args(*args, **options)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end.

        Parameters
        ----------
        message : str
            As argparse puts it.
        """
        empty = re.match(r"argument (--[\w-]+): invalid \w+(?: value)?: '\s*'", message)
        super().error(_empty(empty[1]) if empty else message)


def refuse_empty(args: argparse.Namespace) -> None:
    """Refuse an option whose value is an empty text, as a shell's variable may be.

    Raises
    ------
    ValueError
        If there is one.
    """
    for name, given in vars(args).items():
        values = given if isinstance(given, list) else [given]
        if name in TOLD_ELSEWHERE or not any(isinstance(v, str) and not v.strip() for v in values):
            continue
        raise ValueError(_empty(f"--{name.removesuffix('_list').replace('_', '-')}"))


def _shown(value: Any) -> str:
    """An option's value, or its values."""
    return short(" ".join(map(str, value)) if isinstance(value, list) else str(value))


def _empty(option: str) -> str:
    return f"{option} is empty; give it a value, or leave it out."


def refuse_unused(args: argparse.Namespace) -> None:
    """Refuse an option that the chosen label set or the chosen settings do not use.

    Raises
    ------
    ValueError
        If one is given that would change nothing.
    """
    for name, needed in (("drop_below", "partial"), ("reject_share", "open")):
        given = getattr(args, name, None)
        if given not in (None, getattr(SPLParams(), name)) and args.label_set != needed:
            option = name.replace("_", "-")
            raise ValueError(
                f"--{option} is used with --label-set {needed} only, and the label set is "
                f"{args.label_set}; give --label-set {needed}, or leave --{option} out."
            )
    if getattr(args, "reject_share", None) not in (None, SPLParams().reject_share) and args.T == 1:
        raise ValueError(
            "--reject-share is not used with --T 1: samples are rejected from k = 2 on; give a "
            "larger --T, or leave it out."
        )
    if not hasattr(args, "methods"):
        _refuse_without_selection(args)
    if getattr(args, "label_set", "") == "open" and getattr(args, "labeling", "") == "sp":
        raise ValueError(
            "--labeling sp is not used with --label-set open, which labels by prototypes (ncp): "
            "clusters may hold unknown classes; leave it out."
        )
    if getattr(args, "settings", "same") == "own":
        _refuse_not_own(args)


def refuse_without_spl(args: argparse.Namespace, names: Sequence[str]) -> None:
    """Refuse parameters that none of the compared methods takes.

    Parameters
    ----------
    args : argparse.Namespace
    names : sequence of str
        Keys of `METHODS`.

    Raises
    ------
    ValueError
        If one is given that would change nothing.
    """
    used = parameters_used(names, args.settings)
    if "CAPLS" not in names and args.settings == "same":  # it selects in each class
        _refuse_without_selection(args)
    for name, usual in _usual().items():
        if name in used or getattr(args, name) == usual:
            continue
        shown = ", ".join(names[:3]) + (" …" if len(names) > 3 else "")
        why = f"is SPL's, which is not among the methods ({shown})"
        if "CAPLS" in names:
            why = "is not CAPLS's, which labels by prototypes (ncp) and selects in each class"
        raise ValueError(f"{_option(name)} {why}; leave it out, or add SPL to the methods.")


def _refuse_without_selection(args: argparse.Namespace) -> None:
    """Refuse what S_k is made with where there is none, or where it is the whole target."""
    given = getattr(args, "selection", None) or getattr(args, "selection_list", None) or ""
    kinds = {kind.strip() for kind in given.split(",")}
    several = getattr(args, "T_list", None)  # of a sweep, whose vote would count a run twice
    unused = {
        "T": kinds == {"none"} and (getattr(args, "T", None) is not None or "," in (several or "")),
        "without": kinds == {"none"} and getattr(args, "without", None) is not None,
        "quota": kinds <= {"none", "all"} and getattr(args, "quota", "") == "authors",
    }
    why = "ends at k = 0" if kinds == {"none"} else "takes every sample"
    for name in (name for name, is_given in unused.items() if is_given):
        raise ValueError(
            f"--{name} is not used with --selection {given}, which {why}; leave one of them out."
        )


def _refuse_not_own(args: argparse.Namespace) -> None:
    """Refuse values of SPL where each method has its published ones."""
    used = parameters_used([SPL], args.settings)
    for name, usual in _usual().items():
        if name not in used and getattr(args, name) != usual:
            raise ValueError(
                f"{_option(name)} is not used with --settings own, where each method has its "
                "published values; leave it out, or give --settings same."
            )


def _usual() -> dict[str, Any]:
    """Parameters of SPL as they are where no option gives them."""
    usual = {f.name: f.default for f in fields(SPLParams)}
    return usual | dict.fromkeys(("d1", "d2", "T"))


def _option(name: str) -> str:
    """The option that sets a parameter to another value than the usual one."""
    return "--" + name.replace("normalize_", "no-normalize_").replace("_", "-")
