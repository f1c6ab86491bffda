"""A room's clock in a form: the ones people know by name, and figures of one's own."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rules.clock import BOUNDS, NO_CLOCK, Pace, TimeControl
from games.rules.errors import RuleError

OWN = "own"
CLOCK_CHOICES = (
    ("none", _("No clock")),
    ("25+0/5", _("25 min")),
    ("15+0/1", _("15 min")),
    ("5+5", "5 + 5"),
    ("3+2", "3 + 2"),
    ("1d", _("1 day")),
    ("3d", _("3 days")),
    (OWN, _("Own …")),
)
"""Clocks as :meth:`TimeControl.read` takes them, and what they are called."""

GAME, TURN, DAYS = BOUNDS[Pace.GAME], BOUNDS[Pace.TURN], BOUNDS[Pace.DAYS]


def _number(label: Any, offer: range, usual: int) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=offer[0], max_value=offer[-1], initial=usual, required=False
    )


class ClockFields(forms.Form):
    """``cleaned_data["clock"]`` becomes a :class:`TimeControl`. Fields of one's own figures are
    read only where ``own`` was chosen, and only those of its pace."""

    clock = forms.ChoiceField(
        label=_("Clock"), choices=CLOCK_CHOICES, initial="none", required=False
    )
    pace = forms.ChoiceField(
        label=_("Time for"),
        choices=[
            (Pace.GAME.value, _("the whole game")),
            (Pace.TURN.value, _("each turn")),
            (Pace.DAYS.value, _("each turn, in days")),
        ],
        initial=Pace.GAME.value,
        required=False,
    )
    minutes = forms.CharField(
        label=_("Minutes, or m:ss"), max_length=6, initial="10", required=False
    )
    increment = _number(_("Seconds added a turn"), GAME.increment, 0)
    overtime = _number(_("Minutes of overtime"), GAME.overtime, 0)
    turn_seconds = _number(_("Seconds a turn"), TURN.seconds, 60)
    turn_days = _number(_("Days a turn"), DAYS.days, 2)

    def clean_clock(self) -> TimeControl:
        """Of the choice; one's own figures follow in :meth:`clean`."""
        chosen = self.cleaned_data["clock"]
        return NO_CLOCK if chosen in ("", OWN) else TimeControl.read(chosen)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.data.get(self.add_prefix("clock")) != OWN:
            for name in FIGURES:  # what stands in a field that is not shown means nothing
                self.errors.pop(name, None)
        elif not self.errors:
            try:
                data["clock"] = _own_clock(data)
                data["clock"].check()
            except (RuleError, TypeError):
                self.add_error("clock", _("Say how much time there is."))
        return data


FIGURES = ("pace", "minutes", "increment", "overtime", "turn_seconds", "turn_days")


def _own_clock(data: dict[str, Any]) -> TimeControl:
    """Raises ``TypeError`` where the figure that matters is missing."""
    match data["pace"]:
        case Pace.TURN:
            return TimeControl(Pace.TURN, seconds=data["turn_seconds"] + 0)
        case Pace.DAYS:
            return TimeControl(Pace.DAYS, days=data["turn_days"] + 0)
    minutes, added, overtime = data["minutes"], data["increment"] or 0, data["overtime"] or 0
    return TimeControl.read(f"{minutes}+{added}/{overtime}")
