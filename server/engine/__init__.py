"""Engine processes and their clients: the computer player, evaluations of positions, reviews of games."""

from server.engine.computer_player import ComputerPlayer, opponent
from server.engine.evaluation import Evaluator
from server.engine.fair_queue import FairQueue
from server.engine.pool import Busy, EnginePool, PoolError
from server.engine.process import command
from server.engine.reviews import Progress, Reviews
