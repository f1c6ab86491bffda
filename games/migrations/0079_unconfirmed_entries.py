from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0078_events_for_club_members'),
    ]

    operations = [
        migrations.AddField(
            model_name='entrant',
            name='unconfirmed',
            field=models.BooleanField(default=False),
        ),
    ]
