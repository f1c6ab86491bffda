"""What a visitor may see of dictionaries, as view data and sentences."""
