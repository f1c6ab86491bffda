"""What a member chooses to show, and what is looked for among past games."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.people.models import Openness, Privacy
from games.people.perspective.past import Search
from games.rules.variants import VARIANTS


class PrivacyForm(forms.Form):
    """Labels as the table's."""

    profile = forms.ChoiceField(
        label=Privacy._meta.get_field("profile").verbose_name, choices=Openness.choices
    )
    online = forms.ChoiceField(
        label=Privacy._meta.get_field("online").verbose_name, choices=Openness.choices
    )


class DayField(forms.DateField):
    """A day that may be left out, chosen by what the browser has for it."""

    def __init__(self, label: Any) -> None:
        widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        super().__init__(label=label, required=False, widget=widget, input_formats=["%Y-%m-%d"])


class PastForm(forms.Form):
    """Every field may be left empty. ``search`` leaves out what cannot be read."""

    name = forms.CharField(label=_("Opponent"), max_length=60, required=False)
    word = forms.CharField(label=_("Word played"), max_length=64, required=False)
    since = DayField(label=_("From"))
    until = DayField(label=_("To"))
    variant = forms.ChoiceField(
        label=_("Game"),
        required=False,
        choices=[("", _("all")), *((one.id, one.name) for one in VARIANTS.values())],
    )

    def __init__(self, asked: QueryDict) -> None:
        super().__init__(asked, label_suffix="")

    @property
    def search(self) -> Search:
        self.is_valid()
        return Search(**self.cleaned_data)

    @property
    def query(self) -> str:
        """The same as part of an address."""
        self.is_valid()
        said = {name: str(value) for name, value in self.cleaned_data.items() if value}
        return urlencode(said)


class RoomPastForm(PastForm):
    """A room has one kind of game."""

    def __init__(self, asked: QueryDict) -> None:
        super().__init__(asked)
        del self.fields["variant"]
        self.fields["name"].label = _("Player")
