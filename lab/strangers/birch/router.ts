import { HttpError, type Reply, type Req } from './http.ts';
import { segments } from './profile.ts';

/** What discovery says about the price of a route, in micro-USDC. */
export type PriceInfo =
  | { mode: 'free' }
  | { mode: 'fixed'; amount: bigint }
  | { mode: 'dynamic'; min: bigint; max: bigint };

/**
 * One operation. In `path` a name in braces is a vendor segment of the profile or a path parameter; `{name...}` takes the
 * whole rest of the path.
 */
export interface Route {
  methods: string[];
  path: string;
  summary: string;
  price: PriceInfo;
  /** Whether something stands behind the route that the control API can script. */
  upstream: boolean;
  /** Withheld from discovery. */
  hidden?: boolean;
  /** Permitted values of a path parameter; other values do not match the route. */
  only?: Record<string, readonly string[]>;
  /** Text that the last segment must end with (`:generateContent`). */
  suffix?: string;
  handle(req: Req): Promise<Reply>;
}

/** The name inside braces, or undefined for a plain segment. */
export function placeholder(segment: string): string | undefined {
  return /^[{<](.+?)(?:\.\.\.)?[}>]$/.exec(segment)?.[1];
}

/** The path of a route with this deployment's vendor segments. */
export function ownPath(route: Route): string {
  return (
    route.path.replace(/\{(\w+)(?:\.\.\.)?\}/g, (_whole, name: string) => segments[name] ?? `{${name}}`) +
    (route.suffix ?? '')
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new HttpError(400, { error: 'Invalid path', message: 'The path holds a broken percent encoding.' });
  }
}

function matchPath(route: Route, path: string): Record<string, string> | undefined {
  let rest = path;
  if (route.suffix !== undefined) {
    if (!path.endsWith(route.suffix)) return undefined;
    rest = path.slice(0, -route.suffix.length);
  }
  const parts = rest.split('/');
  const wanted = route.path.split('/');
  const params: Record<string, string> = Object.create(null);
  for (const [index, segment] of wanted.entries()) {
    const name = placeholder(segment);
    if (name !== undefined && segment.includes('...')) {
      const tail = parts.slice(index).map(decode).join('/');
      if (tail === '') return undefined;
      params[name] = tail;
      return params;
    }
    const part = parts[index];
    if (part === undefined) return undefined;
    const fixed = name === undefined ? segment : segments[name];
    if (fixed !== undefined) {
      if (part !== fixed) return undefined;
    } else if (name !== undefined) {
      const value = decode(part);
      if (value === '' || (route.only?.[name] !== undefined && !route.only[name].includes(value))) return undefined;
      params[name] = value;
    }
  }
  return parts.length === wanted.length ? params : undefined;
}

/** The route and its parameters for a request; 404 for an unknown path, 405 for a known path with another method. */
export function find(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; params: Record<string, string> } {
  const allowed = new Set<string>();
  for (const route of routes) {
    const params = matchPath(route, path);
    if (!params) continue;
    if (route.methods.includes(method) || (method === 'HEAD' && route.methods.includes('GET')))
      return { route, params };
    for (const name of route.methods) allowed.add(name);
  }
  if (allowed.size === 0) throw new HttpError(404, { error: 'Not found', path });
  throw new HttpError(405, { error: 'Method not allowed' }, { Allow: [...allowed].join(', ') });
}

function namesRoute(route: Route, text: string): boolean {
  const wanted = text.split('/');
  const own = (route.path + (route.suffix ?? '')).split('/');
  // The documents write the whole rest of a crypto-data path as one placeholder.
  const loose = route.path.startsWith('/api/v1/{cryptodata}/') && placeholder(wanted.at(-1) ?? '') !== undefined;
  if (loose && wanted.length === 5)
    return wanted.slice(0, 4).every((given, index) => given === own[index] || given === segments.cryptodata);
  const openEnd = route.path.includes('...');
  if (openEnd ? wanted.length < own.length : wanted.length !== own.length) return false;
  return own.every((segment, index) => {
    const given = wanted[index] ?? '';
    if (given === segment) return true;
    const name = placeholder(segment.replace(route.suffix ?? '\u0000', ''));
    if (name === undefined) return loose && placeholder(given) !== undefined;
    const vendor = segments[name];
    const givenName = placeholder(given);
    if (vendor !== undefined)
      return given === vendor || givenName === name || (givenName === 'venue' && name.startsWith('venue_'));
    if (givenName !== undefined || given.includes('{')) return true;
    return route.only?.[name]?.includes(given) ?? true;
  });
}

/** The routes that a text such as `GET /api/v1/pm/{venue}/markets` names, spelled with placeholders or own segments. */
export function named(routes: readonly Route[], text: string): Route[] {
  const match = /^([A-Za-z ]+?)\s+(\/\S*)$/.exec(text.trim());
  if (!match) return [];
  const methods = (match[1] ?? '').toUpperCase().split(/\s+OR\s+/);
  const path = match[2] ?? '';
  const byMethod = routes.filter(
    (route) => methods.includes('ANY') || route.methods.some((method) => methods.includes(method)),
  );
  const exact = byMethod.filter((route) => route.path + (route.suffix ?? '') === path || ownPath(route) === path);
  return exact.length > 0 ? exact : byMethod.filter((route) => namesRoute(route, path));
}
