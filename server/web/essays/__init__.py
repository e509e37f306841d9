"""The longer texts of the site: fair play, how to make a variant, how programs play."""
