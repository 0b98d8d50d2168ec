"""Tests of the rules of Seafarers."""
