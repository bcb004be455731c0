import { isObject } from '@tollwright/runtime/values/json';
import { listedChoices } from '../arbitraries/choices.ts';
import { domainOf, type OperationContext } from '../arbitraries/domain.ts';
import { readField, writeField } from '../arbitraries/fields.ts';
import { type AnswerCache, answerCacheOf } from '../calls/answer-cache.ts';
import { type Family, oneSided } from '../check/family.ts';
import { failure, notTestable, type Outcome } from '../check/outcome.ts';
import { oncePer } from '../common/once-per.ts';
import type { Contract, JsonSchema, Operation, Rule } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { isStream, unreadable } from '../http/readable.ts';
import { acceptingStatuses } from '../machine/accepted.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { propertiesOf } from '../oracle/shapes.ts';
import { unwrapped } from '../oracle/unwrapped.ts';
import { isChallenge, type ObservedResponse, observed, unseen } from '../requests/observed.ts';
import { keepsKeyword, type Occurrence, occurrencesOf } from '../requests/occurrences.ts';
import { payOnce } from '../requests/paid-once.ts';

type Target = NonNullable<Rule['schema']>;

/** One keyword of a response's schema, judged on every response of the run. */
export const responseFamily: Family = oneSided({
  kind: 'response',
  async check(rule, run) {
    const { schema: target } = rule;
    if (!target || !rule.operation)
      return { verdict: 'error', detail: 'The rule has no operation or no schema location.' };
    const operation = run.operation(rule.operation);
    const cache = answerCacheOf(run);
    if (target.in !== 'challenge') await payOnce(run, operation);
    if (target.in === 'headers') return judgeHeaders(cache, operation, target);
    const schema = schemaOf(operation, target);
    if (!schema) return { verdict: 'error', detail: `${operation.id} has no schema for status ${target.status}.` };
    return judgeBodies(cache, operation, schema, target);
  },
});

function schemaOf(operation: Operation, { in: part, status }: Target): JsonSchema | undefined {
  if (part === 'challenge') return operation.payment?.challenge;
  return operation.responses.find(({ http }) => http === status)?.schema;
}

async function judgeBodies(
  cache: AnswerCache,
  operation: Operation,
  schema: JsonSchema,
  target: Target,
): Promise<Outcome> {
  const challenge = target.in === 'challenge';
  const wanted = (each: ObservedResponse) =>
    !isStream(each.exchange.received) &&
    each.exchange.received.status === target.status &&
    (!challenge || isChallenge(each));
  const shows = (responses: readonly ObservedResponse[]) => {
    const { count, finding } = judgeResponses(cache, schema, target, responses);
    return count > 0 || finding !== undefined;
  };
  const wantsJob = acceptingStatuses(operation).includes(target.status ?? 0);
  const responses = await observed(cache, operation, wanted, { paid: !challenge, accepted: wantsJob, isDone: shows });
  if (responses.length === 0) return unseen(cache.run, operation, target.status);

  const shown = judgeResponses(cache, schema, target, responses);
  if (shown.finding) return shown.finding;
  const isBound = target.keyword === 'minimum' || target.keyword === 'maximum';
  if (shown.count > 0 && !(challenge && isBound)) return seen(shown.count, responses.length);
  if (challenge) {
    // A challenge costs nothing, so every choice is requested, and the longest texts, which may show a bound.
    await requestChoices(cache, operation);
    const more = await observed(cache, operation, wanted, { paid: false });
    const { count, finding } = judgeResponses(cache, schema, target, more);
    if (finding) return finding;
    if (count > 0) return seen(count, more.length);
  }
  return notTestable('open', `No response of this run has a value at ${target.path.join('.')}.`);
}

function seen(count: number, responses: number): Outcome {
  return { verdict: 'pass', detail: `Values judged: ${count}, in responses: ${responses}.` };
}

/** Requests each choice that the fields of the request list, and the longest texts with it. */
async function requestChoices(cache: AnswerCache, operation: Operation): Promise<void> {
  const { run, material } = cache;
  const requests = cache.requests(operation);
  const context = { operation, requests, evaluator: run.evaluator, material };
  const [shape = {}] = operation.body ? material.validator.shapes(operation.body.schema) : [];
  const names = Object.keys(propertiesOf(shape));
  for (const name of names) {
    for (const choice of listedChoices(['request', name], operation, material) ?? []) {
      const call = requests.repair(writeField(requests.base, ['request', name], choice), `request.${name}`);
      if (!call) continue;
      await cache.send(call);
      for (const longer of names.flatMap((each) => longest(['request', each], call, context))) await cache.send(longer);
    }
  }
}

/** A call with the longest text that a field of it may have. */
function longest(field: FieldPath, call: Invocation, context: OperationContext): readonly Invocation[] {
  if (typeof readField(call, field) !== 'string') return [];
  const { axis } = domainOf(field, call, context);
  const lengths = axis?.positions.toReversed() ?? [];
  const calls = lengths.map((length) => writeField(call, field, axis?.valueAt(length)));
  return calls.filter(context.requests.allows).slice(0, 1);
}

/**
 * How many values of each body a rule was judged on, for bodies that keep the rule: equal bodies are read once.
 */
const kept = new WeakMap<Target, Map<string, number>>();

interface ResponseFinding {
  readonly count: number;
  readonly finding?: Outcome;
}

function judgeResponses(
  { run, material: { validator } }: AnswerCache,
  schema: JsonSchema,
  target: Target,
  responses: readonly ObservedResponse[],
): ResponseFinding {
  const required = target.keyword === 'required';
  const path = required ? target.path.slice(0, -1) : target.path;
  const name = target.path.at(-1) ?? '';
  const known = kept.get(target) ?? new Map<string, number>();
  kept.set(target, known);
  let count = 0;
  for (const { exchange } of responses) {
    const why = unreadable(exchange.received);
    if (why) return { count, finding: failure(`The body cannot be read: ${why}.`, 'a body of JSON', exchange, why) };
    const before = count;
    const { text } = exchange.received;
    count += known.get(text) ?? 0;
    if (known.has(text)) continue;
    const content = unwrapped(schema, exchange.received.json, { validator, schemas: run.contract.schemas });
    for (const occurrence of occurrencesOf(schema, content.json, path, validator)) {
      const { value, shape } = occurrence;
      const at = content.at + occurrence.at;
      if (required && !(isObject(value) && requires(shape, name))) continue;
      count += 1;
      if (required && isObject(value)) {
        if (Object.hasOwn(value, name)) continue;
        const missing = failure(`\`${name}\` is missing.`, `a field "${name}"`, exchange, undefined);
        return { count, finding: { ...missing, at: `${at}/${name}` } };
      }
      const spelling = target.keyword === 'type' ? misspelledIn(run.contract, target, occurrence) : undefined;
      if (spelling) {
        const detail = `\`${spelling.right}\` is spelled \`${spelling.wrong}\`.`;
        return { count, finding: { ...failure(detail, spelling.right, exchange, spelling.wrong), at } };
      }
      if (keepsKeyword(occurrence, target.keyword, validator)) continue;
      const detail = `${at || 'The body'} breaks the keyword ${target.keyword}.`;
      return { count, finding: { ...failure(detail, shape[target.keyword] ?? target.keyword, exchange, value), at } };
    }
    known.set(text, count - before);
  }
  return { count };
}

/** A key of an object that differs from a missing field of its shape in case or punctuation only, and this field. */
function misspelledIn(contract: Contract, { in: part, status, path }: Target, { value, shape }: Occurrence) {
  if (!isObject(value)) return undefined;
  const fields = propertiesOf(shape);
  for (const wrong of Object.keys(value).filter((key) => !Object.hasOwn(fields, key))) {
    const right = Object.keys(fields).find((name) => lettersOf(name) === lettersOf(wrong));
    if (right === undefined || Object.hasOwn(value, right)) continue;
    if (!openFields(contract).has(JSON.stringify([part, status, ...path, right]))) return { wrong, right };
  }
  return undefined;
}

/** Places of fields that the documents do not name: rules about their values are no musts. */
const openFields = oncePer(
  ({ rules }: Contract): ReadonlySet<string> =>
    new Set(
      rules.flatMap(({ kind, tier, schema }) =>
        kind === 'response' && tier !== 'must' && schema
          ? [JSON.stringify([schema.in, schema.status, ...schema.path])]
          : [],
      ),
    ),
);

function lettersOf(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

function requires(shape: JsonSchema, name: string): boolean {
  return Array.isArray(shape.required) && shape.required.includes(name);
}

async function judgeHeaders(cache: AnswerCache, operation: Operation, target: Target): Promise<Outcome> {
  const { validator } = cache.material;
  const [name = ''] = target.path;
  const schema = operation.responses.find(({ http }) => http === target.status)?.headers[name];
  if (!schema) return { verdict: 'error', detail: `${operation.id} has no schema for the header ${name}.` };
  const responses = await observed(cache, operation, ({ exchange }) => exchange.received.status === target.status);
  if (responses.length === 0) return unseen(cache.run, operation, target.status);
  for (const { exchange } of responses) {
    const text = exchange.received.headers[name.toLowerCase()];
    if (target.keyword === 'required') {
      if (text === undefined) return failure(`The header ${name} is missing.`, `a header ${name}`, exchange, undefined);
      continue;
    }
    const [shape = schema] = validator.shapes(schema);
    if (text === undefined || keepsKeyword({ value: text, at: '', schema, shape }, target.keyword, validator, true))
      continue;
    return failure(
      `The header ${name} breaks the keyword ${target.keyword}.`,
      shape[target.keyword] ?? null,
      exchange,
      text,
    );
  }
  return { verdict: 'pass', detail: `Responses judged: ${responses.length}.` };
}
