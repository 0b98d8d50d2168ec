"""Every way to cheat that we could think of, each a test, over HTTP and over the socket where both exist.

`test_acting`: out of turn, another's seat, as a spectator, another table's action, others' ids, undo past chance.
`test_tokens`: forged, expired, replayed, foreign, cut and monstrous tokens.
`test_hidden`: the view, events, frames, streams, errors, `why`, records, replays, lists, logs, metrics.
`test_floods`: messages, lines, streams, tables, chat; names of the server.
`test_messages`: deep JSON, NaN, huge numbers, bad UTF-8, binary, huge and half frames, double keys.

Passwords and accounts: `tests/server/test_account_attacks.py`, `test_people.py`. Whole games read frame by frame:
`tests/server/test_secrecy.py`; two worlds in 10,000 positions: `tests/server/test_ten_thousand.py`.
"""
