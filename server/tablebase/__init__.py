"""Endgames solved once and for all: tables of exact values, how they are built, kept and asked.

Whoever asks (`known`, `table`) needs the standard library alone; whoever builds (`build` and those it calls) numpy.
"""
