"""The player's own tests in node, and the rules that its bundler relies on."""

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from spl.player.bundler import FOLDER, bundle

TESTS = sorted(Path(__file__).parent.glob("*.test.mjs"))
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


@needs_node
@pytest.mark.parametrize("path", TESTS, ids=lambda p: p.name)
def test_javascript(path):
    done = subprocess.run([NODE, "--test", path], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr


@needs_node
@pytest.mark.parametrize("entry", ["register.js", "standalone.js", "shim.js", "blob.js"])
def test_bundle_parses(entry, tmp_path):
    path = tmp_path / "bundle.mjs"
    path.write_text(bundle(entry), encoding="utf-8")
    done = subprocess.run([NODE, "--check", path], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_no_two_modules_share_a_top_level_name():
    name = re.compile(
        r"^(?:export )?(?:default )?(?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE
    )
    found = Counter(
        n for path in FOLDER.glob("*.js") for n in name.findall(path.read_text(encoding="utf-8"))
    )
    assert [n for n, times in found.items() if times > 1] == []


def test_modules_import_by_name_from_beside_them():
    for path in FOLDER.glob("*.js"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("import"):
                assert re.fullmatch(r'import \{[^}]*\} from "\./\w+\.js";', line), (path, line)
