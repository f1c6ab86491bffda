"""URLs of duplicate games."""

from django.urls import path

from games.duplicate.views import commands, pages, plays, reviews

urlpatterns = [
    path("duplicate/", pages.show_duplicate_games, name="duplicate_games"),
    path("duplicate/new/", pages.create_duplicate, name="create_duplicate"),
    path("duplicate/<slug:code>/", pages.show_duplicate_game, name="duplicate_game"),
    path("duplicate/<slug:code>/bundle", pages.show_duplicate_bundle, name="duplicate_bundle"),
    path("duplicate/<slug:code>/own", pages.show_own_parts, name="own_duplicate_parts"),
    path("duplicate/<slug:code>/enter", pages.enter_duplicate, name="enter_duplicate"),
    path("duplicate/<slug:code>/start", commands.start_duplicate, name="start_duplicate"),
    path("duplicate/<slug:code>/seed", commands.contribute, name="contribute_to_duplicate"),
    path("duplicate/<slug:code>/computers", commands.add_computer, name="add_duplicate_computer"),
    path(
        "duplicate/<slug:code>/computers/remove",
        commands.remove_computer,
        name="remove_duplicate_computer",
    ),
    path("duplicate/<slug:code>/skip", commands.skip_rest_of_pause, name="skip_duplicate_pause"),
    path("duplicate/<slug:code>/again", commands.begin_next_game, name="play_duplicate_again"),
    path("duplicate/<slug:code>/preview", plays.preview_tiles, name="preview_duplicate_play"),
    path("duplicate/<slug:code>/submit", plays.submit_tiles, name="submit_duplicate_play"),
    path("duplicate/<slug:code>/withdraw", plays.withdraw_tiles, name="withdraw_duplicate_play"),
    path("duplicate/<slug:code>/done", plays.end_turn, name="end_duplicate_turn"),
    path("duplicate/<slug:code>/review/", reviews.show_review, name="duplicate_review"),
    path(
        "duplicate/<slug:code>/review/<int:number>/",
        reviews.show_review,
        name="duplicate_review_turn",
    ),
    path("duplicate/<slug:code>/bag", reviews.show_bag_check, name="check_duplicate_bag"),
    path("duplicate/<slug:code>/bag.json", reviews.download_bag, name="duplicate_bag_data"),
    path("duplicate/<slug:code>/game.json", reviews.download_json, name="duplicate_json"),
    path("duplicate/<slug:code>/game.txt", reviews.download_text, name="duplicate_text"),
]
