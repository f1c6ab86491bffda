"""API responses, built from what the other domains show to everyone or to this seat."""
