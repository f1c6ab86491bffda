"""What a member chooses to show."""

from django import forms

from games.people.models import Openness, Privacy


class PrivacyForm(forms.Form):
    """Labels as the table's."""

    profile = forms.ChoiceField(
        label=Privacy._meta.get_field("profile").verbose_name, choices=Openness.choices
    )
    online = forms.ChoiceField(
        label=Privacy._meta.get_field("online").verbose_name, choices=Openness.choices
    )
