"""The rules of Carcassonne, one by one and against slower versions."""
