"""What each player did in a game, taken down when it ends; and again from the records."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from games.people.models import PlayedGame, PlayedWord
from games.play import store
from games.play.models import Game, Move, Seat
from games.players.models import Player
from games.ratings.services.ladders import key_of
from games.rules.endgame import places_of
from games.rules.events import Event, Played, Withdrawn, event_from_json
from games.rules.variants import get_variant

AT_ONCE = 100
"""Games whose figures are written in one transaction."""

WORD_MOST = 64


@dataclass
class Sum:
    """The plays of one seat that stood."""

    plays: int = 0
    bingos: int = 0
    best_score: int = 0
    best_word: str = ""
    best_move: int = 0


def note_figures(game: Game, **_said: Any) -> None:
    """Take down the figures of a game that has just ended."""
    PlayedGame.objects.bulk_create(_figures_of(game), ignore_conflicts=True)
    PlayedWord.objects.bulk_create(_words_of(game), ignore_conflicts=True)


def recount_figures() -> int:
    """Take down the figures of all ended games anew. Returns how many games there were.

    Kinds of opponents are told by what they are by now.
    """
    ended = Game.objects.filter(status=Game.Status.OVER, ended_at__isnull=False)
    ids = list(ended.order_by("ended_at", "pk").values_list("pk", flat=True))
    for start in range(0, len(ids), AT_ONCE):
        with transaction.atomic():
            page = ended.filter(pk__in=ids[start : start + AT_ONCE]).select_related("room__lexicon")
            PlayedGame.objects.filter(game__in=page).delete()
            PlayedGame.objects.bulk_create(row for game in page for row in _figures_of(game))
            PlayedWord.objects.filter(game__in=page).delete()
            PlayedWord.objects.bulk_create(row for game in page for row in _words_of(game))
    return len(ids)


def _figures_of(game: Game) -> Iterator[PlayedGame]:
    """A row for everybody who sat in the game."""
    outcome: dict[str, Any] = game.outcome or {}
    variant, language, speed = key_of(game.room)
    assert game.ended_at is not None, "the game has ended"
    places = places_of(store.load_face_down(game))
    sums = sum_plays(game.moves.all(), get_variant(variant).rack_size)
    seats = list(game.seats.prefetch_related("holders__player"))
    for seat in seats:
        for holder in seat.holders.all():
            if holder.player.left_at is not None:
                continue
            yield PlayedGame(
                game=game,
                player_id=holder.player_id,
                seat=seat.number,
                ended_at=game.ended_at,
                variant=variant,
                language=language,
                speed=speed,
                versus=_versus(seats, seat),
                result=_result(outcome["reason"], places, seat.number),
                place=places[seat.number],
                score=outcome["scores"][seat.number],
                **vars(sums[seat.number]),
            )


def _result(reason: str, places: Sequence[int], seat: int) -> PlayedGame.Result:
    if reason == "annulled":
        return PlayedGame.Result.ANNULLED
    if places[seat] > 1:
        return PlayedGame.Result.LOST
    return PlayedGame.Result.DRAWN if places.count(1) > 1 else PlayedGame.Result.WON


def _versus(seats: Sequence[Seat], own: Seat) -> PlayedGame.Versus:
    kinds = {kind for seat in seats if seat.pk != own.pk for kind in _kinds(seat)}
    if not kinds:
        return PlayedGame.Versus.NOBODY
    return kinds.pop() if len(kinds) == 1 else PlayedGame.Versus.MIXED


def _kinds(seat: Seat) -> Iterator[PlayedGame.Versus]:
    if seat.computer_level is not None:
        yield PlayedGame.Versus.COMPUTERS
    for holder in seat.holders.all():
        yield _kind(holder.player)


def _kind(player: Player) -> PlayedGame.Versus:
    if player.operator_id is not None:
        return PlayedGame.Versus.COMPUTERS
    return PlayedGame.Versus.GUESTS if player.user_id is None else PlayedGame.Versus.MEMBERS


def sum_plays(moves: Iterable[Move], rack_size: int) -> dict[int, Sum]:
    """The plays that stood, by seat."""
    stood = find_standing(moves)
    sums = {seat: _sum(plays, rack_size) for seat, plays in stood.items() if plays}
    return defaultdict(Sum, sums)


def _words_of(game: Game) -> Iterator[PlayedWord]:
    for seat, plays in find_standing(game.moves.all()).items():
        made = {word.word for _number, play in plays for word in play.score.words}
        for word in sorted({write_sought(word) for word in made}):
            yield PlayedWord(game=game, seat=seat, word=word)


def write_sought(word: str) -> str:
    """A word as games are found by it."""
    return word.strip().upper()[:WORD_MOST]


def find_standing(moves: Iterable[Move]) -> dict[int, list[tuple[int, Played]]]:
    """The plays that stood with their numbers, by seat: those withdrawn after a challenge count for
    nothing."""
    stood: dict[int, list[tuple[int, Played]]] = defaultdict(list)
    for move in moves:
        for event in _plays_in(move):
            if isinstance(event, Played):
                stood[event.seat].append((move.number, event))
            elif isinstance(event, Withdrawn):
                stood[event.seat].pop()
    return stood


def _plays_in(move: Move) -> Iterator[Event]:
    """Other kinds of events need not be read."""
    kinds = {"played", "withdrawn"}
    return (event_from_json(data) for data in move.events if data["kind"] in kinds)


def _sum(plays: Sequence[tuple[int, Played]], rack_size: int) -> Sum:
    number, best = max(plays, key=lambda one: one[1].deltas[one[1].seat])
    return Sum(
        plays=len(plays),
        bingos=sum(_placed(play) == rack_size for _number, play in plays),
        best_score=best.deltas[best.seat],
        best_word=_main_word(best)[:WORD_MOST],
        best_move=number,
    )


def _placed(play: Played) -> int:
    """How many tiles were laid: all of them lie in the main word."""
    return max(sum(letter.new for letter in word.letters) for word in play.score.words)


def _main_word(play: Played) -> str:
    return next((word.word for word in play.score.words if word.main), play.score.words[0].word)
