"""The settings of the methods that pair rounds, and of what results are worth."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.events.terms.method_settings import SETTING_NAMES
from games.pairing.event import RoundPlan, ScoringSettings

MAX_GROUPS = 26
MAX_FACTOR = 100
MAX_SPREAD = 1000
MAX_PRIZES = 100


def _switch(label: Any, help_text: Any = "") -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, help_text=help_text)


def list_match_lengths() -> list[tuple[int, str]]:
    """Return the choices for the most games in a match, always odd, each with its label."""
    texts = [(n, gettext("best of %(n)s") % {"n": n}) for n in (3, 5, 7, 9)]
    return [(1, gettext("1 game")), *texts]


class MethodFields(forms.Form):
    """A field for each setting of a method. The page shows those of the chosen methods."""

    starts = forms.ChoiceField(
        label=_("Swiss: who starts"),
        choices=[
            ("even", _("keep starts balanced within one")),
            ("points", _("pair equal points first; starts may differ by two")),
        ],
        required=False,
    )
    groups = forms.IntegerField(
        label=_("Round robin: number of groups"),
        min_value=1,
        max_value=MAX_GROUPS,
        initial=1,
        required=False,
        help_text=_(
            "Each group plays its own round robin. Strong players are spread across the groups."
        ),
    )
    factor = forms.IntegerField(
        label=_("Factor: places between opponents"),
        min_value=1,
        max_value=MAX_FACTOR,
        initial=RoundPlan().factor,
        required=False,
        help_text=_("With 3, first plays fourth, second plays fifth and third plays sixth."),
    )
    best_of = forms.TypedChoiceField(
        label=_("Knock-out: games in a match"),
        choices=list_match_lengths,
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("Each game takes a round, so plan enough rounds."),
    )
    losers_continue = _switch(
        _("Knock-out: losers play on"), _("They continue among themselves in Swiss rounds.")
    )
    may_repeat = _switch(_("King of the hill: neighbours may meet again"))

    def list_settings(self) -> list[forms.BoundField]:
        """Return the fields of this form in their order, for the page."""
        return [self[name] for name in MethodFields.base_fields]

    def read_method_settings(self) -> dict[str, object]:
        """Return the settings by their names in :class:`games.pairing.event.RoundPlan`."""
        data = self.cleaned_data
        usual = RoundPlan()
        values = {name: data.get(name) or getattr(usual, name) for name in SETTING_NAMES}
        return values | {
            "even_starts": data["starts"] != "points",
            "losers_continue": data["losers_continue"],
            "may_repeat": data["may_repeat"],
        }


class ScoringFields(forms.Form):
    """Scoring, beyond wins and draws."""

    spread_cap = forms.IntegerField(
        label=_("Spread cap per game"),
        min_value=1,
        max_value=MAX_SPREAD,
        required=False,
        help_text=_("Leave it empty for no cap."),
    )
    bye_spread = forms.IntegerField(
        label=_("Spread for a bye"),
        min_value=0,
        max_value=MAX_SPREAD,
        initial=ScoringSettings().bye_spread,
        required=False,
    )
    missed_round = forms.TypedChoiceField(
        label=_("Points for each missed round"),
        choices=[(0, "0"), (1, "½"), (2, "1")],
        coerce=int,
        empty_value=None,
        required=False,
    )
    prize_places = forms.IntegerField(
        label=_("Number of prizes"),
        min_value=1,
        max_value=MAX_PRIZES,
        initial=3,
        required=False,
        help_text=_(
            "A leader who can't be caught is paired with someone who can no longer win a prize."
        ),
    )

    def list_scoring(self) -> list[forms.BoundField]:
        """Return the fields of this form in their order, for the page."""
        return [self[name] for name in ScoringFields.base_fields]

    def read_scoring(self, table_size: int) -> ScoringSettings:
        data, usual = self.cleaned_data, ScoringSettings()
        bye = data["bye_spread"]
        return ScoringSettings(
            table_size=table_size,
            spread_cap=data["spread_cap"],
            bye_spread=usual.bye_spread if bye is None else bye,
            missed_round=data["missed_round"] or usual.missed_round,
        )

    def read_prize_places(self) -> int:
        return self.cleaned_data["prize_places"] or 3


def fill_in_settings(
    settings: dict[str, object], scoring: ScoringSettings, prize_places: int
) -> dict[str, object]:
    """Return what the fields of both forms begin with, at the desk of an event."""
    return settings | {
        "starts": "even" if settings["even_starts"] else "points",
        "spread_cap": scoring.spread_cap,
        "bye_spread": scoring.bye_spread,
        "missed_round": scoring.missed_round,
        "prize_places": prize_places,
    }
