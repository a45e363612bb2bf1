from __future__ import annotations

import json
import re
import time
from email.utils import parsedate_to_datetime
from typing import Any

from ._transport import RawResponse


class ApiError(Exception):
    """A response that isn't a success. Each error code has its own class.

    `operation`: the operation that was called.
    `status`: the HTTP status.
    `code`: the code that programs branch on. None if the response came from something in front of the API.
    `details`: None unless the code has details.
    `request_id`: the id of the request in the service's logs.
    `retry_after_seconds`: after how many seconds to send the request again. None if the response doesn't say.
    """

    def __init__(self, operation: str, response: RawResponse) -> None:
        super().__init__(operation, response)
        error = error_in(response.body)
        self.operation = operation
        self.status = response.status
        self.code: str | None = error.get("code")
        self.details: Any = error.get("details")
        self.request_id = response.headers.get("x-request-id")
        self.retry_after_seconds = parse_retry_after(response.headers.get("retry-after"))
        self._reason = response.body.decode(errors="replace")
        if error:
            details = "" if self.details is None else f" {json.dumps(self.details)}"
            self._reason = f"{self.code}: {error.get('message')}{details}"

    def __str__(self) -> str:
        return f"{self.operation} returned {self.status} {self._reason}".rstrip()


def error_in(body: bytes) -> dict[str, Any]:
    """Parses a body in the API's error format. Empty for any other body."""
    try:
        error = json.loads(body)["error"]
        return error if isinstance(error["code"], str) else {}
    except (ValueError, TypeError, LookupError):
        return {}


def parse_retry_after(header: str | None, now: float | None = None) -> float | None:
    """Parses `Retry-After`, which is a number of seconds or a date, to seconds. None if it is missing or invalid."""
    text = header or ""
    if re.fullmatch(r"[0-9]{1,9}", text):
        return float(text)
    try:
        at = parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError):
        return None
    return max(0.0, at - (time.time() if now is None else now))
