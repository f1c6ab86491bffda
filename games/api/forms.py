"""The form for a new API token."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.api.models import ApiToken
from games.api.services.tokens import MAX_NAME_LENGTH
from games.common.names import BOT_SUFFIX, MAX_NICKNAME_LENGTH


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=MAX_NAME_LENGTH,
        help_text=_("What the token is for. Only you see this."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("Allow it to"),
        choices=ApiToken.Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one permission.")},
    )
    bot = forms.CharField(
        label=_("Bot name"),
        max_length=MAX_NICKNAME_LENGTH - len(BOT_SUFFIX),
        required=False,
        help_text=_("For a token that plays. Everyone sees this name followed by “(bot)”."),
    )
