"""Replay: folding a story's decoded facts against python-chess reading the moves of a PGN file."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import chess
import chess.pgn

from spookynb.demo import play_demo
from spookynb.game import Game
from spookynb.table import Table

from .measure import Row, side_by_side

GAMES, PLIES, STORIES = 10, 120, 10


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder, closing(Table.open(play_demo(Path(folder), 7, "spookybeans"))) as table:
        game, story = table.game, [(taken.entry.id, taken.facts) for taken in table.told()]
        assert _fold(game, story) == table.state
    pgn = _games()
    ours, theirs = side_by_side(lambda: [_fold(game, story) for _ in range(STORIES)], lambda: _read(pgn), rounds=9)
    yield Row("replay from decoded facts, an entry against a PGN move", ours / len(story) / STORIES, theirs / GAMES / PLIES, 1 / 4)


def _fold(game: Game, story: list[tuple[str, tuple[object, ...]]]) -> object:
    state = game.start()
    for entry_id, facts in story:
        state = game.fold(state, entry_id, facts)
    return state


def _games() -> str:
    """Random legal games of ``PLIES`` half-moves each, as PGN."""
    chance, played = random.Random(7), []
    while len(played) < GAMES:
        board = chess.Board()
        while board.ply() < PLIES and not board.is_game_over(claim_draw=False):
            board.push(chance.choice(list(board.legal_moves)))
        if board.ply() == PLIES:
            played.append(str(chess.pgn.Game.from_board(board)))
    return "\n\n".join(played)


def _read(pgn: str) -> None:
    file, moves = io.StringIO(pgn), 0
    while (game := chess.pgn.read_game(file)) is not None:
        moves += sum(1 for _ in game.mainline_moves())
    assert moves == GAMES * PLIES
