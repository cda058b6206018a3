"""Runs the lessons and keeps what they show: ``python tests/lessons.py``, after a change that is meant to change it. Read the diff."""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
WIDGET = "application/vnd.jupyter.widget-view+json"


def main() -> None:
    """Widgets are left out of what is kept: without a kernel their words are what can be shown."""
    for path in sorted(NOTEBOOKS.glob("0*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        NotebookClient(notebook, store_widget_state=False, resources={"metadata": {"path": str(NOTEBOOKS)}}).execute()
        notebook.metadata["language_info"] = {"name": "python"}
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)
            for output in cell.get("outputs", []):
                output.get("data", {}).pop(WIDGET, None)
        nbformat.write(notebook, path)


if __name__ == "__main__":
    main()
