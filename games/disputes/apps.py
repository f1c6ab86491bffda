"""Connects the signals of ``games.disputes`` and registers what other domains look up."""

from django.apps import AppConfig


class DisputesConfig(AppConfig):
    name = "games.disputes"
    label = "games_disputes"
    verbose_name = "Disputes"

    def ready(self) -> None:
        from games.disputes.perspective.notification_texts import DISPUTE_NOTIFICATION
        from games.disputes.services import notify_dispute_author, queue_vote
        from games.play.signals import words_voted_on
        from games.players.services.notifications import register_kinds
        from lexicon.signals import dispute_answered

        register_kinds(DISPUTE_NOTIFICATION)
        dispute_answered.connect(notify_dispute_author, dispatch_uid="games.disputes")
        words_voted_on.connect(queue_vote, dispatch_uid="games.disputes")
