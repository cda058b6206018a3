"""What a lesson shows, as markup and as plain words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from spookynb.journal.page import prose
from spookynb.journal.page import told as told_line
from spookynb.moves import Line
from spookynb.systems.protocol import Chance
from spookynb.ui.views.words import dice, e, listed, refusal

__all__ = [
    "cast", "cast_words", "chance", "chance_words", "percent", "question", "question_words", "refusal", "told", "told_words", "verdict",
]  # fmt: skip

FALLEN: Final = "The dice have fallen: no conflict is open."


def cast(title: str, names: Sequence[str]) -> str:
    """The lesson's head; the first of ``names`` is the GM's, the second the learner's."""
    return f'<p class="cap">Practice table</p><h2>{e(title)}</h2><p class="note">{e(_cast(names))}</p>'


def cast_words(title: str, names: Sequence[str]) -> str:
    """The lesson's head in plain words."""
    return f"{title}. {_cast(names)}"


def _cast(names: Sequence[str]) -> str:
    return f"You are {names[1]}. {names[0]} runs the game; {listed(names[2:])} play with you. All but you are bots."


def told(lines: Sequence[Line], text: str | None) -> str:
    """The journal's lines of one move, and its prose."""
    body = "".join(f'<p class="plain">{told_line(line)}</p>' for line in lines if line.spans)
    return body + (f'<div class="prose">{prose(text)}</div>' if text else "")


def told_words(lines: Sequence[Line], text: str | None) -> str:
    """The same in plain words."""
    return "\n".join(["".join(span.words for span in line.spans) for line in lines if line.spans] + ([text] if text else []))


def percent(odds: Chance) -> str:
    """``"19 %"``."""
    return f"{odds.win * 100:.0f} %"


def chance(odds: Chance | None) -> str:
    """A chance with its exact value."""
    if odds is None:
        return f'<p class="plain">{FALLEN}</p>'
    return f'<p class="plain"><b>{percent(odds)}</b> {e(_chance(odds))}</p>'


def chance_words(odds: Chance | None) -> str:
    """The same in plain words."""
    return FALLEN if odds is None else f"{percent(odds)} {_chance(odds)}"


def _chance(odds: Chance) -> str:
    own, theirs = odds.dice
    return f"to win, with {dice(own)} against {theirs} (exactly {odds.numerator}/{odds.denominator})"


def question(words: str) -> str:
    """A question to predict."""
    return f"<h3>Predict: {e(words)}</h3>"


def question_words(words: str, options: Sequence[Any], answer: Any, because: str) -> str:
    """A question and its answer in plain words, for places without widgets."""
    return f"Predict: {words} ({' / '.join(map(str, options))})\nBy the rules: {answer}. {because}"


def verdict(guess: Any, answer: Any, because: str) -> str:
    """Whether a guess was right, and why."""
    head = f"Right: {answer}." if guess == answer else f"Not quite: {answer}. You said {guess}."
    return f'<div class="answer" role="status"><p class="plain"><b>{e(head)}</b></p>{prose(because)}</div>'
