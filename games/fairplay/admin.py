"""A read-only page of fair-play signals in Django's admin, for moderators."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from games.fairplay.models import PlayerSignals
from games.fairplay.perspective import build_signals_view
from games.fairplay.terms.statistics import THRESHOLD
from games.ratings.perspective import build_ladder_label


class HighFigureFilter(admin.SimpleListFilter):
    """Filters for players with a figure above the threshold."""

    title = _("highest figure")
    parameter_name = "high"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Any:
        return (("yes", _("above the threshold")),)

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.filter(highest__gte=THRESHOLD) if self.value() else queryset


@admin.register(PlayerSignals)
class PlayerSignalsAdmin(admin.ModelAdmin):
    list_display = (
        "player",
        "format_ladder",
        "games",
        "format_finds",
        "format_thinking_time",
        "format_page_leaves",
    )
    list_filter = (HighFigureFilter, "ladder")
    list_select_related = ("player", "ladder")
    search_fields = ("player__nickname",)
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    @admin.display(description=_("ladder"), ordering="ladder")
    def format_ladder(self, row: PlayerSignals) -> str:
        return build_ladder_label(row.ladder).text

    @admin.display(description=_("rare plays found"), ordering="finds")
    def format_finds(self, row: PlayerSignals) -> str:
        return _format_deviations(row.finds)

    @admin.display(description=_("thinking time"), ordering="thinking_time")
    def format_thinking_time(self, row: PlayerSignals) -> str:
        return _format_deviations(row.thinking_time)

    @admin.display(description=_("page left"), ordering="page_hidden")
    def format_page_leaves(self, row: PlayerSignals) -> str:
        return _format_deviations(row.page_hidden)

    def get_urls(self) -> list[URLPattern]:
        own: Any = self.admin_site.admin_view(self.signals_view)
        return [
            # Replaces the admin's change form, so that the links in the list lead to this page.
            path("<int:object_id>/change/", own, name="games_playersignals_change"),
            *super().get_urls(),
        ]

    def signals_view(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Show one player's figures, each with its meaning and its error rate."""
        found = PlayerSignals.objects.select_related("player", "ladder")
        row = get_object_or_404(found, pk=object_id)
        if not self.has_view_permission(request, row):
            raise PermissionDenied
        context = self.admin_site.each_context(request) | {
            "opts": PlayerSignals._meta,
            "row": row,
            "signals": build_signals_view(row),
            "title": str(row),
        }
        return render(request, "admin/fairplay/signals.html", context)


def _format_deviations(deviations: float | None) -> str:
    """Return the deviations as text, with a flag if they reach the threshold."""
    if deviations is None:
        return "–"
    sign = "+" if deviations >= 0 else "−"
    mark = " ⚑" if deviations >= THRESHOLD else ""
    return f"{sign}{number_format(abs(deviations), 1)}{mark}"
