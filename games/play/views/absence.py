"""What those at a table do about a seat that was left, and about clocks that shall stand."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.common.requests import PageRequest, read_number
from games.play.services import absence
from games.play.views.answers import answer_changed, answer_scene, command
from games.play.views.seats import known_player, seat_number


@require_POST
@command
def wait_longer(request: PageRequest, code: str) -> HttpResponse:
    absence.wait_longer(code, known_player(request, code), seat_number(request), timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def go_on_without(request: PageRequest, code: str) -> HttpResponse:
    player = known_player(request, code)
    scene = absence.go_on_without(code, player, seat_number(request), timezone.now())
    return answer_scene(request, scene)


@require_POST
@command
def relieve(request: PageRequest, code: str) -> HttpResponse:
    player, number = known_player(request, code), seat_number(request)
    level = read_number(request.POST.get("level"), "computer.level", most=9)
    absence.relieve(code, player, number, level, timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def pause(request: PageRequest, code: str) -> HttpResponse:
    absence.ask_pause(code, known_player(request, code), timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def resume(request: PageRequest, code: str) -> HttpResponse:
    absence.resume(code, known_player(request, code), timezone.now())
    return answer_changed(request, code)
