"""What all games share: the engine interface, chance, rows and undo, the codec. No word of any game
belongs here.
"""
