"""Ratings: players' strength on each ladder, computed from rated games, and leaderboards."""
