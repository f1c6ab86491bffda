"""Push services: subscriptions, queueing what is new, the outbox, and VAPID keys."""
