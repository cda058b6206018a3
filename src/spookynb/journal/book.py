"""The record as a book: one HTML page that needs nothing else, or plain Markdown; with every move, or as the story alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from spookynb.journal.drawings import terrace
from spookynb.journal.markdown import paragraph
from spookynb.journal.page import escape, prose, told
from spookynb.journal.render import day
from spookynb.journal.write import quote
from spookynb.moves import Line, line

#: told lines that are headings, by their shape
_HEADS: Final = {"heading": "<h2>{}</h2>\n", "subheading": "<h3>{}</h3>\n"}
_SIX: Final = "Six words for the journal that this was made from: the same words mean the same journal, to the comma."
#: around the parts that tokens.css knows: the ground, and the page's own margins
_GROUND: Final = """
body { margin: 0; background: #fff; }
@media (prefers-color-scheme: dark) { body { background: #111; } }
.snb .book > :is(header, footer) { text-align: center; }
.snb .book > footer { margin-top: var(--snb-6); }
.snb .book > header h1 { margin: var(--snb-5) 0 var(--snb-2); }
.snb .book .six { font-size: var(--snb-size-control); font-style: italic; word-spacing: .18em; }
.snb .book h2 { text-align: center; margin: var(--snb-6) 0 var(--snb-4); }
.snb .book h3 { margin: var(--snb-5) 0 var(--snb-2); }
.snb .book :is(.prose + .prose, .by) { margin-top: var(--snb-4); }
.snb .book h2 + .prose > p:first-child::first-letter {
  font-size: 3.35em; float: left; line-height: .8; padding: .07em .09em 0 0; color: var(--snb-accent);
}
@media print { .snb .book { max-width: none; } }
"""


@dataclass(frozen=True, slots=True)
class Passage:
    """One entry as a book shows it: ``number`` counts from 1, ``scene`` is the title of a scene that it opens.

    ``voice`` is that of a post (``character``, ``narrator``, ``ooc``), empty for every other move.
    """

    number: int
    at: str
    lines: tuple[Line, ...]
    prose: str
    scene: str = ""
    voice: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """A campaign to read: its title, one line about the people, the head in six words, and all passages in order."""

    title: str
    people: str
    head: str
    passages: Sequence[Passage]

    def page(self, *, story: bool = False) -> str:
        """One HTML page without scripts or requests; all words are escaped, all prose is made safe (:mod:`.page`)."""
        body = "".join(story_parts(self.passages) if story else move_parts(self.passages))
        style = (files("spookynb.journal") / "static/tokens.css").read_text("utf-8") + _GROUND
        policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
        title = escape(self.title)
        return (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n"
            '<main class="snb"><div class="snb-page"><div class="book">\n'
            f'<header>{terrace()}<h1>{title}</h1><p class="note">{escape(self.people)}</p></header>\n'
            f'{body}\n<footer><p class="six">{escape(self.head)}</p><p class="note">{_SIX}</p></footer>\n'
            "</div></div></main>\n</body>\n</html>\n"
        )

    def markdown(self, *, story: bool = False) -> str:
        """Markdown without the marks of the record; the words of moves are escaped, prose is as it was written."""
        parts = [f"# {paragraph(line(self.title))}", paragraph(line(self.people))]
        for one in self.passages:
            if story:
                parts += [f"## {paragraph(line(one.scene))}"] if one.scene else []
                parts += [one.prose] if one.prose and one.voice != "ooc" else []
            else:
                parts += [text for text in map(paragraph, one.lines) if text]
                parts += [quote(one.prose)] if one.prose else []
        return "\n\n".join([*parts, paragraph(line(self.head))]) + "\n"


def story_parts(passages: Sequence[Passage]) -> Iterator[str]:
    """Scenes and prose, nothing else."""
    for one in passages:
        if one.scene:
            yield f"<h2>{escape(one.scene)}</h2>\n"
        if one.prose and one.voice != "ooc":
            yield f'<div class="prose">{prose(one.prose)}</div>\n'


def move_parts(passages: Sequence[Passage]) -> Iterator[str]:
    """Every move with its number and day, and the prose between; who posts stands above the post."""
    items: list[str] = []
    for one in passages:
        heads = "".join(_HEADS[each.shape].format(told(each)) for each in one.lines if each.shape in _HEADS)
        lines = "".join(f"<div>{told(each)}</div>" for each in one.lines if each.spans and each.shape not in _HEADS)
        above = heads + (f'<div class="note by">{lines}</div>\n' if lines and one.voice else "")
        if above:
            yield _list(items) + above
            items = []
        if lines and not one.voice:
            items.append(f'<li><span class="num">{one.number}</span><div title="{escape(day(one.at))}">{lines}</div></li>')
        if one.prose:
            yield _list(items) + f'<div class="prose">{prose(one.prose)}</div>\n'
            items = []
    yield _list(items)


def _list(items: Sequence[str]) -> str:
    return f'<ol class="moves">{"".join(items)}</ol>\n' if items else ""
