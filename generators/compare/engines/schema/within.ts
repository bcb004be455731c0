import type { NumberCell, StringCell } from './cells.ts';

/** Tells whether one range of numbers is inside another. */
export function withinNumbers(a: NumberCell, b: NumberCell): boolean {
  const low = a.min > b.min || (a.min === b.min && (a.above || !b.above));
  const high = a.max < b.max || (a.max === b.max && (a.below || !b.below));
  const steps = a.whole ? [...a.multiples, 1] : a.multiples;
  return (
    low &&
    high &&
    (a.whole || !b.whole) &&
    b.multiples.every((each) => steps.some((own) => Number.isInteger(own / each)))
  );
}

/** Formats whose every text also has another format. */
const wider: Readonly<Record<string, readonly string[]>> = { uri: ['uri-reference'] };

/** Tells whether the strings of one cell are known to be in another. */
export function withinStrings(a: StringCell, b: StringCell): boolean {
  return (
    a.min >= b.min &&
    a.max <= b.max &&
    b.patterns.every((pattern) => a.patterns.includes(pattern)) &&
    b.formats.every((format) => a.formats.some((own) => own === format || wider[own]?.includes(format)))
  );
}
