"""Cities & Knights as it is shown."""
