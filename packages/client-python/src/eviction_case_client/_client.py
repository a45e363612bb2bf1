from __future__ import annotations

import json
import time
import uuid
from typing import Any, Dict, Literal, Optional, Union
from urllib.parse import quote

from ._errors import ApiError, NoResponseError, error_of
from ._retry import parse_retry_after, retry_delay
from ._transport import RawResponse, Transport, urllib_transport
from .generated.errors import ERROR_CLASSES
from .generated.operations import Call, Operations


class Client(Operations):
    """A client of the API. Its methods return the response of a success and raise an ApiError for any other response,
    or a NoResponseError if none came.

    A request that fails in passing is sent again if that is safe: GET, PUT, DELETE, and POST with an `Idempotency-Key`,
    which is generated unless the call has its own and stays the same for all attempts of the call. May be used by
    several threads.

    `base_url`: the address of the service, without `/v1`.
    `credential`: an API key, a session token or an attorney token; public operations need none.
    `service_mode`: the mode of a session; a key has its mode in its prefix.
    `max_retries`: attempts after the first.
    `timeout`: seconds without a byte from the service.
    `transport`: replaces the standard library's, for example `urllib_transport(context)` with authorities of your own.
    """

    def __init__(
        self,
        base_url: str,
        credential: Optional[str] = None,
        *,
        service_mode: Optional[Literal["test", "live"]] = None,
        max_retries: int = 3,
        timeout: float = 60.0,
        transport: Optional[Transport] = None,
    ) -> None:
        if not base_url.startswith(("https://", "http://")):
            raise ValueError("base_url must begin with https:// or http://")
        self._base_url = base_url.rstrip("/")
        self._credential = credential
        self._service_mode = service_mode
        self._max_retries = max_retries
        self._timeout = timeout
        self._transport = transport or urllib_transport()

    def _call(
        self,
        call: Call,
        path: Dict[str, str],
        query: Optional[Dict[str, Any]] = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        url = self._base_url + _filled(call.path, path) + _query_string(query or {})
        content = None if body is None else json.dumps(body, allow_nan=False).encode()
        headers = self._headers(call, content, idempotency_key)
        repeatable = call.takes_idempotency_key if call.method == "POST" else call.method != "PATCH"
        attempts = 0
        while True:
            attempts += 1
            failure: Union[ApiError, NoResponseError]
            try:
                response = self._transport(call.method, url, headers, content, timeout or self._timeout)
                if 200 <= response.status < 300:
                    return _result(call, response)
                failure = _error_of(call, response)
                delay = retry_delay(attempts, response.status, failure.retry_after_seconds)
            except NoResponseError as error:
                failure = error
                delay = retry_delay(attempts, None, None)
            if not repeatable or delay is None or attempts > self._max_retries:
                raise failure
            time.sleep(delay)

    def _headers(self, call: Call, content: Optional[bytes], idempotency_key: Optional[str]) -> Dict[str, str]:
        headers: Dict[str, str] = {}
        if self._credential is not None:
            headers["Authorization"] = f"Bearer {self._credential}"
        if self._service_mode is not None:
            headers["X-Service-Mode"] = self._service_mode
        if call.takes_idempotency_key and (idempotency_key is not None or self._max_retries > 0):
            headers["Idempotency-Key"] = idempotency_key if idempotency_key is not None else str(uuid.uuid4())
        if content is not None:
            headers["Content-Type"] = "application/json"
        return headers


def _filled(template: str, path: Dict[str, str]) -> str:
    for name, value in path.items():
        # Nothing that would lead to another path.
        if value in ("", ".", ".."):
            raise ValueError(f"{name} must not be {value!r}")
        template = template.replace("{" + name + "}", quote(value, safe=""))
    return template


def _query_string(query: Dict[str, Any]) -> str:
    pairs = []
    for name, value in query.items():
        # A list is repeated.
        values = value if isinstance(value, (list, tuple)) else [value]
        pairs += [f"{name}={quote(_text_of(one), safe='')}" for one in values if one is not None]
    return "?" + "&".join(pairs) if pairs else ""


def _text_of(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _result(call: Call, response: RawResponse) -> Any:
    if call.returns_bytes:
        return response.body
    if not response.body:
        return None
    try:
        return json.loads(response.body)
    except ValueError as error:
        # Something in front of the API has responded.
        raise _error_of(call, response) from error


def _error_of(call: Call, response: RawResponse) -> ApiError:
    try:
        body: Any = json.loads(response.body)
    except ValueError:
        body = response.body.decode(errors="replace")
    error = error_of(body)
    kind = ERROR_CLASSES.get(error["code"], ApiError) if error else ApiError
    return kind(
        call.id,
        response.status,
        body,
        response.headers.get("x-request-id"),
        parse_retry_after(response.headers.get("retry-after")),
    )
