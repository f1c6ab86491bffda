"""URLs of events."""

from django.urls import path

from games.events.views import desk, entries, exports, pages, score_cards

urlpatterns = [
    path("events/", pages.show_events, name="events"),
    path("events/new/", pages.create_event, name="create_event"),
    path("r/<slug:code>/event/", pages.show_event_of_room, name="event_of_room"),
    path("events/<slug:code>/", pages.show_event, name="event"),
    path("events/<slug:code>/own", pages.show_own_part, name="own_event_part"),
    path("events/<slug:code>/rounds/", pages.show_rounds, name="event_rounds"),
    path("events/<slug:code>/rounds/<int:number>/", pages.show_round, name="event_round"),
    path("events/<slug:code>/cross-table/", pages.show_cross_table, name="cross_table"),
    path("events/<slug:code>/score-cards/", score_cards.show_score_cards, name="event_score_cards"),
    path(
        "events/<slug:code>/players/<int:number>/",
        score_cards.show_score_card,
        name="event_score_card",
    ),
    path("events/<slug:code>/log/", pages.show_log, name="event_log"),
    path("events/<slug:code>/tsh.zip", exports.download_tsh, name="event_tsh"),
    path("events/<slug:code>/results.tou", exports.download_tou, name="event_tou"),
    path("events/<slug:code>/results.csv", exports.download_csv, name="event_csv"),
    path("events/<slug:code>/event.json", exports.download_json, name="event_json"),
    path("events/<slug:code>/games.zip", exports.download_games, name="event_games"),
    path("events/<slug:code>/teams/<int:number>/<str:token>/", entries.join_team, name="join_team"),
    path("events/<slug:code>/enter", entries.enter, name="enter_event"),
    path("events/<slug:code>/check-in", entries.check_in, name="check_in"),
    path("events/<slug:code>/withdraw", entries.withdraw, name="withdraw_from_event"),
    path("events/<slug:code>/miss", entries.miss_round, name="miss_round"),
    path("events/<slug:code>/result", entries.enter_result, name="enter_result"),
    path("events/<slug:code>/desk/", desk.show_desk, name="event_desk"),
    path("events/<slug:code>/desk/act", desk.direct, name="direct_event"),
]
