"""Endgames solved once and for all: tables of exact values, how they are built, kept and asked.

To ask (`known`, `table`) needs the standard library alone; to build (`build` and the modules it calls) numpy.
"""
