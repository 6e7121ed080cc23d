"""The player's own tests in node, and the rules that its bundler relies on."""

import json
import re
import shutil
import subprocess
import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from spl import DomainPair, SPLParams, iterate
from spl.player.bundler import FOLDER, bundle
from spl.player.colorings import offered
from spl.player.medoids import matching_sections
from spl.player.playback import RANK_LEVELS, playback

TESTS = sorted(Path(__file__).parent.glob("*.test.mjs"))
ROOT = Path(__file__).parents[2]
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


@needs_node
@pytest.mark.parametrize("path", TESTS, ids=lambda p: p.name)
def test_javascript(path):
    done = subprocess.run([NODE, "--test", path], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr


@needs_node
@pytest.mark.parametrize(
    "entry", ["register.js", "standalone.js", "shim.js", "blob.js", "wait.js", "widget.js"]
)
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


def differing_run(n=40, n_classes=4, T=3):
    """A pair and states in which NCP, SP, clusters and matching all say something else."""
    rng = np.random.default_rng(4)
    y = np.arange(n) % n_classes
    X = rng.normal(size=(n, 5)) + 3 * np.eye(5)[y]
    params = SPLParams(d1=5, d2=3, T=T)
    states = []
    for state in iterate(X, y, X + 0.5, params):
        ncp, sp = rng.random((2, n, n_classes))
        matching = np.roll(np.arange(n_classes), 1 + state.k % 2)
        states.append(
            replace(
                state,
                proba_ncp=ncp,
                proba_sp=sp,
                proba=np.maximum(ncp, sp),
                pseudo_labels=np.maximum(ncp, sp).argmax(axis=1),
                cluster_labels=rng.integers(0, n_classes, n),
                centers=state.prototypes[matching],  # so that this matching is the best
                matching=matching,
                selected=rng.random(n) < 0.5,
            )
        )
    return DomainPair(X, y, X + 0.5, y, name="made"), states, params


def decoded_by_node(blob):
    """What the browser makes of a blob, as JSON."""
    script = Path(__file__).with_name("decode.mjs")
    done = subprocess.run([NODE, script], input=blob, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


@needs_node
def test_the_browser_decodes_every_label_that_python_packed():
    pair, states, params = differing_run()
    play = playback(pair, states, [], params=params)
    found = decoded_by_node(play.blobs[play.header["attributes"]])
    for k, s in enumerate(states):
        wanted = {
            "pseudo": s.pseudo_labels,
            "ncp": s.ncp_labels,
            "sp": s.sp_labels,
            "matched": s.matching[s.cluster_labels],
            "selected": s.selected.astype(int),
            "rank": s.rank * RANK_LEVELS // np.bincount(s.pseudo_labels)[s.pseudo_labels],
        }
        different = {name: tuple(values.tolist()) for name, values in wanted.items()}
        assert len(set(different.values())) == len(different)  # else a mix-up would pass
        for name, values in wanted.items():
            assert found[name][k] == values.tolist(), (name, k)
        clusters = [play.header["matching"][k].index(c) for c in found["matched"][k]]
        assert clusters == s.cluster_labels.tolist()
    assert found["source"] == pair.ys.tolist() and found["truth"] == pair.yt.tolist()
    of_pairs = matching_sections(states, pair.ys)
    assert len({str(values.tolist()) for values in of_pairs.values()}) == len(of_pairs)
    for name, values in of_pairs.items():
        there = {"class_medoid": "classMedoid", "cluster_medoid": "clusterMedoid"}.get(name, name)
        assert np.any(values) and found[there] == values.tolist(), name


def test_a_dark_saved_page_has_the_apps_accent_on_which_white_is_read():
    config = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))
    page = (FOLDER.parent / "export.py").read_text(encoding="utf-8")
    assert f"--st-primary-color: {config['theme']['dark']['primaryColor']};" in page


@needs_node
@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("vote", [False, True])
@pytest.mark.parametrize("truth", [False, True])
def test_python_offers_the_colourings_of_the_players_menu(truth, vote, plain):
    header = {"vote": vote and {"n": 3}, "steps": [{"accuracy": 0.5} if truth else {}]}
    run = json.dumps({"hasTruth": truth, "vote": vote or None, "plain": plain})
    ask = (
        f'import {{ modesFor }} from "{(FOLDER / "palette.js").as_uri()}";'
        f"process.stdout.write(JSON.stringify(modesFor({run}).map(([mode]) => mode)));"
    )
    command = [NODE, "--input-type=module", "-e", ask]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert offered(header | {"plain": plain}) == json.loads(done.stdout)
