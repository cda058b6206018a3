"""spookynb: narrative role-playing by post, in shared Jupyter notebooks, with the story kept.

Importing the package costs nothing; what it offers is fetched when it is first asked for:

- :func:`play` shows the table to click, in JupyterLab, Notebook and Voilà;
- :func:`open` opens a campaign to script: a :class:`spookynb.table.Table`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from spookynb.ui import play as play

_OFFERED: Final = {"play": ("spookynb.ui.app", "play"), "Table": ("spookynb.table", "Table")}

__all__ = ["Table", "open", "play"]


def __getattr__(name: str) -> Any:
    if name == "open":
        return import_module("spookynb.table").Table.open
    if name in _OFFERED:
        module, attribute = _OFFERED[name]
        return getattr(import_module(module), attribute)
    raise AttributeError(f"module 'spookynb' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
