"""The worker's loop for duplicate games."""
