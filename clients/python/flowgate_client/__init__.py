"""Runs flows on a Flowgate server."""

from .client import Flowgate
from .errors import ConnectionFailed, ExecutionFailed, FlowgateError, RequestRejected, WaitTimeout
from .execution import Execution

__all__ = [
    "ConnectionFailed",
    "Execution",
    "ExecutionFailed",
    "Flowgate",
    "FlowgateError",
    "RequestRejected",
    "WaitTimeout",
]
