from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence

from .generated.types import WebhookMessage

# The maximum number of signatures to check. No message has this many.
_MAX_SIGNATURES = 8


class WebhookVerificationError(Exception):
    """The request wasn't signed with the secret, or not recently."""


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> WebhookMessage:
    """Returns the message of a webhook that was signed with the secret and is recent.

    `body` is the bytes exactly as received, before any parsing. `secret` is the endpoint's signing secret, `whsec_...`.
    Pass several while one is being replaced. `tolerance_seconds` is the most by which the timestamp may differ from the
    clock. Compares in constant time. Raises WebhookVerificationError for anything else. In that case, respond with 400
    and do nothing.
    """
    by_name = {name.lower(): value for name, value in headers.items()}
    timestamp = by_name.get("x-service-timestamp", "")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("X-Service-Timestamp is missing or invalid.")
    if not abs((time.time() if now is None else now) - int(timestamp)) <= tolerance_seconds:
        raise WebhookVerificationError("X-Service-Timestamp is too far from the current time.")
    names = ("x-service-signature", "x-service-signature-previous")
    signed = ",".join(by_name.get(name, "") for name in names)
    signatures = signed.encode(errors="replace").replace(b",", b" ").split()
    for one in [secret] if isinstance(secret, str) else secret:
        if not one:
            raise ValueError("secret must not be empty")
        expected = hmac.new(one.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest().encode()
        if any(hmac.compare_digest(expected, signature) for signature in signatures[:_MAX_SIGNATURES]):
            return json.loads(body)
    raise WebhookVerificationError("X-Service-Signature does not match the secret.")
