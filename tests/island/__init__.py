"""The rules of the base island as scenarios: one file for each section of the catalogue, and mutations that prove them."""
