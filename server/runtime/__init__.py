"""What all rooms need and none of them owns: where time and chance come from."""
