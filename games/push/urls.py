"""URLs for subscribing and unsubscribing browsers."""

from django.urls import path

from games.push import views

urlpatterns = [
    path("push/subscribe/", views.subscribe, name="push_subscribe"),
    path("push/unsubscribe/", views.unsubscribe, name="push_unsubscribe"),
]
