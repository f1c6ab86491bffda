"""What one viewer sees of clubs, and sentences about them."""
