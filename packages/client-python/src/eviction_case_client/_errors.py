from __future__ import annotations

import json
from typing import Any


class ApiError(Exception):
    """A response other than success. Each code has a class of its own.

    `operation`: the operation that was called.
    `status`: the HTTP status.
    `code`: what to branch on; None if the response came from something in front of the API.
    `details`: None unless the code says otherwise.
    `request_id`: names the request in the logs of the service.
    `retry_after_seconds`: after how long to send the request again; None where the response does not say it.
    """

    def __init__(
        self,
        operation: str,
        status: int,
        body: Any,
        request_id: str | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        # All of them, so that it can be sent to another process.
        super().__init__(operation, status, body, request_id, retry_after_seconds)
        error = error_in(body)
        self.operation = operation
        self.status = status
        self.code: str | None = error.get("code")
        self.details: Any = error.get("details")
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds
        self._reason = f"{self.code}: {error['message']}" if error else body if isinstance(body, str) else json.dumps(body)

    def __str__(self) -> str:
        details = "" if self.details is None else f" {json.dumps(self.details)}"
        return f"{self.operation} returned {self.status} {self._reason}{details}".rstrip()


class NoResponseError(Exception):
    """No response came: the outcome of the request is unknown. `__cause__` says why."""

    status = None
    retry_after_seconds = None


def error_in(body: Any) -> dict[str, Any]:
    """The error of a body in the shape of the API, otherwise empty."""
    error = body.get("error") if isinstance(body, dict) else None
    return error if isinstance(error, dict) and isinstance(error.get("code"), str) else {}
