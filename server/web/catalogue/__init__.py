"""The catalogue of variants."""
