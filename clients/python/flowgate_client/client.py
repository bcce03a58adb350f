"""A Flowgate server."""

from __future__ import annotations

import json
import os
import ssl
import uuid
from pathlib import Path
from typing import Any, Dict, Iterator, Mapping, Optional
from urllib.parse import quote, urlencode

from .execution import Execution
from .transport import Transport

_PIECE = 256 * 1024


class Flowgate:
    """A Flowgate server. Its methods raise the exceptions of :mod:`flowgate_client`.

    Before anything is sent, they raise ``ValueError`` for a wrong argument, and ``OSError`` for a file that cannot be read.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        token: Optional[str] = None,
        *,
        user: Optional[str] = None,
        timeout: float = 30,
        retry_for: float = 60,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        """
        :param url: the URL of the server; by default, ``FLOWGATE_SERVER``
        :param token: an API token; by default, ``FLOWGATE_TOKEN``
        :param user: the user id, for a server that trusts this machine
        :param timeout: seconds without an answer after which an attempt fails
        :param retry_for: seconds for which requests are retried while the server cannot be reached or is busy
        """
        url = url or os.environ.get("FLOWGATE_SERVER")
        if not url:
            raise ValueError("the URL of Flowgate is missing: pass it, or set FLOWGATE_SERVER")
        token = token if token is not None else os.environ.get("FLOWGATE_TOKEN")
        headers = {**({"Authorization": f"Bearer {token}"} if token else {}), **({"x-oidc-sub": user} if user else {})}
        self._transport = Transport(
            url,
            headers,
            timeout=timeout,
            retry_for=retry_for,
            ssl_context=ssl_context,
        )

    def run(
        self,
        flow: str,
        inputs: Optional[Mapping[str, Any]] = None,
        /,
        *,
        revision: Optional[int] = None,
        labels: Optional[Mapping[str, str]] = None,
        idempotency_key: Optional[str] = None,
        **values: Any,
    ) -> Execution:
        """Starts an execution: ``run("web/deploy", version="v1.2")``.

        :param flow: the flow, as ``namespace/id``
        :param inputs: values by input id, for ids that are not Python names. A :class:`~pathlib.Path` is uploaded
        :param idempotency_key: requests with the same key start one execution; by default, a new key for each call
        """
        given = {**(inputs or {}), **values}
        files = {name: value for name, value in given.items() if isinstance(value, os.PathLike)}
        if files:
            given.update(self.upload(flow, files, revision=revision))
        body = {
            "inputs": given,
            **({"revision": revision} if revision is not None else {}),
            **({"labels": dict(labels)} if labels else {}),
        }
        record = self._transport.json(
            "POST",
            f"{_flow_path(flow)}/executions",
            body=json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Idempotency-Key": idempotency_key or str(uuid.uuid4())},
            repeatable=True,
        )
        return Execution(self._transport, record)

    def execution(self, execution_id: str) -> Execution:
        """An execution that was started before."""
        return Execution(self._transport, self.request("GET", f"/executions/{quote(execution_id, safe='')}"))

    def upload(
        self, flow: str, files: Mapping[str, "os.PathLike[str]"], *, revision: Optional[int] = None
    ) -> Dict[str, str]:
        """Uploads files for FILE inputs, and returns references by input id, which can be values for 24 hours.

        :raises OSError: a file cannot be read; nothing is sent
        """
        for file in files.values():
            with open(file, "rb"):
                pass  # while it is sent, an error would look like one of the connection
        boundary = uuid.uuid4().hex
        path = f"{_flow_path(flow)}/files" + (f"?revision={revision}" if revision is not None else "")
        answer = self._transport.json(
            "POST",
            path,
            body=lambda: _form(files, boundary),
            headers={"Content-Type": f"multipart/form-data; boundary={boundary}"},
        )
        return {upload["input_id"]: upload["reference"] for upload in answer["files"]}

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Any:
        """Sends any request of the HTTP API, and returns its JSON; :mod:`flowgate_client.types` has the types.

        :param body: text, bytes, or a value for JSON. Text is a flow in YAML unless ``headers`` have a content type
        """
        content_type = "application/x-yaml" if isinstance(body, (str, bytes)) else "application/json"
        data = (
            body if isinstance(body, bytes) else body.encode() if isinstance(body, str) else json.dumps(body).encode()
        )
        return self._transport.json(
            method,
            path + (f"?{urlencode(query, doseq=True)}" if query else ""),
            body=None if body is None else data,
            headers={**({} if body is None else {"Content-Type": content_type}), **(headers or {})},
        )


def _flow_path(flow: str) -> str:
    namespace, separator, flow_id = flow.partition("/")
    if not (namespace and separator and flow_id) or "/" in flow_id:
        raise ValueError(f"a flow is named namespace/id, not {flow!r}")
    return f"/flows/{quote(namespace, safe='')}/{quote(flow_id, safe='')}"


def _form(files: Mapping[str, "os.PathLike[str]"], boundary: str) -> Iterator[bytes]:
    for name, path in files.items():
        disposition = f'form-data; name="{_quoted(name)}"; filename="{_quoted(Path(path).name)}"'
        head = f"--{boundary}\r\nContent-Disposition: {disposition}\r\n"
        yield f"{head}Content-Type: application/octet-stream\r\n\r\n".encode()
        with open(path, "rb") as file:
            while piece := file.read(_PIECE):
                yield piece
        yield b"\r\n"
    yield f"--{boundary}--\r\n".encode()


def _quoted(text: str) -> str:
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
