"""Tests of Seafarers."""
