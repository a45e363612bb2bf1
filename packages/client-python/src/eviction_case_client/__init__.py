"""Client of the Eviction Case Service API."""

from . import types
from ._client import Client
from ._errors import ApiError, NoResponseError
from ._paging import Paged
from ._transport import RawResponse, Transport
from ._webhooks import WebhookVerificationError, verify_webhook
from .generated.errors import *  # noqa: F403
from .generated.errors import ERROR_CLASSES

__version__ = "0.1.0"

__all__ = [
    "ApiError",
    "Client",
    "NoResponseError",
    "Paged",
    "RawResponse",
    "Transport",
    "WebhookVerificationError",
    "types",
    "verify_webhook",
    *(one.__name__ for one in ERROR_CLASSES.values()),
]
