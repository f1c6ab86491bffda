from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0039_absence_votes")]

    operations = [
        migrations.AddField(
            model_name="analysis", name="read_at", field=models.DateTimeField(null=True)
        ),
    ]
