/** Witnesses that many kinds of change give. */

import { propertiesOf, referenceOf } from '../json-schema/walk.ts';
import type { Json, JsonSchema, Limit } from '../model/types.ts';
import { baseRequest } from './engines/calls/domain.ts';
import { CallPair } from './engines/calls/pair.ts';
import type { Context } from './kind.ts';
import type { ComparedOperation, ComparedView } from './side.ts';
import type { Burst, Witness, WitnessRequest } from './witness.ts';

/** A request that only one release accepts; by default one that the operation serves, and the other one nowhere or elsewhere. */
export function requestAccepted(
  accepted: 'before' | 'after',
  operation: ComparedOperation,
  host: Context['host'],
  request?: WitnessRequest,
): { readonly witness?: Witness } {
  if (!host) return {};
  const known = { claim: 'request', host: host.id, operation: operation.id, accepted } as const;
  if (request) return { witness: { ...known, request } };
  return { witness: { ...known, request: servedBy(operation, host[accepted]), elsewhere: true } };
}

/** A request that both releases accept and of which they say different things; `of` leads from the operation. */
export function outcome(
  of: readonly string[],
  [before, after]: readonly [Json | undefined, Json | undefined],
  { host, operation }: Pick<Context, 'host' | 'operation'>,
  request?: WitnessRequest,
): { readonly witness?: Witness } {
  if (!host || !operation) return {};
  const shown = request ?? baseRequest(new CallPair(host, operation));
  const known = { host: host.id, operation: operation.before.id, request: shown };
  const path = ['operations', operation.before.id, ...of];
  return { witness: { claim: 'outcome', ...known, of: path, before: before ?? null, after: after ?? null } };
}

/** A call of an operation of which two releases say different things; `of` leads from the host to what they say. */
export function difference(
  of: readonly string[],
  [before, after]: readonly [Json | undefined, Json | undefined],
  host: Context['host'],
  isMeant: (operation: ComparedOperation) => boolean = () => true,
): { readonly witness?: Witness } {
  const kept = new Set(host?.after.operations.map(({ id }) => id));
  const operation = host?.before.operations.find((each) => !each.closed && kept.has(each.id) && isMeant(each));
  if (!host || !operation) return {};
  const known = { host: host.id, operation: operation.id, request: servedBy(operation, host.before), of };
  return { witness: { claim: 'outcome', ...known, before: before ?? null, after: after ?? null } };
}

/** A host in two releases, for what is found of the host itself. */
export function hostOf(before: ComparedView, after: ComparedView): NonNullable<Context['host']> {
  return { id: after.host.id, before, after };
}

/** A request that an operation serves: its example, or one made from its schemas where a description has none. */
export function servedBy(operation: ComparedOperation, view: ComparedView): WitnessRequest {
  const host = { id: view.host.id, before: view, after: view };
  return baseRequest(new CallPair(host, { before: operation, after: operation }));
}

/**
 * Calls at a rate that only one release serves. Without `serving`, that release has no limit.
 *
 * There is no witness if `refusing` serves all that `serving` does, or if no operation that it counts is in both releases.
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

/** The fewest bursts whose last call `refusing` refuses; `undefined` if `serving` refuses it as well. */
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

/** A request that names an entry of a catalog which only the older release has. */
export function entryWitness(
  { values }: { readonly values: Readonly<Record<string, Json>> },
  { id, before }: NonNullable<Context['host']>,
): { readonly witness?: Witness } {
  for (const operation of before.operations) {
    const name = operation.body && catalogField(operation.body.schema, before);
    const key = name && before.catalogs[name.catalog]?.key;
    if (
      !name ||
      key === undefined ||
      !Object.values(before.catalogs[name.catalog]?.entries ?? {}).some((entry) => entry.values === values)
    )
      continue;
    const request = { ...operation.example, body: { ...Object(operation.example.body), [name.field]: values[key] } };
    return { witness: { claim: 'request', host: id, operation: operation.id, request, accepted: 'before' } };
  }
  return {};
}

/** The field of a body that names an entry of a catalog. */
function catalogField(schema: JsonSchema, { schemas }: ComparedView): { field: string; catalog: string } | undefined {
  const name = referenceOf(schema);
  const body = (name === undefined ? undefined : schemas[name]) ?? schema;
  const found = propertiesOf(body).find(([, { catalog }]) => typeof catalog === 'string');
  return found && { field: found[0], catalog: String(found[1].catalog) };
}
