"""Why a round was paired as it was, in words."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.names import isolate_name
from games.pairing.reasons import Reason

TEXTS: dict[str, Any] = {
    "round_robin.scheduled": gettext_lazy("Round %(round)s of %(rounds)s of the round robin."),
    "schedule.changed_field": gettext_lazy("The schedule was redrawn for the remaining players."),
    "fontes.group": gettext_lazy("Group %(group)s of the first rounds."),
    "king_of_the_hill.places": gettext_lazy("Places %(place)s and %(other_place)s meet."),
    "factor.places": gettext_lazy("Places %(place)s and %(other_place)s meet."),
    "australian.nearest": gettext_lazy(
        "The nearest in the standings who have not met: places %(place)s and %(other_place)s."
    ),
    "knockout.game": gettext_lazy("Knock-out with %(remaining)s left: game %(game)s."),
    "knockout.replay": gettext_lazy(
        "The last game was drawn, so it is played again with half the time."
    ),
    "knockout.out": gettext_lazy("Both are out of the knock-out and play on."),
    "arena.nearest": gettext_lazy(
        "%(player)s has waited longest and meets the nearest in the standings."
    ),
    "manual.chosen": gettext_lazy("The director chose this table."),
    "table.places": gettext_lazy("Places %(place)s to %(last_place)s meet."),
    "leader.nothing_to_win": gettext_lazy(
        "%(leader)s cannot be caught, so they meet someone who can no longer win a prize."
    ),
    "leader.contender": gettext_lazy("%(opponent)s can still catch %(leader)s."),
    "team_mates": gettext_lazy("They are in the same team. No other pairing was possible."),
    "start.fewer": gettext_lazy("%(player)s starts, having started fewer games."),
    "start.share": gettext_lazy("%(player)s starts, having gone second more often."),
    "start.last_meeting": gettext_lazy(
        "%(player)s starts because the other player started last time."
    ),
    "start.scheduled": gettext_lazy("%(player)s starts according to the schedule."),
    "start.lot": gettext_lazy("%(player)s starts by lot."),
    "start.chosen": gettext_lazy("%(player)s starts, as the director chose."),
    "bye.lowest": gettext_lazy(
        "%(player)s is the lowest in the standings who hasn't had a bye yet."
    ),
    "bye.scheduled": gettext_lazy("%(player)s has a bye according to the schedule."),
    "bye.knockout": gettext_lazy("%(player)s has no opponent in the first round."),
    "bye.chosen": gettext_lazy("The director gave %(player)s a bye."),
    "rest.knockout_out": gettext_lazy("%(player)s is out of the knock-out."),
    "rest.knockout_waiting": gettext_lazy("%(player)s waits for an opponent."),
    "rest.arena": gettext_lazy("%(player)s waits for an opponent."),
    "automatic.round_robin": gettext_lazy("Everyone can meet everyone: a round robin."),
    "automatic.fontes": gettext_lazy("The first rounds are played in groups."),
    "automatic.swiss": gettext_lazy("Players with the same points meet."),
    "automatic.king_of_the_hill": gettext_lazy("Last round: neighbours in the standings meet."),
}
"""Sentences by code. Those about points and meetings are in :func:`explain_reason`."""

PLAYERS = ("player", "opponent", "leader")


def explain_reasons(reasons: Iterable[Reason], names: Mapping[int, str]) -> list[str]:
    """Return reasons as sentences. ``names`` are the entrants' names by id."""
    return [explain_reason(reason, names) for reason in reasons]


def explain_reason(reason: Reason, names: Mapping[int, str]) -> str:
    values: dict[str, Any] = dict(reason.arguments)
    for name in PLAYERS:
        if name in values:
            values[name] = isolate_name(names.get(int(values[name]), ""))
    if reason.code == "swiss.same_points":
        points = write_points(values["half_points"])
        return _("Both have %(points)s points.") % {"points": points}
    if reason.code == "swiss.different_points":
        values = {
            "points": write_points(values["half_points"]),
            "other": write_points(values["other_half_points"]),
        }
        return _("One has %(points)s points, the other %(other)s.") % values
    if reason.code == "repeat":
        count = values["meetings"]
        text = ngettext("They have met %(n)s time.", "They have met %(n)s times.", count)
        return text % {"n": count}
    return str(TEXTS[reason.code]) % values


def write_points(half_points: int) -> str:
    """Return points as tournaments write them.

    >>> write_points(7), write_points(8), write_points(1), write_points(-1)
    ('3½', '4', '½', '−½')
    """
    whole, half = divmod(abs(half_points), 2)
    sign = "−" if half_points < 0 else ""
    return sign + (f"{whole or ''}½" if half else str(whole))
