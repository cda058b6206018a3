"""Lessons: a practice table for one learner and companions that play by script, and questions to predict before one looks.

Every answer comes from the table's own rules. Each part shows itself as the screen would, and as plain words where no widget can be
shown; running a cell again makes no second move.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import ipywidgets as w

from spookynb.errors import SpookyError
from spookynb.moves import Line, Range
from spookynb.table import Table
from spookynb.ui.parts import classed, html, put, strip
from spookynb.ui.stage import Stage
from spookynb.ui.views import lesson as views
from spookynb.verify import Report, verify


class Shown(w.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """A part of a lesson: widgets where they can be shown, and ``words`` everywhere else."""

    def __init__(self, words: str, *parts: w.Widget) -> None:
        page = w.VBox(parts, layout={"width": "100%", "max_width": "none", "padding": "8px 0"})
        super().__init__((classed(page, "snb-page", "teach"),))
        self.words = words
        classed(self, "snb")

    def __repr__(self) -> str:
        return self.words

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
        return {**bundle, "text/plain": self.words}  # ipywidgets would cut it off


class Lesson:
    """A practice table in a folder of its own, which is gone with the kernel. Dice fall by ``seed``: the same play, the same dice.

    ``you`` is the learner's name; the ``gm`` and the ``friends`` are played by script.
    """

    def __init__(self, title: str, *, gm: str, you: str, friends: Sequence[str], seed: int, mood: str = "") -> None:
        self._folder = TemporaryDirectory(prefix="spookynb-lesson-")
        campaign = {"title": title, "gm": gm, "players": [you, *friends], "house_rules": {"dice": "practice"}, "mood": mood}
        self.table = Table.new(Path(self._folder.name) / "journals", campaign, seed=seed)
        self._stage = Stage()
        self._answers: dict[str, Any] = {}

    # ------------------------------------------------------------------------------------------ showing

    def begin(self) -> Shown:
        """The head of the lesson: the title, and who is at the table."""
        state = self.table.state
        names = [state.name(seat) for seat in state.seats]
        return Shown(views.cast_words(state.title, names), self._stage, html(views.cast(state.title, names)))

    def act(self, seat: str, kind: str, *, once: str = "", **fields: Any) -> Shown:
        """Make a move, once however often the cell is run, and show what the journal says of it (or why it was refused).

        The same move meant a second time needs a label of its own in ``once``.
        """
        move = {"kind": kind, **fields}
        label = once or sha256(json.dumps([seat, move], sort_keys=True).encode()).hexdigest()[:16]
        try:
            entry = self.table.act(seat, move, once=label)
        except SpookyError as error:
            return Shown(str(error), html(views.refusal(error)))
        taken = next(one for one in self.table.told() if one.entry.id == entry.id)
        lines: list[Line] = taken.lines(self.table.game)
        return Shown(views.told_words(lines, entry.prose), html(views.told(lines, entry.prose)))

    def chance(self) -> Shown:
        """The exact chance of the open conflict as it stands."""
        odds = next(iter(self.table.chances()), None)
        return Shown(views.chance_words(odds), html(views.chance(odds)))

    def predict(self, question: str, options: Sequence[Any], answer: Callable[[], Any], because: str, guess: Any = None) -> Shown:
        """A question with a few answers to click; the right one and ``because`` (Markdown) show once a guess is made.

        ``answer`` asks the rules, once: the cell run again later gives the answer of the moment that it was about. ``guess`` makes
        one already. An answer that is not among the ``options`` joins them.
        """
        if question not in self._answers:
            self._answers[question] = answer()
        right = self._answers[question]
        offered = [*options, *([] if right in options else [right])]
        picks = strip("Your guess", [(str(option), option) for option in offered])
        picks.value = guess
        verdict = html("")

        def judge(_change: Any = None) -> None:
            put(verdict, views.verdict(picks.value, right, because) if picks.value is not None else "")

        picks.observe(judge, "value")
        judge()
        return Shown(views.question_words(question, offered, right, because), html(views.question(question)), picks, verdict)

    def lines(self, last: int) -> str:
        """The last ``last`` lines of the journal file as it stands on disk, markers left out."""
        text = self.table.journal.read_text(encoding="utf-8")
        return "\n".join([line for line in text.split("\n") if line and not line.startswith("<!--")][-last:])

    # ------------------------------------------------------------------------------------------ asking the rules

    def usual_adversity(self) -> int:
        """The Adversity that silence would mean, while it is owed (SB-11)."""
        debts = [debt for debt in self.table.waiting() if debt.owes == "set_adversity"]
        return next((getattr(self.table.game.default(self.table.state, debt), "dice", 0) for debt in debts), 0)

    def percent(self, label: str = "") -> str:
        """The chance to win, rounded to a percent: as it stands, or in the case whose label holds ``label``."""
        return next((views.percent(odds) for odds in self.table.chances() if label in odds.label), "")

    def most_dice(self, seat: str, kind: str) -> int:
        """The most dice that ``seat`` may move by a ``give`` or an ``offer`` now; 0 where they may not (SB-13)."""
        choices = [one.fields["dice"] for one in self.table.legal_moves(seat) if one.kind == kind]
        most = (choice.high if isinstance(choice, Range) else max(getattr(choice, "values", (0,))) for choice in choices)
        return max(most, default=0)

    def pool(self, seat: str) -> int:
        """The Oooh dice that a seat holds."""
        return int(self.table.summary()["seats"][seat]["oooh"])

    def verify(self) -> Report:
        """The full check of the lesson's journal, from its file alone."""
        return verify(self.table.journal)
