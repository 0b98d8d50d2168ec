"""The rules of five and six players."""

from bastide.expansions.island.five_six.rules.module import FiveSix

MODULE = FiveSix
