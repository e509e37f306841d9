"""The statement by which PostgreSQL keeps all decisions that wait."""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from server.journal.engine import DecisionRow, Submission

_ROWS = (
    "part int, leads boolean, table_id text, sequence int, number int, person text, message text, entries text,"
    " at float8"
)
_COLUMNS = "table_id, sequence, number, person, message, entries, at"
_TABLE = (
    "id text, variant text, rules_version int, settings text, fen text, opened_at float8, status text,"
    " changed_at float8, control text, listed int"
)
_TABLE_COLUMNS = _TABLE.replace(" text", "").replace(" int", "").replace(" float8", "")

APPEND = f"""
WITH row AS MATERIALIZED (SELECT * FROM json_to_recordset(%s) AS given({_ROWS})),
led AS (
    INSERT INTO decisions ({_COLUMNS}) SELECT {_COLUMNS} FROM row WHERE leads ORDER BY table_id, sequence
    ON CONFLICT DO NOTHING RETURNING table_id, sequence
),
wish AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%s) AS given(part int, person text, message text, paired text)
),
met AS (
    SELECT part FROM waits JOIN wish USING (person, message)
    WHERE waits.paired IS NULL ORDER BY person FOR UPDATE OF waits
),
won AS (
    SELECT part FROM row JOIN led USING (table_id, sequence) WHERE leads
    UNION SELECT part FROM met GROUP BY part HAVING count(*) = 2
    UNION SELECT part FROM json_to_recordset(%s) AS given(part int)
),
ended AS (
    UPDATE waits SET paired = wish.paired FROM wish JOIN won USING (part) WHERE waits.person = wish.person
),
opened AS (
    INSERT INTO tables ({_TABLE_COLUMNS})
    SELECT {_TABLE_COLUMNS} FROM json_to_recordset(%s) AS given(part int, {_TABLE}) JOIN won USING (part)
),
followed AS (
    INSERT INTO decisions ({_COLUMNS}) SELECT {_COLUMNS} FROM row JOIN won USING (part) WHERE NOT leads
),
seated AS (
    INSERT INTO sitters (table_id, seat, person)
    SELECT table_id, seat, person
    FROM json_to_recordset(%s) AS given(part int, table_id text, seat int, person text) JOIN won USING (part)
),
changed AS (
    UPDATE tables
    SET status = given.status, changed_at = given.changed_at, result = coalesce(given.result, tables.result)
    FROM json_to_recordset(%s) AS given(part int, id text, status text, changed_at float8, result text)
    JOIN won USING (part) WHERE tables.id = given.id
)
SELECT part FROM won
"""
"""All decisions that wait, in one statement: of each part, all or none. The first decision of a part leads: the others,
and what they bring about, are kept only where its number and its message were free; where a part ends the waits of two
persons instead, only where both still wait. The third list names the parts that depend on neither. The numbers of the
parts that were kept come back."""


def lead(part: Submission) -> DecisionRow | None:
    """The decision of a table that is there already."""
    return next((row for row in part.decisions if part.opened is None or row.table_id != part.opened.id), None)


def given(parts: Sequence[Submission]) -> tuple[str, ...]:
    """The parameters of APPEND."""
    rows, wishes, free, opened, sitters, changes = [], [], [], [], [], []
    for number, part in enumerate(parts):
        first = lead(part)
        rows += [{"part": number, "leads": row is first, **row._asdict()} for row in part.decisions]
        wishes += [{"part": number, **each._asdict()} for each in part.met]
        free += [{"part": number}] if first is None and not part.met else []
        opened += [{"part": number, **part.opened._asdict()}] if part.opened else []
        sitters += [{"part": number, **row._asdict()} for row in part.sitters]
        changes += [{"part": number, **part.change._asdict()}] if part.change else []
    return tuple(orjson.dumps(each).decode() for each in (rows, wishes, free, opened, sitters, changes))
