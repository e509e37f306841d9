"""The lab: many games of a variant, counted and told in one report. A leaf: nothing but the command line imports it."""
