"""Members' pages, following, leaderboards."""
