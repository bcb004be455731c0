/** Reads JSON of untrusted callers. */

import { isUtf8 } from 'node:buffer';
import { Problem } from '../operation/problem.ts';

/** Levels of nesting above which a body is refused: validators recurse, and the stack ends. */
const maxLevels = 64;

/** Values above which a body is refused. Each costs time before anything is paid, and long chats with tools have some thousands. */
const maxValues = 25_000;

/** Digits of a number, or of its exponent, from which it may exceed a double: JSON.parse would make it infinite. */
const longNumber = { digits: 300, exponent: 3 };

/** Digits of a number above which a body is refused: a double has at most 767, and each further digit takes time. */
const maxDigits = 1000;

/** Parses a JSON body. Throws `invalid-json` for everything that is not JSON in UTF-8 with finite numbers; `payload-too-large` for too many values. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw invalid('The body is not UTF-8.');
  const { levels, values, digits, hasLongNumber } = measure(bytes);
  if (levels > maxLevels) throw invalid(`The body is nested more than ${maxLevels} levels deep.`);
  if (digits > maxDigits) throw invalid(`The body has a number of more than ${maxDigits} digits.`);
  if (values > maxValues)
    throw new Problem('payload-too-large', { message: `A body has at most ${maxValues} values.` });

  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    throw invalid('The body is not JSON.');
  }
  if (hasLongNumber && !isBounded(value)) throw invalid('The body has a number that is too large.');
  return value;
}

function invalid(message: string): Problem {
  return new Problem('invalid-json', { message });
}

/** Measures in one pass what a body would cost to parse and validate; the pass ends at the first exceeded limit. */
function measure(bytes: Buffer): { levels: number; values: number; digits: number; hasLongNumber: boolean } {
  let depth = 0;
  let levels = 0;
  let values = 1;
  let digits = 0;
  let isExponent = false;
  let hasLongNumber = false;
  let index = 0;
  for (; index < bytes.length && levels <= maxLevels && values <= maxValues && digits <= maxDigits; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte === 0x20) {
      while (bytes[index + 1] === 0x20) index += 1;
    } else if (isDigit(byte)) {
      const start = index;
      while (isDigit(bytes[index + 1])) index += 1;
      digits = index + 1 - start;
      hasLongNumber ||= digits >= (isExponent ? longNumber.exponent : longNumber.digits);
      continue;
    }
    digits = 0;
    // A sign stands between the mark of an exponent and its digits.
    isExponent = byte === 0x65 || byte === 0x45 || (isExponent && byte === 0x2b);
    if (byte === 0x22) index = endOfText(bytes, index);
    else if (byte === 0x7b || byte === 0x5b) levels = Math.max(levels, ++depth);
    else if (byte === 0x7d || byte === 0x5d) depth -= 1;
    else if (byte === 0x2c || byte === 0x3a) values += 1;
  }
  return { levels, values, digits, hasLongNumber };
}

function isDigit(byte = 0): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** The end of the text that begins at a quote: the next quote after an even number of backslashes. */
function endOfText(bytes: Buffer, start: number): number {
  const quote = bytes.indexOf(0x22, start + 1);
  if (quote < 0) return bytes.length;
  if (!isEscaped(bytes, quote)) return quote;
  // A text with one escaped quote may have millions, so the rest is read byte by byte.
  let end = quote + 1;
  while (end < bytes.length && bytes[end] !== 0x22) end += bytes[end] === 0x5c ? 2 : 1;
  return end;
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let first = at;
  while (bytes[first - 1] === 0x5c) first -= 1;
  return (at - first) % 2 === 1;
}

function isBounded(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isBounded);
}
