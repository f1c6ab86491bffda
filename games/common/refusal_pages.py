"""Refusals as pages, and as messages on the page to which a form leads back."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render

from games.common.metrics import REFUSALS
from games.common.requests import PageRequest, set_retry_after
from scrabble_site.shared.refusals import Refusal

View = Callable[..., HttpResponse]


class RefusalPages:
    """How the views of a domain answer what they refuse.

    ``explain`` returns the sentence for an error: a refusal, or one of the other ``errors``, which
    have a code and count as invalid requests.
    """

    def __init__(self, explain: Callable[[Any], str], *errors: type[Exception]) -> None:
        self._explain = explain
        self._errors: tuple[type[Exception], ...] = (Refusal, *errors)

    def answer_refusals(self, view: View) -> View:
        """Decorate a view so that refusals become a page that explains them."""

        @wraps(view)
        def answer(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except self._errors as refusal:
                return self._render(request, refusal)

        return answer

    def carry_out(
        self, request: PageRequest, act: Callable[[], object], raised: frozenset[int] = frozenset()
    ) -> bool:
        """Carry out an act, and return whether that succeeded.

        The next page shows a refusal as a message, so that nothing typed elsewhere on it seems to
        be lost. Refusals whose status is in ``raised`` are raised instead.
        """
        try:
            act()
        except Refusal as refusal:
            if refusal.status in raised:
                raise
            REFUSALS.labels(refusal.code).inc()
            messages.error(request, self._explain(refusal))
            return False
        return True

    def _render(self, request: PageRequest, refusal: Any) -> HttpResponse:
        REFUSALS.labels(refusal.code).inc()
        status = getattr(refusal, "status", 422)
        context = {"sentence": self._explain(refusal), "status": status}
        response = render(request, "refusal.html", context, status=status)
        set_retry_after(response, refusal)
        return response
