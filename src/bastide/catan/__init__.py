"""The hex-island family."""
