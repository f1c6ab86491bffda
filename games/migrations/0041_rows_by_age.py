from django.db import migrations, models

from games.common.indexes import AddIndexWithoutLock


class Migration(migrations.Migration):
    """Indexes by which rows that are older than their term are found."""

    atomic = False
    dependencies = [("games", "0040_analysis_read_at")]

    operations = [
        AddIndexWithoutLock(
            model_name='analysis',
            index=models.Index(fields=['read_at', 'asked_at'], name='analyses_by_reading'),
        ),
        AddIndexWithoutLock(
            model_name='hint',
            index=models.Index(fields=['asked_at'], name='hints_by_age'),
        ),
        AddIndexWithoutLock(
            model_name='hint',
            index=models.Index(condition=models.Q(('plays__isnull', True)), fields=['asked_at'], name='hints_to_be_given'),
        ),
        AddIndexWithoutLock(
            model_name='membersession',
            index=models.Index(fields=['seen_at'], name='sessions_by_use'),
        ),
        AddIndexWithoutLock(
            model_name='message',
            index=models.Index(fields=['sent_at'], name='messages_by_age'),
        ),
        AddIndexWithoutLock(
            model_name='notice',
            index=models.Index(fields=['created_at'], name='notices_by_age'),
        ),
        AddIndexWithoutLock(
            model_name='notice',
            index=models.Index(fields=['player', '-created_at'], name='notices_of_a_player'),
        ),
        AddIndexWithoutLock(
            model_name='player',
            index=models.Index(condition=models.Q(('operator', None), ('user', None)), fields=['created_at', 'id'], name='guests_by_age'),
        ),
        AddIndexWithoutLock(
            model_name='push',
            index=models.Index(fields=['created_at'], name='pushes_by_age'),
        ),
    ]
