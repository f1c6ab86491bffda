"""Accounts in Django's admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from games.accounts.services.account_deletion import delete_user
from games.play.live.topics import publish_room

admin.site.unregister(User)


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Django's own pages, but deleting a member's account is like its owner deleting it."""

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        for code in delete_user(obj, timezone.now()):
            publish_room(code)

    def delete_queryset(self, request: HttpRequest, queryset: "QuerySet[User]") -> None:
        for user in queryset:
            self.delete_model(request, user)
