import type { Alteration } from '#gateway/start.ts';
import { changeJsonText } from '../toolkit/server.ts';
import { defineVariants, everyHost } from './variant.ts';

/** A text or a number of JSON. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Rewrites every number of a JSON text. */
const numbers = (spell: (number: string) => string): Alteration =>
  changeJsonText((text) => text.replace(tokens, (token) => (token.startsWith('"') ? token : spell(token))));

/** Rewrites every string of a JSON text. */
const strings = (spell: (string: string) => string): Alteration =>
  changeJsonText((text) => text.replace(tokens, (token) => (token.startsWith('"') ? spell(token) : token)));

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const reprinted = (print: (value: unknown) => string): Alteration =>
  changeJsonText((text) => (text ? print(JSON.parse(text)) : text));

const ordered = (order: (names: string[]) => string[]): Alteration =>
  reprinted((value) => JSON.stringify(rekeyed(value, order)));

function rekeyed(value: unknown, order: (names: string[]) => string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => rekeyed(item, order));
  if (typeof value !== 'object' || value === null) return value;
  const entries = new Map(Object.entries(value));
  return Object.fromEntries(order([...entries.keys()]).map((name) => [name, rekeyed(entries.get(name), order)]));
}

/** The same JSON in different characters. */
export const spelling = defineVariants(
  'spelling',
  [
    { name: 'orders keys in reverse', choice: 'keys', alter: ordered((names) => names.reverse()) },
    { name: 'orders keys alphabetically', choice: 'keys', alter: ordered((names) => names.sort()) },
    {
      name: 'orders keys by length',
      choice: 'keys',
      alter: ordered((names) => names.sort((one, other) => one.length - other.length)),
    },
    { name: 'indents JSON', choice: 'space', alter: reprinted((value) => JSON.stringify(value, null, 2)) },
    { name: 'indents JSON by tabs', choice: 'space', alter: reprinted((value) => JSON.stringify(value, null, '\t')) },
    {
      name: 'ends JSON lines with CRLF',
      choice: 'space',
      alter: reprinted((value) => JSON.stringify(value, null, 1).replaceAll('\n', '\r\n')),
    },
    { name: 'ends JSON with a blank line', choice: 'after', alter: changeJsonText((text) => `${text}\n\n`) },
    { name: 'sends whitespace before JSON', choice: 'before', alter: changeJsonText((text) => `  \n${text}`) },
    {
      name: 'escapes all non-ASCII characters',
      choice: 'escapes',
      alter: strings((text) => text.replaceAll(/[^\u0020-\u007e]/g, escaped)),
    },
    { name: 'escapes slashes', choice: 'escapes', alter: strings((text) => text.replaceAll(/(?<!\\)\//g, '\\/')) },
    {
      name: 'escapes letters',
      choice: 'escapes',
      alter: strings((text) => `"${text.slice(1, -1).replaceAll(/(?<![\\\w])[a-z]/g, escaped)}"`),
    },
    {
      name: 'writes integers with a decimal point',
      choice: 'numbers',
      alter: numbers((number) => (/^-?\d+$/.test(number) ? `${number}.0` : number)),
    },
    {
      name: 'writes numbers with exponents',
      choice: 'numbers',
      alter: numbers((number) => (/[eE]/.test(number) ? number : `${number}e0`)),
    },
    {
      name: 'writes fractions with trailing zeros',
      choice: 'numbers',
      alter: numbers((number) => (/^-?\d+\.\d+$/.test(number) ? `${number}00` : number)),
    },
  ],
  everyHost,
);
