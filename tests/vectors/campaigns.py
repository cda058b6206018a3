"""Whole journals for the vectors: played and merged at real tables, damaged as files are, and forged by people with programs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nacl.signing import SigningKey

from spookynb import entry
from spookynb.entry import Entry
from spookynb.errors import IllegalMove
from spookynb.game import Game
from spookynb.journal import block, parse
from spookynb.ledger.keys import invite_key, practice_phrase, public_key, seat_key
from spookynb.replay import Replay
from spookynb.table import Table
from spookynb.verify import verify_journal

PHRASE = "legal winner thank year wave sausage worth useful legal winner thank yellow"
PHRASES = (PHRASE, "abandon " * 11 + "about", "zoo " * 11 + "wrong")
START = "2026-10-31T19:00:00Z"
A = "0" * 64
CAMPAIGN = {"title": "The Hollow", "gm": "Odile", "players": ["Ines", "Bram"], "house_rules": {"dice": "practice"}}
SEED = 7
IMITATION = "Boo.\n\n> quoted -- twice\n<!-- spookynb/1 r1 {} -->"
#: a journal, and what does not hold of its record: the number of the entry, and a word
Case = tuple[str, bytes, list[tuple[int, str]]]


def ooc(words: str) -> dict[str, str]:
    """A post out of character."""
    return {"kind": "post", "voice": "ooc", "text": words}


class Played:
    """A campaign that was played on in two places and merged: its journals, its entries, and their blocks."""

    def __init__(self, folder: Path) -> None:
        with Table.new(folder / "here", CAMPAIGN, seed=SEED) as here:
            here.act("ines", ooc(IMITATION), once="cell 1")
            here.act("bram", {"kind": "loose_roll", "notation": "2d6", "reason": "-- for luck --"}, once="cell 1")
            here.act("gm", {"kind": "add_seat", "name": "Noor"})
            here.act("noor", ooc("Good evening."))
            there = folder / "there" / here.journal.name
            there.parent.mkdir()
            there.write_bytes(here.journal.read_bytes())
            here.act("ines", ooc("Here."))
            with Table.open(there) as other:
                other.act("bram", ooc("There."))
            self.line, self.other = here.journal.read_bytes(), there.read_bytes()
            self.entries = here.entries()
            here.merge(there)
            self.merged = here.journal.read_bytes()
            here.act("gm", ooc("Together."))
            self.together = here.journal.read_bytes()
        self.blocks = [record.raw for record in parse(self.line).records]

    def plus(self, *added: Entry) -> bytes:
        """The journal of the line, and entries below it that somebody wrote with a program of their own."""
        above = (self.entries[-1], *added)
        return self.line + b"".join(block(one, [], last).text for one, last in zip(added, above, strict=False))

    def forged(self, seat: str, *, after: Iterable[int | str] = (6,), signer: str = "", **fields: Any) -> Entry:
        """An entry that stands below those numbered ``after``, or below other ids."""
        facts = [{"kind": "posted", "seat": seat, "voice": "ooc"}]
        usual = {"kind": "post", "at": "2026-10-31T20:00:00Z", "data": {"ends": "done", "voice": "ooc"}, "facts": facts}
        ids = [one if isinstance(one, str) else self.entries[one - 1].id for one in after]
        return entry.make(key=seat_key(practice_phrase(SEED), signer or seat), seat=seat, after=ids, **{**usual, "prose": "Hm.", **fields})


class Keyed:
    """A campaign whose player claims her seat with a key of her own, adds a device, and loses both."""

    def __init__(self) -> None:
        self.replay, self.entries = Replay(), list[Entry]()
        self.invites = [invite_key(PHRASE, "ines", number) for number in range(2)]
        self.own, self.device = (seat_key(phrase, "ines") for phrase in PHRASES[1:])
        seats = [{"seat": "gm", "key": public_key(PHRASE, "gm")}, {"seat": "ines", "invite": public(self.invites[0])}]
        rules = {"title": "The Hollow", "gm": "Odile", "players": ["Ines"], "house_rules": {"dice": "physical"}, "rules": 1}
        self.play("gm", "gm", "open_campaign", **rules, hot_seat=False, seats=seats)

    def play(self, seat: str, signer: str | SigningKey, kind: str, **fields: Any) -> Entry:
        """Make a move, whatever becomes of it."""
        game, replay = Game.of("spookybeans"), self.replay
        move = game.parse_move({"kind": kind, **fields})
        key = seat_key(PHRASE, signer) if isinstance(signer, str) else signer
        state, at = (replay.state, replay.at) if replay.depths else (game.start(), START)
        try:
            facts = game.encode_facts(game.decide(state, seat, move, entry.moment(at), None))
        except IllegalMove:
            facts = ({"kind": "seat_claimed", "seat": seat, "key": fields.get("key", "")},)
        prose = getattr(move, "text", None)
        made = entry.make(key=key, seat=seat, after=replay.heads, at=at, kind=kind, data=move.data(), facts=facts, prose=prose)
        replay.take(made)
        self.entries.append(made)
        return made

    def claim(self, invite: SigningKey, key: SigningKey, proven: SigningKey | None = None) -> None:
        """Claim the seat with ``key``; the invite's proof is for ``proven`` if that is another one."""
        proof = invite.sign(entry.claim_bytes(self.replay.campaign, "ines", public(proven or key))).signature.hex()
        self.play("ines", key, "claim_seat", key=public(key), proof=proof)


def written(entries: Iterable[Entry]) -> bytes:
    """The journal of some entries, in their order."""
    replay, data, last = Replay(), b"", None
    for one in replay.prepare(list(entries)):
        data += block(one, replay.take(one).lines(Game.of("spookybeans")), last).text
        last = one
    return data


def _void_elsewhere() -> bytes:
    """Ines posts with a key that the GM makes void meanwhile in another place; in the order of the record the GM comes first."""
    for number in range(1, 10):
        here, there = Keyed(), Keyed()
        for one in (here, there):
            one.claim(one.invites[0], one.own)
        void = here.play("gm", "gm", "rekey_seat", whose="ines", invite=public(here.invites[1]), why="lost")
        post = there.play("ines", there.own, **ooc(f"Stop {number}."))
        if void.id < post.id:
            break
    return written([*here.entries, post])


def public(key: SigningKey) -> str:
    return bytes(key.verify_key).hex()


def _keyed() -> list[Case]:
    """Seats with keys of people's own."""
    whole, hasty, late = Keyed(), Keyed(), Keyed()
    for one in (whole, late):
        one.claim(one.invites[0], one.own)
        one.play("ines", one.own, "add_device", key=public(one.device))
        one.play("ines", one.device, **ooc("From the train."))
        one.play("gm", "gm", "rekey_seat", whose="ines", invite=public(one.invites[1]), why="stolen on the train")
    late.play("ines", late.device, **ooc("Give it back."))
    whole.claim(whole.invites[1], whole.device)
    whole.play("ines", whole.device, **ooc("Here again."))
    hasty.claim(hasty.invites[0], hasty.device, hasty.own)
    return [
        ("a seat claimed, another device, a new invite", written(whole.entries), []),
        ("a claim with the proof of another's key", written(hasty.entries), [(2, "signature")]),
        ("a key that is void", written(late.entries), [(6, "signature")]),
        ("a key that was void in another place only", _void_elsewhere(), []),
    ]


def journals() -> list[dict[str, Any]]:
    """Whole journals, each with what does not hold of its record, and its size and head where all of it does."""
    with TemporaryDirectory() as folder:
        played = Played(Path(folder))
    found = []
    for name, data, faults in (*_whole(played), *_keyed(), *_damaged(played), *_forged(played)):
        report = verify_journal(parse(data))
        assert bool(report.findings) == bool(faults), name
        told = {"faults": faults} if faults else {"entries": report.entries, "heads": report.heads, "words": report.head}
        found.append({"name": name, **told, "journal": data.decode()})
    return found


def _whole(played: Played) -> list[Case]:
    return [("played in a line", played.line, []), ("merged", played.merged, []), ("together again", played.together, [])]


def _damaged(played: Played) -> list[Case]:
    """What happens to files."""
    whole, blocks = played.line, played.blocks
    sides = sorted((record.id, record.raw) for record in (parse(whole).records[5], parse(played.other).records[5]))
    both = b"<<<<<<< HEAD\n", sides[0][1], b"=======\n", sides[1][1], b">>>>>>> there\n"
    middle, marker = blocks[4], b"\n<!-- spookynb/1 r1 "
    return [
        ("carriage returns", whole.replace(b"\n", b"\r\n"), [(1, "bytes")]),
        ("a byte order mark", b"\xef\xbb\xbf" + whole, [(1, "bytes")]),
        ("a conflict that git left", b"".join((*blocks[:5], *both)), [(6, "conflict"), (7, "conflict"), (8, "conflict"), (8, "tail")]),
        ("torn within the last marker", whole[:-200], [(6, "marker"), (6, "tail")]),
        ("without the end of its last line", whole[:-1], [(7, "tail")]),
        ("with something at its end", whole + b"\nP.S.\n", [(7, "tail")]),
        ("a text changed", whole.replace(b"> Boo.", b"> Bah."), [(2, "prose")]),
        ("an empty line of text with a blank", whole.replace(b"\n>\n", b"\n> \n"), [(2, "prose")]),
        ("a text taken out", whole.replace(b"> Good evening.", b"> [removed]"), [(5, "prose")]),
        ("a text missing", whole.replace(b"> Good evening.\n", b""), [(5, "prose")]),
        ("a text that nobody signed", whole.replace(blocks[2], blocks[2].replace(marker, b"\n> Hm." + marker)), [(3, "prose")]),
        ("a text away from its marker", whole.replace(b"> Good evening.\n", b"> Good evening.\n\n"), [(5, "prose"), (5, "prose")]),
        ("a last marker of another format", b"".join((*blocks[:4], middle.replace(b"spookynb/1", b"spookynb/2"))), [(5, "marker")]),
        ("a hyphen escaped alone", b"".join((*blocks[:4], middle.replace(b"2026-", b"2026\\u002d"))), [(5, "canonical")]),
        ("after written out", b"".join((*blocks[:4], _written_out(middle, played.entries[3].id))), [(5, "canonical")]),
        ("a body changed", b"".join((*blocks[:4], middle.replace(b'"ooc"}', b'"OOC"}'), blocks[5])), [(5, "signature"), (6, "signature")]),
        ("an entry twice", b"".join((*blocks[:2], _written_out(blocks[1], played.entries[0].id))), [(3, "parents")]),
        ("an entry missing", b"".join((*blocks[:4], blocks[5])), [(5, "signature")]),
        ("without its opening", b"".join(blocks[1:2]), [(1, "field")]),
    ]


def _written_out(block: bytes, after: str) -> bytes:
    return block.replace(b' {"at"', b' {"after":["%b"],"at"' % after.encode())


def _forged(played: Played) -> list[Case]:
    """What people with a program of their own might try."""
    forged, plus = played.forged, played.plus
    one, two = forged("ines"), forged("bram")
    first, second = sorted((one, two), key=lambda one: one.id)
    rolled = {"kind": "loose_roll", "facts": [{"kind": "loose_rolled", "seat": "bram", "faces": ["coin:H"]}], "prose": None}
    takeover = [{"kind": "seat_joined", "seat": "ines", "name": "Ines", "key": public_key(practice_phrase(SEED), "bram"), "returns": True}]
    text = b"> Boo.\n>\n> > quoted -- twice\n> <!-- spookynb/1 r1 {} -->"
    removed = plus(forged("ines", once="cell 1")).replace(text, b"> [removed]")
    opening = played.entries[0]
    swapped = [{**opening.facts[0], "seats": [{**seat, "key": opening.data["seats"][2]["key"]} for seat in opening.facts[0]["seats"]]}]
    taken = forged("bram", kind="add_seat", data={"name": "Ines", "key": takeover[0]["key"]}, facts=takeover, prose=None)
    return [
        ("by another seat's key", plus(forged("ines", signer="bram")), [(7, "signature")]),
        ("by nobody", plus(forged("nobody")), [(7, "signature")]),
        ("below an entry that is not there", plus(forged("ines", after=[A])), [(7, "parents"), (7, "order")]),
        ("below an entry and one that follows it", plus(forged("ines", after=[5, 6])), [(7, "parents")]),
        ("below nothing", plus(forged("gm", after=[])), [(7, "parents"), (7, "order")]),
        ("in the wrong order", plus(second, first), [(8, "order")]),
        ("dated before what it follows", plus(forged("ines", at=START)), [(7, "time")]),
        ("a label for the second time", plus(forged("ines", once="cell 1")), [(7, "once")]),
        ("a label whose text was taken out", removed, [(2, "prose"), (7, "once")]),
        ("a reason that is not in NFC", plus(forged("bram", **rolled, data={"notation": "coin", "reason": "e\u0301"})), [(7, "words")]),
        ("a reason that runs backwards", plus(forged("bram", **rolled, data={"notation": "coin", "reason": "\u202eouch"})), [(7, "words")]),
        ("a text that is not in NFC", plus(forged("bram", prose="e\u0301")), [(7, "words")]),
        ("a text with a tab", plus(forged("bram", prose="\t")), [(7, "words")]),
        ("a seat taken over by a player", plus(taken, forged("ines", after=[taken.id], signer="bram")), [(8, "signature")]),
        ("an opening whose fact has other keys", _opened(opening.data, swapped), [(1, "genesis")]),
        ("an opening that is none", _opened(opening.data, [], kind="post"), [(1, "genesis"), (1, "signature")]),
    ]


def _opened(data: Any, facts: Any, kind: str = "open_campaign") -> bytes:
    key = seat_key(practice_phrase(SEED), "bram" if facts else "gm")
    return block(entry.make(key=key, seat="gm", after=[], at=START, kind=kind, data=data, facts=facts), [], None).text
