"""Reading request bodies and queries: every problem is collected, then told at once."""

import re
from typing import Any
from urllib.parse import urlparse

from wire.http import HttpError

E164 = re.compile(r"^\+[1-9]\d{6,14}\Z", re.ASCII)


def invalid(field: str, problem: str, **extra: Any) -> HttpError:
    """A 400 that names one field."""
    return HttpError(400, {"error": "Invalid request body", "details": [{"field": field, "problem": problem}], **extra})


class Fields:
    """A reader over a JSON object or a query."""

    def __init__(self, source: dict[str, Any], text: bool = False) -> None:
        self.source = source
        self.text = text
        self.issues: list[dict[str, str]] = []

    def issue(self, name: str, problem: str) -> None:
        """Note a problem of one field."""
        self.issues.append({"field": name, "problem": problem})

    def done(self, **extra: Any) -> None:
        """Answer 400 when there was any problem."""
        if self.issues:
            raise HttpError(400, {"error": "Invalid request body", "details": self.issues, **extra})

    def _get(self, name: str, required: bool) -> Any:
        value = self.source.get(name)
        if value is None and required:
            self.issue(name, "is required")
        return value

    def string(
        self, name: str, required: bool = False, low: int = 0, high: int | None = None, default: str | None = None
    ) -> str | None:
        """A string with bounds on its length."""
        value = self._get(name, required)
        if value is None:
            return default
        if not isinstance(value, str):
            self.issue(name, "must be a string")
            return default
        if required and not value:
            self.issue(name, "must not be empty")
        elif len(value) < low:
            self.issue(name, f"must have at least {low} characters")
        elif high is not None and len(value) > high:
            self.issue(name, f"must have at most {high} characters")
        return value

    def must(self, name: str, low: int = 0, high: int | None = None) -> str:
        """A required string; empty text stands in for a missing one until `done`."""
        return self.string(name, True, low, high) or ""

    def number(self, name: str, low: float | None = None, high: float | None = None) -> float | None:
        """A number with inclusive bounds."""
        value = self._get(name, False)
        if value is None:
            return None
        if self.text:
            try:
                value = float(value)
            except ValueError:
                value = "?"
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            self.issue(name, "must be a number")
            return None
        if (low is not None and value < low) or (high is not None and value > high):
            self.issue(name, f"must be between {low} and {high}")
        return value

    def integer(self, name: str, low: int | None = None, high: int | None = None, default: int | None = None, required: bool = False) -> int | None:
        """An integer with inclusive bounds."""
        value = self._get(name, required)
        if value is None:
            return default
        if self.text and isinstance(value, str) and re.fullmatch(r"-?\d{1,15}", value):
            value = int(value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            self.issue(name, "must be an integer")
            return default
        if (low is not None and value < low) or (high is not None and value > high):
            self.issue(name, f"must be between {low} and {high if high is not None else 'any'}")
        return value

    def boolean(self, name: str, default: bool = False) -> bool:
        """A boolean."""
        value = self._get(name, False)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.issue(name, "must be true or false")
            return default
        return value

    def choice(self, name: str, allowed: tuple[str, ...], default: str | None = None) -> str | None:
        """One of a few strings."""
        value = self._get(name, False)
        if value is None:
            return default
        if not isinstance(value, str) or value not in allowed:
            self.issue(name, "must be one of " + ", ".join(allowed))
            return default
        return value

    def array(self, name: str, required: bool = False, low: int = 0, high: int | None = None) -> list[Any]:
        """An array with bounds on its length."""
        value = self._get(name, required)
        if value is None:
            return []
        if not isinstance(value, list):
            self.issue(name, "must be an array")
            return []
        if len(value) < low or (high is not None and len(value) > high):
            self.issue(name, f"must have {low} to {high if high is not None else 'any number of'} items")
        return value

    def strings(self, name: str, required: bool = False, low: int = 0, high: int | None = None) -> list[str]:
        """An array of strings."""
        value = self.array(name, required, low, high)
        if any(not isinstance(item, str) for item in value):
            self.issue(name, "must hold strings only")
            return []
        return value

    def mapping(self, name: str, required: bool = False) -> dict[str, Any]:
        """An object."""
        value = self._get(name, required)
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.issue(name, "must be an object")
            return {}
        return value

    def phone(self, name: str, required: bool = True) -> str:
        """An E.164 number."""
        value = self.string(name, required)
        if value and not E164.match(value):
            self.issue(name, "must be an E.164 number")
        return value or ""

    def closed(self, allowed: tuple[str, ...]) -> None:
        """Refuse keys beyond these."""
        for name in self.source:
            if name not in allowed:
                self.issue(name, "is not a known key")


def public_image(url: str) -> str | None:
    """What is wrong with a supplied image URL, or None: only public https addresses pass."""
    try:
        parsed = urlparse(url)
    except ValueError:
        return "must be a URL"
    name = (parsed.hostname or "").lower()
    if parsed.scheme != "https" or not name:
        return "must be a public https URL"
    if name == "localhost" or "." not in name or name.endswith((".local", ".internal", ".localhost")) or ":" in name:
        return "must be a public https URL"
    if re.fullmatch(r"[0-9.xa-f]+", name) and re.fullmatch(r"(0x[0-9a-f]+|\d+)(\.(0x[0-9a-f]+|\d+))*", name):
        return "must be a public https URL with a host name"
    if re.search(r"\.(gif|bmp|tiff?|svg|pdf|heic|mp4|txt|html?)$", parsed.path.lower()):
        return "must be a JPG, PNG or WEBP image"
    return None
