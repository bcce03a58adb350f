"""The exceptions of the client."""

from __future__ import annotations

from typing import Any, Dict, Optional


class FlowgateError(Exception):
    """The base of the exceptions about a server or an execution."""


class ConnectionFailed(FlowgateError):
    """Flowgate could not be reached, or the server is not Flowgate."""


class RequestRejected(FlowgateError):
    """Flowgate rejected a request."""

    def __init__(self, status: int, problem: Dict[str, Any]) -> None:
        super().__init__(problem.get("detail") or problem.get("title") or f"The server responded with {status}.")
        #: The HTTP status.
        self.status = status
        #: The RFC 9457 problem, which can have more members, such as ``errors`` for invalid values.
        self.problem = problem
        #: The seconds after which a retry makes sense, if the server said so.
        self.retry_after: Optional[float] = None

    @property
    def code(self) -> str:
        """The error code, such as ``inputs-invalid``; empty if a proxy answered."""
        prefix = "urn:flowgate:problem:"
        kind = str(self.problem.get("type", ""))
        return kind[len(prefix) :] if kind.startswith(prefix) else ""


class WaitTimeout(FlowgateError, TimeoutError):
    """An execution did not end in time. It continues."""
