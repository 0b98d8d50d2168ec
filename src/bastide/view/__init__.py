"""What one viewer may see of a game, and its drawings."""
