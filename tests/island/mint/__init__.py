"""A room for tests: roads earn gold, a mint is bought with it, and a jubilee is one more development card."""
