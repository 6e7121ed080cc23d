"""One self-contained HTML page of tables and figures: it needs no network and no server."""

from __future__ import annotations

import html
import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from spl import __version__
from spl.algorithm.params import SPLParams
from spl.data.extras import need
from spl.data.pair import DomainPair
from spl.data.words import writable

PACKAGES = ("numpy", "scipy", "scikit-learn", "skada", "POT")
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light; }}
body {{ margin: 0 auto; padding: 16px 24px; max-width: 1360px; background: #fff; color: #1b2350;
  font: 15px/1.45 system-ui, "Segoe UI", Roboto, Arial, sans-serif; }}
h1 {{ font-size: 24px; }} h2 {{ font-size: 19px; margin-top: 32px; }}
.scroll {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-size: 13px; }}
th, td {{ padding: 4px 7px; border-bottom: 1px solid #d5dae3; text-align: left;
  vertical-align: top; }}
td.number, th.number {{ text-align: right; font-variant-numeric: tabular-nums; }}
figure {{ margin: 12px 0; }} figcaption {{ color: #4a5270; font-size: 13px; }}
pre {{ background: #f2f4f8; padding: 10px; overflow-x: auto; white-space: pre-wrap; }}
</style>
{plotly}
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""


@dataclass(frozen=True)
class Section:
    """A part of a report: a heading, then what is given of text, table and figure.

    Parameters
    ----------
    heading : str
    text : str
        Paragraphs, separated by empty lines.
    rows : sequence of mappings
        One mapping per row of the table; columns in the order in which they first occur.
    figure : plotly Figure, optional
    alt : str
        The figure in words, shown below it.
    code : str
        Shown as it is, e.g. a command or parameters.
    """

    heading: str
    text: str = ""
    rows: Sequence[Mapping[str, Any]] = ()
    figure: Any = None
    alt: str = ""
    code: str = ""


def report_html(title: str, sections: Sequence[Section]) -> str:
    """The page as HTML. It holds plotly's script once, and only if there is a figure.

    Parameters
    ----------
    title : str
    sections : sequence of Section
    """
    body = "\n".join(_section(section, number) for number, section in enumerate(sections))
    script = ""
    if any(section.figure is not None for section in sections):
        from plotly.offline import get_plotlyjs

        script = f"<script>{get_plotlyjs()}</script>"
    return _PAGE.format(title=html.escape(title), plotly=script, body=body)


def _section(section: Section, number: int) -> str:
    parts = [f"<section>\n<h2>{html.escape(section.heading)}</h2>"]
    paragraphs = [p.strip() for p in section.text.split("\n\n") if p.strip()]
    parts += [f"<p>{html.escape(p)}</p>" for p in paragraphs]
    if section.figure is not None:
        parts.append(_figure(section.figure, section.alt, number))
    if section.rows:
        parts.append(_table(section.rows))
    if section.code:
        parts.append(f"<pre>{html.escape(section.code)}</pre>")
    return "\n".join([*parts, "</section>"])


def _figure(figure: Any, alt: str, number: int) -> str:
    drawn = figure.to_html(
        full_html=False,
        include_plotlyjs=False,
        div_id=f"figure-{number}",
        config={"displaylogo": False, "responsive": True},
    )
    caption = f"<figcaption>{html.escape(alt)}</figcaption>" if alt else ""
    return f"<figure>{drawn}{caption}</figure>"


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    columns = list(dict.fromkeys(name for row in rows for name in row))
    numeric = {
        name: all(_is_number(row[name]) or row[name] is None for row in rows if name in row)
        for name in columns
    }

    def cells(tag: str, texts: Sequence[str]) -> str:
        kinds = (' class="number"' if numeric[name] else "" for name in columns)
        return "".join(
            f"<{tag}{kind}>{html.escape(text)}</{tag}>"
            for kind, text in zip(kinds, texts, strict=True)
        )

    lines = [f"<tr>{cells('td', [_text(row.get(name)) for name in columns])}</tr>" for row in rows]
    head = f"<thead><tr>{cells('th', columns)}</tr></thead>"
    return f'<div class="scroll"><table>{head}<tbody>{"".join(lines)}</tbody></table></div>'


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _text(value: Any) -> str:
    if value is None or value != value:  # nan
        return "–"
    if isinstance(value, float):
        return f"{value:.2f}"
    return str(value)


def reproduction(pair: DomainPair, params: SPLParams, command: str = "", note: str = "") -> Section:
    """What is needed to compute the same again: data, parameters, versions, seeds.

    Parameters
    ----------
    pair : DomainPair
    params : SPLParams
    command : str
        A command that computes the same; none if empty.
    note : str
        Text above the table.
    """
    rows = [
        {"what": "data", "value": pair.title},
        {"what": "source samples", "value": f"{pair.n_source:,}"},
        {"what": "target samples", "value": f"{pair.n_target:,}"},
        {"what": "features", "value": f"{pair.n_features:,}"},
        {"what": "classes", "value": str(pair.n_classes)},
        {"what": "digest of features and source labels", "value": pair.digest},
        {
            "what": "target labels",
            "value": "none" if pair.yt is None else "given, only for evaluation",
        },
        {"what": "seeds", "value": "SPL draws nothing at random; SVM and SA use random_state 0"},
        *({"what": name, "value": text} for name, text in versions().items()),
    ]
    code = json.dumps(asdict(params), indent=1)
    return Section(
        "To reproduce this",
        note,
        rows,
        code=f"{code}\n\n{writable(command)}" if command else code,
    )


def check_figures() -> None:
    """Refuse a report with figures where plotly is not installed.

    Raises
    ------
    MissingExtra
        One sentence that names the extra.
    """
    need("A report with figures", "plotly")


def versions() -> dict[str, str]:
    """Versions of this project, of Python and of the packages that compute."""
    found = {"spl-explorer": __version__, "Python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found
