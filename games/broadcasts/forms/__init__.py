"""The form for a game on a real board, and the texts of a scorekeeper's forms."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.broadcasts.terms.settings import MAX_NAME_LENGTH, MAX_SEATS, AnnotationSettings
from games.events.models import EventTable
from games.lobby.forms import RoomForm
from games.lobby.forms.lexicon_field import LexiconField, get_lexicon_field
from games.rules.positions.variants import VARIANTS, get_variant
from lexicon.perspective.default_lexicon import choose_lexicon

SEAT_LABELS = (_("First player"), _("Second player"), _("Third player"), _("Fourth player"))


class AnnotatedGameForm(forms.Form):
    """The settings of a game. Call ``annotation_settings`` after ``is_valid``.

    At the table of an event, the event settles everything but what spectators see.
    """

    variant = forms.ChoiceField(label=_("Game"))
    lexicon = LexiconField(label=_("Dictionary"))
    title = forms.CharField(
        label=_("Title"),
        max_length=80,
        required=False,
        help_text=_("Leave it empty to use the names of the players."),
    )
    listed = forms.BooleanField(
        label=_("Show it in the list of games"),
        required=False,
        help_text=_("Otherwise only people with the link can follow it."),
    )
    shows_racks = forms.BooleanField(
        label=_("Spectators see the racks"),
        required=False,
        help_text=_("Otherwise they see them once the game is over."),
    )

    def __init__(
        self,
        *args: Any,
        languages: Sequence[str] = (),
        table: EventTable | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.languages, self.table = languages, table
        if table is not None:
            for name in ("variant", "lexicon", "title", "listed"):
                del self.fields[name]
            return
        lexicons = get_lexicon_field(self).load_offered()
        usual = choose_lexicon(lexicons, languages)
        self.fields["lexicon"].initial = usual.slug if usual else None
        variants: Any = self.fields["variant"]
        variants.choices = [(key, variant.name) for key, variant in VARIANTS.items()]
        for number, label in enumerate(SEAT_LABELS):
            self.fields[f"name_{number}"] = forms.CharField(
                label=label, max_length=MAX_NAME_LENGTH, required=number < 2
            )
        self.order_fields(["variant", "lexicon", *map("name_{}".format, range(MAX_SEATS))])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors or self.table is not None:
            return data
        names = [data[f"name_{number}"].strip() for number in range(MAX_SEATS)]
        data["names"] = tuple(name for name in names if name)
        room = RoomForm.filled(
            self.languages,
            variant=data["variant"],
            lexicon=data["lexicon"].slug,
            language="",
            edition="",
            seats=str(min(len(data["names"]), get_variant(data["variant"]).max_seats)),
            clock="none",
            rated="",
            public="",
        )
        if not room.is_valid():
            for errors in room.errors.values():
                self.add_error(None, errors)
            return data
        return data | {"room_settings": room.room_settings()}

    def annotation_settings(self) -> AnnotationSettings:
        data = self.cleaned_data
        if self.table is not None:
            return _read_settings(self.table, shows_racks=data["shows_racks"])
        rooms = data["room_settings"]
        return AnnotationSettings(
            title=data["title"],
            names=data["names"],
            variant=rooms.variant,
            edition=rooms.edition,
            options=rooms.options,
            lexicon=rooms.lexicon,
            listed=data["listed"],
            shows_racks=data["shows_racks"],
        )


def _read_settings(table: EventTable, *, shows_racks: bool) -> AnnotationSettings:
    """Return the settings of a game at the table of an event."""
    event = table.round.event
    return AnnotationSettings(
        title=event.title,
        names=tuple(seat.entrant.shown_name for seat in table.seats.all()),
        variant=event.variant,
        edition=event.edition,
        options=get_variant(event.variant).options(**event.options),
        lexicon=event.lexicon,
        shows_racks=shows_racks,
        table=table,
    )
