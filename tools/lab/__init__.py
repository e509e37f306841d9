"""The lab: plays many games of a variant and reports statistics. It runs from a checkout."""
