"""The screen: an ipywidgets application for JupyterLab, Notebook and Voilà. It draws and asks; it holds no rules.

Serving it (:mod:`.serve`) must start at once, so the widgets are fetched only when they are asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spookynb.ui.app import App as App
    from spookynb.ui.app import play as play

__all__ = ["App", "play"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from spookynb.ui import app

        return getattr(app, name)
    raise AttributeError(f"module 'spookynb.ui' has no attribute {name!r}")
