"""Following, and the page of followed members."""

from typing import Any
from uuid import UUID, uuid4

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.common.requests import PageRequest
from games.people.perspective.followed_members import build_followed_here, list_followed
from games.people.services import follows
from games.play.views.responses import answer_refusals
from games.players.services.identity import get_player
from scrabble_site.shared.numbers import parse_small_number


@require_GET
@never_cache
def show_followed(request: PageRequest) -> HttpResponse:
    """List the members the visitor follows, page by page, with who is online."""
    player = get_player(request)
    member = player is not None and player.user_id is not None
    context: dict[str, Any] = {"member": member, "key": uuid4().hex}
    if player and member:
        page, people = list_followed(player, timezone.now(), request.GET.get("page"))
        context |= {"page": page, "people": people}
    return render(request, "games/people/following.html", context)


@require_GET
@never_cache
def show_followed_here(request: PageRequest) -> HttpResponse:
    """Render the part of the lobby with followed members online, which the page reloads
    regularly."""
    here = build_followed_here(get_player(request), timezone.now())
    return render(request, "games/people/_online.html", {**here, "key": uuid4().hex})


@require_POST
@answer_refusals
def follow_member(request: PageRequest, player_id: UUID) -> HttpResponse:
    return redirect(follows.follow_member(get_player(request), player_id, timezone.now()))


@require_POST
@answer_refusals
def unfollow_member(request: PageRequest, player_id: UUID) -> HttpResponse:
    """Stop following a member. Requests from the list of followed members name the page of the list
    to return to."""
    other = follows.unfollow_member(get_player(request), player_id)
    if "from_list" not in request.POST:
        return redirect(other)
    page = parse_small_number(request.POST["from_list"]) or 1
    return redirect(reverse("games:following") + (f"?page={page}" if page > 1 else ""))
