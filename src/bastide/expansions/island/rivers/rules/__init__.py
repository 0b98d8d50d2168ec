"""The rules of Rivers."""

from bastide.expansions.island.rivers.rules.module import Rivers

MODULE = Rivers
