from __future__ import annotations

import ssl
from collections.abc import Mapping
from http.client import HTTPException, HTTPResponse
from typing import NamedTuple, Protocol
from urllib.request import HTTPErrorProcessor, HTTPSHandler, Request, build_opener


class NoResponseError(Exception):
    """There was no response, so the outcome of the request is unknown. `__cause__` says why."""

    status = None
    retry_after_seconds = None


class RawResponse(NamedTuple):
    """A response with its body as bytes. The names of `headers` are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Transport(Protocol):
    """Sends one request and returns its response, whatever its status. Raises NoResponseError if there is none."""

    def __call__(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None, timeout: float
    ) -> RawResponse: ...


class _AsItIs(HTTPErrorProcessor):
    """Follows no redirects. They lead away from the API, and their target must not receive the credential."""

    def http_response(self, request: Request, response: HTTPResponse) -> HTTPResponse:
        return response

    https_response = http_response


def urllib_transport(context: ssl.SSLContext | None = None) -> Transport:
    """Returns the standard library's transport, which uses the proxies of the environment."""
    opener = build_opener(_AsItIs, HTTPSHandler(context=context))

    def send(method: str, url: str, headers: Mapping[str, str], body: bytes | None, timeout: float) -> RawResponse:
        request = Request(url, data=body, headers=dict(headers), method=method)
        try:
            with opener.open(request, timeout=timeout) as response:
                names = {name.lower(): value for name, value in response.headers.items()}
                return RawResponse(response.status, names, response.read())
        except (OSError, HTTPException) as error:
            raise NoResponseError(f"{method} {url}: {error}") from error

    return send
