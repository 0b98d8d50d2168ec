"""The bots that search: they weigh the greedy bot's best actions by what may follow."""
