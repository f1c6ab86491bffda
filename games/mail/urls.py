"""Addresses of one's reminders, and of the links in letters."""

from django.urls import path

from games.mail import views

urlpatterns = [
    path("reminders/", views.reminders, name="reminders"),
    path("reminders/confirm/<str:token>/", views.confirm_address, name="confirm_address"),
    path("reminders/stop/<str:token>/", views.stop_mail, name="stop_mail"),
]
