"""HTTP views of duplicate games."""
