"""Forms for privacy settings and for searching past games."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.people.models import PrivacySettings, Visibility
from games.people.perspective.past_games import PastGamesQuery
from games.rules.positions.variants import VARIANTS


class PrivacyForm(forms.Form):
    """Privacy settings, with the labels of the model's fields."""

    profile = forms.ChoiceField(
        label=PrivacySettings._meta.get_field("profile").verbose_name, choices=Visibility.choices
    )
    online = forms.ChoiceField(
        label=PrivacySettings._meta.get_field("online").verbose_name, choices=Visibility.choices
    )


class OptionalDateField(forms.DateField):
    """An optional day, entered with the browser's date picker."""

    def __init__(self, label: Any) -> None:
        widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        super().__init__(label=label, required=False, widget=widget, input_formats=["%Y-%m-%d"])


class PastGamesForm(forms.Form):
    """Search form for past games. All fields are optional, and invalid values are ignored."""

    name = forms.CharField(label=_("Opponent"), max_length=60, required=False)
    word = forms.CharField(label=_("Word played"), max_length=64, required=False)
    since = OptionalDateField(label=_("From"))
    until = OptionalDateField(label=_("To"))
    variant = forms.ChoiceField(
        label=_("Game"),
        required=False,
        choices=[
            ("", pgettext_lazy("games", "All")),
            *((variant.id, variant.name) for variant in VARIANTS.values()),
        ],
    )

    def __init__(self, query: QueryDict) -> None:
        super().__init__(query, label_suffix="")

    @property
    def search(self) -> PastGamesQuery:
        self.is_valid()
        return PastGamesQuery(**self.cleaned_data)

    @property
    def query(self) -> str:
        """The search as a URL query string."""
        self.is_valid()
        chosen = {name: str(value) for name, value in self.cleaned_data.items() if value}
        return urlencode(chosen)


class RoomPastGamesForm(PastGamesForm):
    """Search form for one room, which has only one kind of game."""

    def __init__(self, query: QueryDict) -> None:
        super().__init__(query)
        del self.fields["variant"]
        self.fields["name"].label = _("Player")
