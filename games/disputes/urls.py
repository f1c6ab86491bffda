"""The URL of a notice that belongs to no room."""

from django.urls import path

from games.disputes import views

urlpatterns = [path("notices/<int:number>/", views.follow_notice, name="notice")]
