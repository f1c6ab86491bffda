"""What the lobby shows: rooms that wait, games to watch, one's own games."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.forms import Form
from django.http import HttpRequest
from django.urls import reverse

from games.play.models import Game, Seat
from games.play.perspective import options_in_words, seat_names
from games.play.wording import LEVEL_LABELS
from games.players.identity import player_of
from games.players.models import Notice, Player
from games.rules.variants import get_variant

MOST_ENTRIES = 24


@dataclass(frozen=True, slots=True)
class Entry:
    """One room in a list of the lobby."""

    code: str
    title: str
    variant_name: str
    summary: tuple[str, ...]
    seats_taken: int
    seats_total: int
    names: tuple[str, ...]
    url: str
    status: str
    my_turn: bool


def lobby_context(request: HttpRequest, form: Form) -> dict[str, Any]:
    """The context of ``games/lobby/lobby.html``."""
    player = player_of(request)
    mine = _mine(player)
    own = {entry.code for entry in mine}
    return {
        "form": form,
        "player": player,
        "rooms": [entry for entry in _entries(_waiting(), player) if entry.code not in own],
        "live": [entry for entry in _entries(_live(), player) if entry.code not in own],
        "mine": mine,
        "notices": _news(player) if player else [],
        "computer_levels": list(LEVEL_LABELS.items()),
    }


def _news(player: Player) -> list[Notice]:
    """What the player has not read yet, newest first."""
    return list(player.notices.filter(read_at=None).select_related("room")[:8])


def _newest() -> QuerySet[Game]:
    """The game on the table of every room."""
    newer = Game.objects.filter(room=OuterRef("room"), number__gt=OuterRef("number"))
    return (
        Game.objects.filter(~Exists(newer))
        .select_related("room", "room__lexicon")
        .prefetch_related("seats__holders__player")
    )


def _waiting() -> QuerySet[Game]:
    """Public rooms with a free seat, the Qwibble games that began without an opponent too."""
    free = Seat.objects.filter(game=OuterRef("pk"), computer_level=None, holders__isnull=True)
    open_ = [Game.Status.WAITING, Game.Status.PLAYING]
    return (
        _newest()
        .filter(Exists(free), status__in=open_, room__public=True, invitations__isnull=True)
        .order_by("-created_at")
    )


def _live() -> QuerySet[Game]:
    running = [Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE]
    return _newest().filter(room__public=True, status__in=running).order_by("-moved_at")


def _mine(player: Player | None) -> list[Entry]:
    if player is None:
        return []
    running = ~Q(status=Game.Status.OVER)
    games = _newest().filter(running, holders__player=player).order_by("-moved_at")
    invited = _newest().filter(running, invitations__player=player)
    return _entries([*games[:MOST_ENTRIES], *invited[:MOST_ENTRIES]], player)


def _entries(games: Iterable[Game], player: Player | None) -> list[Entry]:
    return [_entry(game, player) for game in list(games)[:MOST_ENTRIES]]


def _entry(game: Game, player: Player | None) -> Entry:
    room = game.room
    seats = list(game.seats.all())
    taken = [seat for seat in seats if seat.computer_level or seat.holders.all()]
    to_move = (game.state or {}).get("to_move")
    return Entry(
        code=room.code,
        title=room.title,
        variant_name=get_variant(room.variant).name,
        summary=options_in_words(room),
        seats_taken=len(taken),
        seats_total=len(seats),
        names=tuple(" & ".join(seat_names(seat)) for seat in taken),
        url=reverse("games:room", args=[room.code]),
        status=game.status,
        my_turn=player is not None and _moves_next(seats, to_move, player),
    )


def _moves_next(seats: list[Seat], to_move: int | None, player: Player) -> bool:
    return any(
        seat.number == to_move and any(x.player_id == player.pk for x in seat.holders.all())
        for seat in seats
    )
