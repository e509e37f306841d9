"""JSON for programs: endpoints, each declared once, and their description."""

from server.api.blueprint import ENDPOINTS, install
from server.api.endpoint import Endpoint
from server.api.puzzles import PuzzlesApi
from server.api.rules import RulesApi
from server.api.tables import TablesApi
