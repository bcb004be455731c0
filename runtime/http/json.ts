/** Reading JSON from strangers. */

import { isUtf8 } from 'node:buffer';
import { Problem } from '../problem.ts';

/** Levels of nesting above which a body is refused: validators recurse, and the stack ends. */
const deepest = 64;

/** Numbers that may exceed what a double holds. JSON.parse would make them infinite. */
const suspicious = /[eE]\+?\d{3}|\d{300}/;

/** Parses a JSON body. Throws `invalid-json` for everything that is not JSON in UTF-8 with finite numbers. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw invalid('The body is not UTF-8.');
  if (isDeep(bytes)) throw invalid(`The body is nested more than ${deepest} levels deep.`);
  const text = bytes.toString();

  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('The body is not JSON.');
  }
  if (suspicious.test(text) && !isBounded(value)) throw invalid('The body holds a number that is too large.');
  return value;
}

function invalid(message: string): Problem {
  return new Problem('invalid-json', { message });
}

/** Whether brackets outside strings nest too deep. */
function isDeep(bytes: Buffer): boolean {
  if (bytes.length <= deepest) return false;
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === 0x22) quoted = !quoted;
    else if (byte === 0x5c && quoted) index += 1;
    else if (quoted) continue;
    else if (byte === 0x7b || byte === 0x5b) depth += 1;
    else if (byte === 0x7d || byte === 0x5d) depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

function isBounded(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isBounded);
}
