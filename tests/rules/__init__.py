"""Tests of the rule catalogue, and the report on which rules have a test."""
