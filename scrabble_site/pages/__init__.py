"""The operator's own pages and the pages shown for errors."""
