"""Notices hold codes and arguments; confirmed addresses for reminders become the account's.

A member's mail goes to the confirmed address of the account. An account whose own address was not
confirmed has it confirmed where the same address was confirmed for reminders; where another one
was, mail goes on to that one until the account's is confirmed.
"""

from django.db import migrations, models


def unite_addresses(apps, schema_editor):
    Player = apps.get_model("games", "Player")
    EmailAddress = apps.get_model("account", "EmailAddress")
    members = Player.objects.exclude(email="", email_asked="").filter(user__isnull=False)
    for player in members.iterator():
        own = EmailAddress.objects.filter(user=player.user_id)
        if player.email and not own.filter(verified=True).exists():
            same = own.filter(email__iexact=player.email).first()
            taken = EmailAddress.objects.filter(email__iexact=player.email, verified=True)
            if same is not None and not taken.exists():
                same.verified = True
                same.save(update_fields=["verified"])
        if own.filter(verified=True).exists():
            Player.objects.filter(pk=player.pk).update(email="", email_asked="")


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0035_played_words"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]

    operations = [
        migrations.AddField(
            model_name="notice",
            name="data",
            field=models.JSONField(null=True),
        ),
        migrations.AlterField(
            model_name="notice",
            name="text",
            field=models.CharField(blank=True, max_length=240),
        ),
        migrations.RunPython(unite_addresses, migrations.RunPython.noop),
    ]
