"""URLs of finished games."""

from django.urls import path

from games.records import views

urlpatterns = [
    path("games/<uuid:record_id>/", views.record, name="record"),
    path("games/<uuid:record_id>.json", views.download_record_data, name="record_data"),
    path(
        "games/<uuid:record_id>/<int:number>.svg",
        views.show_picture,
        {"form": "svg"},
        name="record_picture",
    ),
    path(
        "games/<uuid:record_id>/<int:number>.png",
        views.show_picture,
        {"form": "png"},
        name="record_picture_png",
    ),
    path(
        "games/<uuid:record_id>/<int:number>/board", views.go_to_analysis_board, name="record_board"
    ),
    path("games/<uuid:record_id>/gcg", views.download_gcg, name="record_gcg"),
    path("games/<uuid:game_id>/bag", views.show_bag_check, name="check_bag"),
    path("games/<uuid:game_id>/bag.json", views.download_bag, name="bag_data"),
]
