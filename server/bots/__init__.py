"""Searches that play and evaluate any variant; they import only `variants`."""
