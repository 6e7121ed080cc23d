"""CI installs from `constraints.txt`: each version that the project names is fixed there."""

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
# What CI installs: not the extra `images`, which brings torch.
NEEDED = [
    *PROJECT["build-system"]["requires"],
    *PROJECT["project"]["dependencies"],
    *(line for extra in EXTRAS if extra != "images" for line in EXTRAS[extra]),
]


def fixed():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    found = [Requirement(line) for line in lines if not line.startswith("#")]
    return {canonicalize_name(r.name): r.specifier for r in found}


@pytest.mark.parametrize("line", [x for x in NEEDED if not x.startswith("spl-explorer")])
def test_ci_installs_a_fixed_version_that_the_project_allows(line):
    wanted = Requirement(line)
    (version,) = fixed()[canonicalize_name(wanted.name)]
    assert version.operator == "=="
    assert wanted.specifier.contains(version.version)


def test_no_address_is_in_the_constraints():
    assert "://" not in (ROOT / "constraints.txt").read_text(encoding="utf-8")
