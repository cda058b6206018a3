"""Journals of random play, and all that can happen to them: what both verifiers are tried on."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from journals import Writer, key
from spookynb.bots import random_move
from spookynb.entry import Entry, make
from spookynb.journal import Block, block
from spookynb.replay import Replay
from spookynb.tablemoves import slugs_of

#: moves about keys are left to the tests of keys
LIKES = {"claim_seat": 0, "add_device": 0, "rekey_seat": 0, "post": 2}
POSTED: dict[str, Any] = {"kind": "post", "data": {"ends": "done", "voice": "ooc"}}


class Tampered:
    """A journal of random play, whole as it is made: ``data``, and its ``blocks`` in order."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        writer = Writer(house_rules={"dice": "practice"}, seed=seed)
        for _ in range(self.rng.randrange(2, 9)):
            seat, move = random_move(writer.game, writer.replay.state, self.rng, likes=LIKES)
            if move["kind"] == "add_seat":
                move["key"] = _key_of(writer, move["name"])
            writer.play(seat, **move)
        entries = [one.entry for one in writer.taken]
        if self.rng.random() < 0.4:
            entries += self._beside(entries)
        self.blocks = _in_order(entries)
        self.data = b"".join(one.text for one in self.blocks)

    def _beside(self, entries: list[Entry]) -> list[Entry]:
        """What the GM wrote meanwhile in other places, and perhaps an entry that brings all of it together."""
        made = [self.post(after=[self.rng.choice(entries)], once=f"beside {number}") for number in range(self.rng.randrange(1, 4))]
        followed = {parent for one in (*entries, *made) for parent in one.after}
        heads = [one for one in (*entries, *made) if one.id not in followed]
        return [*made, self.post(after=heads)] if self.rng.random() < 0.6 else made

    def post(self, *, seat: str = "gm", signer: str = "", after: list[Entry] | None = None, **fields: Any) -> Entry:
        """A post out of character, signed, with whatever ``fields`` are said to be otherwise."""
        seen = self.heads() if after is None else after
        facts = [{"kind": "posted", "seat": seat, "voice": "ooc"}]
        usual = {**POSTED, "at": max(one.at for one in seen), "prose": f"Meanwhile, {self.rng.random()}.", "facts": facts}
        ids = fields.pop("ids", [one.id for one in seen])
        return make(key=key(signer or seat), seat=seat, after=ids, **{**usual, **fields})

    def heads(self) -> list[Entry]:
        """The entries that nothing follows."""
        entries = [one.entry for one in self.blocks]
        followed = {parent for one in entries for parent in one.after}
        return [one for one in entries if one.id not in followed]

    def plus(self, *added: Entry) -> bytes:
        """The journal with entries below it that a program of somebody's own wrote."""
        data, last = self.data, self.blocks[-1].entry
        for one in added:
            data += block(one, [], last).text
            last = one
        return data

    def tamper(self) -> tuple[str, bytes]:
        """The name of something that happened to the journal, and its bytes thereafter."""
        change = self.rng.choice(CHANGES)
        return change.__name__, change(self)

    # ------------------------------------------------------------------------------------------ places

    def pick(self) -> int:
        """The number of some block, counted from 0."""
        return self.rng.randrange(len(self.blocks))

    def joined(self, *texts: bytes) -> bytes:
        """Blocks as a file, without the empty line that would stand above the first."""
        return b"".join(texts).removeprefix(b"\n")

    def instead(self, number: int, text: bytes) -> bytes:
        """The journal with another text in the place of a block."""
        return b"".join(text if place == number else one.text for place, one in enumerate(self.blocks))

    def marker(self, change: Callable[[bytes], bytes]) -> bytes:
        """The journal with some block's marker changed."""
        number = self.pick()
        above, _, mark = self.blocks[number].text.rpartition(b"<!-- spookynb/")
        return self.instead(number, above + change(b"<!-- spookynb/" + mark))


def _key_of(writer: Writer, name: str) -> str:
    """The key of a newcomer's seat, or of one who comes back."""
    seats = writer.replay.state.seats
    slug = next((slug for slug, seat in seats.items() if seat.name == name), None) or slugs_of((name,), tuple(seats))[0]
    return bytes(key(slug).verify_key).hex()


def _in_order(entries: list[Entry]) -> list[Block]:
    replay, blocks, last = Replay(), [], None
    for one in replay.prepare(entries):
        taken = replay.take(one)
        assert replay.game is not None
        blocks.append(block(one, taken.lines(replay.game), last))
        last = one
    return blocks


# ---------------------------------------------------------------------------------------------- what happens to files


def nothing(it: Tampered) -> bytes:
    return it.data


def byte_changed(it: Tampered) -> bytes:
    place = it.rng.randrange(len(it.data))
    return (
        it.data[:place]
        + bytes([it.rng.choice(b'\n\r >`<-\\"{}09af\xff') if it.rng.random() < 0.5 else it.rng.randrange(256)])
        + it.data[place + 1 :]
    )


def bytes_added(it: Tampered) -> bytes:
    place = it.rng.randrange(len(it.data) + 1)
    return it.data[:place] + it.rng.choice((b"x", b"\n", b"\n\n", b"> x\n", b"<!-- x -->\n", b"\r\n", b"\xff")) + it.data[place:]


def bytes_taken(it: Tampered) -> bytes:
    place = it.rng.randrange(len(it.data))
    return it.data[:place] + it.data[place + it.rng.choice((1, 1, 2, 30)) :]


def line_taken(it: Tampered) -> bytes:
    lines = it.data.split(b"\n")
    del lines[it.rng.randrange(len(lines) - 1)]
    return b"\n".join(lines)


def lines_exchanged(it: Tampered) -> bytes:
    lines = it.data.split(b"\n")
    one, two = it.rng.randrange(len(lines) - 1), it.rng.randrange(len(lines) - 1)
    lines[one], lines[two] = lines[two], lines[one]
    return b"\n".join(lines)


def torn(it: Tampered) -> bytes:
    return it.data[: it.rng.randrange(len(it.data) // 2, len(it.data))]


def windows(it: Tampered) -> bytes:
    return it.data.replace(b"\n", b"\r\n")


def byte_order_mark(it: Tampered) -> bytes:
    return b"\xef\xbb\xbf" + it.data


def conflict(it: Tampered) -> bytes:
    """Git's conflict between two that each added an entry."""
    last = it.blocks[-1].entry
    one, two = (block(it.post(after=[last]), [], last).text for _ in range(2))
    return it.data + b"<<<<<<< HEAD\n" + one + b"=======\n" + two + b">>>>>>> there\n"


# ---------------------------------------------------------------------------------------------- whole entries


def entry_taken(it: Tampered) -> bytes:
    gone = it.pick()
    return it.joined(*(one.text for place, one in enumerate(it.blocks) if place != gone))


def entry_moved(it: Tampered) -> bytes:
    texts = [one.text for one in it.blocks]
    text = texts.pop(it.pick())
    texts.insert(it.pick(), text)
    return it.joined(*texts)


def entry_twice(it: Tampered) -> bytes:
    texts = [one.text for one in it.blocks]
    texts.insert(it.rng.randrange(len(texts) + 1), it.rng.choice(texts))
    return it.joined(*texts)


def rewritten_in_another_order(it: Tampered) -> bytes:
    """A file whose markers are right for an order that is not."""
    entries = [one.entry for one in it.blocks]
    one = it.pick()
    entries.insert(it.pick(), entries.pop(one))
    texts, last = [], None
    for entry in entries:
        texts.append(block(entry, [], last).text)
        last = entry
    return b"".join(texts)


def end_taken(it: Tampered) -> bytes:
    return b"".join(one.text for one in it.blocks[: it.rng.randrange(1, len(it.blocks) + 1)])


# ---------------------------------------------------------------------------------------------- markers


def signature_changed(it: Tampered) -> bytes:
    place = it.rng.randrange(128)
    return it.marker(lambda mark: mark[: -133 + place] + it.rng.choice((b"0", b"f")) + mark[-132 + place :])


def signature_of_another(it: Tampered) -> bytes:
    sig = it.blocks[it.pick()].entry.sig.encode()
    return it.marker(lambda mark: mark[:-133] + sig + mark[-5:])


def signature_in_capitals(it: Tampered) -> bytes:
    return it.marker(lambda mark: mark[:-133] + mark[-133:-5].upper() + mark[-5:])


def renderer_changed(it: Tampered) -> bytes:
    return it.marker(lambda mark: mark.replace(b"/1 r1 ", it.rng.choice((b"/1 r2 ", b"/1 r0 ", b"/1 r ", b"/2 r1 ", b"/1 r1  ")), 1))


def json_spaced(it: Tampered) -> bytes:
    return it.marker(lambda mark: mark.replace(b'","', b'", "', 1))


def hyphen_escaped(it: Tampered) -> bytes:
    return it.marker(lambda mark: mark.replace(b'"at":"2026-', rb'"at":"2026\u002d', 1))


def after_written_out(it: Tampered) -> bytes:
    after = b'{"after":["%b"],"at"' % it.blocks[it.pick()].entry.id.encode()
    return it.marker(lambda mark: mark.replace(b'{"at"', after, 1))


def value_changed(it: Tampered) -> bytes:
    old, new = it.rng.choice(
        ((b'"gm"', b'"ines"'), (b":1", b":2"), (b":1", b":1.0"), (b":[", b":[null,"), (b"true", b"false"), (b'"kind"', b'"k"'))
    )
    return it.marker(lambda mark: mark.replace(old, new, 1))


# ---------------------------------------------------------------------------------------------- texts


def text_changed(it: Tampered) -> bytes:
    number = it.pick()
    return it.instead(number, it.blocks[number].text.replace(b"\n> ", it.rng.choice((b"\n> x", b"\n>", b"\n>\n> ", b"\n", b"\n\n> ")), 1))


def text_taken_out(it: Tampered) -> bytes:
    number = it.pick()
    lines = it.blocks[number].text.split(b"\n")
    instead = it.rng.choice(([], [b"> [removed]"]))
    quoted = [place for place, one in enumerate(lines) if one.startswith(b">")]
    return it.instead(number, b"\n".join(lines[: quoted[0]] + instead + lines[quoted[-1] + 1 :])) if quoted else it.data


def text_added(it: Tampered) -> bytes:
    number = it.pick()
    above, _, mark = it.blocks[number].text.rpartition(b"<!-- ")
    return it.instead(number, above + b"> And so to bed.\n<!-- " + mark)


# ---------------------------------------------------------------------------------------------- entries of one's own


def forged_signature(it: Tampered) -> bytes:
    return it.plus(it.post(seat="ines", signer="bram"))


def forged_by_nobody(it: Tampered) -> bytes:
    return it.plus(it.post(seat="nobody"))


def forged_parent(it: Tampered) -> bytes:
    return it.plus(it.post(ids=["0" * 64]))


def forged_opening(it: Tampered) -> bytes:
    return it.plus(it.post(ids=[]))


def forged_parents(it: Tampered) -> bytes:
    """An entry that names one together with one that it follows."""
    below = next((one.entry for one in reversed(it.blocks) if one.entry.after), None)
    assert below is not None
    return it.plus(it.post(ids=sorted({below.id, below.after[0], *(one.id for one in it.heads())})))


def forged_time(it: Tampered) -> bytes:
    return it.plus(it.post(at="2026-10-31T18:59:59Z"))


def forged_label(it: Tampered) -> bytes:
    one = it.post(once="x")
    return it.plus(one, it.post(after=[one], once="x"))


def forged_words(it: Tampered) -> bytes:
    words = it.rng.choice(("e\u0301", "\u202e", "a\u200db", "x" * 201, "\u200b", "\n"))
    facts = [{"kind": "loose_rolled", "seat": "gm", "faces": ["coin:H"]}]
    return it.plus(it.post(kind="loose_roll", data={"notation": "coin", "reason": words}, facts=facts, prose=None))


def forged_text(it: Tampered) -> bytes:
    return it.plus(it.post(prose=it.rng.choice(("e\u0301", "\t", "a\u2028b", "a\rb", "x" * 20_001, "\x85"))))


def forged_seat(it: Tampered) -> bytes:
    """A player who gives another's seat a key."""
    bram = bytes(key("bram").verify_key).hex()
    facts = [{"kind": "seat_joined", "seat": "ines", "name": "Ines", "key": bram, "returns": True}]
    taken = it.post(seat="bram", kind="add_seat", data={"name": "Ines", "key": bram}, facts=facts, prose=None)
    return it.plus(taken, it.post(seat="ines", signer="bram", after=[taken]))


CHANGES: tuple[Callable[[Tampered], bytes], ...] = (
    *(nothing, byte_changed, byte_changed, byte_changed, bytes_added, bytes_taken, line_taken, lines_exchanged, torn, windows),
    *(byte_order_mark, conflict, entry_taken, entry_moved, entry_twice, rewritten_in_another_order, end_taken),
    *(signature_changed, signature_of_another, signature_in_capitals, renderer_changed, json_spaced, hyphen_escaped, after_written_out),
    *(value_changed, text_changed, text_taken_out, text_added, forged_signature, forged_by_nobody, forged_parent, forged_opening),
    *(forged_parents, forged_time, forged_label, forged_words, forged_text, forged_seat),
)
