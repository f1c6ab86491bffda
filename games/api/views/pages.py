"""The page that tells programs' authors how it works."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest


@require_GET
def programs(request: PageRequest) -> HttpResponse:
    return render(request, "games/api/programs.html", {"site": request.build_absolute_uri("/")})
