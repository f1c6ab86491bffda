"""What a member says about a new token."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.api.models import Token
from games.api.services.tokens import NAME_MOST
from games.players.names import BOT, NICKNAME_MOST


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("Name"), max_length=NAME_MOST, help_text=_("For you alone: what it is for.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        choices=Token.Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose what the token allows.")},
    )
    bot = forms.CharField(
        label=_("Name of the bot"),
        max_length=NICKNAME_MOST - len(BOT),
        required=False,
        help_text=_("For a token that plays. Everybody sees it with the mark “(bot)” behind it."),
    )
