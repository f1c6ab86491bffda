"""The games app: rooms, live games and their records."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_out

        from games.accounts import entering
        from games.analysis.services.asking import forget_gone
        from games.analysis.signals import analysed
        from games.api.services import leaving as api_leaving
        from games.chat.topics import register_chats
        from games.disputes.services import tell_answer
        from games.live.topics import hear_everybody
        from games.lobby.topics import register_lobby
        from games.moderation.services.moderators import grant_permissions
        from games.people.services.figures import note_figures
        from games.people.services.following import part
        from games.people.services.leaving import hand_out, take_away
        from games.people.services.presence import hear_viewers
        from games.play.services.signals import game_ended, game_started, seat_taken
        from games.play.topics import register_rooms
        from games.players.signals import (
            browser_taken,
            export_asked,
            people_parted,
            player_left,
            player_merged,
            sessions_ended,
        )
        from games.push import entering as push_entering
        from games.push.services import subscriptions
        from games.puzzles.services import belongings, quarries
        from games.ratings.services.rating import note_strengths, rate_ended
        from games.study.services import leaving as study_leaving
        from games.study.services.missed import forget_gone as forget_missed
        from games.study.services.missed import note_analysed
        from games.uploads.services import keeping
        from games.uploads.signals import upload_gone, upload_shared
        from lexicon.signals import dispute_answered

        dispute_answered.connect(tell_answer, dispatch_uid="games.disputes")
        game_started.connect(note_strengths, dispatch_uid="games.ratings")
        seat_taken.connect(note_strengths, dispatch_uid="games.ratings")
        game_ended.connect(rate_ended, dispatch_uid="games.ratings")
        entering.connect()
        game_ended.connect(note_figures, dispatch_uid="games.people")
        player_left.connect(take_away, dispatch_uid="games.people")
        export_asked.connect(hand_out, dispatch_uid="games.people")
        people_parted.connect(part, dispatch_uid="games.people")
        browser_taken.connect(push_entering.follow, dispatch_uid="games.push")
        user_logged_out.connect(push_entering.end, dispatch_uid="games.push")
        player_merged.connect(subscriptions.end_merged, dispatch_uid="games.push")
        player_left.connect(subscriptions.take_away, dispatch_uid="games.push")
        export_asked.connect(subscriptions.hand_out, dispatch_uid="games.push")
        player_left.connect(keeping.take_away, dispatch_uid="games.uploads")
        export_asked.connect(keeping.hand_out, dispatch_uid="games.uploads")
        game_ended.connect(quarries.note_ended, dispatch_uid="games.puzzles")
        upload_gone.connect(forget_gone, dispatch_uid="games.analysis")
        upload_shared.connect(quarries.note_shared, dispatch_uid="games.puzzles")
        player_merged.connect(belongings.settle_merged, dispatch_uid="games.puzzles")
        player_left.connect(belongings.take_away, dispatch_uid="games.puzzles")
        export_asked.connect(belongings.hand_out, dispatch_uid="games.puzzles")
        analysed.connect(note_analysed, dispatch_uid="games.study")
        upload_gone.connect(forget_missed, dispatch_uid="games.study")
        player_merged.connect(study_leaving.combine, dispatch_uid="games.study")
        player_left.connect(study_leaving.take_away, dispatch_uid="games.study")
        export_asked.connect(study_leaving.hand_out, dispatch_uid="games.study")
        sessions_ended.connect(api_leaving.end_sockets, dispatch_uid="games.api")
        player_left.connect(api_leaving.take_away, dispatch_uid="games.api")
        export_asked.connect(api_leaving.hand_out, dispatch_uid="games.api")
        hear_everybody(hear_viewers)
        post_migrate.connect(grant_permissions, sender=self)
        register_rooms()
        register_chats()
        register_lobby()
