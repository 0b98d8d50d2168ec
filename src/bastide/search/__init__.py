"""Search over any rules: rollouts in worlds that a seat cannot tell apart, by sequential halving.

It knows `Rules` and no family; what a family adds is a `Policy` and an `Evaluation`.
"""

from bastide.search.found import Candidate, Found, search
from bastide.search.policy import Evaluation, Policy

__all__ = ["Candidate", "Evaluation", "Found", "Policy", "search"]
