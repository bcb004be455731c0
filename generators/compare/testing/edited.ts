import { type Change as Edit, readTiny } from '../../fixtures/tiny.ts';
import { sideOf } from '../load.ts';
import type { Side } from '../side.ts';

/** The small specification with some edits as a side of a comparison. */
export function edited(edits: Readonly<Record<string, Edit>> = {}): Side {
  const reading = readTiny(edits);
  const side = sideOf('tiny', reading);
  if (!side) throw new Error(reading.diagnostics.map(({ message }) => message).join('\n'));
  return side;
}

/** Edits of some files followed by more edits of them. */
export function both(
  first: Readonly<Record<string, Edit>> = {},
  then: Readonly<Record<string, Edit>>,
): Readonly<Record<string, Edit>> {
  const joined: Record<string, Edit> = { ...first };
  for (const [name, edit] of Object.entries(then)) {
    const earlier = joined[name];
    joined[name] = isPairs(earlier) && isPairs(edit) ? [...pairs(earlier), ...pairs(edit)] : edit;
  }
  return joined;
}

type Pairs = Exclude<Edit, string | undefined>;

function isPairs(edit: Edit): edit is Pairs {
  return typeof edit === 'object';
}

function pairs(edit: Pairs): readonly (readonly [string, string])[] {
  return typeof edit[0] === 'string'
    ? [edit as readonly [string, string]]
    : (edit as readonly (readonly [string, string])[]);
}
