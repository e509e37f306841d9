"""The computer player: engine processes, the seats it plays, the games it reviews."""
