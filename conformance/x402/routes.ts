/** The paid routes of a seller. */

import { readFile } from 'node:fs/promises';
import { UsageError } from '../common/usage-error.ts';

/** A request that a seller wants to be paid for. */
export interface SellerRoute {
  readonly method: string;
  /** Path and query, from the origin. */
  readonly path: string;
  /** Its path in the description that has it, with parameters in braces. */
  readonly template?: string;
  readonly body?: { readonly text: string; readonly contentType: string };
  /** Micro-USD that a description states: a price, or its bounds. */
  readonly price?: { readonly min: bigint; readonly max: bigint };
  /** The requirements that a manifest lists. */
  readonly accepts?: readonly Readonly<Record<string, unknown>>[];
}

/** The name of a route in reports: `POST /search`. */
export function routeName({ method, path }: Pick<SellerRoute, 'method' | 'path'>): string {
  return `${method} ${path.split('?')[0]}`;
}

/** A route as an option or a target file names it. */
export interface NamedRoute {
  /** `POST /search`; `GET` where it has no method. */
  readonly route: string;
  /** JSON, or a text that is sent as it is. */
  readonly body?: unknown;
}

/** Reads routes that are named; throws `UsageError` for one that is no route. */
export function namedRoutes(named: readonly NamedRoute[], mount: string): readonly SellerRoute[] {
  return named.map(({ route, body }) => {
    const [, method = 'GET', path] = /^(?:([A-Za-z]+) +)?(\/\S*)$/.exec(route.trim()) ?? [];
    if (path === undefined) throw new UsageError(`"${route}" is not a route. Expected one such as 'POST /search'.`);
    return withBody({ method: method.toUpperCase(), path: mount + path }, body);
  });
}

/** A route with its body. Where none is known, methods that have one send an empty object. */
export function withBody(route: SellerRoute, body: unknown): SellerRoute {
  if (body !== undefined) return { ...route, body: jsonBody(body) };
  return ['GET', 'HEAD', 'DELETE'].includes(route.method) ? route : { ...route, body: jsonBody({}) };
}

/** Reads the body of a route from a file; throws `UsageError` where there is none. */
export async function bodyFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new UsageError(`There is no file ${path} for the body of the route.`);
  }
}

/** A body as JSON. A text is JSON already. */
export function jsonBody(value: unknown): { readonly text: string; readonly contentType: string } {
  return { text: typeof value === 'string' ? value : JSON.stringify(value), contentType: 'application/json' };
}
