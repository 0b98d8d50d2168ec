"""Environments for programs that learn: dense actions, observations, and the interfaces that their libraries expect.

`actions` and `candidates` number what a seat may do, `features` what it sees, `table` plays a game against opponents;
`gym` and `zoo` are the environments of Gymnasium and PettingZoo. docs/learn.md is the guide.
"""
