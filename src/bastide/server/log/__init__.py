"""The event log of a table: its entries, the state they fold into, and the commands that append to it."""
