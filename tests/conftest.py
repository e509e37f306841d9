"""What all tests share: fuzzing that finds the same examples every time."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "cavalier",
    derandomize=True,
    max_examples=2000,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("cavalier")
