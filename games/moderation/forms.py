"""What a moderator fills in."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.moderation.services.settling import Decision, Verdict
from games.players.names import NICKNAME_MOST

HOURS = (
    (1, _("an hour")),
    (24, _("a day")),
    (72, _("three days")),
    (168, _("a week")),
    (720, _("a month")),
    (8760, _("a year")),
)


class DecisionForm(forms.Form):
    verdict = forms.ChoiceField(choices=[(one.value, one.value) for one in Verdict])
    words = forms.CharField(
        label=_("What the person is told"),
        max_length=300,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Say which rule was broken, and how to do better. It is shown as it is."),
    )
    hours = forms.TypedChoiceField(
        label=_("For how long"),
        choices=HOURS,
        coerce=int,
        initial=24,
        required=False,
    )
    name = forms.CharField(
        label=_("New name"),
        max_length=NICKNAME_MOST,
        required=False,
        help_text=_("Left empty: a guest's name with a number."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("verdict") != Verdict.DISMISS and not data.get("words"):
            self.add_error("words", _("The person must know why."))
        return data

    def decision(self) -> Decision:
        data = self.cleaned_data
        return Decision(Verdict(data["verdict"]), data["words"], data["hours"] or 24, data["name"])
