"""The API guide for authors of programs."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest


@require_GET
def show_guide(request: PageRequest) -> HttpResponse:
    return render(request, "games/api/guide.html", {"site": request.build_absolute_uri("/")})
