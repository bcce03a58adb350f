"""HTTP requests with retries, by the standard library."""

from __future__ import annotations

import http.client
import json
import ssl
import time
import urllib.error
import urllib.request
from typing import Any, Callable, Dict, Iterable, Mapping, Optional, Union

from .errors import ConnectionFailed, RequestRejected

Body = Union[bytes, Callable[[], Iterable[bytes]]]

_MAX_DELAY = 8.0


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect leads to a login page, or would send the token to another server."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Transport:
    """Sends requests to one server."""

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str],
        *,
        timeout: float,
        retry_for: float,
        ssl_context: Optional[ssl.SSLContext],
    ) -> None:
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"the URL of Flowgate must start with http:// or https://, not {url!r}")
        self.url = url.rstrip("/")
        self.retry_for = retry_for
        self._headers = {"Accept": "application/json", **headers}
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirects, urllib.request.HTTPSHandler(context=ssl_context))

    def send(
        self,
        method: str,
        path: str,
        *,
        body: Optional[Body] = None,
        headers: Optional[Mapping[str, str]] = None,
        repeatable: Optional[bool] = None,
    ) -> http.client.HTTPResponse:
        """Returns the response of a request that succeeded; the caller closes it.

        :param body: bytes, or a function that returns their pieces anew for each attempt
        :param repeatable: whether a request whose answer was lost may be sent again; by default, all but POST
        """
        may_repeat = method != "POST" if repeatable is None else repeatable
        end = time.monotonic() + self.retry_for
        delay = 0.5
        while True:
            try:
                return self._send(method, path, body, headers or {})
            except RequestRejected as rejected:
                error: Exception = rejected
                wait = _retry_delay(rejected, delay, may_repeat)
            except ConnectionFailed as failed:
                error = failed
                wait = delay if may_repeat or isinstance(failed.__cause__, ConnectionRefusedError) else None
            if wait is None or time.monotonic() + wait > end:
                raise error
            time.sleep(wait)
            delay = min(delay * 2, _MAX_DELAY)

    def json(self, method: str, path: str, **options: Any) -> Any:
        """The JSON of a response; None for an empty one."""
        with self.send(method, path, **options) as response:
            text = response.read()
        try:
            return json.loads(text) if text else None
        except ValueError:
            raise ConnectionFailed(f"{self.url} is not a Flowgate server; check the URL.") from None

    def _send(
        self, method: str, path: str, body: Optional[Body], headers: Mapping[str, str]
    ) -> http.client.HTTPResponse:
        data: Any = body() if callable(body) else body
        request = urllib.request.Request(
            self.url + path, data=data, method=method, headers={**self._headers, **headers}
        )
        try:
            response: http.client.HTTPResponse = self._opener.open(request, timeout=self._timeout)
            return response
        except urllib.error.HTTPError as answer:
            with answer:
                raise _rejection(answer) from None
        except urllib.error.URLError as failure:
            reason = failure.reason if isinstance(failure.reason, Exception) else failure
            raise ConnectionFailed(f"Cannot reach {self.url}: {failure.reason}") from reason
        except (OSError, http.client.HTTPException) as failure:
            raise ConnectionFailed(f"Cannot reach {self.url}: {failure or type(failure).__name__}") from failure


def _rejection(answer: urllib.error.HTTPError) -> RequestRejected:
    if 300 <= answer.code < 400:
        return RequestRejected(
            answer.code,
            {"detail": f"The server redirects to {answer.headers.get('Location')}; use the URL of Flowgate itself."},
        )
    problem: Dict[str, Any] = {}
    try:
        body = json.loads(answer.read(4_000_000))
        problem = body if isinstance(body, dict) else {}
    except (ValueError, OSError, http.client.HTTPException):
        pass  # the page of a proxy
    rejection = RequestRejected(answer.code, problem)
    rejection.retry_after = _seconds(answer.headers.get("Retry-After"))
    return rejection


def _retry_delay(rejected: RequestRejected, delay: float, may_repeat: bool) -> Optional[float]:
    """The seconds before a retry; None for a rejection that stays."""
    if rejected.status == 429:
        return max(delay, rejected.retry_after or 0)
    # A 503 of Flowgate without Retry-After is about its configuration.
    passing = rejected.status in (502, 504) or (
        rejected.status == 503 and (not rejected.code or rejected.retry_after is not None)
    )
    return max(delay, rejected.retry_after or 0) if passing and may_repeat else None


def _seconds(text: Optional[str]) -> Optional[float]:
    return float(text) if text is not None and text.isdigit() else None
