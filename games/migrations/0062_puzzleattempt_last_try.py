from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("games", "0060_plain_setting_names")]

    operations = [
        migrations.AddField(
            model_name="puzzleattempt", name="last_try", field=models.JSONField(null=True)
        )
    ]
