"""The words of the site and of the variants, in each language, and the names of people."""
