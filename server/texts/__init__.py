"""Words of the house and of the variants, in each language, and what people are called."""
