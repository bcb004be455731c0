import { isObject } from '../../json-schema/walk.ts';
import type { Condition, Expression, Json, JsonSchema, Price, Step } from '../../model/types.ts';
import { readOf, rootOf } from '../engines/calls/reads.ts';
import { meansSame } from '../meaning.ts';
import { namesReached } from '../schemas.ts';
import { type ComparedOperation, type ComparedView, mapMedia } from '../side.ts';
import type { RenamedField } from '../witness.ts';
import { withKey, withProperty } from './rename-schema.ts';

/** Renamed fields by the id that their operation has in the newer release. */
type Renamed = ReadonlyMap<string, readonly RenamedField[]>;

/**
 * The newer view of a host with renamed fields under their older names, in schemas, rules, prices and examples.
 *
 * `undefined` where a schema or price is also that of an operation which has the field under the newer name.
 */
export function withOlderNames(view: ComparedView, renamed: Renamed): ComparedView | undefined {
  const schemas: Record<string, JsonSchema> = { ...view.schemas };
  const align = (operation: ComparedOperation, named: Record<string, JsonSchema>): ComparedOperation =>
    (renamed.get(operation.id) ?? []).reduce((each, field) => alignedOperation(each, field, named), operation);
  const operations = view.operations.map((operation) => align(operation, schemas));
  const changed = changedIn(view, schemas);
  const isMoved = view.operations.some((operation) => {
    const own = { ...view.schemas };
    align(operation, own);
    const parts = new Set(renamed.get(operation.id)?.map((field) => field.in));
    const reached = changed.intersection(namesReached(view, operation));
    return !reached.isSubsetOf(changedIn(view, own)) || !changed.isDisjointFrom(namesReached(view, operation, parts));
  });
  const prices = alignedPrices(view, renamed);
  const scenarios = view.scenarios.map((scenario) => ({
    ...scenario,
    steps: scenario.steps.map((step) => alignedStep(step, renamed)),
  }));
  return isMoved || !prices ? undefined : { ...view, schemas, operations, prices, scenarios };
}

/** Names of the schemas that differ between the views. */
function changedIn(view: ComparedView, schemas: ComparedView['schemas']): Set<string> {
  return new Set(Object.keys(schemas).filter((name) => !meansSame(schemas[name], view.schemas[name])));
}

/** The prices of a view, which read renamed fields by their older names; `undefined` where two operations would read one differently. */
function alignedPrices(view: ComparedView, renamed: Renamed): ComparedView['prices'] | undefined {
  const prices: Record<string, Price> = { ...view.prices };
  const users = Map.groupBy(view.operations, ({ price }) => price?.id);
  for (const [id, price] of Object.entries(view.prices)) {
    const found = (users.get(id) ?? []).map((operation) =>
      (renamed.get(operation.id) ?? []).reduce(alignedPrice, price),
    );
    const [first = price, ...others] = found;
    if (others.some((other) => !meansSame(first, other))) return undefined;
    prices[id] = first;
  }
  return prices;
}

function alignedOperation(
  operation: ComparedOperation,
  field: RenamedField,
  schemas: Record<string, JsonSchema>,
): ComparedOperation {
  const { in: part } = field;
  const [path, older] = [newerPath(field), olderName(field)];
  const { body, media, example, conditions, ensures, price, stream } = operation;
  const schema = part === 'body' ? body?.schema : operation[part];
  const aligned = schema && withProperty(schema, path, older, schemas);
  return {
    ...operation,
    ...(aligned && part !== 'body' && { [part]: aligned }),
    ...(aligned && body && part === 'body' && { body: { ...body, schema: aligned } }),
    ...(media && part === 'body' && { media: mapMedia(media, (each) => withProperty(each, path, older, schemas)) }),
    example: atPart(example, field),
    conditions: conditions.map((condition) => alignedCondition(condition, field)),
    ensures: ensures.map((condition) => alignedCondition(condition, field)),
    ...(price && { price: withReads(price, field) }),
    ...(stream && { stream: withReads(stream, field) }),
  };
}

function alignedCondition(condition: Condition, field: RenamedField): Condition {
  const { names, violation } = condition;
  const isNamed = names === newerPath(field).join('.');
  return {
    ...withReads(condition, field),
    ...(isNamed && { names: field.path.join('.') }),
    ...(isObject(violation) && { violation: atPart(violation, field) }),
  };
}

function alignedPrice(price: Price, field: RenamedField): Price {
  const read = withReads(price, field);
  if (meansSame(read, price)) return price;
  const examples = price.examples.map((example) => {
    const { request: body, query } = example;
    const aligned = atPart({ body, ...(query !== undefined && { query }) }, field);
    return { ...example, request: aligned.body ?? body, ...(aligned.query !== undefined && { query: aligned.query }) };
  });
  return { ...read, examples };
}

function alignedStep(step: Step, renamed: Renamed): Step {
  const { call = '', with: request } = step;
  // What a formula gives in place of a value is plain JSON, too.
  return request ? { ...step, with: (renamed.get(call) ?? []).reduce(atPart, request as Record<string, Json>) } : step;
}

/** The parts of a request with a renamed field under its older name. */
function atPart<T extends { readonly [part: string]: Json | undefined }>(request: T, field: RenamedField): T {
  const value = withKey(request[field.in], newerPath(field), olderName(field));
  return value === undefined ? request : { ...request, [field.in]: value };
}

/** A value whose formulas read a renamed field by its older name. */
function withReads<T>(value: T, field: RenamedField): T {
  const [root, path] = [rootOf(field.in), newerPath(field).join('\n')];
  const renamed = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(renamed);
    if (typeof each !== 'object' || each === null) return each;
    const inner = Object.fromEntries(Object.entries(each).map(([name, own]) => [name, renamed(own)]));
    // Only expressions have operators.
    const read = 'op' in each ? readOf(each as Expression) : undefined;
    if (read?.root !== root || read.path.join('\n') !== path) return inner;
    const name = olderName(field);
    return 'key' in inner ? { ...inner, key: { op: 'string', value: name } } : { ...inner, name };
  };
  // Nothing but names differs.
  return renamed(value) as T;
}

function newerPath({ path, name }: RenamedField): readonly string[] {
  return path.with(-1, name);
}

function olderName({ path }: RenamedField): string {
  return path.at(-1) ?? '';
}
