"""What is played: tables, who sits and talks at them, and the journal that keeps it all."""
