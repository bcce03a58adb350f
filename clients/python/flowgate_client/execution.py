"""An execution of a flow."""

from __future__ import annotations

import http.client
import time
from typing import TYPE_CHECKING, Any, Dict, Iterator, Optional
from urllib.parse import quote

from .errors import ConnectionFailed, FlowgateError, RequestRejected, WaitTimeout

if TYPE_CHECKING:
    from . import types
    from .transport import Transport

_FINAL_STATES = ("SUCCESS", "WARNING", "FAILED", "KILLED")
_MAX_POLL = 5.0
_TAIL_BYTES = 256 * 1024


class Execution:
    """An execution as it was when it was last read; :meth:`wait` and :meth:`refresh` read it again."""

    def __init__(self, transport: Transport, record: types.Execution) -> None:
        self._transport = transport
        #: All fields, as ``GET /executions/{execution_id}`` returns them.
        self.record: types.Execution = record

    def __repr__(self) -> str:
        return f"<Execution {self.id} of {self.flow}: {self.state}>"

    @property
    def id(self) -> str:
        return self.record["id"]

    @property
    def flow(self) -> str:
        """The flow, as ``namespace/id``."""
        return f"{self.record['namespace']}/{self.record['flowId']}"

    @property
    def url(self) -> str:
        """The page of the execution in the console."""
        return f"{self._transport.url}/ui/executions/{self.id}"

    @property
    def state(self) -> types.ExecutionState:
        return self.record["state"]

    @property
    def ended(self) -> bool:
        return self.state in _FINAL_STATES

    @property
    def reason(self) -> Optional[str]:
        """Why it did not succeed."""
        return self.record.get("reason")

    @property
    def outputs(self) -> Dict[str, Any]:
        """Values by output id; empty until the end."""
        return self.record.get("outputs", {})

    def refresh(self) -> Execution:
        """Reads the execution again."""
        self.record = self._transport.json("GET", self._path)
        return self

    def wait(self, timeout: Optional[float] = None, *, check: bool = True) -> Execution:
        """Waits for the end.

        :param timeout: seconds; by default, there is no limit
        :param check: whether FAILED and KILLED raise an exception; WARNING never does
        :raises ExecutionFailed: with ``check``
        :raises WaitTimeout: the execution did not end in time
        """
        end = None if timeout is None else time.monotonic() + timeout
        pause = 0.2
        while not self.refresh().ended:
            if end is not None and time.monotonic() + pause > end:
                raise WaitTimeout(f"{self.flow} is {self.state} after {timeout} seconds ({self.url})")
            time.sleep(pause)
            pause = min(pause * 1.5, _MAX_POLL)
        if check and self.state in ("FAILED", "KILLED"):
            raise ExecutionFailed(self)
        return self

    def stop(self) -> Execution:
        """Asks for a stop; :meth:`wait` waits until its final tasks have run."""
        self.record = self._transport.json("POST", f"{self._path}/stop", body=b"", repeatable=True)
        return self

    def log(self, task: Optional[str] = None) -> str:
        """The log so far. :param task: only the log of the task with this path"""
        return self._text(f"{self._path}/logs" + (f"?task={quote(task, safe='')}" if task else ""))

    def tail(self, lines: int = 20) -> str:
        """The last lines of the log so far, of at most 256 KiB."""
        try:
            text = self._text(f"{self._path}/logs", Range=f"bytes=-{_TAIL_BYTES}")
        except RequestRejected as rejected:
            if rejected.code != "range-not-satisfiable":
                raise
            return ""  # nothing is written yet
        return "".join(text.splitlines(keepends=True)[-lines:])

    def follow(self) -> Iterator[str]:
        """The lines of the log as they are written, until the end. After a lost connection, continues where it was."""
        last_id = ""
        end = time.monotonic() + self._transport.retry_for
        while True:
            headers = {"Accept": "text/event-stream", **({"Last-Event-ID": last_id} if last_id else {})}
            try:
                with self._transport.send("GET", f"{self._path}/logs?follow=true", headers=headers) as response:
                    for event in _events(response):
                        if event.get("event") == "end":
                            self.refresh()
                            return
                        last_id = event.get("id", last_id)
                        end = time.monotonic() + self._transport.retry_for
                        yield event.get("data", "")
            except (OSError, http.client.HTTPException):
                pass  # continue after the last event
            if time.monotonic() > end:
                raise ConnectionFailed(f"The log of {self.url} breaks off again and again.")
            time.sleep(1)

    @property
    def _path(self) -> str:
        return f"/executions/{quote(self.id, safe='')}"

    def _text(self, path: str, **headers: str) -> str:
        with self._transport.send("GET", path, headers={"Accept": "text/plain", **headers}) as response:
            return response.read().decode()


class ExecutionFailed(FlowgateError):
    """An execution ended as FAILED or KILLED."""

    def __init__(self, execution: Execution) -> None:
        super().__init__(
            f"{execution.flow} {execution.state}: {execution.reason or 'no reason is known'} ({execution.url})"
        )
        self.execution = execution


def _events(response: http.client.HTTPResponse) -> Iterator[Dict[str, str]]:
    """The server-sent events of a response, as fields by name."""
    event: Dict[str, str] = {}
    for raw in response:
        line = raw.decode().rstrip("\r\n")
        if line == "" and event:
            yield event
            event = {}
        name, separator, value = line.partition(":")
        if separator and name:
            value = value[1:] if value.startswith(" ") else value
            event[name] = f"{event['data']}\n{value}" if name == "data" and "data" in event else value
