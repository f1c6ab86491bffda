"""Rooms and games in Django's admin: to look at, not to change. Secrets are not shown at all."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.accounts.admin import AccountAdmin
from games.common.names import clean_bot_name, clean_nickname
from games.duplicate.models import DuplicateGame
from games.fairplay.admin import PlayerSignalsAdmin
from games.mail.models import OutgoingMail
from games.moderation.admin import ModerationReportAdmin
from games.play.models import Game, Room
from games.play.perspective.wording import explain
from games.play.services.naming import rename_player, require_available, store_player_fields
from games.players.models import Notification, Player
from scrabble_site.shared.refusals import Refusal

__all__ = ["AccountAdmin", "ModerationReportAdmin", "PlayerSignalsAdmin"]


class ReadOnlyAdmin(admin.ModelAdmin):
    """Shows rows without adding or changing any: only the services of games write them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class NoDeleteAdmin(admin.ModelAdmin):
    """Deletes no rows: only services do, under the locks of all rooms concerned."""

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(LogEntry)
class LogEntryAdmin(NoDeleteAdmin, ReadOnlyAdmin):
    """What staff have done in the admin and directors elsewhere, for administrators to read."""

    list_display = ["action_time", "user", "content_type", "object_repr", "action_flag", "summary"]
    list_filter = ["action_flag", ("content_type", admin.RelatedOnlyFieldListFilter)]
    search_fields = ["user__username", "object_repr", "change_message"]
    list_select_related = ["user", "content_type"]

    @admin.display(description=_("what was done"))
    def summary(self, entry: LogEntry) -> str:
        return entry.get_change_message()


@admin.register(Room)
class RoomAdmin(NoDeleteAdmin, ReadOnlyAdmin):
    list_display = ["code", "title", "variant", "edition", "lexicon", "public", "created_at"]
    list_filter = ["variant", "public", "lexicon"]
    search_fields = ["title", "code", "host__nickname"]


@admin.register(Game)
class GameAdmin(NoDeleteAdmin, ReadOnlyAdmin):
    list_display = ["room", "number", "status", "turn_number", "revision", "moved_at", "due_at"]
    list_filter = ["status", "room__variant"]
    search_fields = ["room__title", "room__code"]
    exclude = ["state"]


@admin.register(DuplicateGame)
class DuplicateGameAdmin(NoDeleteAdmin, ReadOnlyAdmin):
    list_display = ["code", "title", "host", "variant", "lexicon", "stage", "turn", "created_at"]
    list_filter = ["stage", "variant"]
    search_fields = ["title", "code", "host__nickname"]
    exclude = ["state"]


class PlayerForm(forms.ModelForm):
    """What administrators may change about someone."""

    def clean_nickname(self) -> str:
        name: str = self.cleaned_data["nickname"]
        if "nickname" not in self.changed_data:
            return name
        try:
            name = (clean_bot_name if self.instance.operator_id else clean_nickname)(name)
            require_available(self.instance, name)
        except Refusal as refusal:
            raise forms.ValidationError(explain(refusal)) from refusal
        return name


@admin.register(Player)
class PlayerAdmin(NoDeleteAdmin):
    """Writes only the changed fields, because the row may change while the form is open."""

    form = PlayerForm
    list_display = ["nickname", "email", "created_at"]
    search_fields = ["nickname", "email"]
    fields = ["nickname", "email", "email_asked", "muted_until", "suspended_until"]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if not change:
            super().save_model(request, obj, form, change)
            return
        changed = set(form.changed_data)
        if "nickname" in changed:
            rename_player(Player.objects.get(pk=obj.pk), obj.nickname)
        if rest := sorted(changed - {"nickname"}):
            store_player_fields(obj, rest)


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    list_display = ["player", "kind", "text", "created_at", "read_at", "mailed_at"]
    list_filter = ["kind"]


@admin.register(OutgoingMail)
class OutgoingMailAdmin(ReadOnlyAdmin):
    list_display = ["subject", "to", "created_at", "due_at", "attempts", "sent_at", "last_error"]
    list_filter = ["kind"]
    exclude = ["text"]
