"""The lab: many games of a variant, counted and told in one report. It is run from a checkout."""
