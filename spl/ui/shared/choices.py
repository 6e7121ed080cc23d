"""Choices within a page that stay as they are while other pages are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from spl.ui.app import session
from spl.ui.app.state import page_state


def kept_choice(
    control: Callable[..., Any],
    label: str,
    options: Mapping[str, str] | Iterable[str],
    key: str,
    default: str,
    **more: Any,
) -> str:
    """Draw a control and return what is chosen.

    Parameters
    ----------
    control : callable
        ``st.segmented_control`` or ``st.selectbox``.
    label : str
    options : mapping of str to str, or iterable of str
        What can be chosen; with a mapping, how each is shown.
    key : str
        Names the choice in the session. The control's own key begins with ``_``.
    default : str
        Chosen at first, and where the choice made before is not among the options.
    **more
        Further arguments of the control.
    """
    texts = dict(options) if isinstance(options, Mapping) else {name: name for name in options}
    choices = page_state().choices
    kept = choices.get(key, default)
    shown = kept if kept in texts else default

    def apply(value: str | None) -> None:
        choices[key] = value or shown  # a second click on a segment gives None

    control(
        label,
        list(texts),
        format_func=texts.__getitem__,
        **session.bound(key, shown, apply),
        **more,
    )
    return shown
