import type { Json } from '../../model/types.ts';

/** Columns of a line, above the depth from which on an entry takes one line however long it is. */
const maxColumns = 120;

/** One step of indentation. */
const step = '  ';

/**
 * Lays JSON out with one entry a line: what stands deeper than `depth` is never broken.
 *
 * An entry that changes is one line of a diff, however long it is.
 */
export function printEntries(value: Json, depth: number, print = spaced): string {
  return `${layOut(value, depth, print, '')}\n`;
}

/** One item of a list, laid out like an entry, for `printItems`. */
export function printItem(value: Json, depth: number): string {
  return layOut(value, depth, spaced, step);
}

/** Lays out a list of items that were laid out before. */
export function printItems(items: readonly string[]): string {
  return `[\n${items.map((item) => step + item).join(',\n')}\n]\n`;
}

function layOut(value: Json, depth: number, print: (value: Json) => string, indent: string): string {
  if (depth === 0 || typeof value !== 'object' || value === null) return print(value);
  const inner = indent + step;
  const items = Array.isArray(value)
    ? value.map((each) => layOut(each, depth - 1, print, inner))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${layOut(each, depth - 1, print, inner)}`);
  if (items.length === 0) return print(value);
  // What has a long or broken item is not short itself, and need not be printed on one line to see that.
  if (indent !== '' && items.every((item) => item.length < maxColumns && !item.includes('\n'))) {
    const line = print(value);
    if (indent.length + line.length < maxColumns) return line;
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.map((item) => inner + item).join(',\n')}\n${indent}${close}`;
}

/** A value on one line, with the spaces that people put. */
function spaced(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  const fields = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${spaced(each)}`);
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}
