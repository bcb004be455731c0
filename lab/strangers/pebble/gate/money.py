"""Money as whole pico-dollars; what goes on a chain is rounded up to micro-dollars."""

from decimal import ROUND_CEILING, Decimal
from fractions import Fraction

PICO = 10**12
MICRO = 10**6
FEE = PICO // 1000


def usd(text: str) -> int:
    """A decimal string of dollars as pico-dollars."""
    return int(Decimal(text) * PICO)


def micro_up(pico: int) -> int:
    """Micro-dollars, rounded up."""
    return -(-pico // MICRO)


def whole_micro(exact: Fraction) -> int:
    """An exact number of pico-dollars, rounded up to a whole micro-dollar."""
    return MICRO * -((-exact.numerator) // (exact.denominator * MICRO))


def show(pico: int) -> str:
    """Dollars as a decimal string of at least six places, without loss."""
    sign, value = ("-", -pico) if pico < 0 else ("", pico)
    digits = f"{value % PICO:012d}"
    return f"{sign}{value // PICO}.{digits[:6]}{digits[6:].rstrip('0')}"


def parse_amount(text: object) -> int | None:
    """A dollar amount from control bodies: string or number, not negative."""
    if isinstance(text, bool) or not isinstance(text, (str, int, float)):
        return None
    try:
        value = Decimal(str(text)).quantize(Decimal("0.000001"), rounding=ROUND_CEILING)
    except ArithmeticError:
        return None
    return int(value * PICO) if value.is_finite() and value >= 0 else None
