"""The group "Dictionary editor": everything about dictionaries, nothing else in the admin.

A member also needs "staff status", the admin's own key to the door.
"""

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
    from django.contrib.auth.models import Group, Permission

    database = signal.get("using", "default")
    names = [f"{verb}_{model}" for model, verbs in RIGHTS.items() for verb in verbs]
    rights = Permission.objects.using(database).filter(
        content_type__app_label="lexicon", codename__in=names
    )
    if not rights.exists():
        # The rights themselves are made by another receiver of the same signal.
        from django.contrib.auth.management import create_permissions

        create_permissions(signal["app_config"], verbosity=0, using=database)
        rights = rights.all()
    group, _made = Group.objects.using(database).get_or_create(name=GROUP)
    group.permissions.add(*rights)
