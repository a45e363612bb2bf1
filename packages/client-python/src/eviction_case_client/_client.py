from __future__ import annotations

import json
import random
import re
import time
import uuid
from typing import Any, Literal
from urllib.parse import quote, urlencode

from ._errors import ApiError, error_in
from ._transport import NoResponseError, RawResponse, Transport, urllib_transport
from .generated.errors import ERROR_CLASSES
from .generated.operations import Operations

# Statuses that may be temporary: something in front of the API timed out (408), the caller is too fast (429), or the
# server failed. None means that there was no response.
_PASSING = (None, 408, 429, 500, 502, 503, 504)


class Client(Operations):
    """A client of the API. Its methods return the content of a successful response. They raise an ApiError for any
    other response, and a NoResponseError if there is none.

    A request that fails temporarily is sent again if that is safe: for GET, PUT, DELETE, and POST with an
    `Idempotency-Key`. The key is generated unless the call has its own, and stays the same for all attempts of the
    call. Several threads may share a client.

    `base_url`: the address of the service, without `/v1`.
    `credential`: an API key, a session token or an attorney token. Public operations need none.
    `service_mode`: the mode of a session. A key has its mode in its prefix.
    `max_retries`: the number of attempts after the first.
    `timeout`: the longest time without a byte from the service, in seconds.
    `transport`: replaces the standard library's, for example by `urllib_transport(context)` with your own authorities.
    """

    def __init__(
        self,
        base_url: str,
        credential: str | None = None,
        *,
        service_mode: Literal["test", "live"] | None = None,
        max_retries: int = 3,
        timeout: float = 60.0,
        transport: Transport | None = None,
    ) -> None:
        if not base_url.startswith(("https://", "http://")):
            raise ValueError("base_url must begin with https:// or http://")
        self._base_url = base_url.rstrip("/")
        self._headers: dict[str, str] = {}
        if credential is not None:
            self._headers["Authorization"] = f"Bearer {credential}"
        if service_mode is not None:
            self._headers["X-Service-Mode"] = service_mode
        self._max_retries = max_retries
        self._timeout = timeout
        self._transport = transport or urllib_transport()

    def _call(
        self,
        operation: str,
        method: str,
        path: str,
        values: dict[str, Any],
        *,
        takes_key: bool = False,
        idempotency_key: str | None = None,
        returns_bytes: bool = False,
        timeout: float | None = None,
    ) -> Any:
        body = values.pop("body", None)
        content = None if body is None else json.dumps(body, allow_nan=False).encode()
        url = self._base_url + _filled(path, values)
        headers = dict(self._headers)
        if content is not None:
            headers["Content-Type"] = "application/json"
        if takes_key and (idempotency_key is not None or self._max_retries > 0):
            headers["Idempotency-Key"] = idempotency_key if idempotency_key is not None else str(uuid.uuid4())
        is_repeatable = takes_key if method == "POST" else method != "PATCH"
        attempts = 0
        while True:
            attempts += 1
            try:
                response = self._transport(method, url, headers, content, timeout or self._timeout)
                return _content(operation, response, returns_bytes)
            except (ApiError, NoResponseError) as error:
                delay = retry_delay(attempts, error.status, error.retry_after_seconds)
                if not is_repeatable or delay is None or attempts > self._max_retries:
                    raise
            time.sleep(delay)


def _filled(path: str, parameters: dict[str, Any]) -> str:
    """Fills in the path. The remaining parameters become the query, in which a list is a repeated parameter."""

    def fill(match: re.Match[str]) -> str:
        value = parameters[match[1]]
        # Refuse values that would lead to a different path.
        if value in ("", ".", ".."):
            raise ValueError(f"{match[1]} must not be {value!r}")
        return quote(value, safe="")

    query = {name: value for name, value in parameters.items() if f"{{{name}}}" not in path and value is not None}
    return re.sub(r"\{(\w+)\}", fill, path) + ("?" if query else "") + urlencode(query, doseq=True)


def _content(operation: str, response: RawResponse, returns_bytes: bool) -> Any:
    """Returns the content of a successful response. Raises an ApiError for any other response."""
    if 200 <= response.status < 300:
        if returns_bytes:
            return response.body
        try:
            return json.loads(response.body) if response.body else None
        except ValueError:
            pass  # something in front of the API has responded
    raise ERROR_CLASSES.get(error_in(response.body).get("code", ""), ApiError)(operation, response)


def retry_delay(attempts: int, status: int | None, retry_after: float | None) -> float | None:
    """How many seconds to wait before the next attempt, or None if another one is pointless.

    `attempts` is the number of attempts so far. `status` is None if there was no response. The waits double and are
    spread randomly, so that callers that failed together don't return together. They are never shorter than
    `Retry-After`. A `Retry-After` beyond a minute ends the attempts, because the caller can do something better than
    wait.
    """
    # A 409 with Retry-After means that the same request is still running.
    may_pass = status in _PASSING or (status == 409 and retry_after is not None)
    asked = retry_after or 0.0
    if not may_pass or asked > 60:
        return None
    return asked + min(8.0, 0.5 * 2.0 ** min(attempts - 1, 10)) * random.uniform(0.5, 1)
