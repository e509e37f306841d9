"""The rules pages and their leaflets."""
