"""Statistics of each player in a game, stored when it ends and rebuilt from the records on
request."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from games.people.models import PlayedGame, PlayedWord
from games.people.services.result_totals import delete_games_with_totals
from games.play import store
from games.play.models import Game, Move, Seat
from games.players.models import Player
from games.ratings.services.ladders import get_ladder_key
from games.rules.flow.game_end import rank_seats
from games.rules.plays.events import Event, Played, Withdrawn, event_from_json
from games.rules.positions.variants import Variant, get_variant
from scrabble_site.shared.final_letters import drop_final_letters

GAMES_PER_TRANSACTION = 100
"""Games per transaction when all statistics are rebuilt."""

MAX_WORD_LENGTH = 64


@dataclass
class SeatPlays:
    """Statistics of one seat's plays, without those withdrawn after a challenge."""

    plays: int = 0
    bingos: int = 0
    best_score: int = 0
    best_word: str = ""
    best_move: int = 0


def record_game_statistics(game: Game, **_signal: Any) -> None:
    """Store the statistics of a game that has just ended."""
    # A game that is reported twice must not be counted twice.
    PlayedGame.objects.bulk_create(_build_rows(game), ignore_conflicts=True)
    PlayedWord.objects.bulk_create(_list_words(game), ignore_conflicts=True)


def rebuild_game_statistics() -> int:
    """Rebuild the statistics of all finished games. Return the number of games.

    Opponents are classified by what they are now, not by what they were when the game ended.
    """
    ended = Game.objects.filter(status=Game.Status.OVER, ended_at__isnull=False)
    ids = list(ended.order_by("ended_at", "pk").values_list("pk", flat=True))
    for start in range(0, len(ids), GAMES_PER_TRANSACTION):
        with transaction.atomic():
            page = ended.filter(pk__in=ids[start : start + GAMES_PER_TRANSACTION]).select_related(
                "room__lexicon"
            )
            delete_games_with_totals(page)
            PlayedGame.objects.bulk_create(row for game in page for row in _build_rows(game))
            PlayedWord.objects.filter(game__in=page).delete()
            PlayedWord.objects.bulk_create(row for game in page for row in _list_words(game))
    return len(ids)


def _build_rows(game: Game) -> Iterator[PlayedGame]:
    """Yield a row for every player of the game who has not deleted their account."""
    outcome: dict[str, Any] = game.outcome or {}
    variant, language, speed = get_ladder_key(game.room)
    assert game.ended_at is not None, "the game has ended"
    places = rank_seats(store.load_public_state(game))
    sums = sum_plays_by_seat(game.moves.all(), get_variant(variant))
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
                versus=_get_opponent_kind(seats, seat),
                result=_get_result(outcome["reason"], places, seat.number),
                place=places[seat.number],
                score=outcome["scores"][seat.number],
                **vars(sums[seat.number]),
            )


def _get_result(reason: str, places: Sequence[int], seat: int) -> PlayedGame.Result:
    if reason == "annulled":
        return PlayedGame.Result.ANNULLED
    if places[seat] > 1:
        return PlayedGame.Result.LOST
    return PlayedGame.Result.DRAWN if places.count(1) > 1 else PlayedGame.Result.WON


def _get_opponent_kind(seats: Sequence[Seat], own: Seat) -> PlayedGame.Versus:
    # Teammates are not opponents, so the own seat is left out.
    kinds = {kind for seat in seats if seat.pk != own.pk for kind in _list_player_kinds(seat)}
    if not kinds:
        return PlayedGame.Versus.NOBODY
    return kinds.pop() if len(kinds) == 1 else PlayedGame.Versus.MIXED


def _list_player_kinds(seat: Seat) -> Iterator[PlayedGame.Versus]:
    if seat.computer_level is not None:
        yield PlayedGame.Versus.COMPUTERS
    for holder in seat.holders.all():
        yield _get_player_kind(holder.player)


def _get_player_kind(player: Player) -> PlayedGame.Versus:
    if player.operator_id is not None:
        return PlayedGame.Versus.COMPUTERS
    return PlayedGame.Versus.GUESTS if player.user_id is None else PlayedGame.Versus.MEMBERS


def sum_plays_by_seat(moves: Iterable[Move], variant: Variant) -> dict[int, SeatPlays]:
    """Return the statistics of each seat's plays."""
    standing = find_standing_plays(moves)
    sums = {seat: _sum_seat(plays, variant) for seat, plays in standing.items() if plays}
    return defaultdict(SeatPlays, sums)


def _list_words(game: Game) -> Iterator[PlayedWord]:
    for seat, plays in find_standing_plays(game.moves.all()).items():
        made = {word.word for _number, play in plays for word in play.score.words}
        for word in sorted({normalize_word(word) for word in made}):
            yield PlayedWord(game=game, seat=seat, word=word)


def normalize_word(word: str) -> str:
    """Return the form of a word in which it is stored and searched."""
    return drop_final_letters(word).strip().upper()[:MAX_WORD_LENGTH]


def find_standing_plays(moves: Iterable[Move]) -> dict[int, list[tuple[int, Played]]]:
    """Return each seat's plays with their move numbers, without those withdrawn after a
    challenge."""
    standing: dict[int, list[tuple[int, Played]]] = defaultdict(list)
    for move in moves:
        for event in _find_play(move):
            if isinstance(event, Played):
                standing[event.seat].append((move.number, event))
            elif isinstance(event, Withdrawn):
                # Only the latest play can be challenged.
                standing[event.seat].pop()
    return standing


def _find_play(move: Move) -> Iterator[Event]:
    """Yield the events that place or withdraw a play; decoding the others would only cost time."""
    kinds = {"played", "withdrawn"}
    return (event_from_json(data) for data in move.events if data["kind"] in kinds)


def _sum_seat(plays: Sequence[tuple[int, Played]], variant: Variant) -> SeatPlays:
    # The first of several plays with the same score.
    number, best = max(plays, key=lambda one: one[1].deltas[one[1].seat])
    return SeatPlays(
        plays=len(plays),
        bingos=sum(variant.is_bingo(_count_placed_tiles(play)) for _number, play in plays),
        best_score=best.deltas[best.seat],
        best_word=_get_main_word(best)[:MAX_WORD_LENGTH],
        best_move=number,
    )


def _count_placed_tiles(play: Played) -> int:
    """Return how many tiles were placed. All of them are in the main word."""
    return max(sum(letter.new for letter in word.letters) for word in play.score.words)


def _get_main_word(play: Played) -> str:
    return next((word.word for word in play.score.words if word.main), play.score.words[0].word)
