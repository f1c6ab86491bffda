from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("games", "0059_renamed_content_types")]

    operations = [
        migrations.AddField(
            model_name="puzzleattempt", name="last_try", field=models.JSONField(null=True)
        )
    ]
