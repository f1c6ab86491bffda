"""The loop that sends e-mails from the outbox."""
