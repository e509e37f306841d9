"""Long pages: rendered and written in steps, so that they do not hold the loop."""

from __future__ import annotations

from typing import Any

from flask import current_app

from server.runtime.loop import yield_to_loop


def render_in_steps(template: str, **context: Any) -> str:
    """What `render_template` answers; others act while it is made."""
    app = current_app
    app.update_template_context(context)
    parts = []
    for part in app.jinja_env.get_template(template).generate(context):
        parts.append(part)
        yield_to_loop()
    return "".join(parts)
