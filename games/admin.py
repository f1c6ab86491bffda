"""Rooms and games in Django's admin: to look at, not to change. Secrets are not shown at all."""

from django.contrib import admin
from django.http import HttpRequest

from games.mail.models import Letter
from games.moderation.admin import ReportAdmin
from games.play.models import Game, Room
from games.players.models import Notice, Player

__all__ = ["ReportAdmin"]


class ReadOnlyAdmin(admin.ModelAdmin):
    """Games are written by their services alone."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Room)
class RoomAdmin(ReadOnlyAdmin):
    list_display = ["title", "code", "variant", "edition", "lexicon", "public", "created_at"]
    list_filter = ["variant", "public", "lexicon"]
    search_fields = ["title", "code", "host__nickname"]


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    list_display = ["room", "number", "status", "turn_number", "revision", "moved_at", "due_at"]
    list_filter = ["status", "room__variant"]
    search_fields = ["room__title", "room__code"]
    exclude = ["state"]


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ["nickname", "email", "created_at"]
    search_fields = ["nickname", "email"]
    fields = ["nickname", "email", "email_asked", "muted_until", "suspended_until"]


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    list_display = ["player", "kind", "text", "created_at", "read_at", "mailed_at"]
    list_filter = ["kind"]


@admin.register(Letter)
class LetterAdmin(ReadOnlyAdmin):
    list_display = ["subject", "to", "created_at", "due_at", "attempts", "sent_at", "fault"]
    list_filter = ["kind"]
    exclude = ["text"]
