"""The form for a moderator's decision."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.common.names import MAX_NICKNAME_LENGTH
from games.moderation.services.report_decisions import ReportDecision, ReportVerdict

# Hours and their labels.
DURATION_CHOICES = (
    (1, _("an hour")),
    (24, _("a day")),
    (72, _("three days")),
    (168, _("a week")),
    (720, _("a month")),
    (8760, _("a year")),
)


class DecisionForm(forms.Form):
    verdict = forms.ChoiceField(choices=[(one.value, one.value) for one in ReportVerdict])
    words = forms.CharField(
        label=_("Message to the player"),
        max_length=300,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "Say which rule they broke and what to do better. They see exactly what you write."
        ),
    )
    hours = forms.TypedChoiceField(
        label=_("Duration"),
        choices=DURATION_CHOICES,
        coerce=int,
        initial=24,
        required=False,
    )
    name = forms.CharField(
        label=_("New name"),
        max_length=MAX_NICKNAME_LENGTH,
        required=False,
        help_text=_("Leave empty for a guest name with a number."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("verdict") != ReportVerdict.DISMISS and not data.get("words"):
            self.add_error("words", _("Tell the player why."))
        return data

    def decision(self) -> ReportDecision:
        data = self.cleaned_data
        return ReportDecision(
            ReportVerdict(data["verdict"]), data["words"], data["hours"] or 24, data["name"]
        )
