"""Run one probe against a running gateway."""

import sys
import traceback

from check.client import Desk
from check.faults import FAULTS


def probe(name: str, url: str, control: str, token: str) -> int:
    """0 when the probe saw the healthy behaviour, 1 when it saw the fault; the gateway is reset before it."""
    desk = Desk(url, control, token)
    try:
        desk.steer("reset", {})
        return 0 if FAULTS[name].probe(desk) else 1
    except (AssertionError, KeyError, IndexError, TypeError, ValueError):
        traceback.print_exc(file=sys.stderr)
        return 1
