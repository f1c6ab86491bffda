"""Members' pages, who may see what on them, and following."""
