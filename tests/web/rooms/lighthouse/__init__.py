"""Lighthouse: a light that goes round the players, and a keeper who watches over one of them."""
