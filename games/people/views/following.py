"""Following, and the page of those one follows."""

from uuid import UUID, uuid4

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.common.requests import PageRequest
from games.people.perspective.company import look_at_followed, look_at_here
from games.people.services import following
from games.play.views.answers import command
from games.players.identity import player_of


@require_GET
@never_cache
def followed(request: PageRequest) -> HttpResponse:
    """Everybody one follows, and who of them is here."""
    player = player_of(request)
    member = player is not None and player.user_id is not None
    people = look_at_followed(player, timezone.now()) if player and member else []
    context = {"member": member, "people": people, "key": uuid4().hex}
    return render(request, "games/people/following.html", context)


@require_GET
@never_cache
def here(request: PageRequest) -> HttpResponse:
    """The part of the lobby that says who of them is here: its page asks now and then."""
    people = look_at_here(player_of(request), timezone.now())
    return render(request, "games/people/_here.html", {"here": people, "key": uuid4().hex})


@require_POST
@command
def follow(request: PageRequest, player_id: UUID) -> HttpResponse:
    return redirect(following.follow(player_of(request), player_id, timezone.now()))


@require_POST
@command
def unfollow(request: PageRequest, player_id: UUID) -> HttpResponse:
    """From a page, or from the list of those one follows, which says so."""
    other = following.unfollow(player_of(request), player_id)
    return redirect("games:following") if "from_list" in request.POST else redirect(other)
