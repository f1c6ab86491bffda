"""The texts of notifications about rooms and games, the same in the bell, push and e-mail.

:mod:`games.play.perspective.notification_kinds` lists the kinds;
:mod:`games.play.services.notifications` decides who is notified.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.generated_names import translate_team_name
from games.play.perspective.endings import (
    add_reason,
    end_sentence,
    ended_on_time,
    join_scores,
)
from games.play.perspective.narration import narrate_move
from games.play.perspective.room_summaries import describe_room, describe_time_left, join_sentences
from games.play.perspective.wording import LEVEL_LABELS
from games.play.store.snapshots import RecordedMove
from games.players.models import Player
from games.players.services.notification_settings import NotificationEvent
from games.players.services.notifications import (
    NotificationContext,
    describe_notifications,
    get_setting_event,
)
from games.rules.equipment.tiles import load_tile_set
from games.rules.plays.events import Event, event_from_json
from games.rules.positions.variants import get_variant
from scrabble_site.shared.wording import write_minus

SHOWN_AGAIN = timedelta(seconds=15)
"""A page of a room shows what was marked as read less than this long ago."""


def list_seat_notifications(player: Player, code: str, now: datetime) -> list[tuple[str, str]]:
    """Return new notifications about a player's seat in a room, for the room's own page.

    That page has no bell. Each item is a key and a sentence; the oldest is first. They include
    those read a moment ago: the page loads again when the seat changes, and whoever is in the
    room counts as having read them, so they may be marked before any page has shown them.
    """
    recent = player.notices.filter(Q(read_at=None) | Q(read_at__gt=now - SHOWN_AGAIN))
    in_room = recent.filter(room__code=code).order_by("created_at")
    notices = [
        one
        for one in in_room.select_related("room__lexicon", "room__host")
        if get_setting_event(one.kind) == NotificationEvent.SEAT
    ]
    return list(
        zip(
            (f"notice:{one.pk}" for one in notices),
            describe_notifications(notices, now),
            strict=True,
        )
    )


def describe_turn(context: NotificationContext) -> str:
    last, reply = _describe_last_move(context), _describe_reply(context)
    others = _describe_opponents(context)
    against = _("Your turn against %(names)s.") % {"names": others} if others else _("Your turn.")
    return join_sentences(
        last, reply, against, _describe_left(context, _("%(left)s left to move."))
    )


def _describe_reply(context: NotificationContext) -> str:
    return {
        "unfit": _("Your conditional moves didn't match."),
        "refused": _("Your conditional move couldn't be made."),
    }.get(context.data.get("reply", ""), "")


def describe_reminder(context: NotificationContext) -> str:
    left = _describe_left(context, _("%(left)s left before you forfeit the game."))
    last, others = _describe_last_move(context), _describe_opponents(context)
    if not others:
        return join_sentences(_("Your turn."), left, last)
    return join_sentences(_("Your turn against %(names)s.") % {"names": others}, left, last)


def _describe_left(context: NotificationContext, text: str) -> str:
    until = context.data.get("until")
    left = describe_time_left(datetime.fromisoformat(until), context.now) if until else ""
    return text % {"left": left} if left else ""


def describe_expiring(context: NotificationContext) -> str:
    days = context.data.get("days", 1)
    if context.data.get("lost"):
        rated = ngettext(
            "No one has moved in %(title)s for weeks. The player to move loses in %(n)s day.",
            "No one has moved in %(title)s for weeks. The player to move loses in %(n)s days.",
            days,
        )
        return rated % {"title": context.title, "n": days}
    text = ngettext(
        "No one has moved in %(title)s for weeks. The game expires in %(n)s day.",
        "No one has moved in %(title)s for weeks. The game expires in %(n)s days.",
        days,
    )
    return text % {"title": context.title, "n": days}


def describe_invitation(context: NotificationContext) -> str:
    """Describe an invitation without any text by the host except the name.

    Strangers can be invited, so a room's title could be used to send them messages.
    """
    words = {"name": context.actor, "terms": _describe_room(context)}
    return _("%(name)s invites you to a game: %(terms)s.") % words


def describe_declined(context: NotificationContext) -> str:
    words = {"name": context.actor, "title": context.title}
    if context.data.get("annulled"):
        return _("%(name)s declined your invitation. The game in %(title)s is cancelled.") % words
    return _("%(name)s declined your invitation to %(title)s.") % words


def describe_rematch(context: NotificationContext) -> str:
    return _("%(name)s offers a rematch: %(terms)s.") % {
        "name": context.actor,
        "terms": _describe_room(context),
    }


def describe_started(context: NotificationContext) -> str:
    words = {"names": _describe_opponents(context), "terms": _describe_room(context)}
    return _("Your game against %(names)s has started: %(terms)s.") % words


def describe_ended(context: NotificationContext) -> str:
    # "By resignation" and "on time" say what the last move was; "by forfeit" does not say why.
    reason, events = context.data.get("reason"), _read_last_events(context)
    names_last_move = reason == "resigned" or (reason == "forfeited" and ended_on_time(events))
    last = "" if names_last_move else _describe_last_move(context)
    return join_sentences(_describe_result(context), last, _describe_rating(context))


def _describe_result(context: NotificationContext) -> str:
    scores, winner, own = (context.data.get(name) for name in ("scores", "winner", "own"))
    words: dict[str, Any] = {"names": _describe_opponents(context)}
    if context.data.get("reason") == "annulled" or not scores or own is None:
        return _("Your game against %(names)s was cancelled. No result.") % words
    if len(scores) == 2:
        words["score"] = join_scores(scores[own], scores[1 - own])
        if winner is None:
            text = _("You drew %(score)s against %(names)s")
        elif winner == own:
            text = _("You won %(score)s against %(names)s")
        else:
            text = _("You lost %(score)s against %(names)s")
        return end_sentence(_add_reason(text % words, context))
    seats = _seat_names(context)
    you = _("you")
    words["scores"] = ", ".join(
        f"{you if n == own else seats[n]} {score}" for n, score in enumerate(scores)
    )
    if winner is None:
        ended = _("The game was a draw")
    elif winner == own:
        ended = _("You won")
    else:
        ended = _("%(name)s won") % {"name": seats[winner]}
    words["ended"] = _add_reason(ended, context)
    return _("%(ended)s: %(scores)s.") % words


def _add_reason(result: str, context: NotificationContext) -> str:
    return add_reason(result, context.data.get("reason", ""), _read_last_events(context))


def _read_last_events(context: NotificationContext) -> list[Event]:
    return [event_from_json(data) for data in context.data.get("move", {}).get("events", ())]


def _describe_rating(context: NotificationContext) -> str:
    rating = context.data.get("rating")
    if not rating:
        return ""
    if "unchanged" in rating:
        return _("Your rating is unchanged: a game only counts once everyone has moved.")
    change = write_minus(f"{rating['change']:+d}")
    words = {"change": change, "after": rating["after"], "share": rating.get("share")}
    if words["share"] is None:
        return _("Your rating: %(after)s (%(change)s).") % words
    text = _(
        "Your rating: %(after)s (%(change)s). The game counted %(share)s%%: repeated games between "
        "the same players count less."
    )
    return text % words


def describe_unseated(context: NotificationContext) -> str:
    words = {"name": context.actor, "title": context.title}
    return (
        _("%(name)s, the host, removed you from your seat in %(title)s. You can still watch.")
        % words
    )


def describe_seated(context: NotificationContext) -> str:
    words = {"name": context.actor, "title": context.title, "terms": _describe_room(context)}
    return _("%(name)s, the host, gave you a seat in %(title)s: %(terms)s.") % words


def describe_hosting(context: NotificationContext) -> str:
    words = {"name": context.actor, "title": context.title}
    return _("%(name)s made you the host of %(title)s.") % words


def describe_stand_in(context: NotificationContext) -> str:
    text = _(
        "You were away from %(title)s for more than 10 minutes, so the other players "
        "let a computer play for you. You get your seat back when you return."
    )
    return text % {"title": context.title}


def describe_out(context: NotificationContext) -> str:
    text = _(
        "You were away from %(title)s for more than an hour, so the other players "
        "continued without you."
    )
    return text % {"title": context.title}


def _describe_room(context: NotificationContext) -> str:
    return describe_room(context.notice.room) if context.notice.room else ""


def _describe_last_move(context: NotificationContext) -> str:
    """Describe the last move as the room saw it. No tiles are named except those played."""
    move, room = context.data.get("move"), context.notice.room
    if not move or room is None:
        return ""
    line = RecordedMove(
        number=0,
        seat=move["seat"],
        kind=move["kind"],
        events=tuple(event_from_json(data) for data in move["events"]),
        swaps=get_variant(room.variant).swaps,
        language=load_tile_set(room.edition).language,
        by_reply=move.get("reply", False),
    )
    names = list(_seat_names(context))
    return narrate_move(line, names)


def _describe_opponents(context: NotificationContext) -> str:
    """Return the names of all other seats."""
    own = context.data.get("own")
    return ", ".join(name for n, name in enumerate(_seat_names(context)) if n != own and name)


def _seat_names(context: NotificationContext) -> list[str]:
    return [_seat_label(context, seat) for seat in context.data.get("seats", ())]


def _seat_label(context: NotificationContext, seat: Mapping[str, Any]) -> str:
    if seat.get("level") is not None:
        name = translate_team_name(seat.get("for", ""))
        words = {"level": LEVEL_LABELS[seat["level"]], "name": context.write(name)}
        if seat.get("for"):
            return _("%(level)s bot for %(name)s") % words
        return _("%(level)s bot") % words
    names = " & ".join(context.name_of(player) for player in seat.get("players", ()))
    return context.write(seat["team"]) if seat.get("team") else names or _("an open seat")
