"""What a member says of themselves, and what a player chooses to be told."""

from collections.abc import Iterator
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.core import context
from django import forms
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.accounts.services.joining import enrol
from games.common.refusals import Refusal
from games.play.services.naming import require_free
from games.play.wording import explain
from games.players.identity import become, player_of
from games.players.models import Telling
from games.players.names import NICKNAME_MOST, clean_nickname
from games.players.services.tellings import OFFERED, Kind, channels_of

LOUDEST = 100


class SignupForm(AllauthSignupForm):
    """An account for whoever is playing in this browser, under the name they have or choose."""

    nickname = forms.CharField(
        label=_("Name"),
        max_length=NICKNAME_MOST,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
        help_text=_("What others call you. Nobody else can be called so."),
    )
    field_order = ["nickname", "email", "password1"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        player = player_of(context.request)
        self.fields["nickname"].initial = player.nickname if player else ""
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def clean_nickname(self) -> str:
        try:
            name = clean_nickname(self.cleaned_data["nickname"])
            require_free(name, player_of(context.request))
        except Refusal as refusal:
            raise forms.ValidationError(explain(refusal)) from refusal
        if not name:
            raise forms.ValidationError(_("Choose a name."))
        return name

    def try_save(self, request: HttpRequest) -> Any:
        """The account and its player, both or neither."""
        with transaction.atomic():
            return super().try_save(request)

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        become(request, enrol(user, player_of(request), self.cleaned_data["nickname"]))


@cache
def _zones() -> list[tuple[str, str]]:
    """UTC, and the time zones of regions, as people look for them."""
    named = (zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
    return [("", "UTC"), *((zone, zone.replace("_", " ")) for zone in sorted(named))]


class SoundForm(forms.Form):
    """The switch over all sounds, and how loud they are."""

    sounds = forms.BooleanField(label=_("Play sounds"), required=False)
    volume = forms.IntegerField(
        label=_("Volume"),
        min_value=0,
        max_value=LOUDEST,
        widget=forms.NumberInput(attrs={"type": "range", "step": 5}),
    )


class TellingForm(SoundForm):
    """What is told how: a field of channels for each kind, and when mail may come."""

    mail_hours = forms.TypedMultipleChoiceField(
        label=_("Hours of the day for e-mail"),
        choices=[(hour, f"{hour}:00") for hour in range(24)],
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    zone = forms.ChoiceField(label=_("Time zone"), choices=_zones, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind, channels in OFFERED.items():
            self.fields[kind] = forms.MultipleChoiceField(
                label=kind.label,
                choices=[(channel.value, channel.label) for channel in channels],
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )

    @classmethod
    def of(cls, telling: Telling) -> "TellingForm":
        """As it is chosen now."""
        how = {kind.value: list(channels_of(telling, kind)) for kind in Kind}
        fields = ("sounds", "volume", "mail_hours", "zone")
        return cls(initial=how | {field: getattr(telling, field) for field in fields})

    def kinds(self) -> Iterator[forms.BoundField]:
        """One field of channels for each kind."""
        return (self[kind] for kind in OFFERED)

    def chosen(self) -> dict[str, Any]:
        """What was sent, as :func:`games.players.services.tellings.choose` takes it."""
        data = dict(self.cleaned_data)
        return {"chosen": {kind.value: data.pop(kind) for kind in Kind}, **data}
