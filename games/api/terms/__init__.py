"""Request and response schemas, and pagination."""
