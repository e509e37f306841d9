"""The page of a table, and the forms that open one."""
