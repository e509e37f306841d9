"""Endgames solved once and for all: tables of exact values, how they are built, kept and asked.

Whatever asks (`probe`, `table`) needs the standard library alone; whatever builds (`build` and those it calls) numpy.
"""
