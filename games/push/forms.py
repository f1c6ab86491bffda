"""A browser as its page describes it."""

from django import forms

from games.push.services.endpoints import LONGEST


class EndpointForm(forms.Form):
    endpoint = forms.CharField(max_length=LONGEST, strip=False)


class BrowserForm(EndpointForm):
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)
