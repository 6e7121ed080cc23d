"""What is compiled for UMAP is kept on disk; a server that finds nothing compiles it apart."""

import json
import os
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from spl.embedding import compiled
from spl.embedding.compiled import FUNCTIONS, KEPT, compile_apart, is_kept

USED = """if True:
    import json
    from importlib import import_module
    from spl.embedding.compiled import FUNCTIONS
    from spl.embedding.layouts import warm_up
    warm_up(umap=True)
    found = {}
    for module, names in FUNCTIONS.items():
        for name in names:
            stats = getattr(import_module(module), name).stats
            found[name] = [sum(stats.cache_hits.values()), sum(stats.cache_misses.values())]
    print(json.dumps(found))
"""


def test_a_second_process_compiles_nothing():
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", USED], stdout=subprocess.PIPE, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    assert found.keys() == {name for names in FUNCTIONS.values() for name in names}
    assert all(hits and not misses for hits, misses in found.values()), found


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Packages as they are installed: umap-learn with what numba keeps beside it."""
    for name in ("umap", "numba"):
        (tmp_path / name / "__pycache__").mkdir(parents=True)
        (tmp_path / name / "__init__.py").touch()
    monkeypatch.setattr(
        compiled,
        "find_spec",
        lambda name: SimpleNamespace(origin=str(tmp_path / name / "__init__.py")),
    )
    return tmp_path


@pytest.mark.parametrize("package", ["umap", "numba"])
def test_code_older_than_a_package_is_not_kept_for_it(package, installed):
    assert not is_kept()
    file = installed / "umap" / "__pycache__" / KEPT.replace("*", "146.py311")
    file.touch()
    os.utime(file, (2e9, 2e9))
    assert is_kept() and compile_apart() is None
    os.utime(installed / package / "__init__.py", (2.1e9, 2.1e9))
    assert not is_kept()


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="Windows has no niceness")
def test_it_is_compiled_at_the_lowest_priority_by_a_process_that_can_be_ended(monkeypatch):
    monkeypatch.setattr(compiled, "is_kept", lambda: False)
    process = compile_apart()
    try:
        while process.poll() is None and os.getpriority(os.PRIO_PROCESS, process.pid) < 19:
            time.sleep(0.05)
        assert process.returncode in (None, 0)
    finally:
        process.terminate()
    assert process.wait(60) in (0, -15)


def test_without_a_place_to_write_umap_goes_on(monkeypatch):
    def refuse():
        raise RuntimeError("cannot cache function: no locator available")

    module = SimpleNamespace(
        smooth_knn_dist=SimpleNamespace(enable_caching=refuse)
    )  # others are missing
    monkeypatch.setattr(compiled, "import_module", lambda name: module)
    compiled.keep_compiled.__wrapped__()
