"""Options that another option makes useless: refused, rather than left without effect."""

from __future__ import annotations

import argparse

from spl.algorithm.params import SPLParams
from spl.cli.arguments import VARIANTS


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


def _refuse_not_own(args: argparse.Namespace) -> None:
    """Refuse values of SPL where each method has its published ones."""
    default = SPLParams()
    usual = {name: None for name in ("d1", "d2", "T")} | {
        name: getattr(default, name) for name in (*VARIANTS, "quota", "alpha", "normalize_centers")
    }
    for name, value in usual.items():
        if getattr(args, name) != value:
            option = name.replace("normalize_", "no-normalize-")
            raise ValueError(
                f"--{option} is not used with --settings own, where each method has its published "
                "values; leave it out, or give --settings same."
            )
