"""A browser's push subscription as its page sends it."""

from django import forms

from games.push.services.endpoints import MAX_ENDPOINT_LENGTH


class EndpointForm(forms.Form):
    endpoint = forms.CharField(max_length=MAX_ENDPOINT_LENGTH, strip=False)


class BrowserForm(EndpointForm):
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)
