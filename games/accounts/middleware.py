"""``request.user`` of a member holds only as long as the session that says so."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from games.accounts.entering import STAFF_KEY
from games.players.identity import player_of
from games.players.models import Player


class MemberMiddleware:
    """Lets nobody be logged in with a cookie whose epoch has passed, nor at the admin with one
    whose row is gone. Nothing is asked of the database before a view wants to know."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.user = SimpleLazyObject(lambda: user_of(request))  # type: ignore[assignment]
        return self.get_response(request)


def user_of(request: HttpRequest) -> Any:
    """The user of a session that holds, anonymous for every other."""
    user = get_user(request)
    if not isinstance(user, User):
        return user
    if user.is_staff and request.session.get(STAFF_KEY) != user.pk:
        return AnonymousUser()
    player = player_of(request)
    if player is not None and player.user_id == user.pk:
        return user
    is_member = Player.objects.filter(user=user).exists()
    return AnonymousUser() if is_member else user
