"""The web application: play (games, stored and pushed), web (pages), and what starts it."""
