"""Runs flows on a Flowgate server."""

from .client import Flowgate
from .errors import ConnectionFailed, FlowgateError, RequestRejected, WaitTimeout
from .execution import Execution, ExecutionFailed

__all__ = [
    "ConnectionFailed",
    "Execution",
    "ExecutionFailed",
    "Flowgate",
    "FlowgateError",
    "RequestRejected",
    "WaitTimeout",
]
