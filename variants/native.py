"""The integer of 64 bits for modules that are written to be compiled.

Interpreted it is `int`. `tools/compiled.py` compiles such a module with `i64` of mypy_extensions in its place: a number
that lies in a register and has no object. So no value may leave the range of 64 bits with a sign.
"""

from __future__ import annotations

i64 = int
