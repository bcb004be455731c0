"""The one switch for deliberate mistakes. `bent("name")` is true while the gateway runs with --fault name."""

_active = set()


def bend(name: str):
    """Switch a mistake on."""
    _active.add(name)


def bent(name: str) -> bool:
    """True when that mistake is switched on."""
    return name in _active
