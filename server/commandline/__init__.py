"""What the commands of all rooms share: their options, and how they end."""
