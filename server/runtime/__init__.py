"""What all rooms need and none of them owns: configuration, log, event loop, clocks, rate limits, time and chance."""

from server.runtime.config import Config, ConfigError
