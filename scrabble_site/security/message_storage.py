"""Storage of Django's messages on a public site: a cookie bound to the host."""

from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class HostCookieStorage(CookieStorage):
    cookie_name = "__Host-messages"


class MessageStorage(FallbackStorage):
    """Django's default storage with another cookie name."""

    storage_classes = (HostCookieStorage, SessionStorage)
