"""Writing a post: in character, as narrator, or out of character, with a preview and a draft that outlives the page."""

from __future__ import annotations

from typing import Any

from spookynb.moves import Template
from spookynb.ui.acting import Act, Says
from spookynb.ui.desk import Desk
from spookynb.ui.glance import Glance, allowed
from spookynb.ui.parts import Slot, choice, html, row, strip
from spookynb.ui.views import composer as views
from spookynb.ui.writing import writing

_ENDS = {"done": "Done", "more": "Not done yet", "pass": "Passing"}


class Composer:
    """Offers what the legal moves of kind ``post`` allow, and nothing else."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.box = Slot("composer", "wide", "at-composer")

    def draw(self, look: Glance) -> None:
        """Redraw, if somebody else writes now, or their voices or scenes have changed."""
        posts = look.offers("post")
        voices = _voices(posts)
        scenes = tuple((scene.title, name) for name, scene in look.state.scenes.items())
        if not voices:
            self.box.clear()
            return
        name = look.state.name(look.seat)
        self.box.show((look.seat, name, voices, scenes), lambda: self._build(name, voices, scenes))

    def _build(self, name: str, voices: list[tuple[str, tuple[str, str]]], scenes: tuple[tuple[str, str], ...]) -> list[Any]:
        bind = self.desk.bind("post")
        says = Says()
        voice = bind(choice("Write as", voices), "voice")
        where = bind(choice("In the scene", [*scenes, ("no scene", "")]), "scene") if scenes else None
        text, preview = writing("The post", bind)
        ends = bind(strip("After this post I am", [(words, end) for end, words in _ENDS.items()]), "ends")

        def move() -> dict[str, Any]:
            kind, character = voice.value
            return {
                "kind": "post", "text": text.value or None, "voice": kind, "character": character or None,
                "scene": (where.value or None) if where else None, "ends": ends.value,
            }  # fmt: skip

        post = Act("Post", lambda once: self.desk.act(move(), once, forget="post/text"), says)
        fields = [html(views.head(name)), voice, *([where] if where else []), text, preview, ends]
        return [*fields, row([post, html('<span class="note">Drafts are kept as you type.</span>', "fit")], "acts"), says]


def _voices(posts: tuple[Template, ...]) -> list[tuple[str, tuple[str, str]]]:
    """The voices that the templates allow, each once: in character by name, the narrator, out of character."""
    found: dict[tuple[str, str], str] = {}
    for template in posts:
        for voice in allowed(template, "voice"):
            for character in allowed(template, "character") or ([""] if voice != "character" else []):
                found.setdefault((voice, character), views.voice(voice, character))
    order = ("narrator", "character", "ooc")
    return [(words, voice) for voice, words in sorted(found.items(), key=lambda one: order.index(one[0][0]))]
