"""Forms of clubs: a new club and its settings, nights, seasons and matches."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from games.clubs.forms.clubs import ClubForm, SeasonForm
from games.clubs.forms.games import MatchForm, NightForm
from games.clubs.models import Club
from games.clubs.perspective.club_views import list_opponents
from games.clubs.perspective.wording import explain
from games.clubs.services import clubs, matches, nights, seasons
from games.clubs.services.access import find_club, require_club_director
from games.clubs.views.responses import answer_club_refusals, require_player
from games.common.form_keys import make_form_key, parse_form_key
from games.common.requests import PageRequest, set_retry_after
from games.common.time_zones import list_time_zones
from games.players.models import Player
from games.players.services.identity import get_visitor_id
from games.players.services.time_zones import get_page_zone
from lexicon.perspective.default_lexicon import read_languages
from scrabble_site.shared.refusals import Refusal

METHODS = ["GET", "HEAD", "POST"]


@require_http_methods(METHODS)
@never_cache
@ensure_csrf_cookie
@answer_club_refusals
def create_club(request: PageRequest) -> HttpResponse:
    """Show the form for a new club (GET), or make the club (POST)."""
    get_visitor_id(request)
    owner = require_player(request)
    clubs.require_account(owner)
    zone = get_page_zone(request.COOKIES, owner) or "UTC"
    form = ClubForm(_read_post(request), initial={"zone": zone})
    key, now = parse_form_key(request), timezone.now()

    def save() -> HttpResponse:
        club = clubs.create_club(owner, form.club_settings(), key, now)
        return redirect("games:club_desk", code=club.code)

    return _handle(request, form, save, _("Create a club"), _("Create club"))


@require_http_methods(METHODS)
@never_cache
@ensure_csrf_cookie
@answer_club_refusals
def edit_club(request: PageRequest, code: str) -> HttpResponse:
    """Show the settings of a club to a director (GET), or change them (POST)."""
    club, director = _load(request, code)
    names = ("title", "about", "language", "place", "zone", "joining")
    form = ClubForm(_read_post(request), initial={name: getattr(club, name) for name in names})

    def save() -> HttpResponse:
        clubs.change_club(code, director, form.club_settings(), timezone.now())
        return redirect("games:club_desk", code=code)

    return _handle(request, form, save, _("Club settings"), _("Save"), club)


@require_http_methods(METHODS)
@never_cache
@ensure_csrf_cookie
@answer_club_refusals
def plan_night(request: PageRequest, code: str) -> HttpResponse:
    """Show the form for a club night to a director (GET), or plan it (POST)."""
    club, director = _load(request, code)
    today = timezone.localdate()
    form = NightForm(
        _read_post(request), languages=_read_languages(request), initial={"first_day": today}
    )
    key, now = parse_form_key(request), timezone.now()

    def save() -> HttpResponse:
        nights.plan_night(code, director, form.night_settings(), now, key)
        return redirect("games:club", code=code)

    return _handle(request, form, save, _("Plan a club night"), _("Plan club night"), club)


@require_http_methods(METHODS)
@never_cache
@ensure_csrf_cookie
@answer_club_refusals
def add_season(request: PageRequest, code: str) -> HttpResponse:
    """Show the form for a season to a director (GET), or add it (POST)."""
    club, director = _load(request, code)
    today = timezone.localdate()
    year = {
        "title": str(today.year),
        "first_day": today.replace(month=1, day=1),
        "last_day": today.replace(month=12, day=31),
    }
    form = SeasonForm(_read_post(request), initial=year)
    key, now = parse_form_key(request), timezone.now()

    def save() -> HttpResponse:
        season = seasons.add_season(code, director, form.season_settings(), now, key)
        return redirect("games:club_season", code=code, season=season.pk)

    return _handle(request, form, save, _("Add a season"), _("Add season"), club)


@require_http_methods(METHODS)
@never_cache
@ensure_csrf_cookie
@answer_club_refusals
def offer_match(request: PageRequest, code: str) -> HttpResponse:
    """Show the form for a match to a director (GET), or offer it (POST)."""
    club, director = _load(request, code)
    form = MatchForm(
        _read_post(request),
        languages=_read_languages(request),
        opponents=list_opponents(club),
        zone=club.zone,
    )
    key, now = parse_form_key(request), timezone.now()

    def save() -> HttpResponse:
        match = matches.offer_match(code, director, form.match_settings(), now, key)
        return redirect("games:club_match", code=code, match=match.pk)

    return _handle(request, form, save, _("Offer a match"), _("Offer match"), club)


def _load(request: PageRequest, code: str) -> tuple[Club, Player]:
    """Return a club with the director who asks. Raises ``Forbidden`` for everyone else."""
    club, player = find_club(code), require_player(request)
    require_club_director(club, player)
    return club, player


def _read_post(request: PageRequest) -> Any:
    return request.POST if request.method == "POST" else None


def _read_languages(request: PageRequest) -> tuple[str, ...]:
    return read_languages(request.headers.get("Accept-Language", ""))


def _handle(
    request: PageRequest,
    form: forms.Form,
    save: Callable[[], HttpResponse],
    title: str,
    button: str,
    club: Club | None = None,
) -> HttpResponse:
    """Show a form, or save what it was sent with and go on."""
    context = {
        "form": form,
        "heading": title,
        "button": button,
        "club": club,
        "key": make_form_key(),
        "zones": sorted(list_time_zones()) if "zone" in form.fields else (),
    }
    template = "games/clubs/club_form.html"
    if request.method != "POST":
        return render(request, template, context)
    if not form.is_valid():
        return render(request, template, context, status=422)
    try:
        return save()
    except Refusal as refusal:
        form.add_error(None, explain(refusal))
        response = render(request, template, context, status=refusal.status)
        set_retry_after(response, refusal)
        return response
