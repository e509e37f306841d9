"""The pages about people: profiles, the best players of a variant, the search for a person, blocks and reports."""
