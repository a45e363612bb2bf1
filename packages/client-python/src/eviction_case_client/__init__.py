"""A client of the Eviction Case Service API."""

from . import types as types
from ._client import Client as Client
from ._errors import ApiError as ApiError
from ._paging import Paged as Paged
from ._transport import NoResponseError as NoResponseError
from ._transport import RawResponse as RawResponse
from ._transport import Transport as Transport
from ._transport import urllib_transport as urllib_transport
from ._webhooks import WebhookVerificationError as WebhookVerificationError
from ._webhooks import verify_webhook as verify_webhook
from .generated.errors import *  # noqa: F403

__version__ = "0.1.0"
