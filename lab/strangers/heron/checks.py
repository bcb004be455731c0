"""Field rules for request bodies and queries. A `Form` gathers every complaint, then refuses once."""
import ipaddress
import json
import re
from datetime import datetime
from urllib.parse import urlsplit

from world import Refuse

MISSING = object()


def is_int(value):
    """JSON integers, with 5.0 counted as 5; never booleans."""
    return isinstance(value, int) and not isinstance(value, bool) or isinstance(value, float) and value.is_integer()


def is_number(value):
    """JSON numbers, never booleans."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _no_constant(name):
    raise ValueError(f"{name} is not JSON")


def parse_object(request) -> dict:
    """The JSON object of a body, or 400."""
    try:
        body = json.loads(request.body or b"{}", parse_constant=_no_constant)
        if b"\\u" in request.body:
            json.dumps(body, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise Refuse(400, {"details": [{"complaint": "not JSON", "where": "body"}], "error": "Invalid JSON"})
    if not isinstance(body, dict):
        raise bad("body", "the body must be a JSON object")
    return body


def bad(where, complaint, **more) -> Refuse:
    """A 400 about one field."""
    return Refuse(400, {"details": [{"complaint": f"{where}: {complaint}", "where": where}], "error": "Invalid request body", **more})


class Form:
    """Reads fields of one body by rule."""

    def __init__(self, body: dict):
        self.body, self.complaints = body, []

    def complain(self, where, complaint):
        """Note one broken rule."""
        self.complaints.append({"complaint": f"{where}: {complaint}", "where": where})

    def _take(self, name, required, default):
        if name not in self.body:
            if required:
                self.complain(name, "is required")
            return default, False
        return self.body[name], True

    def text(self, name, required=False, default=None, least=None, most=None, options=None, pattern=None):
        """A string field."""
        value, there = self._take(name, required, default)
        if not there:
            return value
        if not isinstance(value, str):
            self.complain(name, "must be a string")
        elif options is not None and value not in options:
            self.complain(name, "must be one of " + ", ".join(options))
        elif least is not None and len(value) < least:
            self.complain(name, f"must have at least {least} characters")
        elif most is not None and len(value) > most:
            self.complain(name, f"must have at most {most} characters")
        elif pattern and not re.fullmatch(pattern, value):
            self.complain(name, "has the wrong form")
        else:
            return value
        return default

    def integer(self, name, required=False, default=None, least=None, most=None):
        """An integer field."""
        return self.number(name, required, default, least, most, whole=True)

    def number(self, name, required=False, default=None, least=None, most=None, whole=False):
        """A numeric field."""
        value, there = self._take(name, required, default)
        if not there:
            return value
        if not (is_int(value) if whole else is_number(value)):
            self.complain(name, "must be an integer" if whole else "must be a number")
        elif least is not None and value < least or most is not None and value > most:
            self.complain(name, f"must lie between {least} and {most}")
        else:
            return int(value) if whole else value
        return default

    def flag(self, name, default=None):
        """A boolean field."""
        value, there = self._take(name, False, default)
        if there and not isinstance(value, bool):
            self.complain(name, "must be true or false")
            return default
        return value

    def things(self, name, kind, required=False, default=None, least=None, most=None):
        """An array field whose items are of one Python type."""
        value, there = self._take(name, required, default)
        if not there:
            return value
        if not isinstance(value, list) or not all(isinstance(item, kind) for item in value):
            self.complain(name, "must be an array of the right items")
        elif least is not None and len(value) < least or most is not None and len(value) > most:
            self.complain(name, f"must have {least} to {most} items")
        else:
            return value
        return default

    def mapping(self, name):
        """An optional object field."""
        value, there = self._take(name, False, None)
        if there and not isinstance(value, dict):
            self.complain(name, "must be an object")
            return None
        return value

    def only(self, *names):
        """Complain of keys that are not among the names."""
        for name in self.body:
            if name not in names:
                self.complain(name, "is not a known key")

    def close(self, status=400, error="Invalid request body"):
        """Refuse when anything was wrong."""
        if self.complaints:
            raise Refuse(status, {"details": self.complaints, "error": error})


def is_public_url(value, schemes=("https",)) -> bool:
    """True for a URL whose host is not plainly private."""
    if not isinstance(value, str) or len(value) > 8192 or re.search(r"[\s\\]", value):
        return False
    try:
        parts = urlsplit(value)
        host, _ = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return False
    if parts.scheme not in schemes or not host or parts.username is not None:
        return False
    if host in ("localhost",) or host.endswith((".localhost", ".local", ".internal")):
        return False
    if re.fullmatch(r"(0x[0-9a-f]*|[0-9]+)(\.(0x[0-9a-f]*|[0-9]+))*", host) and not re.fullmatch(r"(\d{1,3}\.){3}\d{1,3}", host):
        return False
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return "." in host
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_global


def is_iso_date(value) -> bool:
    """True for an ISO 8601 date or date-time."""
    try:
        datetime.fromisoformat(value.replace("Z", "+00:00"))
        return True
    except (ValueError, AttributeError):
        return False
