"""The base of all rooms: configuration, log, event loop, clocks, rate limits, caches, metrics, time and chance."""

from server.runtime.config import Config, ConfigError
