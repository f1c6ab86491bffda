"""The clock in a room's form: a list of common clocks, and fields for a custom one."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rules.equipment.errors import RuleError
from games.rules.time.clock import NO_CLOCK, TIME_CONTROL_BOUNDS, Pace, TimeControl

CUSTOM = "own"
CLOCK_CHOICES = (
    ("none", _("No clock")),
    ("25+0/5", _("25 min")),
    ("15+0/1", _("15 min")),
    ("5+5", "5 + 5"),
    ("3+2", "3 + 2"),
    ("1d", _("1 day")),
    ("3d", _("3 days")),
    (CUSTOM, _("Custom…")),
)
"""Clocks in the notation of :meth:`TimeControl.read`, and their labels."""

GAME_BOUNDS, TURN_BOUNDS, DAYS_BOUNDS = (
    TIME_CONTROL_BOUNDS[Pace.GAME],
    TIME_CONTROL_BOUNDS[Pace.TURN],
    TIME_CONTROL_BOUNDS[Pace.DAYS],
)


def _number_field(label: Any, offer: range, usual: int) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=offer[0], max_value=offer[-1], initial=usual, required=False
    )


class ClockForm(forms.Form):
    """A form whose ``cleaned_data["clock"]`` is a :class:`TimeControl`.

    The fields of a custom clock are read only if "own" was chosen, and only those of its pace.
    """

    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=CLOCK_CHOICES,
        initial="none",
        required=False,
        help_text=_("How long each player has for the game or for each turn."),
    )
    pace = forms.ChoiceField(
        label=_("Time limit"),
        choices=[
            (Pace.GAME.value, _("per game")),
            (Pace.TURN.value, _("per turn")),
            (Pace.DAYS.value, _("days per turn")),
        ],
        initial=Pace.GAME.value,
        required=False,
    )
    minutes = forms.CharField(
        label=_("Minutes per player (or m:ss)"), max_length=6, initial="10", required=False
    )
    increment = _number_field(_("Increment (seconds)"), GAME_BOUNDS.increment, 0)
    overtime = _number_field(_("Overtime (minutes)"), GAME_BOUNDS.overtime, 0)
    turn_seconds = _number_field(_("Seconds per turn"), TURN_BOUNDS.seconds, 60)
    turn_days = _number_field(_("Days per turn"), DAYS_BOUNDS.days, 2)

    def clean_clock(self) -> TimeControl:
        """Return the listed clock that was chosen; :meth:`clean` handles a custom one."""
        chosen = self.cleaned_data["clock"]
        return NO_CLOCK if chosen in ("", CUSTOM) else TimeControl.read(chosen)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.data.get(self.add_prefix("clock")) != CUSTOM:
            for name in CUSTOM_FIELDS:  # these fields are hidden, so their values do not matter
                self.errors.pop(name, None)
        elif not self.errors:
            try:
                data["clock"] = _build_custom_clock(data)
                data["clock"].check()
            except (RuleError, TypeError):
                self.add_error("clock", _("Enter a valid time limit."))
        return data


CUSTOM_FIELDS = ("pace", "minutes", "increment", "overtime", "turn_seconds", "turn_days")


def _build_custom_clock(data: dict[str, Any]) -> TimeControl:
    """Return the custom clock. Raises ``TypeError`` if the field it needs is empty."""
    # An empty field is ``None``, so that ``+ 0`` raises the error.
    match data["pace"]:
        case Pace.TURN:
            return TimeControl(Pace.TURN, seconds=data["turn_seconds"] + 0)
        case Pace.DAYS:
            return TimeControl(Pace.DAYS, days=data["turn_days"] + 0)
    minutes, added, overtime = data["minutes"], data["increment"] or 0, data["overtime"] or 0
    return TimeControl.read(f"{minutes}+{added}/{overtime}")
