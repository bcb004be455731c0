import type { Alteration } from '#gateway/start.ts';
import { changeJsonText } from '../toolkit/server.ts';
import { defineVariants } from './variant.ts';

/** A text or a number of JSON. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Writes every number of a JSON text in another way. */
const numbers = (spell: (number: string) => string): Alteration =>
  changeJsonText((text) => text.replace(tokens, (token) => (token.startsWith('"') ? token : spell(token))));

/** Writes every text of a JSON text in another way. */
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

/** JSON that says the same in other characters. */
export const spelling = defineVariants('spelling', [
  { name: 'keys in reverse order', choice: 'keys', alter: ordered((names) => names.reverse()) },
  { name: 'keys in alphabetical order', choice: 'keys', alter: ordered((names) => names.sort()) },
  {
    name: 'the shortest keys first',
    choice: 'keys',
    alter: ordered((names) => names.sort((one, other) => one.length - other.length)),
  },
  { name: 'JSON on many lines', choice: 'space', alter: reprinted((value) => JSON.stringify(value, null, 2)) },
  { name: 'JSON indented by tabs', choice: 'space', alter: reprinted((value) => JSON.stringify(value, null, '\t')) },
  {
    name: 'lines that end as on Windows',
    choice: 'space',
    alter: reprinted((value) => JSON.stringify(value, null, 1).replaceAll('\n', '\r\n')),
  },
  { name: 'a blank line after JSON', choice: 'after', alter: changeJsonText((text) => `${text}\n\n`) },
  { name: 'blanks before JSON', choice: 'before', alter: changeJsonText((text) => `  \n${text}`) },
  {
    name: 'every character beyond ASCII escaped',
    choice: 'escapes',
    alter: strings((text) => text.replaceAll(/[^\u0020-\u007e]/g, escaped)),
  },
  { name: 'slashes escaped', choice: 'escapes', alter: strings((text) => text.replaceAll(/(?<!\\)\//g, '\\/')) },
  {
    name: 'letters escaped',
    choice: 'escapes',
    alter: strings((text) => `"${text.slice(1, -1).replaceAll(/(?<![\\\w])[a-z]/g, escaped)}"`),
  },
  {
    name: 'whole numbers with a point',
    choice: 'numbers',
    alter: numbers((number) => (/^-?\d+$/.test(number) ? `${number}.0` : number)),
  },
  {
    name: 'numbers in exponents',
    choice: 'numbers',
    alter: numbers((number) => (/[eE]/.test(number) ? number : `${number}e0`)),
  },
  {
    name: 'fractions with noughts behind',
    choice: 'numbers',
    alter: numbers((number) => (/^-?\d+\.\d+$/.test(number) ? `${number}00` : number)),
  },
]);
