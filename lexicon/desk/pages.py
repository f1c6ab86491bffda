"""Common ground of the editors' pages: loading, rights, tabs."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.admin import site
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from lexicon.access import is_closed_to
from lexicon.models import Dispute, Lexicon, Revision

Page = Callable[..., HttpResponse]

TABS = (
    ("change", _("Card"), "lexicon.view_lexicon"),
    ("words", _("Words"), "lexicon.view_lexicon"),
    ("upload", _("Upload"), "lexicon.add_importjob"),
    ("revisions", _("History"), "lexicon.view_revision"),
)


def page(right: str, *, lookup: bool = False) -> Callable[[Page], Page]:
    """Make a view of ``(request, lexicon, ...)`` an admin page for those who have a right.

    ``lookup`` marks pages that show words; they are closed to people who are playing.
    """

    def decorate(view: Page) -> Page:
        @wraps(view)
        def wrapper(request: HttpRequest, object_id: int, **kwargs: Any) -> HttpResponse:
            lexicon = get_object_or_404(
                Lexicon.objects.select_related("current_revision"), pk=object_id
            )
            if not request.user.has_perm(right):
                raise PermissionDenied
            if lookup and is_closed_to(request):
                return show(request, lexicon, "closed", "words", {}, status=403)
            return view(request, lexicon, **kwargs)

        return wrapper

    return decorate


def show(
    request: HttpRequest,
    lexicon: Lexicon,
    template: str,
    tab: str,
    context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    """Render ``admin/lexicon/<template>.html`` with the dictionary's tabs."""
    waiting = lexicon.disputes.filter(state=Dispute.State.OPEN).count()
    common = site.each_context(request) | {
        "opts": Lexicon._meta,
        "lexicon": lexicon,
        "title": lexicon.name,
        "tabs": list_tabs(request, lexicon, tab),
        "waiting": waiting,
    }
    return render(request, f"admin/lexicon/{template}.html", common | context, status=status)


def list_tabs(request: HttpRequest, lexicon: Lexicon, current: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "url": address(key, lexicon), "current": key == current}
        for key, name, right in TABS
        if request.user.has_perm(right)
    ]


def address(name: str, lexicon: Lexicon, **more: Any) -> str:
    return reverse(f"admin:lexicon_lexicon_{name}", kwargs={"object_id": lexicon.pk} | more)


def address_pattern(route: str, view: Page, name: str) -> URLPattern:
    wrapped: Any = site.admin_view(view)
    return path(f"<int:object_id>/{route}", wrapped, name=f"lexicon_lexicon_{name}")


def seen_revision(lexicon: Lexicon, key: int) -> Revision | None:
    """The revision an editor saw when the form was made; None for one that is gone."""
    return lexicon.revisions.filter(pk=key).first()


def rebase(data: QueryDict, lexicon: Lexicon) -> QueryDict:
    """What was sent, but against the newest revision, so that saving again is a decision."""
    lexicon.refresh_from_db()
    again = data.copy()
    again["base"] = str(lexicon.current_revision_id or 0)
    return again
