"""Hygiene of words: what prose, names and other strings may hold (PROTOCOL.md, "Entry").

Two shapes of text. *Prose* is authored passages: NFC, LF line ends, at most :data:`PROSE_LIMIT` characters.
*Words* are the strings inside a move (names, stakes, reasons): one line, at most :data:`WORDS_LIMIT` characters.
Nothing is silently dropped: a character that cannot stay is refused by its place and its name.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from spookynb.errors import BadText

PROSE_LIMIT: Final = 20_000
WORDS_LIMIT: Final = 200

_BIDI: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
#: Cc but for the line break, Cs, and the separators U+2028 and U+2029
_NO_PROSE: Final = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_ZWJ: Final = "\u200d"
#: what a zero-width joiner may stand between: blocks rather than properties, so that no version of Unicode decides
_EMOJI: Final = re.compile("[\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]")
_INVISIBLE: Final = frozenset("\u200b\u2060\ufeff") | _BIDI
_PLAIN: Final = re.compile("[a-z0-9]+")
#: what may stand among visible characters and shows nothing by itself: blanks, fillers, selectors, tags; of no version of Unicode
_NOTHING: Final = re.compile(
    "[ \u00a0\u00ad\u034f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200d\u202f\u205f\u2061-\u206f\u2800\u3000\u3164\ufe00-\ufe0f"
    "\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+"
)
#: Cc, Cs, Zl, Zp and what cannot be seen; the joiner is looked at in its place
_NO_WORDS: Final = re.compile(f"[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ud800-\\udfff{''.join(sorted(_INVISIBLE))}{_ZWJ}]")


def character(char: str) -> str:
    """``char`` by its number and its name, for people who cannot see it: ``U+2212 minus sign``."""
    kind = {"Cc": "control character", "Cs": "lone half of a character"}.get(unicodedata.category(char), "character without a name")
    return f"U+{ord(char):04X} {unicodedata.name(char, kind).lower()}"


def prose(text: str) -> str:
    """``text`` as the journal holds it: NFC, with LF line ends.

    Raises :class:`BadText` over 20,000 characters, and for control characters, lone surrogates, U+0085, U+2028 and U+2029.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > PROSE_LIMIT:
        raise _too_long(text, PROSE_LIMIT)
    text = _nfc(text)
    if len(text) > PROSE_LIMIT:
        raise _too_long(text, PROSE_LIMIT)
    if bad := _NO_PROSE.search(text):
        raise BadText(
            f"Character {bad.start() + 1} of the text is {character(bad[0])}, which a journal cannot hold.",
            safe="Nothing was posted, and what you wrote is still where you wrote it.",
            todo="Take it out and send the text again.",
            place=bad.start(),
            char=f"U+{ord(bad[0]):04X}",
        )
    return text


def words(text: str) -> str:
    """``text`` as a string inside a move: NFC, stripped, one line, at most 200 characters.

    Raises :class:`BadText` for what :func:`check_words` refuses, and for characters of which none shows anything.
    """
    if len(text) > 16 * WORDS_LIMIT:
        raise _too_long(text, WORDS_LIMIT)
    text = _nfc(text).strip()
    check_words(text)
    if _NOTHING.fullmatch(text):
        raise BadText(
            f"Nothing of it can be seen: it begins with {character(text[0])}.",
            safe="Nothing has changed.",
            todo="Write something that shows, or leave it empty.",
            place=0,
            char=f"U+{ord(text[0]):04X}",
        )
    return text


def check_words(text: str) -> None:
    """Refuse ``text`` as a string inside a move that somebody has signed.

    Raises :class:`BadText` for what PROTOCOL.md refuses in ``data``: more than 200 characters, Cc, Cs, Zl, Zp, bidi controls,
    U+200B, U+2060, U+FEFF, a zero-width joiner unless it joins emoji, and whatever is not in NFC.
    """
    if len(text) > WORDS_LIMIT:
        raise _too_long(text, WORDS_LIMIT)
    if text.isascii() and text.isprintable():
        return
    for found in _NO_WORDS.finditer(text):
        place, char = found.start(), found[0]
        if char != _ZWJ or not _joins_emoji(text, place):
            raise BadText(
                f"Character {place + 1} is {character(char)}, which names and short texts cannot hold.",
                safe="Nothing has changed.",
                todo="Take it out and try again.",
                place=place,
                char=f"U+{ord(char):04X}",
            )
    if not unicodedata.is_normalized("NFC", text):
        raise BadText("A name or short text is not in NFC, the composed form of Unicode.", safe="Nothing has changed.")


def shown(text: str) -> str:
    """``text`` fit to stand in one line, whatever it is: line breaks become spaces, controls and invisibles become U+FFFD.

    For what must be shown although nobody checked it, such as an entry that does not hold. The outcome depends on no
    version of Unicode, because journals are rendered with it.
    """
    return text if text.isascii() and text.isprintable() else _NO_WORDS.sub(_shown, text)


def _shown(found: re.Match[str]) -> str:
    if found[0] in "\n\r\t\u2028\u2029":
        return " "
    return _ZWJ if found[0] == _ZWJ else "\ufffd"


def key(text: str) -> str:
    """What two names are compared by (SB-6): case-folded letters and digits, with punctuation and spacing normalised.

    A name made of nothing but punctuation or symbols compares by its case-folded self.
    """
    if text.isascii():
        return " ".join(_PLAIN.findall(text.lower().replace("'", ""))) or text.lower().strip()
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    marks = ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd", "Nl", "No")
    spaced = "".join(char if unicodedata.category(char) in marks else " " for char in folded.replace("'", "").replace("\u2019", ""))
    return " ".join(spaced.split()) or folded.strip()


def skeleton(text: str) -> str:
    """What a name looks like: :func:`key` after letters of other scripts that look like a plain one were taken for it.

    For asking when somebody acts, and never for verifying: the tables of look-alikes grow with Unicode (UTS #39).
    """
    if text.isascii():
        return key(text)
    from confusable_homoglyphs import confusables

    plain = {}
    for one in confusables.is_confusable(text, greedy=True) or []:
        likes = (like["c"] for like in one["homoglyphs"])
        plain[one["character"]] = next((like for like in likes if _PLAIN.fullmatch(like.lower())), one["character"])
    return key("".join(char if char.isascii() else plain.get(char, char) for char in text))


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _too_long(text: str, limit: int) -> BadText:
    return BadText(
        f"The text has {len(text):,} characters; the limit is {limit:,}.",
        safe="Nothing was lost: what you wrote is still where you wrote it.",
        todo="Shorten it, or send it in parts.",
        length=len(text),
        limit=limit,
    )


def _joins_emoji(text: str, place: int) -> bool:
    before = text[:place].removesuffix("\ufe0f")
    return bool(_EMOJI.match(before[-1:]) and _EMOJI.match(text, place + 1))
