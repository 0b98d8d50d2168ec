"""Tests of the programs in examples/ that train networks."""
