"""What players may send in. The editors' forms are in :mod:`lexicon.desk.forms`."""

from typing import Any

from django import forms
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from lexicon.lookup import LONGEST
from lexicon.services.disputes import LONGEST_REASON


class DisputeForm(forms.Form):
    """A doubt about a word. ``game`` and ``game_url`` come with the link on a game's page."""

    word = forms.CharField(label=_("Word"), max_length=LONGEST)
    reason = forms.CharField(
        label=_("Why should it be decided otherwise?"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("A dictionary that has it, its meaning, an example …"),
    )
    name = forms.CharField(label=_("Your name"), max_length=60, required=False)
    game = forms.CharField(max_length=120, required=False, widget=forms.HiddenInput)
    game_url = forms.CharField(max_length=300, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": ""} | kwargs)

    def clean_game_url(self) -> str:
        """A path of this site; anything else is dropped, since editors will follow it."""
        address: str = self.cleaned_data["game_url"]
        own = address.startswith("/") and url_has_allowed_host_and_scheme(address, None)
        return address if own else ""
