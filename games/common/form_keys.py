"""Keys of forms. A page gives each form that creates something a key, and the server creates one
thing for each key, so that a form sent twice does no harm.
"""

from datetime import timedelta
from hashlib import sha256
from uuid import uuid4

from django.http import HttpRequest

MAX_KEY_LENGTH = 64
NO_CONTENTS = {"csrfmiddlewaretoken", "stamp"}
"""Fields that change although the same is sent again."""

SAME_FORM_WITHIN = timedelta(minutes=5)
"""How long a form that is sent again leads to what it created the first time."""


def make_form_key() -> str:
    return uuid4().hex


def parse_form_key(request: HttpRequest, *, with_contents: bool = False) -> str:
    """Return the key that was sent with a form, or "" for a form without one that a page made.

    With ``with_contents`` it is another key if other fields were sent: a form that is corrected and
    sent again before the first answer has come does not count as the same.
    """
    key = request.POST.get("key", "")[:MAX_KEY_LENGTH]
    if not key.isprintable():
        return ""
    if not key or not with_contents:
        return key
    sent = [(name, values) for name, values in request.POST.lists() if name not in NO_CONTENTS]
    return sha256(repr(sorted(sent)).encode()).hexdigest()
