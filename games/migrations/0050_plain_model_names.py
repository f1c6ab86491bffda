"""Writes out the names of tables, and renames models in the state alone: no table is touched."""

from django.db import migrations

# Every model, under the name it had.
MODELS = (
    "AnalysedTurn",
    "Analysis",
    "Attempt",
    "Block",
    "Card",
    "Chat",
    "Daily",
    "Departure",
    "FindRate",
    "Follow",
    "FollowedLink",
    "Game",
    "GameSecret",
    "Hint",
    "Holder",
    "Invitation",
    "Ladder",
    "Letter",
    "LifeSign",
    "MeasuredGame",
    "Meeting",
    "MemberLook",
    "MemberSession",
    "Message",
    "MissedWord",
    "Move",
    "MoveSecret",
    "Mute",
    "Notice",
    "OwnSeat",
    "PageAbsence",
    "PendingGame",
    "PlayedGame",
    "PlayedWord",
    "Player",
    "PlayerSignals",
    "Presence",
    "Privacy",
    "Push",
    "Puzzle",
    "Quarry",
    "Quiz",
    "Rack",
    "RatedGame",
    "Rating",
    "RatingChange",
    "Reply",
    "Report",
    "Room",
    "Sanction",
    "Seat",
    "Subscription",
    "Telling",
    "Token",
    "Upload",
    "WordSet",
)
RENAMED = {
    "Holder": "SeatMember",
    "Telling": "NotificationSettings",
    "Notice": "Notification",
    "MemberLook": "ReservedName",
    "Departure": "DeletedAccountMark",
    "Letter": "OutgoingMail",
    "Push": "OutgoingPush",
    "Subscription": "PushSubscription",
    "Quarry": "PuzzleSource",
    "Daily": "DailyPuzzle",
    "Attempt": "PuzzleAttempt",
    "Card": "StudyCard",
    "WordSet": "StudyList",
    "OwnSeat": "UploadSeat",
    "LifeSign": "LoopHeartbeat",
    "FollowedLink": "UsedDeviceLink",
    "Token": "ApiToken",
    "Upload": "UploadedGame",
    "Meeting": "RatedMeeting",
    "Presence": "MemberPresence",
    "Privacy": "PrivacySettings",
    "Report": "ModerationReport",
    "Reply": "ConditionalMove",
}


class ChangeState(migrations.SeparateDatabaseAndState):
    """Changes the state without building all models anew after each step, which takes seconds."""

    def state_forwards(self, app_label, state):
        state.__dict__.pop("apps", None)
        super().state_forwards(app_label, state)


class Migration(migrations.Migration):
    """The previous release keeps using the same tables and columns."""

    dependencies = [("games", "0049_fair_play_signals")]

    operations = [
        ChangeState(
            state_operations=[
                *(migrations.AlterModelTable(name, f"games_{name.lower()}") for name in MODELS),
                *(migrations.RenameModel(old, new) for old, new in RENAMED.items()),
                migrations.AlterModelOptions(
                    "OutgoingMail",
                    {"ordering": ["-created_at"], "verbose_name_plural": "outgoing mail"},
                ),
            ]
        )
    ]
