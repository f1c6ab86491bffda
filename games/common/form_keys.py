"""Keys of forms. A page gives each form that creates something a key, and the server creates one
thing for each key, so that a form sent twice does no harm.
"""

from datetime import timedelta
from uuid import uuid4

from django.http import HttpRequest

MAX_KEY_LENGTH = 64

SAME_FORM_WITHIN = timedelta(minutes=5)
"""How long a form that is sent again leads to what it created the first time."""


def make_form_key() -> str:
    return uuid4().hex


def parse_form_key(request: HttpRequest) -> str:
    """Return the key that was sent with a form, or "" for a form without one."""
    return request.POST.get("key", "")[:MAX_KEY_LENGTH]
