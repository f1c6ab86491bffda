"""URLs of clubs."""

from django.urls import path

from games.clubs.views import chat, creation, desk, members, pages

urlpatterns = [
    path("clubs/", pages.show_clubs, name="clubs"),
    path("clubs/new/", creation.create_club, name="create_club"),
    path("clubs/calendar", members.renew_calendar, name="renew_clubs_calendar"),
    path("clubs/calendars/<str:token>.ics", pages.download_own_calendar, name="clubs_calendar"),
    path("clubs/<slug:code>/", pages.show_club, name="club"),
    path("clubs/<slug:code>/nights.ics", pages.download_club_calendar, name="club_calendar"),
    path("clubs/<slug:code>/join", members.join, name="join_club"),
    path("clubs/<slug:code>/join/<str:invite>/", pages.show_invite, name="club_invite"),
    path("clubs/<slug:code>/leave", members.leave, name="leave_club"),
    path("clubs/<slug:code>/chat", chat.show_chat, name="club_chat"),
    path("clubs/<slug:code>/chat/send", chat.send_message, name="send_club_message"),
    path("clubs/<slug:code>/chat/<int:number>/", chat.show_author, name="club_chat_person"),
    path("clubs/<slug:code>/chat/<int:number>/mute", chat.mute_author, name="club_chat_mute"),
    path("clubs/<slug:code>/chat/<int:number>/unmute", chat.unmute_author, name="club_chat_unmute"),
    path("clubs/<slug:code>/chat/<int:number>/block", chat.block_author, name="club_chat_block"),
    path(
        "clubs/<slug:code>/chat/<int:number>/unblock", chat.unblock_author, name="club_chat_unblock"
    ),
    path(
        "clubs/<slug:code>/chat/<int:number>/report",
        chat.report_message,
        name="club_chat_report",
    ),
    path("clubs/<slug:code>/seasons/<int:season>/", pages.show_season, name="club_season"),
    path("clubs/<slug:code>/matches/<int:match>/", pages.show_match, name="club_match"),
    path("clubs/<slug:code>/matches/<int:match>/ready", members.sign_up, name="sign_up_for_match"),
    path("clubs/<slug:code>/matches/<int:match>/start", desk.start_match, name="start_club_match"),
    path("clubs/<slug:code>/desk/", desk.show_desk, name="club_desk"),
    path("clubs/<slug:code>/desk/act", desk.direct, name="direct_club"),
    path("clubs/<slug:code>/desk/settings/", creation.edit_club, name="edit_club"),
    path("clubs/<slug:code>/desk/nights/", creation.plan_night, name="plan_club_night"),
    path("clubs/<slug:code>/desk/seasons/", creation.add_season, name="add_club_season"),
    path("clubs/<slug:code>/desk/matches/", creation.offer_match, name="offer_club_match"),
]
