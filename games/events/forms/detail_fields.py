"""The fields of what a director may change later: name, times, entry and places."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.common.time_zones import load_time_zone
from games.events.models import Event
from games.events.services.details import read_details
from games.events.terms.settings import FIXED_ONCE_BEGUN, MAX_ENTRANTS, EventDetails

ENTRY_CHOICES = [
    (Event.Entry.ANYONE.value, _("Anyone")),
    (Event.Entry.LINK.value, _("Anyone with the link (unlisted)")),
    (Event.Entry.DIRECTOR.value, _("Only players I add (unlisted)")),
]


class EventDetailFields(forms.Form):
    """The details of an event.

    ``zone`` is the time zone of the browser. With ``of_club``, entry can stay limited to the
    members of a club.
    """

    title = forms.CharField(label=_("Name of the event"), max_length=80)
    about = forms.CharField(
        label=_("What players should know"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    entry = forms.ChoiceField(
        label=_("Who may enter"),
        choices=ENTRY_CHOICES,
        initial=Event.Entry.ANYONE.value,
    )
    places = forms.IntegerField(
        label=_("Maximum number of players"),
        min_value=2,
        max_value=MAX_ENTRANTS,
        required=False,
        help_text=_("Leave it empty for no limit."),
    )
    checks_in = forms.BooleanField(
        label=_("Players check in before the start"),
        required=False,
        help_text=_("Only those who have checked in are paired."),
    )
    starts_at = forms.DateTimeField(
        label=_("Start"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    break_minutes = forms.IntegerField(
        label=_("Minutes between rounds"),
        min_value=0,
        max_value=10_000,
        required=False,
        help_text=_("Each round then starts automatically, the first at the time above."),
    )

    def __init__(self, *args: Any, zone: str = "", of_club: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if of_club:
            entry = self.fields["entry"]
            assert isinstance(entry, forms.ChoiceField)
            entry.choices = [(Event.Entry.CLUB.value, _("Members of the club")), *ENTRY_CHOICES]
        self.zone = load_time_zone(zone)
        self.fields["starts_at"].help_text = _("Time zone: %(zone)s") % {
            "zone": (zone or "UTC").replace("_", " ")
        }

    def clean_starts_at(self) -> datetime | None:
        """Read the time in the zone of the reader's browser."""
        typed: datetime | None = self.cleaned_data["starts_at"]
        return typed and typed.replace(tzinfo=self.zone).astimezone(UTC)

    def list_details(self, event: Event) -> list[forms.BoundField]:
        """Return the fields that can still be changed, for the page."""
        fixed: tuple[str, ...] = ()
        if event.stage != Event.Stage.OPEN:
            fixed = FIXED_ONCE_BEGUN
            self.fields["break_minutes"].help_text = _("Each round then starts automatically.")
        if event.arena_minutes is not None:
            fixed = (*fixed, "break_minutes")
        return [self[name] for name in EventDetailFields.base_fields if name not in fixed]

    def read_details(self) -> EventDetails:
        """Return what was chosen. Call it after ``is_valid``."""
        return EventDetails(
            **{name: self.cleaned_data[name] for name in EventDetailFields.base_fields}
        )


def open_detail_fields(event: Event, zone: str, sent: Any = None) -> EventDetailFields:
    """Return the form with the details of an event as they are, or with what was ``sent``."""
    initial = asdict(read_details(event))
    of_club = event.entry == Event.Entry.CLUB
    form = EventDetailFields(
        sent, initial=initial, zone=zone, of_club=of_club, auto_id="details-%s"
    )
    if event.starts_at is not None:
        initial["starts_at"] = event.starts_at.astimezone(form.zone).replace(tzinfo=None)
    return form
