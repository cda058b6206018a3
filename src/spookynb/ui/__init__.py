"""The screen: an ipywidgets application for JupyterLab, Notebook and Voilà. It draws and asks; it holds no rules."""

from spookynb.ui.app import App, play

__all__ = ["App", "play"]
