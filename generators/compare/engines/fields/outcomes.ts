import { isObject, referenceOf } from '../../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../../model/types.ts';
import type { Field } from '../../entities.ts';
import type { Context, ChangeDetails } from '../../kind.ts';
import type { WitnessRequest } from '../../witness.ts';
import { outcome } from '../../witnesses.ts';
import { baseRequest } from '../calls/domain.ts';
import { CallPair } from '../calls/pair.ts';
import { Candidates } from '../schema/candidates.ts';
import type { Side } from '../schema/universe.ts';
import { absent, place } from './place.ts';

/** A call whose request leaves a field out. */
export interface LeftOut {
  readonly pair: CallPair;
  readonly part: 'body' | 'query' | 'params';
  readonly request: WitnessRequest;
}

/** The example of an operation, or a request made from its schemas, without one of its fields. */
export function without(field: Field, { host, operation }: Context): LeftOut | undefined {
  const { in: part } = field;
  if (!host || !operation || (part !== 'body' && part !== 'query' && part !== 'params')) return undefined;
  const pair = new CallPair(host, operation);
  const { example } = operation.before;
  const call = { pair, part, request: pair.accepts('old', example) ? example : baseRequest(pair) };
  return { ...call, request: placed(call, 'old', field, absent) };
}

/** The request of a call with another value of a field. */
export function placed(
  { pair, part, request }: LeftOut,
  side: Side,
  { path }: Field,
  value: Json | typeof absent,
): WitnessRequest {
  const changed = place(pair.part(side, part) ?? true, request[part], path, value, pair.universe);
  return changed === undefined ? request : { ...request, [part]: changed };
}

/** A request with a field that both releases serve, and of which only the older one says what it means. */
export function forgottenProof(field: Field, context: Context): Pick<ChangeDetails, 'witness'> {
  const path = context.host && pathTo(field, context.host.before.schemas);
  return path ? sentProof(field, path, [field.schema, undefined], context) : {};
}

/** A request with a field that both releases serve, and whose keyword has two values. */
export function keywordProof(
  before: Field,
  after: Field,
  name: string,
  context: Context,
): Pick<ChangeDetails, 'witness'> {
  const { host } = context;
  const [was, is] = host ? [pathTo(before, host.before.schemas), pathTo(after, host.after.schemas)] : [];
  if (!was || was.join() !== is?.join()) return {};
  return sentProof(before, [...was, name], [before.own[name], after.own[name]], context);
}

/** A request with a field that both releases serve, with what each says at a path of its contract. */
function sentProof(
  field: Field,
  path: readonly string[],
  said: readonly [Json | undefined, Json | undefined],
  context: Context,
): Pick<ChangeDetails, 'witness'> {
  const call = without(field, context);
  if (!call) return {};
  const { pair } = call;
  const candidates = new Candidates(pair.universe);
  const schema = pair.universe.read('old', field.schema);
  // How a list is written shows where it has more than one item.
  const value = candidates.typical({ allOf: [schema, { minItems: 2 }] }) ?? candidates.typical(schema);
  const request = value === undefined ? undefined : placed(call, 'old', field, value);
  if (!request || !pair.accepts('old', request) || !pair.accepts('new', request)) return {};
  const found = outcome([], said, context, request);
  return found.witness?.claim === 'outcome' ? { witness: { ...found.witness, of: path } } : {};
}

/** Where a field stands in the contract of its host, following references; `undefined` where it stands in no one place. */
export function pathTo(field: Field, named: Readonly<Record<string, JsonSchema>>): readonly string[] | undefined {
  const { operation, error, header, in: part } = field;
  let at: readonly string[];
  if (operation) at = ['operations', operation.id, part, ...(part === 'body' ? ['schema'] : [])];
  else if (error !== undefined && header === undefined) at = ['errors', error, 'body'];
  else return undefined;
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
export function errorProof(before: Field, after: Field, context: Context): Pick<ChangeDetails, 'witness'> {
  const { host, operation } = context;
  const [was, is] = host ? [pathTo(before, host.before.schemas), pathTo(after, host.after.schemas)] : [];
  if (!operation || !was || was.join() !== is?.join()) return {};
  const found = outcome([], [before.own.error, after.own.error], context);
  return 'witness' in found && found.witness?.claim === 'outcome'
    ? { witness: { ...found.witness, of: [...was, 'error'] } }
    : {};
}
