import type { HostDefinition } from '../operation/host.ts';
import { routeName } from '../operation/operation.ts';

/**
 * Finds the route that matches a template such as `POST /api/v1/search`.
 *
 * A placeholder on either side matches any one segment, because documents and deployments name vendor segments and
 * parameters differently; of several routes the one with most segments in common is the match.
 */
export function findRoute(host: HostDefinition, template: string): string | undefined {
  const wanted = segments(template.trim());
  let best: { readonly name: string; readonly likeness: number } | undefined;
  for (const { name, forms } of writtenRoutes(host)) {
    const found = Math.max(...forms.map((form) => likeness(form, wanted)));
    if (found > (best?.likeness ?? -1)) best = { name, likeness: found };
  }
  return best?.name;
}

/** A route by its name, with the segments of each way in which it is written. */
interface WrittenRoute {
  readonly name: string;
  readonly forms: readonly (readonly string[])[];
}

const written = new WeakMap<HostDefinition, readonly WrittenRoute[]>();

/** The routes of a host, split once: a conformance run directs thousands of calls. */
function writtenRoutes(host: HostDefinition): readonly WrittenRoute[] {
  const known = written.get(host);
  if (known) return known;
  const routes = host.routes.map((route) => {
    const names = new Set([routeName(route), routeName({ ...route, path: route.template ?? route.path })]);
    return { name: routeName(route), forms: [...names].map(segments) };
  });
  written.set(host, routes);
  return routes;
}

/** Splits a template into its method and the segments of its path. */
function segments(template: string): readonly string[] {
  return template.split(/\s+|\//);
}

/** Two for each segment that is the same, one where both are placeholders; -1 when the paths cannot mean the same route. */
function likeness(own: readonly string[], wanted: readonly string[]): number {
  if (own.length !== wanted.length) return -1;
  const pairs = own.map((segment, index) => [segment, wanted[index] ?? ''] as const);
  if (pairs.some(([a, b]) => a !== b && !isPlaceholder(a) && !isPlaceholder(b))) return -1;
  return pairs.reduce((sum, [a, b]) => sum + (a === b ? 2 : isPlaceholder(a) && isPlaceholder(b) ? 1 : 0), 0);
}

function isPlaceholder(segment: string): boolean {
  return /^\{.+\}$/.test(segment);
}
