"""Search over any rules, in worlds that a seat cannot tell apart.

It knows `Rules` and no family; what a family adds is a `Policy` and an `Evaluation`.
"""
