"""Tables in memory: one command queue each, with bots, clocks, presence, and a feed for every reader."""
