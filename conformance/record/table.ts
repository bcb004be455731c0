/** Rows of a record whose envelope and columns the documents do not name. */

import { isObject } from '@tollwright/runtime/values/json';
import type Fraction from 'fraction.js';
import { fromNumber, fromText } from '../oracle/exact.ts';

/** One row: its values by column. */
export type Row = ReadonlyMap<string, string>;

/** The values of a JSON object by their paths, as text. */
function rowOf(value: unknown, path = ''): [string, string][] {
  if (isObject(value) || Array.isArray(value)) {
    return Object.entries(value).flatMap(([name, part]) => rowOf(part, `${path}/${name}`));
  }
  return value === null || value === undefined ? [] : [[path, String(value)]];
}

/** Every list of objects within a JSON value: arrays, and objects whose values are objects, with their keys as a column. */
export function listsIn(value: unknown): readonly (readonly Row[])[] {
  if (!isObject(value) && !Array.isArray(value)) return [];
  const parts = Object.entries(value);
  const objects = parts.filter(([, part]) => isObject(part) || Array.isArray(part));
  const keyed = !Array.isArray(value);
  const isList = parts.length > 0 && (keyed ? objects.length === parts.length : objects.length > 0);
  const isMap = keyed && parts.length > 0 && parts.every(([, part]) => amountIn(String(part)) !== undefined);
  const rows = parts.map(([key, part]): Row => new Map([...(keyed ? [['key', key] as const] : []), ...rowOf(part)]));
  return [...(isList || isMap ? [rows] : []), ...objects.flatMap(([, part]) => listsIn(part))];
}

/**
 * The rows of a list: the longest array of objects that is in no other, or where there is none the longest map of objects
 * that have a field in common.
 */
export function rowsIn(value: unknown): readonly Row[] {
  const arrays = arraysIn(value);
  const maps = arrays.length > 0 ? [] : mapsIn(value);
  return [...arrays, ...maps].reduce((most, next) => (next.length > most.length ? next : most), []);
}

function arraysIn(value: unknown): readonly (readonly Row[])[] {
  if (isObject(value)) return Object.values(value).flatMap(arraysIn);
  if (!Array.isArray(value) || !value.some((part) => isObject(part) || Array.isArray(part))) return [];
  return [value.map((part) => new Map(rowOf(part)))];
}

function mapsIn(value: unknown): readonly (readonly Row[])[] {
  if (!isObject(value)) return [];
  const parts = Object.entries(value);
  const rows = parts.map(([key, part]): Row => new Map([['key', key] as const, ...rowOf(part)]));
  const [first] = parts;
  const isMap =
    parts.every(([, part]) => isObject(part)) &&
    Object.keys(Object(first?.[1])).some((name) => parts.every(([, part]) => isObject(part) && name in part));
  return isMap && parts.length > 0 ? [rows, ...mapsIn(first?.[1])] : Object.values(value).flatMap(mapsIn);
}

/** The rows of CSV text (RFC 4180), by the names of its heading if it has one; its separator is a comma, a semicolon or a tab. */
export function csvRows(text: string): readonly Row[] {
  const [heading = '', ...rest] = text.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  const separator = [',', ';', '\t'].reduce((best, next) =>
    heading.split(next).length > heading.split(best).length ? next : best,
  );
  const lines = csvLines(text.replace(/^\uFEFF/, ''), separator);
  const filled = lines.filter((line) => line.some((cell) => cell !== '') || rest.length > 0);
  const [columns = [], ...rows] = hasHeading(filled[0]) ? filled : [[], ...filled];
  return rows.map((line) => new Map(line.map((cell, index) => [columns[index] ?? String(index), cell] as const)));
}

/** True for a line of names: no amount and no time is one. */
export function hasHeading(line: readonly string[] = []): boolean {
  return !line.some((cell) => amountIn(cell) !== undefined || /^\d{4}-\d{2}-\d{2}/.test(cell));
}

function csvLines(text: string, separator: string): string[][] {
  const lines: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    lines.at(-1)?.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quoted && character === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"') quoted = !quoted;
    else if (!quoted && character === separator) endCell();
    else if (!quoted && character === '\n') {
      endCell();
      lines.push([]);
    } else if (quoted || character !== '\r') cell += character;
  }
  endCell();
  return lines.filter((line) => line.length > 1 || line[0] !== '');
}

/** The amount in a value: a decimal number, with a currency or without. */
export function amountIn(text: string): Fraction | undefined {
  const plain = /^(?:USD|\$)?\s*(-?[\d,]*\.?\d+(?:[eE][+-]?\d+)?)\s*(?:USD|USDC)?$/.exec(text.trim())?.[1];
  const digits = plain?.replaceAll(',', '').replace(/^(-?)\./, '$10.');
  return digits === undefined ? undefined : (fromText(digits) ?? fromNumber(Number(digits)));
}

/** True for a list that says that there are more rows than it has: whether it comes in pages is left open. */
export function isPaged(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([name, part]) =>
      (/next|cursor|more|page|offset/i.test(name) && ![null, undefined, false, ''].some((none) => none === part)) ||
      isPaged(part),
  );
}

/** The names that an object has twice in JSON text, where parsers keep only one of the values. */
export function repeatedKeys(text: string): readonly string[] {
  const repeated: string[] = [];
  const open: (Set<string> | undefined)[] = [];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (/^\s*:/.test(text.slice(index + token.length, index + token.length + 20))) {
      const names = open.at(-1);
      if (names?.has(token)) repeated.push(token);
      names?.add(token);
    }
  }
  return repeated;
}
