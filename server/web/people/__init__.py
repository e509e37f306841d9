"""The pages about people: profiles, the best players of a variant, and the search for a person."""
