"""Where a player wants to be told by mail."""

from django import forms
from django.utils.translation import gettext_lazy as _


class RemindersForm(forms.Form):
    """An empty address ends all mail. Whether it can be written to, the service says."""

    email = forms.CharField(
        label=_("E-mail address"),
        max_length=254,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
