"""How the greedy bot plays Cities & Knights."""
