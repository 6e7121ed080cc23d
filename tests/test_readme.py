"""The Python blocks of README run, one after the other, as a reader would type them."""

import re
import warnings
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_python_blocks_run(capsys):
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), flags=re.S)
    assert len(blocks) >= 4
    names: dict = {}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for block in blocks:
            exec(compile(block, str(README), "exec"), names)  # noqa: S102
    assert names["search"].best_params_["d2"] == 25
    for model, bar in ((names["search"].best_estimator_, 0.9), (names["steps"][-1], 0.7)):
        assert (model.transduction_ == names["pair"].y_target).mean() > bar
    assert "0 0 " in capsys.readouterr().out
