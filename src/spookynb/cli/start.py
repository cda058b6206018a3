"""``play`` and ``demo``: the table in the browser, and a whole story played by itself."""

from pathlib import Path
from typing import Annotated

import typer

from spookynb.cli.shell import say


def play(
    journal: Annotated[
        Path | None, typer.Argument(help="The journal to play on with; without it, choose in the page.", metavar="[JOURNAL]")
    ] = None,
    lab: Annotated[bool, typer.Option("--lab", help="Open JupyterLab instead of the plain page.")] = False,
    port: Annotated[int | None, typer.Option(help="Exactly this port; without it the first free one is taken.")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser.")] = True,
) -> None:
    """Open the table in the browser. Ctrl-C ends it; every move is kept as it is made."""
    from spookynb.journal import JournalFile
    from spookynb.ui.serve import play as serve

    if journal is not None:
        JournalFile(journal).read()  # refuses what is no journal before anything is served
    serve(journal, lab=lab, port=port, browser=browser)


def demo(
    out: Annotated[Path, typer.Option(help="Folder of the journal.", metavar="DIR")] = Path("journals"),
    seed: Annotated[int, typer.Option(help="The same seed plays the same story, byte for byte.", min=0, max=2**53 - 1)] = 7,
    system: Annotated[str, typer.Option(help="Rule system.")] = "spookybeans",
) -> None:
    """Let bots play a whole story; its journal's path is printed last."""
    from spookynb.demo import play_demo

    say(str(play_demo(out, seed, system)))
