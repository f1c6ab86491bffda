"""Helpers of the editors' pages: loading, permissions and tabs."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.admin import site
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from lexicon.models import Dispute, Lexicon, Revision
from lexicon.perspective.access import find_blocking_games

Page = Callable[..., HttpResponse]

TABS = (
    ("change", _("Properties"), "lexicon.view_lexicon"),
    ("words", _("Words"), "lexicon.view_lexicon"),
    ("upload", _("Upload"), "lexicon.add_importjob"),
    ("revisions", _("History"), "lexicon.view_revision"),
)


def editor_page(right: str, *, lookup: bool = False) -> Callable[[Page], Page]:
    """Decorate a view ``(request, lexicon, ...)`` as an admin page that needs a permission.

    ``lookup`` marks pages that show words. They are closed to people who are playing.
    """

    def decorate(view: Page) -> Page:
        @wraps(view)
        def wrapper(request: HttpRequest, object_id: int, **kwargs: Any) -> HttpResponse:
            lexicon = get_object_or_404(
                Lexicon.objects.select_related("current_revision"), pk=object_id
            )
            if not request.user.has_perm(right):
                raise PermissionDenied
            # Editors play as well, and must not look words up during a game.
            if lookup and (games := find_blocking_games(request, lexicon.language)):
                context = {"games": games}
                return render_editor_page(request, lexicon, "closed", "words", context, status=403)
            return view(request, lexicon, **kwargs)

        return wrapper

    return decorate


def render_editor_page(
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
        {"name": name, "url": get_editor_url(key, lexicon), "current": key == current}
        for key, name, right in TABS
        if request.user.has_perm(right)
    ]


def get_editor_url(name: str, lexicon: Lexicon, **more: Any) -> str:
    return reverse(f"admin:lexicon_lexicon_{name}", kwargs={"object_id": lexicon.pk} | more)


def editor_path(route: str, view: Page, name: str) -> URLPattern:
    wrapped: Any = site.admin_view(view)
    return path(f"<int:object_id>/{route}", wrapped, name=f"lexicon_lexicon_{name}")


def find_seen_revision(lexicon: Lexicon, key: int) -> Revision | None:
    """Return the revision that was current when the form was rendered; None if it was deleted."""
    return lexicon.revisions.filter(pk=key).first()


def rebase_form_data(data: QueryDict, lexicon: Lexicon) -> QueryDict:
    """Return the submitted form with the newest revision as its base.

    The editor is shown what changed meanwhile; saving again confirms the change.
    """
    lexicon.refresh_from_db()
    again = data.copy()
    again["base"] = str(lexicon.current_revision_id or 0)
    return again
