import { decimalText } from '../../../check/money.ts';
import { isObject, referenceOf } from '../../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../../model/types.ts';
import type { Field } from '../../entities.ts';
import type { Context, Finding } from '../../kind.ts';
import type { WitnessRequest } from '../../witness.ts';
import { outcome } from '../../witnesses.ts';
import { CallPair } from '../calls/pair.ts';
import { amountOf, usedPrice } from '../price/prices.ts';
import type { Side } from '../schema/universe.ts';
import { absent, place } from './place.ts';

/** A default as sentences show it. */
export function shown({ own }: Field): string {
  return JSON.stringify(own.default);
}

/**
 * What another default does to the price of a call that leaves the field out.
 *
 * Both amounts are those of one release, so that a formula that changes beside the default has no part in it.
 */
export function costOfDefault(before: Field, after: Field, context: Context): Pick<Finding, 'consequence'> {
  const [one, other] = [before.own.default, after.own.default];
  const now = one === undefined ? undefined : amounts(after, one, 'new', context);
  const then = other === undefined ? undefined : amounts(before, other, 'old', context);
  const [was, is] = now ? [now.written, now.leftOut] : [then?.leftOut, then?.written];
  if (!was || !is || was.equals(is)) return {};
  return { consequence: `such a call costs ${decimalText(is)} instead of ${decimalText(was)} USD` };
}

/** What a call costs in one release without a field, and with a value of it. */
function amounts(field: Field, value: Json, side: Side, context: Context) {
  const call = without(field, context);
  const used = call && usedPrice(call.pair, side);
  if (!call || !used) return undefined;
  const request = placed(call, side, field, value);
  if (!call.pair.accepts(side, call.request) || !call.pair.accepts(side, request)) return undefined;
  const [leftOut, written] = [call.request, request].map((each) =>
    amountOf(call.pair, side, used, { request: each, response: {} }),
  );
  return { leftOut, written };
}

/** A request that leaves a field out, with what each release says that it means. */
export function defaultProof(before: Field, after: Field, context: Context): Pick<Finding, 'witness'> {
  const call = without(after, context);
  const { host } = context;
  if (!call || !host) return {};
  const [was, is] = [pathTo(before, host.before.schemas), pathTo(after, host.after.schemas)];
  if (!was || was.join() !== is?.join()) return {};
  const { pair, request } = call;
  const found = outcome([], [before.own.default, after.own.default], context, request);
  if (!pair.accepts('old', request) || !pair.accepts('new', request) || !('witness' in found)) return {};
  return found.witness?.claim === 'outcome' ? { witness: { ...found.witness, of: [...was, 'default'] } } : {};
}

interface LeftOut {
  readonly pair: CallPair;
  readonly part: 'body' | 'query' | 'params';
  readonly request: WitnessRequest;
}

/** The example of an operation without one of its fields. */
function without(field: Field, { host, operation }: Context): LeftOut | undefined {
  const { in: part } = field;
  if (!host || !operation || (part !== 'body' && part !== 'query' && part !== 'params')) return undefined;
  const call = { pair: new CallPair(host, operation), part, request: operation.before.example };
  return { ...call, request: placed(call, 'old', field, absent) };
}

/** The request of a call with another value of a field. */
function placed(
  { pair, part, request }: LeftOut,
  side: Side,
  { path }: Field,
  value: Json | typeof absent,
): WitnessRequest {
  const changed = place(pair.part(side, part) ?? true, request[part], path, value, pair.universe);
  return changed === undefined ? request : { ...request, [part]: changed };
}

/** Where a field stands in the contract of its host, following references; `undefined` where it stands in no one place. */
function pathTo(field: Field, named: Readonly<Record<string, JsonSchema>>): readonly string[] | undefined {
  if (!field.operation) return undefined;
  let at: readonly string[] = ['operations', field.operation.id, field.in, ...(field.in === 'body' ? ['schema'] : [])];
  let schema: Json | undefined = field.root;
  for (const name of [...field.path, undefined]) {
    const reference: string | undefined = isObject(schema) ? referenceOf(schema) : undefined;
    if (reference !== undefined) {
      at = ['schemas', reference];
      schema = named[reference];
    }
    if (name === undefined) return at;
    const steps: readonly string[] =
      name === 'items' ? ['items'] : name === '*' ? ['additionalProperties'] : ['properties', name];
    for (const step of steps) schema = isObject(schema) ? schema[step] : undefined;
    if (schema === undefined) return undefined;
    at = [...at, ...steps];
  }
  return at;
}

/** A request with a wrong value of a field, with the error that each release says it gets. */
export function errorProof(before: Field, after: Field, context: Context): Pick<Finding, 'witness'> {
  const { host, operation } = context;
  const [was, is] = host ? [pathTo(before, host.before.schemas), pathTo(after, host.after.schemas)] : [];
  if (!operation || !was || was.join() !== is?.join()) return {};
  const found = outcome([], [before.own.error, after.own.error], context);
  return 'witness' in found && found.witness?.claim === 'outcome'
    ? { witness: { ...found.witness, of: [...was, 'error'] } }
    : {};
}
