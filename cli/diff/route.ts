import type { ComparedOperation, ComparedView } from '#generators/compare/side.ts';
import type { WitnessRequest } from '#generators/compare/witness.ts';
import type { Json } from '#generators/model/types.ts';

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

/** A value as a text in a path or query: lists and objects in the style `simple`, a long number with all its digits. */
export function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if ('rawJSON' in value) return String(value.rawJSON);
  return (Array.isArray(value) ? value : Object.entries(value).flat()).map(textOf).join(',');
}

/** The operation that serves a request on a host, with the parameters that its path reads. */
export function routeOf(view: ComparedView, { method, path, parts }: Sent) {
  // A list or object is read from its text again; which it is only its schema tells.
  const values: readonly Json[] = Object.values(Object(parts.params));
  const lists = values.filter((value) => typeof value === 'object');
  const fitting = view.operations.filter((each) => each.method === method);
  // A path without parameters comes before one that has them.
  const byParameters = Map.groupBy(fitting, (each) => names(each).length);
  for (const operation of [...byParameters].sort(([one], [other]) => one - other).flatMap(([, all]) => all)) {
    const found = patternOf(operation).exec(path);
    if (!found) continue;
    const params = names(operation).map((name, index) => {
      const text = decodeURIComponent(found[index + 1] ?? '');
      return [name, lists.find((value) => textOf(value) === text) ?? text] as const;
    });
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
