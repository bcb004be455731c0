import type { HostDefinition } from '../operation/host.ts';
import type { Route } from '../operation/operation.ts';

/** The result of routing: a route with its parameters, or the methods of a path without a route. */
export interface Match {
  readonly route?: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly allowed: readonly string[];
}

/** Finds the route of a request. `HEAD` is served like `GET`. */
export type Router = (method: string, path: string) => Match;

/** Characters with a meaning in regular expressions. */
const special = /[$()*+.?[\\\]^{|}]/g;

interface Pattern {
  readonly expression: RegExp;
  readonly names: readonly string[];
  readonly route: Route;
}

/** Compiles the paths of a host; a path without parameters goes before one with them. */
export function createRouter(host: HostDefinition): Router {
  // By path and method.
  const fixed = new Map<string, Map<string, Match>>();
  const patterns: Pattern[] = [];
  const routes = host.routes.filter(({ path }) => !isAbsent(host, path));
  for (const route of routes) {
    if (route.path.includes('{')) {
      patterns.push(compile(route));
      continue;
    }
    const methods = fixed.get(route.path) ?? new Map<string, Match>();
    fixed.set(route.path, methods.set(route.operation.method, { route, params: {}, allowed: [] }));
  }
  patterns.sort((left, right) => compare(left.route.path, right.route.path));
  return (sent, path) => {
    const method = sent === 'HEAD' ? 'GET' : sent;
    const found = fixed.get(path)?.get(method);
    if (found) return found;
    if (isAbsent(host, path)) return { params: {}, allowed: [] };

    const allowed = routes.filter((route) => route.path === path).map(({ operation }) => operation.method);
    for (const { expression, names, route } of patterns) {
      const params = readParams(names, expression.exec(path));
      if (!params) continue;
      if (route.operation.method === method) return { route, params, allowed: [] };
      allowed.push(route.operation.method);
    }
    return { params: {}, allowed: [...new Set(allowed)] };
  };
}

/** True if a path lies under a prefix that always answers 404. */
function isAbsent({ absent }: HostDefinition, path: string): boolean {
  return absent.some((prefix) => `${path}/`.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`));
}

/** A value with a `.` or `..` segment. */
const climbing = /(^|[/\\])\.{1,2}($|[/\\])/;

function compile(route: Route): Pattern {
  const names: string[] = [];
  const source = route.path
    .split(/(\{[^}]+\})/)
    .map((part) => {
      if (!part.startsWith('{')) return part.replaceAll(special, '\\$&');
      const wide = part.endsWith('+}');
      names.push(part.slice(1, wide ? -2 : -1));
      return wide ? '(.+)' : '([^/]+)';
    })
    .join('');
  return { expression: new RegExp(`^${source}$`), names, route };
}

/** Orders paths by how specific they are, at the first segment where they differ. */
function compare(left: string, right: string): number {
  const [one, other] = [left.split('/'), right.split('/')];
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const difference = openness(one[index]) - openness(other[index]);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Rank of a segment, most specific first: fixed, partly open, open, any number of segments, missing. */
function openness(segment: string | undefined): number {
  if (segment === undefined) return 4;
  if (!segment.includes('{')) return 0;
  if (/^\{[^}]+\}$/.test(segment)) return segment.endsWith('+}') ? 3 : 2;
  return 1;
}

function readParams(names: readonly string[], match: RegExpExecArray | null): Record<string, string> | undefined {
  if (!match) return undefined;
  try {
    const values = names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')] as const);
    // A provider that is given such a path would leave the folder that is meant.
    return values.some(([, value]) => climbing.test(value)) ? undefined : Object.fromEntries(values);
  } catch {
    return undefined;
  }
}
