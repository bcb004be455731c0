import { isObject } from '@tollwright/runtime/values';
import { listedChoices } from '../arbitraries/choices.ts';
import { domainOf, type OperationContext } from '../arbitraries/domain.ts';
import { readField, writeField } from '../arbitraries/fields.ts';
import type { Family, Outcome, Run } from '../check/check.ts';
import type { Invocation } from '../check/exchange.ts';
import type { JsonSchema, Operation, Rule } from '../contract/contract.ts';

import type { FieldPath } from '../oracle/reads.ts';
import { propertiesOf } from '../oracle/shapes.ts';
import { type AnswerCache, answerCacheOf } from '../requests/answer-cache.ts';
import { isChallenge, isWhole, type Observed, observed } from '../requests/observed.ts';
import { keepsKeyword, occurrencesOf } from '../requests/occurrences.ts';
import { oneSided } from '../requests/one-sided.ts';
import { failure } from '../requests/responses.ts';

type Target = NonNullable<Rule['schema']>;

/** Status of the answer that accepts a job. */
const accepted = 202;

/** One keyword of an answer's schema, judged on every answer of the run. */
export const responseFamily: Family = oneSided({
  kind: 'response',
  async check(rule, run) {
    const { schema: target } = rule;
    if (!target || !rule.operation) return { verdict: 'error', detail: 'The rule does not say what it is about.' };
    const operation = run.operation(rule.operation);
    const cache = answerCacheOf(run);
    if (target.in === 'headers') return judgeHeaders(cache, operation, target);
    const schema = schemaOf(operation, target);
    if (!schema) return { verdict: 'error', detail: `There is no schema of ${target.status} of ${operation.id}.` };
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
  const wanted = (each: Observed) =>
    isWhole(each) && each.exchange.received.status === target.status && (!challenge || isChallenge(each));
  const shows = (answers: readonly Observed[]) => {
    const { count, finding } = judgeAnswers(cache, schema, target, answers);
    return count > 0 || finding !== undefined;
  };
  const toAccept = target.status === accepted;
  const answers = await observed(cache, operation, wanted, { paid: !challenge, accepted: toAccept, enough: shows });
  if (answers.length === 0) return unseen(cache.run, target);

  const shown = judgeAnswers(cache, schema, target, answers);
  if (shown.finding) return shown.finding;
  const isBound = target.keyword === 'minimum' || target.keyword === 'maximum';
  if (shown.count > 0 && !(challenge && isBound)) return seen(shown.count, answers.length);
  if (challenge) {
    // A challenge costs nothing, so that every choice is asked for, and what is longest, where a bound may show.
    await askChoices(cache, operation);
    const more = await observed(cache, operation, wanted, { paid: false });
    const { count, finding } = judgeAnswers(cache, schema, target, more);
    if (finding) return finding;
    if (count > 0) return seen(count, more.length);
  }
  return { verdict: 'not-testable', detail: `No answer of this run has anything at ${target.path.join('.')}.` };
}

function seen(count: number, answers: number): Outcome {
  return { verdict: 'pass', detail: `Values judged: ${count}, in answers: ${answers}.` };
}

/** Asks for each choice that the fields of the request list, and for the longest texts beside it. */
async function askChoices(cache: AnswerCache, operation: Operation): Promise<void> {
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

/** A call with the longest text that it may have in a field that it has. */
function longest(field: FieldPath, call: Invocation, context: OperationContext): readonly Invocation[] {
  if (typeof readField(call, field) !== 'string') return [];
  const { axis } = domainOf(field, call, context);
  const lengths = axis?.positions.toReversed() ?? [];
  const calls = lengths.map((length) => writeField(call, field, axis?.valueAt(length)));
  return calls.filter(context.requests.allows).slice(0, 1);
}

/**
 * How many values of a body a rule was judged on, where it kept the rule: it is read once however often one looks, and
 * however many answers say the same.
 */
const kept = new WeakMap<Target, Map<string, number>>();

interface Judged {
  readonly count: number;
  readonly finding?: Outcome;
}

function judgeAnswers(
  { material: { validator } }: AnswerCache,
  schema: JsonSchema,
  target: Target,
  answers: readonly Observed[],
): Judged {
  const required = target.keyword === 'required';
  const path = required ? target.path.slice(0, -1) : target.path;
  const name = target.path.at(-1) ?? '';
  const known = kept.get(target) ?? new Map<string, number>();
  kept.set(target, known);
  let count = 0;
  for (const { exchange } of answers) {
    const before = count;
    const { text } = exchange.received;
    count += known.get(text) ?? 0;
    if (known.has(text)) continue;
    for (const occurrence of occurrencesOf(schema, exchange.received.json, path, validator)) {
      const { value, at, shape } = occurrence;
      if (required && !(isObject(value) && requires(shape, name))) continue;
      count += 1;
      if (required && isObject(value)) {
        if (Object.hasOwn(value, name)) continue;
        const missing = failure(`\`${name}\` is missing.`, `a field ${name}`, exchange, undefined);
        return { count, finding: { ...missing, at: `${at}/${name}` } };
      }
      if (keepsKeyword(occurrence, target.keyword, validator)) continue;
      const detail = `${at || 'The answer'} breaks ${target.keyword}.`;
      return { count, finding: { ...failure(detail, shape[target.keyword] ?? target.keyword, exchange, value), at } };
    }
    known.set(text, count - before);
  }
  return { count };
}

function requires(shape: JsonSchema, name: string): boolean {
  return Array.isArray(shape.required) && shape.required.includes(name);
}

async function judgeHeaders(cache: AnswerCache, operation: Operation, target: Target): Promise<Outcome> {
  const { validator } = cache.material;
  const [name = ''] = target.path;
  const schema = operation.responses.find(({ http }) => http === target.status)?.headers[name];
  if (!schema) return { verdict: 'error', detail: `There is no schema of the header ${name}.` };
  const answers = await observed(cache, operation, ({ exchange }) => exchange.received.status === target.status);
  if (answers.length === 0) return unseen(cache.run, target);
  for (const { exchange } of answers) {
    const text = exchange.received.headers[name.toLowerCase()];
    if (target.keyword === 'required') {
      if (text === undefined) return failure(`The header ${name} is missing.`, `a header ${name}`, exchange, undefined);
      continue;
    }
    const [shape = schema] = validator.shapes(schema);
    if (text === undefined || keepsKeyword({ value: text, at: '', schema, shape }, target.keyword, validator, true))
      continue;
    return failure(`The header ${name} breaks ${target.keyword}.`, shape[target.keyword] ?? null, exchange, text);
  }
  return { verdict: 'pass', detail: `Answers judged: ${answers.length}.` };
}

function unseen(run: Run, { status }: Target): Outcome {
  const reason =
    run.level === 'free' ? 'at level free no answer behind a price is seen' : 'none was given to the calls made';
  return { verdict: 'not-testable', detail: `No answer ${status} was seen in this run: ${reason}.` };
}
