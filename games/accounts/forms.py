"""Forms for signing up and for a player's notification and sound settings."""

from collections.abc import Collection, Iterator
from functools import cache
from typing import Any

from allauth.account.forms import RequestLoginCodeForm as AllauthRequestLoginCodeForm
from allauth.account.forms import ResetPasswordForm as AllauthResetPasswordForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.core import context
from django import forms
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.services.account_merging import create_member
from games.accounts.services.email_confirmation import belongs_to_owner_of
from games.common.names import MAX_NICKNAME_LENGTH, clean_nickname
from games.common.time_zones import list_time_zones
from games.play.perspective.wording import explain
from games.play.services.naming import require_free_name
from games.players.models import NotificationSettings
from games.players.services.deleted_accounts import restore_sanctions
from games.players.services.identity import get_player, log_in_as
from games.players.services.notification_settings import (
    OFFERED_CHANNELS,
    NotificationChannel,
    NotificationEvent,
    list_channels,
)
from scrabble_site.shared.refusals import Refusal

MAX_VOLUME = 100
MAIL_TIME_FIELDS = ("mail_hours", "zone")
"""The e-mail settings other than the channels themselves."""


class SignupForm(AllauthSignupForm):
    """Sign-up form. If a guest is playing in this browser, they become the new member."""

    nickname = forms.CharField(
        label=_("Name"),
        max_length=MAX_NICKNAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
        help_text=_("Other players see this name. No one else can use it or a similar one."),
    )
    field_order = ["nickname", "email", "password1"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        player = get_player(context.request)
        self.fields["nickname"].initial = player.shown_name if player else ""
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def clean_nickname(self) -> str:
        try:
            name = clean_nickname(self.cleaned_data["nickname"])
            require_free_name(name, get_player(context.request))
        except Refusal as refusal:
            raise forms.ValidationError(explain(refusal)) from refusal
        if not name:
            raise forms.ValidationError(_("Choose a name."))
        return name

    def try_save(self, request: HttpRequest) -> Any:
        """Save the account and its player in one transaction."""
        with transaction.atomic():
            return super().try_save(request)

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        player = create_member(user, get_player(request), self.cleaned_data["nickname"])
        # A sanctioned member must not get rid of a sanction by deleting the account and signing up
        # again.
        restore_sanctions(player, user.email, timezone.now())
        log_in_as(request, player)


class ResetPasswordForm(AllauthResetPasswordForm):
    """Asks for an e-mail with a link to set a new password."""

    users: list[User]

    def clean_email(self) -> str:
        email: str = super().clean_email()
        self.users = [user for user in self.users if belongs_to_owner_of(user, email)]
        return email


class RequestLoginCodeForm(AllauthRequestLoginCodeForm):
    """Asks for an e-mail with a code to log in with."""

    _user: User | None

    def clean_email(self) -> str:
        email: str = super().clean_email()
        if self._user is not None and not belongs_to_owner_of(self._user, email):
            self._user = None  # as for an address without an account
        return email


@cache
def _list_time_zones() -> list[tuple[str, str]]:
    """Return the choices: UTC, then every Region/City time zone in alphabetical order."""
    named = (zone for zone in list_time_zones() if "/" in zone and not zone.startswith("Etc/"))
    return [("UTC", "UTC"), *((zone, zone.replace("_", " ")) for zone in sorted(named))]


class SoundForm(forms.Form):
    """The main sound switch and the volume."""

    sounds = forms.BooleanField(label=_("Play sounds"), required=False)
    volume = forms.IntegerField(
        label=_("Volume"),
        min_value=0,
        max_value=MAX_VOLUME,
        widget=forms.NumberInput(attrs={"type": "range", "step": 5}),
    )


class NotificationSettingsForm(SoundForm):
    """One field of channels for each of ``kinds``, and the hours in which e-mail may be sent.

    Without ``mail`` the e-mail settings are not shown, and what was chosen before is kept. The time
    zone is that of the browser, ``own_zone``, until another one is chosen.
    """

    mail_hours = forms.TypedMultipleChoiceField(
        label=_("E-mail hours"),
        choices=[(hour, f"{hour}:00") for hour in range(24)],
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    zone = forms.ChoiceField(label=_("Time zone"), choices=_list_time_zones, required=False)

    def __init__(
        self,
        preferences: NotificationSettings,
        data: Any = None,
        *,
        kinds: Collection[NotificationEvent],
        own_zone: str,
        mail: bool = True,
    ) -> None:
        how = {kind.value: list(list_channels(preferences, kind)) for kind in kinds}
        self._mail_times = {name: getattr(preferences, name) for name in MAIL_TIME_FIELDS}
        other_values = {
            "sounds": preferences.sounds,
            "volume": preferences.volume,
            **self._mail_times,
            "zone": preferences.zone or own_zone or "UTC",
        }
        super().__init__(data, initial=how | other_values)
        self._own_zone = own_zone
        if (zone := other_values["zone"]) not in dict(_list_time_zones()):  # such as "Etc/GMT+5"
            self.fields["zone"].choices = [(zone, zone), *_list_time_zones()]  # type: ignore[attr-defined]
        self._kinds = kinds
        self._left_out = frozenset() if mail else frozenset({NotificationChannel.MAIL})
        self.offered = {
            kind: left
            for kind, channels in OFFERED_CHANNELS.items()
            if kind in kinds
            if (left := [channel for channel in channels if channel not in self._left_out])
        }
        for kind, channels in self.offered.items():
            self.fields[kind] = forms.MultipleChoiceField(
                label=kind.label,
                choices=[(channel.value, channel.label) for channel in channels],
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )
        for name in () if mail else MAIL_TIME_FIELDS:
            del self.fields[name]

    def kinds(self) -> Iterator[forms.BoundField]:
        """Return the channel field of each kind of notification."""
        return (self[kind] for kind in self.offered)

    def chosen(self) -> dict[str, Any]:
        """Return the submitted values as keyword arguments for
        :func:`games.players.services.notification_settings.save_settings`."""
        data = self._mail_times | self.cleaned_data
        if data["zone"] == self.initial["zone"]:
            data["zone"] = self._mail_times["zone"]  # whoever saves other settings chooses no zone
        elif data["zone"] == self._own_zone:
            data["zone"] = ""
        chosen = {
            kind.value: [
                *data.pop(kind, ()),
                # A channel that was not offered keeps its earlier setting.
                *self._left_out.intersection(self.initial[kind]),
            ]
            for kind in self._kinds
        }
        return {"chosen": chosen, **data}
