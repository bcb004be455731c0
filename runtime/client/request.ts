import type { Route } from '../operation/operation.ts';

/** The parts of a request. */
export interface Parts {
  readonly body?: unknown;
  readonly query?: object | undefined;
  readonly params?: object | undefined;
  readonly headers?: object | undefined;
}

/** The path of a gateway; empty where it serves the root of its origin. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/+$/, '');
}

/**
 * The URL of a path of a gateway, or of a URL that it has sent.
 *
 * A gateway behind a proxy that strips a prefix may not know the prefix, so the prefix is added where a path lacks it.
 */
export function urlUnder(baseUrl: string, pathOrUrl: string): URL {
  const base = basePathOf(baseUrl);
  const isKnown = !pathOrUrl.startsWith('/') || pathOrUrl.startsWith('//') || pathOrUrl.startsWith(`${base}/`);
  return new URL(isKnown ? pathOrUrl : `${base}${pathOrUrl}`, baseUrl);
}

/** The URL of a call: the route's path with its parameters under the base URL, and the query. */
export function urlOf(route: Route, { query, params }: Parts, baseUrl: string): URL {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  const path = route.path.replace(/\{(\w+)(\+?)\}/g, (_, name: string, wide: string) => {
    const text = String(values.get(name) ?? '');
    return wide === '' ? encodeURIComponent(text) : text.split('/').map(encodeURIComponent).join('/');
  });
  const url = new URL(`${basePathOf(baseUrl)}${path}`, baseUrl);
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) url.searchParams.append(name, String(each));
    }
  }
  return url;
}

/** Queries, path parameters and headers as they are sent: as texts. */
export function textsOf(values: object): Record<string, unknown> {
  const text = (value: unknown): unknown => (Array.isArray(value) ? value.map(text) : String(value));
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, text(value)]])),
  );
}
