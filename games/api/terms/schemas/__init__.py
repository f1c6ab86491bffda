"""Request and response types, from which the OpenAPI description is generated."""
