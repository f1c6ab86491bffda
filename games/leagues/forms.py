"""The forms for a new league, and for changes to it."""

from collections.abc import Sequence
from copy import deepcopy
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.leagues.services.management import LeagueChanges
from games.leagues.terms.settings import BREAK_DAYS, SEASON_DAYS, TURN_DAYS, LeagueSettings
from games.lobby.forms import RoomForm
from games.lobby.forms.clocks import CUSTOM
from games.lobby.forms.lexicon_field import LexiconField, get_lexicon_field
from games.rules.positions.variants import VARIANTS
from games.rules.time.clock import Pace
from lexicon.perspective.default_lexicon import choose_lexicon
from scrabble_site.shared.refusals import InvalidRequest

DEFAULT_TURN_DAYS = 2
SIGN_UP_DAYS = range(1, 61)
SEATS = 2


class LeagueChangesForm(forms.Form):
    """What the founder of a league can change."""

    title = forms.CharField(label=_("Name of the league"), max_length=80)
    about = forms.CharField(
        label=_("What players should know"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    season_days = forms.IntegerField(
        label=_("Days per season"),
        min_value=SEASON_DAYS[0],
        max_value=SEASON_DAYS[-1],
        initial=90,
        help_text=_("Games that are not over by then are decided by their scores."),
    )
    break_days = forms.IntegerField(
        label=_("Days between seasons"),
        min_value=BREAK_DAYS[0],
        max_value=BREAK_DAYS[-1],
        initial=7,
    )

    def league_changes(self) -> LeagueChanges:
        return LeagueChanges(
            **{
                name: self.cleaned_data[name]
                for name in ("title", "about", "season_days", "break_days")
            }
        )


class LeagueForm(LeagueChangesForm):
    """The settings of a new league. Call ``league_settings`` after ``is_valid``."""

    sign_up_days = forms.IntegerField(
        label=_("Days until the first season"),
        min_value=SIGN_UP_DAYS[0],
        max_value=SIGN_UP_DAYS[-1],
        initial=7,
        help_text=_("Players sign up until then."),
    )
    variant = forms.ChoiceField(label=_("Game"))
    lexicon = LexiconField(label=_("Dictionary"))
    turn_days = forms.TypedChoiceField(
        label=_("Days per turn"),
        coerce=int,
        initial=DEFAULT_TURN_DAYS,
        help_text=_("Players who take longer lose the game."),
    )
    rated = forms.BooleanField(
        label=_("Rated"), required=False, help_text=_("Only members can sign up.")
    )

    def __init__(self, *args: Any, languages: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.languages = languages
        lexicons = get_lexicon_field(self).load_offered()
        usual = choose_lexicon(lexicons, languages)
        self.fields["lexicon"].initial = usual.slug if usual else None
        variants: Any = self.fields["variant"]
        variants.choices = [
            (key, variant.name)
            for key, variant in VARIANTS.items()
            if variant.min_seats <= SEATS <= variant.max_seats
        ]
        turns: Any = self.fields["turn_days"]
        turns.choices = [
            (days, ngettext("%(n)s day", "%(n)s days", days) % {"n": days}) for days in TURN_DAYS
        ]
        self.fields["challenge"] = deepcopy(RoomForm.base_fields["challenge"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        room = RoomForm.filled(
            self.languages,
            variant=data["variant"],
            seats=str(SEATS),
            language="",
            lexicon=data["lexicon"].slug,
            challenge=data["challenge"],
            clock=CUSTOM,
            pace=Pace.DAYS.value,
            turn_days=str(data["turn_days"]),
            rated="on" if data["rated"] else "",
            public="",
        )
        if not room.is_valid():
            for name, errors in room.errors.items():
                self.add_error(name if name in self.fields else None, errors)
            return data
        data["room_settings"] = room.room_settings()
        return data

    def league_settings(self, now: datetime) -> LeagueSettings:
        data = self.cleaned_data
        if "room_settings" not in data:
            raise InvalidRequest("room.lexicon_empty")
        return LeagueSettings(
            title=data["title"],
            room_settings=data["room_settings"],
            starts_at=now + timedelta(days=data["sign_up_days"]),
            season_days=data["season_days"],
            break_days=data["break_days"],
            about=data["about"],
        )
