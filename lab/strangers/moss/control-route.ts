import type { Operation } from './operation.ts';
import { segments, venues } from './segments.ts';

const CLASSES = ['crypto', 'fx', 'commodity', 'usstock'];
const vendors = new Map<string, string>(Object.entries(segments));

/** The upstreams behind a route as the control API names it: a method and a path template, with any prefix of a host. */
export function upstreamsOf(operations: Operation[], route: string): string[] {
  const match = /^(\S+)\s+(\/\S+)$/.exec(route);
  if (match === null) return [];
  const [, method = '', path = ''] = match;
  const wanted = (path.startsWith('/api/v1') ? path.slice(4) : path)
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(1);
  const found = operations.filter(
    (operation) => fitsMethod(operation, method.toUpperCase()) && fits(operation.path.split('/').slice(1), wanted),
  );
  return [...new Set(found.flatMap((operation) => operation.upstream ?? []))];
}

function fitsMethod(operation: Operation, method: string): boolean {
  return method === 'ANY' || operation.methods.includes(method);
}

function fits(template: string[], wanted: string[]): boolean {
  for (const [index, part] of template.entries()) {
    const segment = wanted[index];
    if (segment === undefined) return false;
    if (part.endsWith('*}')) return true;
    if (!fitsSegment(part, segment)) return false;
  }
  return template.length === wanted.length;
}

function fitsSegment(part: string, segment: string): boolean {
  const name = /^[{<](.+)[}>]$/.exec(segment)?.[1];
  if (part.startsWith('{')) return true;
  if (name === undefined) return part === segment;
  if (name === 'venue') return venues.includes(part);
  if (name === 'class') return CLASSES.includes(part);
  return vendors.get(name) === part;
}
