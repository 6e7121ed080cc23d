"""Options that another option makes useless: refused, rather than left without effect."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from spl.algorithm.params import SPLParams
from spl.experiments.method_settings import parameters_used
from spl.methods import SPL


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
    for name, usual in _usual().items():
        if name in used or getattr(args, name) == usual:
            continue
        shown = ", ".join(names[:3]) + (" …" if len(names) > 3 else "")
        why = f"is SPL's, which is not among the methods ({shown})"
        if "CAPLS" in names:
            why = "is not CAPLS's, which labels by prototypes (ncp) and selects in each class"
        raise ValueError(f"{_option(name)} {why}; leave it out, or add SPL to the methods.")


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
