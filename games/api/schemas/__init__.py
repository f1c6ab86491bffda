"""What the API tells and takes, as types: its OpenAPI description is made of these."""
