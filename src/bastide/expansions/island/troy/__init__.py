"""Troy: cards given face down decide battles between Troy and Mycenae, and trade points build ships."""
