"""Tests of the Great Wall."""
