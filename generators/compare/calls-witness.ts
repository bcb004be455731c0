import type { Limit } from '../model/types.ts';
import type { Context } from './kind.ts';
import type { Burst, Witness } from './witness.ts';
import { servedBy } from './witnesses.ts';

/**
 * Calls at a rate that only one release serves: `serving` has no limit of them where it is absent.
 *
 * No witness where `refusing` serves whatever `serving` does, or no operation that it counts is in both releases.
 */
export function callsServed(
  accepted: 'before' | 'after',
  serving: Limit | undefined,
  refusing: Limit,
  host: Context['host'],
  counted: readonly string[] = refusing.operations,
): { readonly witness?: Witness } {
  const kept = new Set(host?.after.operations.map(({ id }) => id));
  const operation = host?.before.operations.find(({ id, closed }) => !closed && kept.has(id) && counted.includes(id));
  const calls = bursts(serving, refusing);
  if (!host || !operation || !calls) return {};
  const known = { host: host.id, operation: operation.id, request: servedBy(operation, host.before) };
  return { witness: { claim: 'calls', ...known, limit: refusing.id, calls, accepted } };
}

/** The fewest bursts that `refusing` refuses the last call of; undefined where `serving` refuses it as well. */
export function bursts(
  serving: Pick<Limit, 'count' | 'window'> | undefined,
  refusing: Pick<Limit, 'count' | 'window'>,
): readonly Burst[] | undefined {
  if (!serving) return [{ at: 0, calls: refusing.count + 1 }];
  const found: Burst[] = [];
  let missing = refusing.count + 1;
  for (let at = 0; missing > 0; at += serving.window) {
    if (at >= refusing.window) return undefined;
    const calls = Math.min(serving.count, missing);
    found.push({ at, calls });
    missing -= calls;
  }
  return found;
}
