"""The bus: news between the processes of one site."""
