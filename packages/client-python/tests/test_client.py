"""Tests how the client handles responses that no real service gives on demand. `npm test` runs them."""

from __future__ import annotations

import hashlib
import hmac
import json
import pickle
import threading
import unittest
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, Optional
from unittest.mock import patch

from eviction_case_client import (
    ApiError,
    BusyError,
    Client,
    NoResponseError,
    NothingToAdvanceError,
    Paged,
    WebhookVerificationError,
    verify_webhook,
)
from eviction_case_client._client import retry_delay
from eviction_case_client._errors import parse_retry_after

Answer = Optional[tuple[int, dict[str, str], Any]]
BUSY: Answer = (503, {"Retry-After": "0"}, {"error": {"code": "busy", "message": "Busy.", "details": None}})
CUT_OFF: Answer = None


class Service(BaseHTTPRequestHandler):
    """Responds with each answer once, and stores the requests."""

    answers: list[Answer] = []
    received: list[tuple[str, dict[str, str], bytes]] = []

    def do(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        Service.received.append((f"{self.command} {self.path}", headers, body))
        answer = Service.answers.pop(0) if Service.answers else (200, {}, {"id": "case_1"})
        if answer is None:
            self.close_connection = True
            return
        status, more, content = answer
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        for name, value in {"Content-Length": str(len(data)), **more}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do

    def log_message(self, format: str, *args: Any) -> None:
        pass


class ClientTest(unittest.TestCase):
    server: HTTPServer

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = HTTPServer(("127.0.0.1", 0), Service)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.server.shutdown()
        cls.server.server_close()

    def client(self, *answers: Answer, **options: Any) -> Client:
        Service.answers = list(answers)
        Service.received = []
        return Client(f"http://127.0.0.1:{self.server.server_port}", "eak_test_1", **options)

    def test_parameters_are_encoded_and_put_where_the_specification_says(self) -> None:
        api = self.client()
        api.get_case("a/../b c")
        api.resolve_jurisdiction(state="ZZ", city="A & B=C")
        lines = [line for line, _, _ in Service.received]
        self.assertEqual(lines[0], "GET /v1/cases/a%2F..%2Fb%20c")
        self.assertEqual(lines[1], "GET /v1/jurisdictions/resolve?state=ZZ&city=A+%26+B%3DC")

    def test_an_id_that_would_lead_to_another_path_is_refused(self) -> None:
        for case_id in ("", ".", ".."):
            with self.assertRaises(ValueError):
                self.client().get_case(case_id)
        self.assertEqual(Service.received, [])

    def test_a_command_is_sent_again_with_the_same_key_and_body(self) -> None:
        self.client(BUSY, CUT_OFF).create_note("case_1", {"body": "Hello"})
        self.assertEqual(len(Service.received), 3)
        self.assertEqual(len({headers["idempotency-key"] for _, headers, _ in Service.received}), 1)
        self.assertEqual({body for _, _, body in Service.received}, {b'{"body": "Hello"}'})

    def test_each_call_has_its_own_key_unless_one_is_given(self) -> None:
        api = self.client()
        api.submit_case("case_1")
        api.submit_case("case_1")
        api.submit_case("case_1", idempotency_key="my own")
        api.list_cases()
        keys = [headers.get("idempotency-key") for _, headers, _ in Service.received]
        self.assertNotEqual(keys[0], keys[1])
        self.assertEqual(keys[2:], ["my own", None])

    def test_a_request_that_is_unsafe_to_repeat_is_sent_only_once(self) -> None:
        with self.assertRaises(BusyError):
            self.client(BUSY).create_api_key()
        self.assertEqual(len(Service.received), 1)
        with self.assertRaises(BusyError):
            self.client(BUSY).update_organization({"name": "New"})
        self.assertEqual(len(Service.received), 1)

    def test_the_last_failure_is_raised_when_the_retries_are_used_up(self) -> None:
        with self.assertRaises(BusyError):
            self.client(BUSY, BUSY, BUSY, max_retries=1).me()
        self.assertEqual(len(Service.received), 2)
        with self.assertRaises(NoResponseError):
            self.client(CUT_OFF, max_retries=0).me()

    def test_an_error_has_the_class_of_its_code_and_all_of_its_fields(self) -> None:
        details = {"retryAt": "2026-07-01T09:36:00.000Z"}
        body = {"error": {"code": "nothing_to_advance", "message": "Not now.", "details": details}}
        with self.assertRaises(NothingToAdvanceError) as raised:
            self.client((409, {"X-Request-Id": "request 1"}, body)).advance_case("case_1")
        error = raised.exception
        self.assertIsInstance(error, ApiError)
        self.assertEqual((error.status, error.code, error.details), (409, "nothing_to_advance", details))
        self.assertEqual((error.request_id, error.retry_after_seconds), ("request 1", None))
        self.assertIn("advanceCase returned 409 nothing_to_advance: Not now.", str(error))

    def test_an_error_from_something_in_front_of_the_api_has_no_code(self) -> None:
        for body in (b"Bad gateway", b'{"fault": 1}', b"[]", b"\xff"):
            with self.assertRaises(ApiError) as raised:
                self.client((502, {}, body), max_retries=0).health()
            self.assertEqual((raised.exception.status, raised.exception.code), (502, None))

    def test_a_successful_response_that_is_not_json_is_an_error_without_a_code(self) -> None:
        with self.assertRaises(ApiError) as raised:
            self.client((200, {}, b"<html>Sign in to the network</html>")).health()
        self.assertEqual((raised.exception.status, raised.exception.code), (200, None))
        self.assertEqual(len(Service.received), 1)

    def test_an_error_can_be_pickled_for_another_process(self) -> None:
        with self.assertRaises(BusyError) as raised:
            self.client(BUSY, max_retries=0).me()
        copy = pickle.loads(pickle.dumps(raised.exception))
        self.assertIsInstance(copy, BusyError)
        self.assertEqual((str(copy), copy.code, copy.status), (str(raised.exception), "busy", 503))

    def test_a_redirect_is_not_followed(self) -> None:
        for status in (301, 302, 307, 308):
            with self.assertRaises(ApiError) as raised:
                self.client((status, {"Location": "/elsewhere"}, {})).me()
            self.assertEqual(raised.exception.status, status)
            self.assertEqual(len(Service.received), 1)

    def test_iterating_returns_every_item_of_every_page(self) -> None:
        first = {"items": [{"id": "case_1"}, {"id": "case_2"}], "nextCursor": "two"}
        empty = {"items": [], "nextCursor": "three"}
        last = {"items": [{"id": "case_3"}], "nextCursor": None}
        api = self.client((200, {}, first), (200, {}, empty), (200, {}, last))
        self.assertEqual([case["id"] for case in api.iterate_cases(limit=2)], ["case_1", "case_2", "case_3"])
        lines = [line for line, _, _ in Service.received]
        self.assertEqual(sorted(lines[1].split("?")[1].split("&")), ["cursor=two", "limit=2"])


class PagingTest(unittest.TestCase):
    def test_a_feed_ends_at_an_empty_page_unless_it_is_followed(self) -> None:
        additions = [["a", "b"], [], [], ["c"]]
        everything: list[str] = []

        def load(cursor: str | None) -> dict[str, Any]:
            everything.extend(additions.pop(0) if additions else [])
            return {"items": everything[int(cursor or 0) :], "nextCursor": str(len(everything))}

        ending: Paged[str, dict[str, Any]] = Paged(load, None, endless=True)
        self.assertEqual(list(ending), ["a", "b"])
        following: Paged[str, dict[str, Any]] = Paged(load, "2", endless=True, follow_seconds=0.001)
        self.assertEqual(next(iter(following)), "c")


class RetryTest(unittest.TestCase):
    def test_temporary_failures_are_retried_and_final_ones_are_not(self) -> None:
        for status in (None, 408, 429, 500, 502, 503, 504):
            self.assertIsNotNone(retry_delay(1, status, None))
        for status in (301, 400, 401, 403, 404, 409, 410, 413, 415, 422, 501):
            self.assertIsNone(retry_delay(1, status, None))
        self.assertIsNotNone(retry_delay(1, 409, 1))

    def test_delays_double_up_to_eight_seconds_and_retry_after_is_respected(self) -> None:
        with patch("random.uniform", lambda shortest, longest: longest):
            self.assertEqual([retry_delay(attempts, 503, None) for attempts in range(1, 7)], [0.5, 1, 2, 4, 8, 8])
            self.assertEqual(retry_delay(10_000, 503, None), 8)
        with patch("random.uniform", lambda shortest, longest: shortest):
            self.assertEqual(retry_delay(1, 503, None), 0.25)
            self.assertEqual(retry_delay(1, 429, 60), 60.25)
        self.assertIsNone(retry_delay(1, 429, 61))

    def test_retry_after_can_be_a_number_or_a_date_and_anything_else_is_ignored(self) -> None:
        now = datetime(2026, 7, 1, 9, tzinfo=timezone.utc).timestamp()
        self.assertEqual(parse_retry_after("5"), 5)
        self.assertEqual(parse_retry_after("Wed, 01 Jul 2026 09:00:30 GMT", now), 30)
        self.assertEqual(parse_retry_after("Wed, 01 Jul 2026 08:00:00 GMT", now), 0)
        for header in (None, "", "soon", "99999999999"):
            self.assertIsNone(parse_retry_after(header, now))


class WebhookTest(unittest.TestCase):
    secret = "whsec_of_the_endpoint"
    now = 1_780_000_000
    body = '{"id":"evt_1","createdAt":"é"}'.encode()

    def signed(self, at: Any = now, key: str = secret) -> dict[str, str]:
        signature = hmac.new(key.encode(), f"{at}.".encode() + self.body, hashlib.sha256).hexdigest()
        return {"X-Service-Timestamp": str(at), "X-Service-Signature": signature}

    def test_a_signed_and_recent_event_is_returned(self) -> None:
        several = f"{'0' * 64}, {self.signed()['X-Service-Signature']}"
        for headers in (
            self.signed(),
            self.signed(self.now - 300),
            self.signed(self.now + 300),
            {name.lower(): value for name, value in self.signed().items()},
            {**self.signed(), "X-Service-Signature": several},
            {
                **self.signed(key="whsec_of_another"),
                "X-Service-Signature-Previous": self.signed()["X-Service-Signature"],
            },
        ):
            event = verify_webhook(self.body, headers, ["whsec_new", self.secret], now=self.now)
            self.assertEqual(event["id"], "evt_1")

    def test_an_event_that_is_old_or_not_correctly_signed_is_refused(self) -> None:
        signature = self.signed()["X-Service-Signature"]
        for headers in (
            self.signed(key="whsec_of_another"),
            self.signed(key="of_the_endpoint"),
            self.signed(self.now - 301),
            self.signed(self.now + 301),
            self.signed("1e9"),
            self.signed("١"),
            self.signed(""),
            {**self.signed(), "X-Service-Timestamp": str(self.now + 1)},
            {**self.signed(), "X-Service-Signature": signature[:32]},
            {**self.signed(), "X-Service-Signature": signature.upper()},
            {**self.signed(), "X-Service-Signature": "é" * 64},
            {**self.signed(), "X-Service-Signature": "\udc80" * 64},
            {},
        ):
            with self.assertRaises(WebhookVerificationError):
                verify_webhook(self.body, headers, self.secret, now=self.now)
        with self.assertRaises(WebhookVerificationError):
            verify_webhook(self.body + b" ", self.signed(), self.secret, now=self.now)
        with self.assertRaises(ValueError):
            verify_webhook(self.body, self.signed(key=""), "", now=self.now)


if __name__ == "__main__":
    unittest.main()
