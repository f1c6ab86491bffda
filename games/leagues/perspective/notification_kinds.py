"""The notices of leagues and ladders."""

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.players.services.notification_settings import NotificationEvent
from games.players.services.notifications import (
    DEFAULT_PUSH,
    NotificationContext,
    NotificationKind,
)


def describe_league_season(context: NotificationContext) -> str:
    return _("Season %(n)s of %(league)s has started. You're in division %(division)s.") % {
        "n": context.data.get("season"),
        "division": context.data.get("division"),
        "league": context.write(context.data["title"]),
    }


def describe_league_end(context: NotificationContext) -> str:
    moves = context.data.get("moves")
    if moves == "up":
        sentence = _(
            "Season %(n)s of %(league)s is over. Your final place: %(place)s. You move up. Sign "
            "up for the next season."
        )
    elif moves == "down":
        sentence = _(
            "Season %(n)s of %(league)s is over. Your final place: %(place)s. You move down. "
            "Sign up for the next season."
        )
    else:
        sentence = _(
            "Season %(n)s of %(league)s is over. Your final place: %(place)s. Sign up for the "
            "next season."
        )
    return sentence % {
        "n": context.data.get("season"),
        "place": context.data.get("place"),
        "league": context.write(context.data["title"]),
    }


def describe_league_closed(context: NotificationContext) -> str:
    return _("%(league)s has been closed. Season %(n)s won't take place.") % {
        "n": context.data.get("season"),
        "league": context.write(context.data["title"]),
    }


def describe_league_removed(context: NotificationContext) -> str:
    return _("You were removed from %(league)s. Your games this season don't count.") % {
        "league": context.write(context.data["title"])
    }


def describe_ladder_challenge(context: NotificationContext) -> str:
    return _("%(name)s challenged you on the ladder of %(league)s.") % _name_both(context)


def describe_ladder_game(context: NotificationContext) -> str:
    words = _name_both(context)
    return _("%(name)s accepted your challenge on the ladder of %(league)s.") % words


def describe_ladder_declined(context: NotificationContext) -> str:
    words = _name_both(context)
    if context.data.get("won"):
        sentence = _(
            "%(name)s didn't accept your challenge. You take their place on the ladder of "
            "%(league)s."
        )
        return sentence % words
    return _("%(name)s didn't accept your challenge on the ladder of %(league)s.") % words


def _name_both(context: NotificationContext) -> dict[str, str]:
    return {"name": context.actor, "league": context.write(context.data["title"])}


SOON = timedelta(minutes=10)

NOTIFICATION_KINDS = (
    NotificationKind(
        code="league_season",
        title=gettext_lazy("A season has started"),
        describe=describe_league_season,
        setting_event=NotificationEvent.INVITATION,
        leads_to="page",
        mail_after=SOON,
        push=DEFAULT_PUSH,
        crosses_blocks=True,
        in_bell=True,
    ),
    NotificationKind(
        code="league_end",
        title=gettext_lazy("A season is over"),
        describe=describe_league_end,
        setting_event=NotificationEvent.INVITATION,
        leads_to="page",
        mail_after=SOON,
        push=DEFAULT_PUSH,
        crosses_blocks=True,
        in_bell=True,
    ),
    NotificationKind(
        code="league_closed",
        title=gettext_lazy("A league has been closed"),
        describe=describe_league_closed,
        setting_event=NotificationEvent.INVITATION,
        leads_to="page",
        mail_after=SOON,
        push=DEFAULT_PUSH,
        crosses_blocks=True,
        in_bell=True,
    ),
    NotificationKind(
        code="league_removed",
        title=gettext_lazy("You were removed from a league"),
        describe=describe_league_removed,
        setting_event=NotificationEvent.INVITATION,
        leads_to="page",
        mail_after=SOON,
        push=DEFAULT_PUSH,
        crosses_blocks=True,
        in_bell=True,
    ),
    NotificationKind(
        code="ladder_challenge",
        title=gettext_lazy("You have been challenged"),
        describe=describe_ladder_challenge,
        setting_event=NotificationEvent.INVITATION,
        leads_to="page",
        mail_after=SOON,
        push=DEFAULT_PUSH,
        crosses_blocks=False,
        in_bell=True,
    ),
    NotificationKind(
        code="ladder_game",
        title=gettext_lazy("Your challenge was accepted"),
        describe=describe_ladder_game,
        setting_event=NotificationEvent.INVITATION,
        leads_to="room",
        mail_after=SOON,
        push=DEFAULT_PUSH,
        crosses_blocks=False,
        in_bell=True,
    ),
    NotificationKind(
        code="ladder_declined",
        title=gettext_lazy("Your challenge was declined"),
        describe=describe_ladder_declined,
        setting_event=NotificationEvent.INVITATION,
        leads_to="page",
        mail_after=SOON,
        push=DEFAULT_PUSH,
        crosses_blocks=False,
        in_bell=True,
    ),
)
"""Registered when the apps are ready."""
