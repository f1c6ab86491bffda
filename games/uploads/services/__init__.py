"""Looking at records in a process of its own, and keeping them."""
