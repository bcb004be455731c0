import { isObject } from '@tollwright/runtime/values/json';
import type { OperationContext } from '../arbitraries/domain.ts';
import { withPart } from '../arbitraries/fields.ts';
import { operationContextOf } from '../arbitraries/request-source.ts';
import { answerCacheOf } from '../calls/answer-cache.ts';
import { quoteOf } from '../calls/challenge.ts';
import type { Family } from '../check/family.ts';
import { failure, type Outcome, notTestable } from '../check/outcome.ts';
import { type Run, type RunSettings, samplesFor } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import { sampled } from '../common/spread.ts';
import type { Operation, Rule } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { sampleOf } from '../http/sample.ts';
import { propertiesOf } from '../oracle/shapes.ts';
import { type InvalidRequest, planInvalid, planValid } from '../requests/planned.ts';
import { firstFindingOf } from '../requests/send.ts';

/** Keys that the schema of the body does not have: rejected by name at every depth, or ignored without effect on the price. */
export const unknownKeysFamily: Family = {
  kind: 'unknown-keys',
  async check(rule, run) {
    const operation = run.operation(rule.operation ?? '');
    const { body } = operation;
    if (!body || body.unknownKeys === 'unknown') {
      return { verdict: 'error', detail: `The contract does not say how ${operation.id} treats unknown keys.` };
    }
    const context = operationContextOf(run, operation);
    return body.unknownKeys === 'rejected' ? rejected(run, rule, context) : ignored(run, rule, context);
  },
};

async function rejected(run: Run, rule: Rule, context: OperationContext): Promise<Outcome> {
  const planned = sampled(requestsToReject(run, rule, context), samplesFor(rule, run));
  const finding = await firstFindingOf(run, planned);
  if (finding) return finding;
  if (planned.length > 0) return { verdict: 'pass', detail: `Requests with an unknown key: ${planned.length}.` };
  return notTestable('open', 'The example has no object to add a key to.');
}

/** The example with unknown keys where its schemas take none. */
function requestsToReject(run: RunSettings, rule: Rule, context: OperationContext): readonly InvalidRequest[] {
  const { operation, requests, material } = context;
  const { base } = requests;
  const schema = operation.body?.schema ?? {};
  const isClosed = ({ value, path }: KeyedBody) =>
    path.length === 1 ||
    material.validator.errors(schema, value).some((fault) => fault.path.join('/') === path.join('/'));
  const keys = [...keysFor(context).map((key): Key => [key, 1]), ...keysOfOthers(run, context)];
  return [...withUnknownKeys(base.body, keys)].filter(isClosed).map(({ value, path, key }) =>
    planInvalid(run, rule, context, {
      invocation: withPart(base, 'body', value),
      part: 'body',
      because: `\`${path.join('.')}\` is an unknown property`,
      names: { name: key, always: true },
    }),
  );
}

/** Keys that are sent where each call is charged to an account. */
const maxCharged = 3;

async function ignored(run: Run, rule: Rule, context: OperationContext): Promise<Outcome> {
  const { operation, requests } = context;
  const { base } = requests;
  const cache = answerCacheOf(run);
  if (!isObject(base.body)) return notTestable('open', 'The example is no object to add a key to.');
  const expected = quoteOf(run, await cache.send(base));
  const all = keysFor(context);
  const charged = operation.auth === 'key' && operation.price;
  const keys = all.slice(0, Math.min(samplesFor(rule, run), charged ? maxCharged : all.length));
  for (const [index, key] of keys.entries()) {
    const value = [1, null, 'x', { a: 1 }, []][index % 5];
    const invocation: Invocation = withPart(base, 'body', { ...base.body, [key]: value });
    const because = `unknown properties such as \`${key}\` are ignored`;
    const finding = await firstFindingOf(run, [planValid(run, rule, context, { invocation, because })]);
    if (finding) return finding;
    const exchange = await cache.send(invocation);
    const quote = quoteOf(run, exchange);
    if (quote !== expected) {
      return failure(`The unknown key \`${key}\` changes the price.`, String(expected), exchange, String(quote));
    }
  }
  return { verdict: 'pass', detail: `Requests with an unknown key: ${keys.length}.` };
}

/** Keys that the schema does not have: a new one, near misses of known ones, and one that every JavaScript object inherits. */
function keysFor({ operation, material }: OperationContext): readonly string[] {
  const shapes = operation.body ? material.validator.shapes(operation.body.schema) : [];
  const names = [...new Set(shapes.flatMap((shape) => Object.keys(propertiesOf(shape))))];
  const near = names.slice(0, 3).flatMap((name) => [name.toUpperCase(), `${name}_`]);
  return ['unknown_key', ...near, 'toString'].filter((key) => !names.includes(key));
}

/** A key with a value. */
type Key = readonly [key: string, value: unknown];

/** Fields of other bodies that reject unknown keys, as in their examples, and usual ones of lists: a schema for all takes them. */
function keysOfOthers({ contract }: RunSettings, { operation, material }: OperationContext): readonly Key[] {
  const closed = contract.operations.filter(({ body }) => body?.unknownKeys === 'rejected');
  const namesOf = ({ body }: Operation) =>
    (body ? material.validator.shapes(body.schema) : []).flatMap((shape) => Object.keys(propertiesOf(shape)));
  const named = [...closed.flatMap(namesOf), 'limit', 'wallet'].map((name): Key => [name, 1]);
  const fields = new Map([...named, ...closed.flatMap((other) => Object.entries(fieldsOf(sampleOf(other).body)))]);
  const own = namesOf(operation);
  return [...fields].filter(([name]) => !own.includes(name));
}

interface KeyedBody {
  readonly value: unknown;
  /** Names and indices that lead to the key. */
  readonly path: readonly string[];
  readonly key: string;
}

/** A value with one key added: each key at the top, and the first key at each depth below. */
function* withUnknownKeys(value: unknown, keys: readonly Key[]): Generator<KeyedBody> {
  if (isObject(value)) {
    for (const [key, given] of keys) yield { value: { ...value, [key]: given }, path: [key], key };
  }
  const inner = isObject(value) || Array.isArray(value) ? Object.entries(value) : [];
  for (const [name, item] of inner) {
    for (const found of withUnknownKeys(item, keys.slice(0, 1))) {
      const whole = Array.isArray(value)
        ? value.with(Number(name), found.value)
        : { ...Object(value), [name]: found.value };
      yield { ...found, value: whole, path: [name, ...found.path] };
    }
  }
}
