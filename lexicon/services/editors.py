"""The group "Dictionary editor": everything about dictionaries, nothing else in the admin.

A member also needs "staff status", the admin's own key to the door.
"""

from collections.abc import Iterable, Mapping
from typing import Any

GROUP = "Dictionary editor"
RIGHTS = {
    "lexicon": ("view", "add", "change", "delete"),
    "revision": ("view", "add", "delete"),
    "definition": ("view", "add", "change", "delete"),
    "dispute": ("view", "change"),
    "importjob": ("view", "add", "delete"),
}


def grant_permissions(**signal: Any) -> None:
    """Make the group and give it its rights; sent after every ``migrate``, safe to repeat."""
    names = [f"{verb}_{model}" for model, verbs in RIGHTS.items() for verb in verbs]
    give_rights(GROUP, "lexicon", names, signal)


def give_rights(name: str, app: str, rights: Iterable[str], signal: Mapping[str, Any]) -> None:
    """Make a group with these rights (codenames) of an app, after a ``migrate`` whose signal says
    of which app and database."""
    from django.contrib.auth.models import Group, Permission

    database = signal.get("using", "default")
    found = Permission.objects.using(database).filter(
        content_type__app_label=app, codename__in=list(rights)
    )
    if not found.exists():
        # The rights themselves are made by another receiver of the same signal.
        from django.contrib.auth.management import create_permissions

        create_permissions(signal["app_config"], verbosity=0, using=database)
        found = found.all()
    group, _made = Group.objects.using(database).get_or_create(name=name)
    group.permissions.add(*found)
