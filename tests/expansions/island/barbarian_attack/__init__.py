"""Tests of Barbarian Attack."""
