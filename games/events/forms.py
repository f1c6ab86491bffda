"""The form for a new event."""

from collections.abc import Sequence
from copy import deepcopy
from datetime import UTC
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.events.models import Event
from games.events.perspective.wording import METHOD_LABELS
from games.events.terms.settings import (
    MAX_ENTRANTS,
    MAX_ROUNDS,
    OFFERED_METHODS,
    EventSettings,
    plan_rounds,
)
from games.lobby.forms import RoomForm
from games.lobby.forms.lexicon_field import LexiconField, get_lexicon_field
from games.pairing.event import Method
from games.rules.positions.variants import VARIANTS
from lexicon.perspective.default_lexicon import choose_lexicon
from scrabble_site.shared.refusals import InvalidRequest

USUAL_ROUNDS = 7
ROOM_FIELDS = ("challenge", "clock")
"""Fields that an event has as a room does."""


class EventForm(forms.Form):
    """The settings of a new event. Call ``event_settings`` after ``is_valid``."""

    title = forms.CharField(label=_("Name of the event"), max_length=80)
    about = forms.CharField(
        label=_("About the event"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    on_boards = forms.BooleanField(
        label=_("Played on real boards"),
        required=False,
        help_text=_("Results are entered by the players or by you."),
    )
    variant = forms.ChoiceField(label=_("Game"))
    lexicon = LexiconField(label=_("Dictionary"))
    table_size = forms.TypedChoiceField(
        label=_("Players at a table"), choices=[(n, str(n)) for n in (2, 3, 4)], coerce=int
    )
    method = forms.ChoiceField(
        label=_("Pairing"),
        choices=[(one.value, METHOD_LABELS[one]) for one in OFFERED_METHODS],
        initial=Method.AUTOMATIC.value,
    )
    rounds = forms.IntegerField(
        label=_("Rounds"), min_value=1, max_value=MAX_ROUNDS, initial=USUAL_ROUNDS
    )
    entry = forms.ChoiceField(
        label=_("Who may enter"),
        choices=[
            (Event.Entry.ANYONE.value, _("Anyone")),
            (Event.Entry.LINK.value, _("Whoever has the link")),
            (Event.Entry.DIRECTOR.value, _("Only those I enter")),
        ],
        initial=Event.Entry.ANYONE.value,
    )
    places = forms.IntegerField(
        label=_("Places"), min_value=2, max_value=MAX_ENTRANTS, required=False
    )
    checks_in = forms.BooleanField(
        label=_("Players check in before the start"),
        required=False,
        help_text=_("Whoever hasn't is not paired."),
    )
    starts_at = forms.DateTimeField(
        label=_("Start"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
    )
    break_minutes = forms.IntegerField(
        label=_("Minutes between rounds"),
        min_value=0,
        max_value=10_000,
        required=False,
        help_text=_("Leave it empty to start every round yourself."),
    )
    rated = forms.BooleanField(label=_("Rated"), required=False)

    def __init__(self, *args: Any, languages: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.languages = languages
        lexicons = get_lexicon_field(self).load_offered()
        usual = choose_lexicon(lexicons, languages)
        self.fields["lexicon"].initial = usual.slug if usual else None
        variants: Any = self.fields["variant"]
        variants.choices = [(key, variant.name) for key, variant in VARIANTS.items()]
        for name in ROOM_FIELDS:
            self.fields[name] = deepcopy(RoomForm.base_fields[name])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        room = RoomForm.filled(
            self.languages,
            variant=data["variant"],
            seats=str(data["table_size"]),
            language="",
            lexicon=data["lexicon"].slug,
            challenge=data["challenge"],
            clock=data["clock"],
            rated="on" if data["rated"] else "",
            public="",
        )
        if not room.is_valid():
            for name, errors in room.errors.items():
                self.add_error(name if name in self.fields else None, errors)
            return data
        data["room_settings"] = room.room_settings()
        return data

    def event_settings(self) -> EventSettings:
        data = self.cleaned_data
        if "room_settings" not in data:
            raise InvalidRequest("room.lexicon_empty")
        starts_at = data["starts_at"]
        return EventSettings(
            room_settings=data["room_settings"],
            plan=plan_rounds(Method(data["method"]), data["rounds"]),
            starts_at=starts_at.astimezone(UTC) if starts_at else None,
            **{
                name: data[name]
                for name in ("title", "about", "on_boards", "entry", "places", "checks_in")
            },
            break_minutes=data["break_minutes"],
        )
