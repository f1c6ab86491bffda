"""Who is asking, under which name, and what is told to whom."""
