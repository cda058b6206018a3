"""The screen: an ipywidgets application for JupyterLab, Notebook and Voilà. It draws and asks; it holds no rules.

What it offers is fetched when it is first asked for: the server (:mod:`.serve`) needs none of the widgets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spookynb.ui.app import App as App
    from spookynb.ui.app import play as play

__all__ = ["App", "play"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'spookynb.ui' has no attribute {name!r}")
    from spookynb.ui import app

    return getattr(app, name)
