"""The greedy bot: looks one action ahead."""
