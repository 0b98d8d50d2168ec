"""Helpers of the Makefile; nothing in the package needs them."""
