"""The loop that deletes rows older than their retention period."""
