"""Which domain an array belongs to, by its name, in files that hold both domains."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

ROLES = ("source", "target")
# Words in lower case. Single letters count where they stand apart (fts_s) or behind x or y (Xs).
WORDS = {"source": ("source", "src"), "target": ("target", "tgt", "tar", "trg")}
LETTERS = {"s": "source", "t": "target"}
FEATURES = ("x", "feas", "fts", "fea", "features", "feature", "feats", "feat", "data")
LABELS = ("y", "label", "labels", "gnd", "gt", "class", "classes")
KINDS = dict.fromkeys(FEATURES, "features") | dict.fromkeys(LABELS, "labels")


@dataclass(frozen=True)
class Named:
    """What a name says: whose array it is, and what it holds."""

    role: str  # "source" or "target"
    kind: str  # "features", "labels", or "bare" where it names the domain and nothing else


def named(name: str) -> Named | None:
    """Read a name as people give them; None where it does not name a domain.

    Parameters
    ----------
    name : str
        Of an array, or `structure.field`.

    Examples
    --------
    >>> named("X_src"), named("labels_t")
    (Named(role='source', kind='features'), Named(role='target', kind='labels'))
    >>> named("Xs_Label"), named("target.fts")
    (Named(role='source', kind='labels'), Named(role='target', kind='features'))
    >>> named("S"), named("feats"), named("target_names")
    (Named(role='source', kind='bare'), None, None)
    """
    parts = name.split(".")
    for i in range(max(len(parts) - 2, 0), len(parts)):  # the last two, then the last
        if found := _read(".".join(parts[i:])):
            return found
    return None


def _read(name: str) -> Named | None:
    roles: list[str] = []
    kinds: list[str] = []
    for word in re.split(r"[\W_]+", name.lower()):
        found = _word(word)
        if found is None:
            return None
        role, kind = found
        roles += [role] * bool(role)
        kinds += [kind] * bool(kind)
    if len(set(roles)) != 1:
        return None
    if kinds == ["features", "labels"] and len(roles) == 1:
        kinds = ["labels"]  # Xs_Label: the labels of Xs
    if len(kinds) > 1:
        return None
    return Named(roles[0], kinds[0] if kinds else "bare")


def _word(word: str) -> tuple[str, str] | None:
    """Role and kind that one word says, either may be empty; None if it says something else."""
    if word in KINDS:
        return "", KINDS[word]
    if word in LETTERS:
        return LETTERS[word], ""
    for role, spellings in WORDS.items():
        for spelling in spellings:
            if word == spelling:
                return role, ""
            rest = {word.removeprefix(spelling), word.removesuffix(spelling)} - {word}
            if kind := next((KINDS[r] for r in rest if r in KINDS), ""):
                return role, kind
    if len(word) == 2 and {word[0], word[1]} & {"x", "y"}:
        letter, kind = (word[0], word[1]) if word[1] in "xy" else (word[1], word[0])
        if letter in LETTERS:
            return LETTERS[letter], KINDS[kind]
    return None


@dataclass
class Domain:
    """The names of one domain's arrays."""

    name: str
    features: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)


def by_role(names: Iterable[str], matrices: Iterable[str]) -> dict[str, Domain]:
    """Names that say source or target, for each role that has features.

    Parameters
    ----------
    names : iterable of str
        Of all arrays.
    matrices : iterable of str
        Those that may be features: only they count where a name says nothing but the domain.
    """
    matrices = list(matrices)
    domains = {role: Domain(role) for role in ROLES}
    bare: dict[str, list[str]] = {role: [] for role in ROLES}
    for name in names:
        found = named(name)
        if found is None:
            continue
        if found.kind == "labels":
            domains[found.role].labels.append(name)
        elif name in matrices:
            (bare[found.role] if found.kind == "bare" else domains[found.role].features).append(
                name
            )
    if not any(domain.features for domain in domains.values()) and all(bare.values()):
        for role in ROLES:  # S and T: both, and nothing that says more
            domains[role].features = bare[role]
    return {role: domain for role, domain in domains.items() if domain.features}


def by_structure(names: Iterable[str], matrices: Iterable[str]) -> dict[str, Domain]:
    """Structures with the same fields, each of which is one domain: amazon.fts, dslr.fts.

    Parameters
    ----------
    names : iterable of str
        Of all arrays of the file.
    matrices : iterable of str
        Of those that may be features.
    """
    matrices = list(matrices)
    domains: dict[str, Domain] = {}
    for name in names:
        structure, _, last = name.rpartition(".")
        kind = KINDS.get(last.lower())
        if not structure or kind is None:
            continue
        domain = domains.setdefault(structure, Domain(structure.rsplit(".", 1)[-1]))
        if kind == "labels":
            domain.labels.append(name)
        elif name in matrices:
            domain.features.append(name)
    domains = {name: domain for name, domain in domains.items() if domain.features}
    shown = [domain.name for domain in domains.values()]
    return domains if len(set(shown)) == len(shown) > 1 else {}
