"""Summaries for notifications: what is played in a room, and how much time is left to move."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games.common.names import isolate_name
from games.play import store
from games.play.models import Game, Room, Seat
from games.play.perspective.masking import get_seat_name
from games.play.perspective.narration import narrate_move
from games.play.perspective.option_words import describe_clock_in
from games.play.store.snapshots import read_recorded_move
from games.play.terms.durations import HOUR, format_duration
from games.players.models import Player
from games.rules.positions.variants import get_variant
from games.rules.time.clock import MINUTE
from scrabble_site.shared.instants import to_ms
from scrabble_site.shared.wording import join_list

DAY = timedelta(days=1)


def describe_room(room: Room) -> str:
    """Describe a room: game, clock, dictionary, and whether it is rated."""
    rated = _("rated") if room.rated else _("casual")
    game = get_variant(room.variant).name
    return f"{game}, {describe_room_clock(room)}, {room.lexicon.shown_name}, {rated}"


def describe_room_clock(room: Room) -> str:
    """Describe a room's clock, or the days per turn that its game prescribes."""
    variant = get_variant(room.variant)
    return describe_clock_in(variant, variant.options(**room.options).clock)


def describe_time_left(until: datetime, now: datetime) -> str:
    """Return the time until ``until`` in words, rounded up; "" once it is past.

    It is given to the minute, or to the hour if it is more than a day.

    >>> now = datetime.fromisoformat("2026-05-01T12:00+00:00")
    >>> describe_time_left(now + timedelta(days=2, hours=2, minutes=59), now)
    '2 days 3 hours'
    """
    left = max(0, to_ms(until) - to_ms(now))
    unit = HOUR if until - now > DAY else MINUTE
    return format_duration(-(-left // unit) * unit) if left else ""


def describe_live_turn(game: Game, player: Player, now: datetime) -> str:
    """Say that a live game waits for a player: the last move, and the time on their clock."""
    rows = list(game.seats.prefetch_related("holders__player"))
    names = [isolate_name(get_seat_name(seat)) or _("an open seat") for seat in rows]
    own = next((n for n, seat in enumerate(rows) if _is_held_by(seat, player)), None)
    move = game.moves.select_related("player").order_by("-number").first()
    last = narrate_move(read_recorded_move(move, game.room), names) if move else ""
    others = join_list(name for n, name in enumerate(names) if n != own)
    left = _describe_clock_left(game, own, now)
    clock = _("%(left)s on your clock.") % {"left": left} if left else ""
    return join_sentences(last, _("Your turn against %(names)s.") % {"names": others}, clock)


def _is_held_by(seat: Seat, player: Player) -> bool:
    return any(holder.player_id == player.pk for holder in seat.holders.all())


def _describe_clock_left(game: Game, seat: int | None, now: datetime) -> str:
    clock = store.load_public_state(game).clock
    left = clock.left_at(seat, to_ms(now)) if clock is not None and seat is not None else 0
    return format_duration(left) if left > 0 else ""


def describe_invitation(room: Room) -> str:
    """Say who invites to which game."""
    words = {"name": isolate_name(room.host.shown_name), "terms": describe_room(room)}
    return _("%(name)s invites you to a game: %(terms)s.") % words


def join_sentences(*sentences: str) -> str:
    """Join the sentences that are not empty."""
    return " ".join(sentence for sentence in sentences if sentence)
