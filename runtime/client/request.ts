import type { Route } from '../operation/operation.ts';

/** The parts of a request. */
export interface Parts {
  readonly body?: unknown;
  readonly query?: object | undefined;
  readonly params?: object | undefined;
}

/** The URL of a call: the route's path with its parameters, and the query. */
export function urlOf(route: Route, { query, params }: Parts, baseUrl: string): URL {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  const path = route.path.replace(/\{(\w+)(\+?)\}/g, (_, name: string, wide: string) => {
    const text = String(values.get(name) ?? '');
    return wide === '' ? encodeURIComponent(text) : text.split('/').map(encodeURIComponent).join('/');
  });
  const url = new URL(path, baseUrl);
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) url.searchParams.append(name, String(each));
    }
  }
  return url;
}
