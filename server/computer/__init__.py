"""The computer at work: processes that think, the seats it plays, the games it reviews."""
