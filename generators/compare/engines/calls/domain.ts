import { once } from '../../../common/once.ts';
import { propertiesOf } from '../../../json-schema/walk.ts';
import type { Expression, Json, JsonSchema } from '../../../model/types.ts';
import type { ComparedOperation, ComparedView } from '../../side.ts';
import type { WitnessRequest } from '../../witness.ts';
import { Candidates } from '../schema/candidates.ts';
import type { Schema } from '../schema/dialect.ts';
import type { Universe } from '../schema/universe.ts';
import { schemaAt, setAt } from './at.ts';
import { type CallPair, type RequestPart, requestParts } from './pair.ts';
import { literalsOf, type Read, readsOf } from './reads.ts';
import { type Choice, choicesOf, type Hints, stretchedTexts } from './values.ts';

/** A call to try: its request, and the response that a metered price reads. */
export interface Call {
  readonly request: WitnessRequest;
  readonly response: Json;
}

/** One value that formulas read, with the values that are tried for it. */
export interface Input extends Read, Choice {}

/** Calls over which formulas are compared. */
export interface Domain {
  readonly inputs: readonly Input[];
  /** True where the calls are all that differ in what the formulas read. */
  readonly complete: boolean;
  readonly calls: readonly Call[];
  /** The call with another value of one input. */
  vary(call: Call, input: Input, value: Json | undefined): Call;
  /** Those of a sample in which one input alone varies: every boundary is among them. */
  readonly alone: ReadonlySet<Call>;
}

/** Values that an input is held to, by its path; absent for those that are free. */
export type Held = (input: Read, values: Choice['values']) => Choice['values'] | undefined;

/** The calls over which formulas of both releases are compared, as many as there are or a bounded sample of them. */
export function domainOf(
  pair: CallPair,
  trees: readonly Expression[],
  most: number,
  held: Held = () => undefined,
): Domain {
  const hints = hintsOf(pair, trees);
  const inputs = readsOf(trees).map((read): Input => {
    const choice = choiceFor(pair, read, hints);
    const values = held(read, choice.values);
    return { ...read, ...(values ? { values, complete: true } : choice) };
  });
  const size = inputs.reduce((product, { values }) => product * values.length, 1);
  const complete = size <= most && inputs.every((input) => input.complete);
  const start = { request: baseRequest(pair), response: {} };
  const vary = (call: Call, input: Input, value: Json | undefined) => changed(call, input, value);
  const alone = size <= most ? [] : variedAlone(start, inputs);
  const calls = size <= most ? product(start, inputs) : [...alone, ...drawn(start, inputs, most - alone.length)];
  return { inputs, complete, calls, alone: new Set(alone), vary };
}

/** A request that both releases accept: the example of one of them, or one made from the schemas. */
export function baseRequest(pair: CallPair): WitnessRequest {
  const [old, now] = [pair.operation('old'), pair.operation('new')];
  const served = [now.example, old.example].find(
    (example) => pair.accepts('old', example) && pair.accepts('new', example),
  );
  if (served) return served;
  const made = madeRequests(pair.universe)(old);
  const known = made.get(now);
  if (known) return known;
  const { request, isWhole } = requestFor(pair);
  // What is missing may be found where more steps of the question are left.
  if (isWhole) made.set(now, request);
  return request;
}

/** Requests of operations, by both releases of the operation: many changes of one operation need the same. */
const madeRequests = once((_universe: Universe) =>
  once((_old: ComparedOperation) => new WeakMap<ComparedOperation, WitnessRequest>()),
);

/** A request made from the schemas of both releases, and whether it has every part that they describe. */
function requestFor(pair: CallPair): { readonly request: WitnessRequest; readonly isWhole: boolean } {
  const made: Partial<Record<RequestPart, Json>> = {};
  let isWhole = true;
  for (const part of requestParts) {
    const [one, other] = [pair.part('old', part), pair.part('new', part)];
    const written = [one, other].filter((schema) => schema !== undefined);
    if (written.length === 0) continue;
    // No route has an empty text in place of a parameter.
    if (part === 'params') written.push(withoutEmptyTexts(pair));
    // Compiling a schema takes longer than anything else here.
    const both = [...new Map(written.map((schema) => [JSON.stringify(schema), schema])).values()];
    const value = typicalOf(both, pair.universe);
    if (value === undefined) isWhole = false;
    else made[part] = value;
  }
  return { request: { ...made, ...contentTypeOf(pair) }, isWhole };
}

/** A value that each of some schemas accepts; `undefined` where none was found. */
function typicalOf(schemas: readonly Schema[], universe: Universe): Json | undefined {
  const candidates = new Candidates(universe);
  const [first = true, ...more] = schemas;
  const found = candidates.typical(more.length > 0 ? { allOf: schemas } : first);
  if (found !== undefined || more.length === 0) return found;
  // Unions that are too large together may be small enough alone.
  return schemas
    .map((schema) => candidates.typical(schema))
    .find((value) => value !== undefined && schemas.every((schema) => universe.accepts(schema, value)));
}

function withoutEmptyTexts(pair: CallPair): Schema {
  const names = [pair.operation('old'), pair.operation('new')].flatMap(({ params }) => propertiesOf(params ?? {}));
  return { type: 'object', properties: Object.fromEntries(names.map(([name]) => [name, { minLength: 1 }])) };
}

/** The media type of the bodies that are compared, where an operation takes several. */
export function contentTypeOf(pair: CallPair): Pick<WitnessRequest, 'contentType'> {
  const [old, now] = [pair.operation('old'), pair.operation('new')];
  const types = [old, now].flatMap(({ media }) => Object.keys(media ?? {}));
  return new Set(types).size > 1 && old.body ? { contentType: old.body.contentType } : {};
}

function hintsOf(pair: CallPair, trees: readonly Expression[]): Hints {
  const { texts, numbers, catalogs } = literalsOf(trees);
  const named = [pair.view('old'), pair.view('new')].flatMap((view) => catalogs.flatMap((id) => textsOf(view, id)));
  const columns = [pair.view('old'), pair.view('new')].flatMap((view) => catalogs.flatMap((id) => countsOf(view, id)));
  return {
    texts: [...new Set([...texts, ...named])],
    numbers: [...new Set([...numbers, ...columns])].slice(0, mostNumbers),
  };
}

/** Numbers of formulas and catalogs near which values are tried at most. */
const mostNumbers = 40;

/** Whole numbers in the columns of a catalog: bounds of what an entry allows. */
function countsOf(view: ComparedView, id: string): number[] {
  const values = view.catalogs[id]?.entries.flatMap((entry) => Object.values(entry.values)) ?? [];
  return values.flatMap((value) => (typeof value === 'number' && Number.isInteger(value) ? [value] : []));
}

/** Names and words in the columns of a catalog that hold tables and lists: values by which requests choose. */
function textsOf(view: ComparedView, id: string): string[] {
  const within = (value: Json): string[] => {
    if (typeof value === 'string') return /^-?\d+(\.\d+)?$/.test(value) ? [] : [value];
    if (Array.isArray(value)) return value.flatMap((item: Json) => within(item));
    return typeof value === 'object' && value !== null
      ? [...Object.keys(value), ...Object.values(value).flatMap(within)]
      : [];
  };
  const columns = view.catalogs[id]?.entries.flatMap(({ values }) => Object.values(values)) ?? [];
  return [...new Set(columns.filter((value) => typeof value === 'object').flatMap(within))];
}

function choiceFor(pair: CallPair, { root, path }: Read, hints: Hints): Choice {
  const { universe } = pair;
  if (root === 'response') {
    const schema = responseSchema(pair);
    const found = choicesOf(schema === undefined ? true : schemaAt(schema, path, universe), hints, universe);
    const values = found.values.filter((value) => value !== undefined && value !== null);
    const counted = values.some((value) => typeof value === 'number')
      ? values.filter((value) => typeof value === 'number' && value >= 0)
      : values;
    return { ...found, values: counted };
  }
  const part = root === 'request' ? 'body' : root;
  const schemas = [pair.part('old', part), pair.part('new', part)].filter((schema) => schema !== undefined);
  if (path.length === 0) {
    const base = baseRequest(pair)[part] ?? {};
    const lists = schemas.flatMap((schema) => choicesOf(schema, hints, universe).values.filter(Array.isArray));
    return { values: [...stretchedTexts(base, hints), ...lists], complete: false };
  }
  const found = schemas.map((schema) => choicesOf(schemaAt(schema, path, universe), hints, universe));
  const values = [...new Set(found.flatMap((each) => each.values))];
  return { values: values.length > 0 ? values : [undefined], complete: found.every(({ complete }) => complete) };
}

function responseSchema(pair: CallPair): Schema | undefined {
  const find = (responses: readonly { readonly http: number; readonly schema?: JsonSchema }[]) =>
    responses.find(({ http }) => http === 200)?.schema;
  const schema = find(pair.operation('new').responses);
  return schema && pair.universe.read('new', schema);
}

function changed({ request, response }: Call, { root, path }: Read, value: Json | undefined): Call {
  if (root === 'response') return { request, response: setAt(response, path, value) ?? {} };
  const part = root === 'request' ? 'body' : root;
  const inner = path.length > 0 && Array.isArray(request[part]) ? request[part] : setAt(request[part], path, value);
  return { response, request: { ...request, ...(inner !== undefined && { [part]: inner }) } };
}

function product(start: Call, inputs: readonly Input[]): Call[] {
  let calls = [start];
  for (const input of inputs) calls = calls.flatMap((call) => input.values.map((value) => changed(call, input, value)));
  return calls;
}

/** Each input varied alone: its boundaries, and the numbers of formulas with their neighbours. */
function variedAlone(start: Call, inputs: readonly Input[]): Call[] {
  return inputs.flatMap((input) => input.values.slice(0, 200).map((value) => changed(start, input, value)));
}

/** Combinations drawn from a sequence that is the same in every run. */
function drawn(start: Call, inputs: readonly Input[], count: number): Call[] {
  const random = sequence();
  return Array.from({ length: Math.max(0, count) }, () =>
    inputs.reduce((call, input) => changed(call, input, input.values[random(input.values.length)]), start),
  );
}

/** Numbers below a bound, the same sequence every time. */
function sequence(): (below: number) => number {
  let state = 20_260_101;
  return (below) => {
    // The constants of Numerical Recipes.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
