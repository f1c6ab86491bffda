"""Addresses of games that are over."""

from django.urls import path

from games.records import views

urlpatterns = [
    path("games/<uuid:record_id>/", views.record, name="record"),
    path("games/<uuid:record_id>.json", views.data, name="record_data"),
    path("games/<uuid:record_id>/<int:number>.svg", views.picture, {"form": "svg"}, name="picture"),
    path(
        "games/<uuid:record_id>/<int:number>.png",
        views.picture,
        {"form": "png"},
        name="picture_png",
    ),
    path("games/<uuid:record_id>/<int:number>/board", views.board, name="record_board"),
    path("games/<uuid:record_id>/gcg", views.gcg, name="gcg"),
    path("games/<uuid:game_id>/bag", views.check_bag, name="check_bag"),
    path("games/<uuid:game_id>/bag.json", views.bag, name="bag"),
]
