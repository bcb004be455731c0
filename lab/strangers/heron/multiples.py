"""Multiples of the points of a curve, four bits of the number at a time."""


class Multiples:
    """Multiplication on one curve, given its addition, its doubling, its neutral element and its base point."""

    def __init__(self, add, double, neutral, base):
        self._add, self._double, self._neutral, self._base = add, double, neutral, base
        self._table = []

    def _row(self, point):
        """The multiples 0..15 of a point."""
        row = [self._neutral, point]
        for _ in range(14):
            row.append(self._add(row[-1], point))
        return row

    def of_base(self, scalar):
        """scalar times the base point by 64 look-ups; the table is made at first use."""
        if not self._table:
            point = self._base
            for _ in range(64):
                self._table.append(self._row(point))
                for _ in range(4):
                    point = self._double(point)
        total = self._neutral
        for row in self._table:
            if scalar & 15:
                total = self._add(total, row[scalar & 15])
            scalar >>= 4
        return total

    def of(self, point, scalar):
        """scalar times any point."""
        row, total = self._row(point), self._neutral
        for shift in range(252, -1, -4):
            for _ in range(4):
                total = self._double(total)
            digit = scalar >> shift & 15
            if digit:
                total = self._add(total, row[digit])
        return total
