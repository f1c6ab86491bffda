"""URLs of the reminder settings of earlier releases and of the links in e-mails."""

from django.urls import path

from games.mail import views

urlpatterns = [
    path("reminders/", views.redirect_to_settings, name="reminders"),
    path("reminders/confirm/<str:token>/", views.confirm_address, name="confirm_address"),
    path("reminders/stop/<str:token>/", views.unsubscribe, name="unsubscribe_mail"),
]
