"""The content of the site: the library of variants, boards as SVG, and views of tables in words."""

from server.content.boards import (
    BoardLook,
    Boards,
    CoverSheets,
    common_drawings,
    defined,
    latest_events,
    marks_of,
    picture_of,
    seal,
)
from server.content.catalogue import Catalogue, Facets, Query, fold
from server.content.descriptions import Descriptions
from server.content.library import Library
