"""Forms for a club and for a season."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.clubs.models import Club
from games.clubs.terms.season_standings import DEFAULT_ATTENDANCE, DEFAULT_POINTS
from games.clubs.terms.settings import ClubSettings, SeasonSettings
from games.common.time_zones import list_time_zones
from lexicon.terms.alphabets import list_languages
from scrabble_site.shared.language_names import translate_language_name

Sections = Sequence[tuple[Any, Sequence[str]]]
"""Headings with the names of the fields below them."""


class DayField(forms.DateField):
    """A day, chosen from the browser's calendar."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class SectionedForm(forms.Form):
    """A form whose page shows its fields in sections."""

    sections: Sections = ()

    def list_sections(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """Return the heading and the fields of each section."""
        return [(heading, [self[name] for name in names]) for heading, names in self.sections]


class ClubForm(SectionedForm):
    """What a club says about itself, and who may join it."""

    sections = ((_("The club"), ("title", "about", "language", "place", "zone", "joining")),)

    title = forms.CharField(label=_("Name of the club"), max_length=60)
    about = forms.CharField(
        label=_("About the club"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    language = forms.ChoiceField(label=_("Language"), required=False)
    place = forms.CharField(
        label=_("Where it meets"),
        max_length=120,
        required=False,
        help_text=_("Leave it empty for a club that meets here."),
    )
    zone = forms.CharField(
        label=_("Time zone"),
        max_length=64,
        help_text=_("Such as Europe/London. Club nights begin at the same time of day all year."),
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off"}),
    )
    joining = forms.ChoiceField(
        label=_("Who may join"),
        choices=[
            (Club.Joining.FREE.value, _("Anyone")),
            (Club.Joining.REQUEST.value, _("Players the directors let in")),
            (Club.Joining.LINK.value, _("Anyone with the club's link (not listed)")),
        ],
        initial=Club.Joining.FREE.value,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        languages: Any = self.fields["language"]
        names = [(code, translate_language_name(name)) for code, name in list_languages()]
        languages.choices = [("", _("Any")), *names]

    def clean_zone(self) -> str:
        zone = str(self.cleaned_data["zone"]).strip().replace(" ", "_")
        if zone not in list_time_zones():
            raise forms.ValidationError(_("Choose a time zone from the list."))
        return zone

    def club_settings(self) -> ClubSettings:
        return ClubSettings(**self.cleaned_data)


class SeasonForm(SectionedForm):
    """A season of a club."""

    sections = (
        (_("Season"), ("title", "first_day", "last_day")),
        (_("Points"), ("best", "points", "attendance")),
    )

    title = forms.CharField(label=_("Name of the season"), max_length=60)
    first_day = DayField(label=pgettext_lazy("a day", "From"))
    last_day = DayField(label=_("Until"))
    best = forms.IntegerField(
        label=_("Nights that count"),
        min_value=1,
        max_value=400,
        required=False,
        help_text=_("Only each player's best nights count. Leave it empty to count all."),
    )
    points = forms.CharField(
        label=_("Points by place"),
        max_length=200,
        initial=" ".join(map(str, DEFAULT_POINTS)),
        help_text=_("From the first place down"),
    )
    attendance = forms.IntegerField(
        label=_("Points for everyone else"), min_value=0, max_value=1000, initial=DEFAULT_ATTENDANCE
    )

    def clean_points(self) -> list[int]:
        try:
            return [int(one) for one in self.cleaned_data["points"].replace(",", " ").split()]
        except ValueError as error:
            text = _("Enter points from the first place down, such as 10 8 6.")
            raise forms.ValidationError(text) from error

    def season_settings(self) -> SeasonSettings:
        return SeasonSettings(**self.cleaned_data)
