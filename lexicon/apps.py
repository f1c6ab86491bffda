"""The app's entry in Django's registry, and the group of dictionary editors."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class LexiconConfig(AppConfig):
    name = "lexicon"
    verbose_name = _("Dictionaries")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from lexicon.services.editors import grant_permissions

        post_migrate.connect(grant_permissions, sender=self)
