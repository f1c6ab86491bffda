"""The group "Dictionary editor", which may manage dictionaries and nothing else in the admin.

Its members also need Django's "staff status" to enter the admin.
"""

from collections.abc import Iterable, Mapping
from typing import Any

EDITORS_GROUP = "Dictionary editor"
RIGHTS = {
    "lexicon": ("view", "add", "change", "delete"),
    "revision": ("view", "add", "delete"),
    "definition": ("view", "add", "change", "delete"),
    "dispute": ("view", "change"),
    "importjob": ("view", "add", "delete"),
}


def grant_permissions(**signal: Any) -> None:
    """Create the group with its permissions. Runs after every ``migrate``."""
    names = [f"{verb}_{model}" for model, verbs in RIGHTS.items() for verb in verbs]
    grant_group_permissions(EDITORS_GROUP, "lexicon", names, signal)


def grant_group_permissions(
    name: str, app: str, rights: Iterable[str], signal: Mapping[str, Any]
) -> None:
    """Create a group with permissions of an app, given by codename.

    ``signal`` holds the arguments of Django's ``post_migrate``.
    """
    from django.contrib.auth.models import Group, Permission

    database = signal.get("using", "default")
    found = Permission.objects.using(database).filter(
        content_type__app_label=app, codename__in=list(rights)
    )
    if not found.exists():
        # Django creates permissions in another receiver of this signal, which may run after us.
        from django.contrib.auth.management import create_permissions

        create_permissions(signal["app_config"], verbosity=0, using=database)
        found = found.all()
    group, _made = Group.objects.using(database).get_or_create(name=name)
    group.permissions.add(*found)
