from __future__ import annotations

import ssl
import urllib.error
import urllib.request
from collections.abc import Mapping
from email.message import Message
from http.client import HTTPException, HTTPMessage
from typing import IO, NamedTuple, Optional, Protocol

from ._errors import NoResponseError


class RawResponse(NamedTuple):
    """The names of `headers` are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Transport(Protocol):
    """Sends one request and returns its response, whatever its status. Raises NoResponseError without one."""

    def __call__(
        self, method: str, url: str, headers: Mapping[str, str], body: Optional[bytes], timeout: float
    ) -> RawResponse: ...


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect leads away from the API: its target must not get the credential."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        return None


def urllib_transport(context: Optional[ssl.SSLContext] = None) -> Transport:
    """The standard library's; uses the proxies of the environment."""
    opener = urllib.request.build_opener(_NoRedirect, urllib.request.HTTPSHandler(context=context))

    def send(method: str, url: str, headers: Mapping[str, str], body: Optional[bytes], timeout: float) -> RawResponse:
        request = urllib.request.Request(url, data=body, headers=dict(headers), method=method)
        try:
            with opener.open(request, timeout=timeout) as response:
                return _raw(response.status, response.headers, response.read())
        except urllib.error.HTTPError as error:
            try:
                with error:
                    return _raw(error.code, error.headers, error.read())
            except (OSError, HTTPException) as cut_off:
                raise NoResponseError(f"{method} {url}: {cut_off}") from cut_off
        except (OSError, HTTPException) as error:
            raise NoResponseError(f"{method} {url}: {error}") from error

    return send


def _raw(status: int, headers: Message, body: bytes) -> RawResponse:
    return RawResponse(status, {name.lower(): value for name, value in headers.items()}, body)
