"""API responses, built from what the other domains show to everybody or to this seat."""
