"""The rules of the base island as scenarios, one file a section of the catalogue, and mutations that prove them."""
