"""The one live line: what happened last, and who is to move."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.calendars import breaks_at
from games.play.models import Game
from games.play.perspective.gathering import Gathered
from games.play.services.schedule import (
    forfeit_at,
    is_paused,
    seats_to_act,
    turn_days,
    window_ends_at,
)
from games.play.telling import tell_end, tell_move
from games.rules.game import Phase
from games.rules.moves import Play
from games.rules.squares import Direction
from games.rules.tiles import Letter


def say_where_it_stands(seen: Gathered, seat: int | None, *, hosting: bool = False) -> str:
    """A sentence or three for this viewer."""
    if seen.state is None:
        return _before_start(seen, seat, hosting)
    happened = _tell_last(seen) if seen.record else _first(seen)
    if seen.outcome is not None:
        ended = tell_end(seen.outcome, seen.said_names)
        return f"{happened} {ended} {_rematch(seen, seat)}".strip()
    return f"{happened} {_next(seen, seat)}".strip()


def say_where_it_lies(seen: Gathered) -> str:
    """What the eye sees on the board: where the last play lies, and what its blanks stand for."""
    played = seen.last_played
    if played is None or seen.record[-1].kind != "play":
        return ""
    play = Play.read(played.position, played.tiles, seen.tile_set)
    down = play.position.direction is Direction.DOWN
    place = _("From %(square)s down.") if down else _("From %(square)s across.")
    blanks = [letter.face for _square, letter in play.placed() if letter.blank]
    text = ngettext("The blank is %(faces)s.", "The blanks are %(faces)s.", len(blanks))
    told = [place % {"square": play.position.square.name}]
    told += [text % {"faces": ", ".join(blanks)}] if blanks else []
    return " ".join(told)


def _tell_last(seen: Gathered) -> str:
    return tell_move(seen.record[-1], seen.said_names, seen.teams)


def _before_start(seen: Gathered, seat: int | None, hosting: bool) -> str:
    if seen.game.status == Game.Status.STARTING:
        return _("The game starts: the bag is being shuffled.")
    free = len(seen.chairs.free)
    if free and seat is None:
        if seen.chairs.open and seen.room.rated:
            return _("Members may take a free seat; everybody may stay and watch.")
        if seen.chairs.open:
            return _("Take a free seat, or stay and watch.")
        if seen.chairs.shut:
            return _("The room is locked: nobody new may sit down. Stay and watch.")
        return _("The free seats are kept for those who are invited.")
    if seat is None and seen.chairs.joinable:
        return _("Join a team, or stay and watch.")
    if free and seen.chairs.open:
        return _("Waiting for others to sit down. Send them the link.")
    if free:
        return _("Waiting for those who are invited.")
    if hosting:
        return _("Everyone is here: start when you like.")
    return _("Everyone is here. Waiting for the host to start.")


def _rematch(seen: Gathered, seat: int | None) -> str:
    """Who would like another game, for those who have not yet said so themselves."""
    asking = [number for number in seen.game.rematch_seats if number < len(seen.names)]
    if not asking or seat in asking:
        return ""
    names = ", ".join(seen.said_names[number] for number in asking)
    return _("%(name)s would like another game.") % {"name": names}


def _first(seen: Gathered) -> str:
    if seen.draw is None:
        return ""
    rounds = [
        ", ".join(
            _("%(name)s drew %(tile)s")
            % {
                "name": seen.said_names[seat],
                "tile": tile.face if isinstance(tile, Letter) else _("a blank"),
            }
            for seat, tile in one
        )
        for one in seen.draw.rounds
    ]
    first = _("%(name)s goes first.") % {"name": seen.said_names[seen.draw.first]}
    return f"{_('; equal tiles draw again: ').join(rounds)}. {first}"


def _next(seen: Gathered, seat: int | None) -> str:
    state = seen.state
    assert state is not None
    if state.phase is Phase.FINAL_CHALLENGE:
        if seat not in seats_to_act(state):
            return _("The others accept or challenge the last play.")
        until = None if turn_days(seen.room) else window_ends_at(seen.game, state, seen.seats)
        if until is None or is_paused(seen.game, state):
            return _("That was the last tile: accept the play or challenge it.")
        text = _("That was the last tile: accept the play or challenge it within %(n)s seconds.")
        return text % {"n": max(0, round((until - seen.now).total_seconds()))}
    if state.to_move is None:
        return ""
    if state.to_move == seat:
        return f"{_('Your turn.')} {_until(seen)}".strip()
    row = seen.seats[state.to_move]
    if not row.computer_level and not row.holders.all():
        return _("Waiting for an opponent to sit down.")
    if seen.game.kept_waiting:
        text = _("%(name)s is busy in other games and moves as soon as it can.")
        return text % {"name": seen.said_names[state.to_move]}
    text = _("%(name)s is to move.") % {"name": seen.said_names[state.to_move]}
    return f"{text} {_until(seen)}".strip()


def _until(seen: Gathered) -> str:
    """When the turn is lost, where the game sets a limit of days."""
    mover = seen.state.to_move if seen.state else None
    limit = forfeit_at(seen.game, breaks_at(seen.seats, mover))
    if limit is None:
        return ""
    return _("To be made by %(when)s UTC.") % {"when": date_format(limit, "j F, H:i")}
