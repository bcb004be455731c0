"""The one switch that turns a fault on. A healthy gateway has none."""

_active = ""


def activate(fault_id: str) -> None:
    """Turn one fault on for the life of the process."""
    global _active
    _active = fault_id


def on(fault_id: str) -> bool:
    """Whether this fault is the active one."""
    return _active == fault_id
