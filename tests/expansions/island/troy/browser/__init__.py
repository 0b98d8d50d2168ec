"""Troy in a browser."""
