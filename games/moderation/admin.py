"""The moderators' queue in Django's admin: open reports first, each with its context."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.moderation.forms import DecisionForm
from games.moderation.models import ModerationReport
from games.moderation.perspective.wording import describe_copied_message, explain
from games.moderation.services.report_decisions import log_settled, settle_report
from scrabble_site.shared.refusals import Refusal


class ReportStateFilter(admin.SimpleListFilter):
    """Shows open reports unless another state is chosen."""

    title = gettext_lazy("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Any:
        return (*ModerationReport.State.choices, ("all", pgettext_lazy("states", "All")))

    def choices(self, changelist: Any) -> Any:
        for value, label in self.lookup_choices:
            yield {
                "selected": value == (self.value() or ModerationReport.State.OPEN),
                "query_string": changelist.get_query_string({"state": value}),
                "display": label,
            }

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[ModerationReport]
    ) -> QuerySet[ModerationReport]:
        state = self.value() or ModerationReport.State.OPEN
        return queryset if state == "all" else queryset.filter(state=state)


@admin.register(ModerationReport)
class ModerationReportAdmin(admin.ModelAdmin):
    list_display = ("about_name", "kind", "reason", "words", "made_at", "state")
    list_filter = (ReportStateFilter, "kind", "reason")
    search_fields = ("about_name", "words")
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def get_urls(self) -> list[URLPattern]:
        own: Any = self.admin_site.admin_view(self.report_view)
        return [
            # Replaces the admin's change form, so that the links in the list lead to this page.
            path("<int:object_id>/change/", own, name="games_moderationreport_change"),
            *super().get_urls(),
        ]

    def report_view(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Show one report with everything needed to decide it; settle it on POST."""
        found = ModerationReport.objects.select_related(
            "about", "reporter", "room", "game", "sanction"
        )
        report = get_object_or_404(found, pk=object_id)
        if not self.has_view_permission(request, report):
            raise PermissionDenied
        form, status = DecisionForm(), 200
        if request.method == "POST":
            if not self.has_change_permission(request, report):
                raise PermissionDenied
            form = DecisionForm(request.POST)
            status = _try_to_settle(request, report, form)
            if status == 200:
                return redirect("admin:games_moderationreport_changelist")
        context = self.admin_site.each_context(request) | describe_report(report)
        context |= {
            "opts": ModerationReport._meta,
            "form": form,
            "may_settle": self.has_change_permission(request, report),
            "title": str(report),
        }
        return render(request, "admin/moderation/report.html", context, status=status)


def _try_to_settle(request: HttpRequest, report: ModerationReport, form: DecisionForm) -> int:
    """Settle the report if the form allows. Return the HTTP status, 200 for success."""
    if not form.is_valid():
        return 422
    assert request.user.is_authenticated, "the admin asks for that"
    try:
        done = settle_report(report, form.decision(), request.user, timezone.now())
    except Refusal as refusal:
        form.add_error(None, explain(refusal))
        return refusal.status
    log_settled(done, request.user, form.decision())
    messages.success(request, _("%(report)s. %(state)s.") % _describe_sanctions(done))
    return 200


def _describe_sanctions(report: ModerationReport) -> dict[str, str]:
    return {"report": str(report), "state": report.get_state_display()}


def describe_report(report: ModerationReport) -> dict[str, Any]:
    """Return the template context of a report, without the decision form."""
    about = report.about
    others = ModerationReport.objects.filter(about=about).exclude(pk=report.pk) if about else ()
    game_url = reverse("games:record", args=[report.game_id]) if report.game_id else ""
    return {
        "report": report,
        "lines": [
            describe_copied_message(line) | {"at": parse_datetime(line["at"])}
            for line in report.context
        ],
        # Only a finished game has a record to link to.
        "game_url": game_url if report.game and report.game.ended_at else "",
        "room_url": reverse("games:room", args=[report.room.code]) if report.room else "",
        "sanctions": about.sanctions.all()[:10] if about else (),
        "others": others[:10],
        "now": timezone.now(),
    }
