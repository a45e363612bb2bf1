"""The types of bodies and responses."""

from .generated.types import *  # noqa: F403
