/** The tiny router over the table of routes, with the vendor segments of this deployment. */
import type { Row } from './wire.ts';

export const segments: Record<string, string> = {
  websearch: 'lodestone',
  sandbox: 'anvilbox',
  cryptodata: 'tidemark',
  defidata: 'yieldscope',
  swap: 'crossbar',
  venue_a: 'parley',
  venue_b: 'wagerly',
  venue_c: 'oddsmoor',
  venue_d: 'tallyhall',
  venue_e: 'forecastle',
  social: 'chirrup',
};

interface Compiled {
  row: Row;
  method: string;
  template: string[];
  pattern: RegExp;
  names: string[];
}

function compile(line: Row): Compiled {
  const [method = '', path = ''] = line.on.split(' ');
  const names: string[] = [];
  const template = path.slice(1).split('/');
  const source = template
    .map((part) =>
      part.replaceAll('.', '\\.').replace(/\{(\w+)((?:\\\.){3})?\}/, (_whole, name: string, rest?: string) => {
        const own = segments[name];
        if (own !== undefined) return own;
        names.push(name);
        return rest ? '(.+)' : '([^/]+)';
      }),
    )
    .join('/');
  return { row: line, method, template, pattern: new RegExp(`^/${source}$`), names };
}

let compiled: Compiled[] = [];
const literal = new Map<string, Compiled>();

export function served(): Row[] {
  return compiled.map((one) => one.row);
}

/** Keeps the rows of one host; rows without placeholders are found by their text alone. */
export function openTable(rows: Row[], host: string): void {
  compiled = rows.filter((line) => line.hosts === undefined || line.hosts.includes(host)).map(compile);
  literal.clear();
  for (const one of compiled) {
    if (one.names.length === 0) literal.set(`${one.method} ${own(one.template)}`, one);
  }
}

function own(template: string[]): string {
  return `/${template.map((part) => segments[part.slice(1, -1)] ?? part).join('/')}`;
}

export function ownPath(line: Row): string {
  return own((line.on.split(' ')[1] ?? '').slice(1).split('/'));
}

export interface Found {
  row: Row;
  params: Record<string, string>;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function find(method: string, path: string): Found | undefined {
  const exact = literal.get(`${method} ${path}`);
  if (exact) return { row: exact.row, params: {} };
  for (const one of compiled) {
    if (one.method !== method && one.method !== 'ANY') continue;
    const match = one.pattern.exec(path);
    if (match === null) continue;
    const params: Record<string, string> = {};
    for (const [at, name] of one.names.entries()) params[name] = unescaped(match[at + 1] ?? '');
    return { row: one.row, params };
  }
  return undefined;
}

const isHole = (part: string) => /^(\{.*\}|<.*>)/.test(part);

/** How well a spelled path fits a row: undefined for not at all, more for more words in common. */
function likeness(template: string[], given: string[]): number | undefined {
  const rest = template.findIndex((part) => part.includes('...}'));
  if (rest >= 0 ? given.length <= rest : given.length !== template.length) return undefined;
  let score = 0;
  for (const [at, part] of template.entries()) {
    const word = given[at] ?? '';
    if (part === word || (isHole(part) && segments[part.slice(1, -1)] === word)) score += 2;
    else if (!isHole(part)) return undefined;
    else if (segments[part.slice(1, -1)] !== undefined && !isHole(word)) return undefined;
    if (part.includes('...}')) break;
  }
  return score;
}

/** The rows that a route spelled with placeholders or own segments names. */
export function rowsNamed(route: string): Row[] {
  const [word = '', path = ''] = route.trim().split(/\s+/);
  const method = word.toUpperCase();
  const given = path.slice(1).split('/');
  const scored = compiled
    .filter((one) => one.method === method || one.method === 'ANY' || method === 'ANY')
    .map((one) => ({ row: one.row, score: likeness(one.template, given) }))
    .filter((one): one is { row: Row; score: number } => one.score !== undefined);
  const best = Math.max(...scored.map((one) => one.score));
  return scored.filter((one) => one.score === best).map((one) => one.row);
}
