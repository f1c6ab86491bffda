"""Drives a duplicate game through its services, with the time handed in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import uuid4

from games.duplicate import store
from games.duplicate.models import DuplicateGame, DuplicateSubmission
from games.duplicate.perspective.viewdata import DuplicateView
from games.duplicate.perspective.views import build_duplicate_view
from games.duplicate.services import entry, games, starting, submissions, turns
from games.duplicate.services.best_plays import prepare_best_plays
from games.duplicate.terms.plays import StoredPlay
from games.duplicate.terms.settings import DuplicateSettings
from games.players.models import Player
from games.rules.duplicate.formats import DuplicateOptions
from games.rules.equipment.tiles import LetterTile
from lexicon.models import Lexicon
from tests.play.conftest import NOON
from tests.play.small_lexicon import VOWELS

Notation = tuple[str, str]

TURN, PAUSE = timedelta(seconds=120), timedelta(seconds=20)
A_MOMENT = timedelta(seconds=1)
"""Longer than any delay of a connection is credited."""


class GameDriver:
    """One duplicate game. ``now`` is the present, which only the driver moves."""

    def __init__(self, code: str, chosen: DuplicateSettings, people: Sequence[Player]) -> None:
        self.code = code
        self.settings = chosen
        self.people = people
        self.now = NOON

    @classmethod
    def open(
        cls, lexicon: Lexicon, people: Sequence[Player], entrants: int, **chosen: object
    ) -> GameDriver:
        options = {name: chosen.pop(name) for name in list(chosen) if name in _OPTIONS}
        wanted = DuplicateSettings(
            variant=str(chosen.pop("variant", "scrabble")),
            tile_set=str(chosen.pop("tile_set", "en")),
            lexicon=lexicon,
            options=DuplicateOptions(**options),  # type: ignore[arg-type]
            **chosen,  # type: ignore[arg-type]
        )
        game = games.create_duplicate_game(people[0], wanted, uuid4().hex, NOON)
        for player in people[1:entrants]:
            entry.enter_game(game.code, player, NOON)
        return cls(game.code, wanted, people)

    @property
    def game(self) -> DuplicateGame:
        return games.find_duplicate_game(self.code)

    def start(self) -> None:
        starting.start_duplicate_game(self.code, self.people[0], self.now)
        prepare_best_plays(self.now)

    def view(self, viewer: Player | None = None) -> DuplicateView:
        return build_duplicate_view(self.game, viewer, self.now)

    def best(self) -> Notation:
        """Return the best play of the turn that runs, which only tests may know."""
        best = StoredPlay.from_json(self.game.secret.best or {})
        return best.position, best.tiles

    def best_score(self) -> int:
        return StoredPlay.from_json(self.game.secret.best or {}).score

    def weak(self) -> Notation:
        """Return a valid opening play of two letters."""
        vowels, consonants = self._letters()
        return "8H", vowels[0] + consonants[0]

    def phony(self) -> Notation:
        """Return an opening play of two consonants, which is no word."""
        return "8H", "".join(self._letters()[1][:2])

    def submit(
        self,
        player: Player,
        play: Notation,
        *,
        turn: int | None = None,
        key: str = "",
        at: datetime | None = None,
        credit_ms: int = 0,
        fallback: bool = False,
    ) -> DuplicateSubmission:
        number = self.game.turn if turn is None else turn
        sent = submissions.SentPlay(
            player.pk, number, *play, key or uuid4().hex, at or self.now, credit_ms, fallback
        )
        return submissions.submit_play(self.code, sent)

    def sent(self, player: Player, turn: int | None = None) -> DuplicateSubmission:
        """Return what a player has submitted in a turn."""
        number = self.game.turn if turn is None else turn
        return DuplicateSubmission.objects.get(entrant__player=player, turn=number)

    def run_out(self) -> list[str]:
        """Let the time of the turn or of the pause run out; return the codes that changed."""
        due_at = self.game.due_at
        assert due_at is not None, "the game goes on"
        self.now = due_at + A_MOMENT
        return turns.run_due_steps(self.now)

    def next_turn(self) -> None:
        """Let the turn and the pause after it run out."""
        self.run_out()
        if not self.game.is_over:
            self.run_out()
            prepare_best_plays(self.now)

    def play_to_the_end(self) -> None:
        """Let the host find every best play until the game is over."""
        while not self.game.is_over:
            self.submit(self.people[0], self.best())
            self.next_turn()

    def _letters(self) -> tuple[list[str], list[str]]:
        rack = store.load_shown_state(self.game).rack
        faces = [tile.face for tile in rack if isinstance(tile, LetterTile)]
        vowels = [face for face in faces if face in VOWELS]
        return vowels, [face for face in faces if face not in VOWELS]


_OPTIONS = {"format", "refuses_invalid_words", "lone_best_bonus"}
