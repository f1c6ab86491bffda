"""URLs of leagues and ladders."""

from django.urls import path

from games.leagues.views import ladders, management, pages, seasons

urlpatterns = [
    path("leagues/", pages.show_leagues, name="leagues"),
    path("leagues/new/", pages.create_league, name="create_league"),
    path("leagues/<slug:code>/", pages.show_league, name="league"),
    path("leagues/<slug:code>/seasons/<int:number>/", pages.show_season, name="league_season"),
    path("leagues/<slug:code>/sign-up", seasons.sign_up, name="sign_up_for_season"),
    path("leagues/<slug:code>/sign-off", seasons.cancel_sign_up, name="cancel_season_sign_up"),
    path("leagues/<slug:code>/give-up", seasons.leave_season, name="leave_season"),
    path("leagues/<slug:code>/manage/", management.show_management, name="manage_league"),
    path("leagues/<slug:code>/direct", management.direct, name="direct_league"),
    path("leagues/<slug:code>/ladder/", ladders.show_ladder, name="ladder"),
    path("leagues/<slug:code>/ladder/join", ladders.join, name="join_ladder"),
    path("leagues/<slug:code>/ladder/leave", ladders.leave, name="leave_ladder"),
    path("leagues/<slug:code>/ladder/challenge", ladders.challenge, name="challenge_on_ladder"),
    path("leagues/<slug:code>/ladder/answer", ladders.answer, name="answer_challenge"),
]
