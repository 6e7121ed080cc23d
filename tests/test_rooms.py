"""The library loads without the app's packages."""

import subprocess
import sys

HEAVY = ("streamlit", "plotly", "umap", "openTSNE", "pandas", "torch", "h5py", "numba")


def test_import_spl_loads_nothing_heavy():
    code = f"import sys, spl; print(*[m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
