"""The admin's log and permissions follow the models to their new names.

Each content type is renamed, so entries of the admin's log stay with what they are about. Groups and
people who have a permission get it under its new name as well. The old one stays, since the previous
release asks for it; a later release may delete it.
"""

from importlib import import_module

from django.db import migrations

RENAMED = import_module("games.migrations.0050_plain_model_names").RENAMED


def rename_content_types(apps, schema_editor, renamed=RENAMED):
    using = schema_editor.connection.alias
    ContentType = apps.get_model("contenttypes", "ContentType")
    types = ContentType.objects.using(using).filter(app_label="games")
    for old, new in renamed.items():
        # A new database has neither: its content types are created after all migrations.
        known = types.filter(model=old.lower()).first()
        made = types.filter(model=new.lower()).first()
        if known and made:
            # Created while the database was migrated only in part.
            merge_into(apps, made, known)
        if known:
            known.model = new.lower()
            known.save(update_fields=["model"])
            copy_permissions(apps, known, old.lower(), apps.get_model("games", new)._meta)


def merge_into(apps, made, known):
    using = known._state.db
    LogEntry = apps.get_model("admin", "LogEntry")
    LogEntry.objects.using(using).filter(content_type=made).update(content_type=known)
    permissions = apps.get_model("auth", "Permission").objects.using(using)
    for one in permissions.filter(content_type=made):
        # Both have it if the migration was reverted meanwhile.
        twin = permissions.filter(content_type=known, codename=one.codename).first()
        if twin is None:
            one.content_type = known
            one.save(update_fields=["content_type"])
            continue
        twin.group_set.add(*one.group_set.all())
        twin.user_set.add(*one.user_set.all())
        one.delete()
    made.delete()


def copy_permissions(apps, content_type, old, meta):
    Permission = apps.get_model("auth", "Permission")
    of_type = Permission.objects.using(content_type._state.db).filter(content_type=content_type)
    for action in ("add", "change", "delete", "view"):
        for held in of_type.filter(codename=f"{action}_{old}"):
            new, _made = of_type.get_or_create(
                content_type=content_type,
                codename=f"{action}_{content_type.model}",
                defaults={"name": f"Can {action} {meta.verbose_name_raw}"},
            )
            new.group_set.add(*held.group_set.all())
            new.user_set.add(*held.user_set.all())


def restore_content_types(apps, schema_editor, renamed=RENAMED):
    using = schema_editor.connection.alias
    ContentType = apps.get_model("contenttypes", "ContentType")
    types = ContentType.objects.using(using).filter(app_label="games")
    for old, new in renamed.items():
        types.filter(model=new.lower()).update(model=old.lower())


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0050_plain_model_names"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(rename_content_types, restore_content_types)]
