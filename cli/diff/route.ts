import type { ComparedOperation, ComparedView } from '#generators/compare/side.ts';
import type { WitnessRequest } from '#generators/compare/witness.ts';

/** A request as it is sent: its method, its path with the parameters in place, and its parts. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly parts: WitnessRequest;
}

/** The request of an operation with these parts. */
export function sent({ method, path }: ComparedOperation, parts: WitnessRequest): Sent {
  const params = Object(parts.params);
  const filled = path.replace(/\{([^}+]+)\+?\}/g, (_, name: string) =>
    encodeURIComponent(textOf(params[name] ?? name)),
  );
  return { method, path: filled, parts };
}

/** A value as a text in a path or query; a long number has all its digits. */
export function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'rawJSON' in value ? String(value.rawJSON) : String(value);
}

/** The operation that serves a request on a host, with the parameters that its path reads. */
export function routeOf(view: ComparedView, { method, path }: Sent) {
  const fitting = view.operations.filter((each) => each.method === method);
  // A path without parameters comes before one that has them.
  const byParameters = Map.groupBy(fitting, (each) => names(each).length);
  for (const operation of [...byParameters].sort(([one], [other]) => one - other).flatMap(([, all]) => all)) {
    const found = patternOf(operation).exec(path);
    if (!found) continue;
    const params = names(operation).map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')] as const);
    return { operation, params: Object.fromEntries(params) };
  }
  return undefined;
}

function names({ path }: ComparedOperation): string[] {
  return [...path.matchAll(/\{([^}+]+)\+?\}/g)].map(([, name = '']) => name);
}

function patternOf({ path, wide }: ComparedOperation): RegExp {
  const parts = path.split(/(\{[^}]+\})/).map((part) => {
    if (!part.startsWith('{')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return wide.includes(part.slice(1, -1).replace('+', '')) ? '(.+)' : '([^/]+)';
  });
  return new RegExp(`^${parts.join('')}$`);
}
