"""Mail services: recipients' addresses, the outbox, bounces, signed links and send times."""
