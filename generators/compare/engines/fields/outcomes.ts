import { isObject, referenceOf } from '../../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../../model/types.ts';
import type { Field } from '../../entities.ts';
import { branchesOf, isBranchStep, stepOf } from '../../fields/branches.ts';
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
  return pathWithin({ schema: field.root, at }, field.path, named);
}

/** A schema and its path in a contract. */
interface Placed {
  readonly schema: JsonSchema;
  readonly at: readonly string[];
}

/** The path of a field from a schema on: through what that refers to, and through its parts and branches. */
function pathWithin({ schema, at }: Placed, path: readonly string[], named: Named): readonly string[] | undefined {
  const name = referenceOf(schema);
  const target = name === undefined ? undefined : named[name];
  const [step, ...rest] = path;
  const found = target ? pathWithin({ schema: target, at: ['schemas', name ?? ''] }, path, named) : undefined;
  if (found || step === undefined) return found ?? at;
  const into = ([steps, inner]: Step, left: readonly string[] = rest) =>
    pathWithin({ schema: inner, at: [...at, ...steps] }, left, named);
  const direct = stepsInto(schema, step, named)[0];
  if (direct) return into(direct);
  for (const [index, part] of partsOf(schema).entries()) {
    const inPart = into([['allOf', String(index)], part], path);
    if (inPart) return inPart;
  }
  return undefined;
}

type Named = Readonly<Record<string, JsonSchema>>;
type Step = readonly [steps: readonly string[], schema: JsonSchema];

/** The schema that a step of the path of a field leads to. */
function stepsInto(schema: JsonSchema, step: string, named: Named): readonly Step[] {
  if (!isBranchStep(step)) {
    const steps: readonly string[] =
      step === 'items' ? ['items'] : step === '*' ? ['additionalProperties'] : ['properties', step];
    const inner = steps.reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), schema);
    return isObject(inner) ? [[steps, inner]] : [];
  }
  const resolve = (inner: JsonSchema): JsonSchema => named[referenceOf(inner) ?? ''] ?? inner;
  return (['oneOf', 'anyOf'] as const).flatMap((keyword) =>
    branchesOf(schema[keyword], resolve).flatMap((branch): Step[] =>
      stepOf(branch) === step ? [[[keyword, String(branch.index)], branch.schema]] : [],
    ),
  );
}

function partsOf({ allOf }: JsonSchema): readonly JsonSchema[] {
  return Array.isArray(allOf) ? allOf.filter(isObject) : [];
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
