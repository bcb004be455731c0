import { isObject } from '@tollwright/runtime/values/json';
import { withPart } from '../arbitraries/fields.ts';
import { type AnswerCache, answerCacheOf } from '../calls/answer-cache.ts';
import { quoteOf } from '../calls/challenge.ts';
import type { Family } from '../check/family.ts';
import { failure, type Outcome } from '../check/outcome.ts';
import type { Operation, Rule } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { propertiesOf } from '../oracle/shapes.ts';
import { judgeInvalid, judgeValid } from '../requests/verdicts.ts';

/** Keys that the schema of the body does not have: rejected by name at every depth, or ignored without effect on the price. */
export const unknownKeysFamily: Family = {
  kind: 'unknown-keys',
  async check(rule, run) {
    const operation = run.operation(rule.operation ?? '');
    const { body } = operation;
    if (!body || body.unknownKeys === 'unknown') {
      return { verdict: 'error', detail: `The contract does not say how ${operation.id} treats unknown keys.` };
    }
    const cache = answerCacheOf(run);
    return body.unknownKeys === 'rejected' ? rejected(cache, rule, operation) : ignored(cache, rule, operation);
  },
};

async function rejected(cache: AnswerCache, rule: Rule, operation: Operation): Promise<Outcome> {
  const { base } = cache.requests(operation);
  const { validator } = cache.material;
  const schema = operation.body?.schema ?? {};
  let count = 0;
  for (const { value, path, key } of withUnknownKeys(base.body, keysFor(cache, operation))) {
    const closed =
      path.length === 1 || validator.errors(schema, value).some((fault) => fault.path.join('/') === path.join('/'));
    if (!closed) continue;
    count += 1;
    const finding = await judgeInvalid(cache, rule, {
      invocation: withPart(base, 'body', value),
      part: 'body',
      because: `\`${path.join('.')}\` is an unknown property`,
      names: { name: key, always: true },
    });
    if (finding) return finding;
  }
  if (count > 0) return { verdict: 'pass', detail: `Requests with an unknown key: ${count}.` };
  return { verdict: 'not-testable', detail: 'The example has no object to add a key to.' };
}

async function ignored(cache: AnswerCache, rule: Rule, operation: Operation): Promise<Outcome> {
  const { base } = cache.requests(operation);
  if (!isObject(base.body)) return { verdict: 'not-testable', detail: 'The example is no object to add a key to.' };
  const expected = quoteOf(cache.run, await cache.send(base));
  const all = keysFor(cache, operation);
  const keys = operation.auth === 'key' && operation.price ? all.slice(0, 3) : all;
  for (const [index, key] of keys.entries()) {
    const value = [1, null, 'x', { a: 1 }, []][index % 5];
    const call: Invocation = withPart(base, 'body', { ...base.body, [key]: value });
    const finding = await judgeValid(cache, rule, call, `unknown properties such as \`${key}\` are ignored`);
    if (finding) return finding;
    const exchange = await cache.send(call);
    const quote = quoteOf(cache.run, exchange);
    if (quote !== expected) {
      return failure(`The unknown key \`${key}\` changes the price.`, String(expected), exchange, String(quote));
    }
  }
  return { verdict: 'pass', detail: `Requests with an unknown key: ${keys.length}.` };
}

/** Keys that the schema does not have: a new one, near misses of known ones, and one that every JavaScript object inherits. */
function keysFor(cache: AnswerCache, operation: Operation): readonly string[] {
  const shapes = operation.body ? cache.material.validator.shapes(operation.body.schema) : [];
  const names = [...new Set(shapes.flatMap((shape) => Object.keys(propertiesOf(shape))))];
  const near = names.slice(0, 3).flatMap((name) => [name.toUpperCase(), `${name}_`]);
  return ['unknown_key', ...near, 'toString'].filter((key) => !names.includes(key));
}

interface Keyed {
  readonly value: unknown;
  /** Names and indices that lead to the key. */
  readonly path: readonly string[];
  readonly key: string;
}

/** A value with one key added: each key at the top, and the first key at each depth below. */
function* withUnknownKeys(value: unknown, keys: readonly string[]): Generator<Keyed> {
  if (isObject(value)) {
    for (const key of keys) yield { value: { ...value, [key]: 1 }, path: [key], key };
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
