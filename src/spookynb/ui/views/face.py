"""A drawn face for every name: the same name has the same face on every screen, until there are portraits.

Each face is put together from a few inked parts, chosen by a hash of the name. The drawing says nothing that words do not.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

_INK = 'fill="var(--snb-line)"'
_PEN = 'fill="none" stroke="var(--snb-line)" stroke-linecap="round" stroke-linejoin="round"'
_SKIN = 'fill="var(--snb-bone)" stroke="var(--snb-line)" stroke-width="2.4" stroke-linejoin="round"'

_BACKS = (
    f'<g {_PEN} stroke-width="1.1"><path d="M2 22 20 4M2 30 21 11M2 38 17 23M94 32 80 46M94 40 80 54M94 48 81 61"/></g>',
    f'<circle cx="70" cy="22" r="16" {_PEN} stroke-width="1.5"/><path d="M60 26c6 3 12 3 18-1" {_PEN} stroke-width="1"/>',
    f'<g {_PEN} stroke-width="1"><path d="M8 0v96M20 0v30M76 0v30M88 0v96"/></g>',
    f'<g {_PEN} stroke-width="1.2"><path d="M48 9V1M26 15l-6-8M70 15l6-8M12 34H2M84 34h10"/></g>',
    f'<path d="M6 14l3 3-3 3-3-3ZM88 12l4 4-4 4-4-4ZM10 52l3 3-3 3-3-3ZM88 56l3 3-3 3-3-3Z" {_INK}/>',
)
_BODIES = (
    f'<path d="M12 98c2-16 12-23 25-25l11 9 11-9c13 2 23 9 25 25Z" {_INK}/>',
    f'<path d="M14 98c1-14 10-22 24-24h20c14 2 23 10 24 24Z" {_SKIN}/><path d="M38 75l10 13 10-13" {_PEN} stroke-width="2"/>',
    f'<path d="M16 98c0-16 9-22 20-24l12 8 12-8c11 2 20 8 20 24Z" {_INK}/>'
    '<path d="M36 76l-8 8 11 6 9-8 9 8 11-6-8-8-12 8Z" fill="var(--snb-bone)" stroke="var(--snb-line)" stroke-width="1.4"/>',
    f'<path d="M10 98l9-22 13 5 5-9 11 8 11-8 5 9 13-5 9 22Z" {_INK}/>',
)
_HEADS = (
    f'<path d="M27 42c-3 22 6 38 21 39 15-1 24-17 21-39C68 26 60 19 48 19S28 26 27 42Z" {_SKIN}/>',
    f'<path d="M29 33c-2 14-1 27 2 37 5 9 11 12 17 12s12-3 17-12c3-10 4-23 2-37-3-9-10-14-19-14s-16 5-19 14Z" {_SKIN}/>',
    f'<path d="M22 46c0 20 11 34 26 34s26-14 26-34S63 20 48 20 22 26 22 46Z" {_SKIN}/>',
    f'<path d="M24 34c3-9 12-15 24-15s21 6 24 15c1 10-2 17-5 22 0 12-8 26-19 26S29 68 29 56c-3-5-6-12-5-22Z" {_SKIN}/>',
    f'<path d="M26 40c-2-14 8-22 22-22s24 8 22 22l-2 20c-1 14-10 21-20 21s-19-7-20-21Z" {_SKIN}/>',
)
_EYES = (
    f'<circle cx="38" cy="47" r="7.4" {_SKIN}/><circle cx="59" cy="47" r="7.4" {_SKIN}/>'
    f'<circle cx="40" cy="48" r="2.8" {_INK}/><circle cx="60" cy="46" r="2.8" {_INK}/>',
    f'<path d="M32 45c3-4 8-4 11-1M54 44c4-3 8-3 11 1M33 49c3 3 7 3 10 0M54 49c3 3 7 3 10 0" {_PEN} stroke-width="2.2"/>',
    f'<circle cx="39" cy="47" r="3" {_INK}/><circle cx="58" cy="47" r="3" {_INK}/>'
    f'<path d="M33 39l9 2M55 41l9-2" {_PEN} stroke-width="2.4"/>',
    f'<path d="M30 45c6-5 11-4 14 1-3 6-11 6-14-1ZM53 46c3-5 8-6 14-1-3 7-11 7-14 1Z" {_INK}/>'
    '<circle cx="39" cy="45.5" r="1.7" fill="var(--snb-bone)"/><circle cx="58" cy="45.5" r="1.7" fill="var(--snb-bone)"/>',
    f'<path d="M34 43l8 8M42 43l-8 8" {_PEN} stroke-width="2.2"/><circle cx="59" cy="47" r="6.8" {_SKIN}/>'
    f'<circle cx="60" cy="48" r="2.4" {_INK}/>',
    f'<circle cx="38" cy="47" r="8" {_PEN} stroke-width="2"/><circle cx="59" cy="47" r="8" {_PEN} stroke-width="2"/>'
    f'<path d="M46 46c2-1 3-1 5 0M30 45l-5-2M67 45l5-2" {_PEN} stroke-width="2"/>'
    f'<circle cx="39" cy="48" r="2.2" {_INK}/><circle cx="58" cy="48" r="2.2" {_INK}/>',
)
_NOSES = (
    f'<path d="M48 50c-2 5-4 8-1 9l3 0" {_PEN} stroke-width="1.8"/>',
    f'<path d="M45 57l4-6 4 6Z" {_INK}/>',
    f'<path d="M45 58c2 2 5 2 7 0" {_PEN} stroke-width="1.8"/>',
    f'<path d="M48 48l-5 11h7" {_PEN} stroke-width="1.8"/>',
)
_MOUTHS = (
    f'<path d="M38 67c3-2 5 2 8 0s5-2 8 0 3 1 5 0" {_PEN} stroke-width="2"/>',
    f'<path d="M39 65c5 7 14 7 19 0-6 2-13 2-19 0Z" {_INK}/>',
    f'<path d="M40 69c5-4 11-4 16 0" {_PEN} stroke-width="2.2"/>',
    f'<path d="M38 65h20v5c-6 3-14 3-20 0ZM43 65v6M48 65v7M53 65v6" {_SKIN}/>',
    f'<path d="M41 67c5 2 10 1 15-3" {_PEN} stroke-width="2.2"/>',
    f'<ellipse cx="48" cy="68" rx="4.5" ry="5.5" {_INK}/>',
)
_HAIR = (
    f'<path d="M22 66C17 36 27 20 48 20s32 16 26 46l-8-2c2-15 1-22-3-28-9 3-21 3-30 0-4 6-5 13-3 28Z" {_INK}/>',
    f'<path d="M24 40c0-16 9-25 25-24 15 0 23 9 23 24-4-7-9-10-15-11-9 4-24 3-33 11Z" {_INK}/>',
    f'<path d="M27 32h42l-1-6-7-1-1-20-25 1 1 19-8 1Z" {_INK}/><path d="M36 18h23v5l-23 1Z" fill="var(--snb-bone)"/>',
    f'<path d="M24 38l-7-15 13 5-3-15 13 9 4-14 8 13 10-11 1 14 13-7-5 14 9 5-14 3C60 27 35 27 24 38Z" {_INK}/>',
    f'<path d="M26 34c4-10 12-15 22-15s18 5 22 15c-2-1-4-2-6-2 0-4-2-6-5-8-2 4-8 6-14 5-8-1-13 1-19 5Z" {_INK}/>'
    f'<path d="M71 34c7 12 6 26 2 40M25 34c-7 12-6 26-2 40" {_PEN} stroke-width="5"/>',
    f'<path d="M18 34 48 2l30 32c-18-6-42-6-60 0Z" {_INK}/><path d="M40 20l4 4-4 4-4-4Z" fill="var(--snb-bone)"/>',
    f'<path d="M31 25c4-6 10-8 17-8s13 2 17 8M46 17c-3-6 1-9 4-12 0 4 3 7 1 12" {_PEN} stroke-width="2.4"/>',
    f'<path d="M22 44c-5-12 2-25 10-28-1-5 5-9 9-6 4-5 11-5 14 0 5-3 10 1 9 6 8 3 15 16 10 28-3-8-8-14-14-15-7 4-17 4-24 0'
    f'-6 1-11 7-14 15Z" {_INK}/>',
)
_EXTRAS = (
    "",
    f'<path d="M31 59l8 1M32 62l7 1M58 61l8-2M59 64l7-2" {_PEN} stroke-width="1"/>',
    f'<path d="M61 55l6 8M67 54l-3 10M60 61l8-3" {_PEN} stroke-width="1.3"/>',
    f'<path d="M40 74c2 8 14 8 16 0 0 5-2 10-8 13-6-3-8-8-8-13Z" {_INK}/>',
    f'<circle cx="33" cy="59" r="1.1" {_INK}/><circle cx="36.500" cy="61.500" r="1.1" {_INK}/><circle cx="63" cy="60" r="1.1" {_INK}/>',
    "",
)
_PARTS = (_BACKS, _BODIES, _HEADS, _EYES, _NOSES, _MOUTHS, _EXTRAS, _HAIR)


@lru_cache(maxsize=512)
def face(name: str, size: str = "s") -> str:
    """The drawn face of ``name``: ``"s"`` beside a line of text, ``"l"`` on a sheet."""
    picks = hashlib.sha256(name.casefold().encode()).digest()
    parts = "".join(part[pick % len(part)] for part, pick in zip(_PARTS, picks, strict=False))
    return f'<span class="face {size}" aria-hidden="true"><svg viewBox="0 0 96 96">{parts}</svg></span>'


CANDLE = (
    '<span class="face s" aria-hidden="true"><svg viewBox="0 0 96 96">'
    f'<g {_PEN} stroke-width="1.4"><path d="M48 14V3M30 21l-8-9M66 21l8-9M22 40H9M74 40h13"/></g>'
    f'<path d="M48 13c9 12 13 19 8 27-3 5-13 5-16 0-4-8 1-15 8-27Z" {_SKIN}/>'
    f'<path d="M48 30c3 4 4 8 2 10-2 2-4 2-5 0-1-3 1-6 3-10Z" {_INK}/><path d="M48 43v8" {_PEN} stroke-width="2.6"/>'
    f'<path d="M36 54c7-4 17-4 24 0l1 34H35Z" {_SKIN}/><path d="M36 54c2 8 5 5 5 12 1 4 4 3 4-1 0-6 3-7 6-2" {_PEN} stroke-width="1.8"/>'
    f'<path d="M18 88c14-4 46-4 60 0 0 5-12 8-30 8s-30-3-30-8Z" {_INK}/><circle cx="42" cy="77" r="1.9" {_INK}/>'
    f'<circle cx="54" cy="77" r="1.9" {_INK}/><path d="M45 83c2 1.500 5 1.500 7 0" {_PEN} stroke-width="1.6"/></svg></span>'
)
"""The narrator's picture, and the GM's: a candle with a face."""
