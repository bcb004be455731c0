"""Exact amounts: fractions of a dollar inside, whole micro-dollars on chain, plain decimals in text."""
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 60
MICRO = 1_000_000
FEE = Fraction(1, 1000)
MARGIN = Fraction(105, 100)


def usd(text) -> Fraction:
    """A fraction from decimal text."""
    return Fraction(str(text))


def micro(amount: Fraction) -> int:
    """Whole micro-dollars, never less than the amount."""
    return -(-amount.numerator * MICRO // amount.denominator)


def show_micro(amount: int) -> str:
    """Micro-dollars as dollars with six places."""
    return f"{amount // MICRO}.{amount % MICRO:06d}"


def show(amount: Fraction) -> str:
    """An exact decimal without an exponent or trailing zeros (every price here is a finite decimal)."""
    text = format(Decimal(amount.numerator) / Decimal(amount.denominator), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
