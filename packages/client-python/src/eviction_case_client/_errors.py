from __future__ import annotations

import json
from typing import Any, Optional


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
        request_id: Optional[str] = None,
        retry_after_seconds: Optional[float] = None,
    ) -> None:
        super().__init__(f"{operation} returned {status} {_message_of(body)}".rstrip())
        error = error_of(body) or {}
        self._given = (operation, status, body, request_id, retry_after_seconds)
        self.operation = operation
        self.status = status
        self.code: Optional[str] = error.get("code")
        self.details: Any = error.get("details")
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds

    def __reduce__(self) -> tuple[Any, ...]:
        # Process pools and job queues send errors to other processes.
        return (type(self), self._given)


class NoResponseError(Exception):
    """No response came: the outcome of the request is unknown. `__cause__` says why."""


def error_of(body: Any) -> Optional[dict[str, Any]]:
    """The error of a body in the shape of the API, otherwise None."""
    error = body.get("error") if isinstance(body, dict) else None
    return error if isinstance(error, dict) and isinstance(error.get("code"), str) else None


def _message_of(body: Any) -> str:
    error = error_of(body)
    if error is None:
        return body if isinstance(body, str) else json.dumps(body)
    details = error.get("details")
    return f"{error['code']}: {error.get('message')}" + ("" if details is None else f" {json.dumps(details)}")
