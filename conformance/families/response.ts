import type { Family, Outcome, Run } from '../check.ts';
import type { JsonSchema, Operation, Rule } from '../contract.ts';
import { isFields } from '../json.ts';
import { failure } from '../requests/answers.ts';
import { type Bench, benchOf } from '../requests/bench.ts';
import { isChallenge, isWhole, type Observed, observed } from '../requests/observed.ts';
import { keepsKeyword, occurrencesOf } from '../requests/occurrences.ts';
import { oneSided } from '../requests/one-sided.ts';

type Target = NonNullable<Rule['schema']>;

/** One keyword of an answer's schema, judged on every answer of the run. */
export const responseFamily: Family = oneSided({
  kind: 'response',
  async check(rule, run) {
    const { schema: target } = rule;
    if (!target || !rule.operation) return { verdict: 'error', detail: 'The rule does not say what it is about.' };
    const operation = run.operation(rule.operation);
    const bench = benchOf(run);
    if (target.in === 'headers') return judgeHeaders(bench, operation, target);
    const schema = schemaOf(operation, target);
    if (!schema) return { verdict: 'error', detail: `There is no schema of ${target.status} of ${operation.id}.` };
    return judgeBodies(bench, operation, schema, target);
  },
});

function schemaOf(operation: Operation, { in: part, status }: Target): JsonSchema | undefined {
  if (part === 'challenge') return operation.payment?.challenge;
  return operation.responses.find(({ http }) => http === status)?.schema;
}

async function judgeBodies(bench: Bench, operation: Operation, schema: JsonSchema, target: Target): Promise<Outcome> {
  const { judge } = bench.material;
  const challenge = target.in === 'challenge';
  const wanted = (each: Observed) =>
    isWhole(each) && each.exchange.received.status === target.status && (!challenge || isChallenge(each));
  const answers = await observed(bench, operation, wanted, !challenge);
  if (answers.length === 0) return unseen(bench.run, target);

  const required = target.keyword === 'required';
  const path = required ? target.path.slice(0, -1) : target.path;
  const name = target.path.at(-1) ?? '';
  let count = 0;
  for (const { exchange } of answers) {
    for (const occurrence of occurrencesOf(schema, exchange.received.json, path, judge)) {
      const { value, at, shape } = occurrence;
      if (required && !(isFields(value) && requires(shape, name))) continue;
      count += 1;
      if (required && isFields(value)) {
        if (Object.hasOwn(value, name)) continue;
        return { ...failure(`\`${name}\` is missing.`, `a field ${name}`, exchange, undefined), at: `${at}/${name}` };
      }
      if (keepsKeyword(occurrence, target.keyword, judge)) continue;
      const detail = `${at || 'The answer'} breaks ${target.keyword}.`;
      return { ...failure(detail, shape[target.keyword] ?? target.keyword, exchange, value), at };
    }
  }
  if (count > 0) return { verdict: 'pass', detail: `Values judged: ${count}, in answers: ${answers.length}.` };
  return { verdict: 'not-testable', detail: `No answer of this run has anything at ${target.path.join('.')}.` };
}

function requires(shape: JsonSchema, name: string): boolean {
  return Array.isArray(shape.required) && shape.required.includes(name);
}

async function judgeHeaders(bench: Bench, operation: Operation, target: Target): Promise<Outcome> {
  const { judge } = bench.material;
  const [name = ''] = target.path;
  const schema = operation.responses.find(({ http }) => http === target.status)?.headers[name];
  if (!schema) return { verdict: 'error', detail: `There is no schema of the header ${name}.` };
  const answers = await observed(bench, operation, ({ exchange }) => exchange.received.status === target.status);
  if (answers.length === 0) return unseen(bench.run, target);
  for (const { exchange } of answers) {
    const text = exchange.received.headers[name.toLowerCase()];
    if (target.keyword === 'required') {
      if (text === undefined) return failure(`The header ${name} is missing.`, `a header ${name}`, exchange, undefined);
      continue;
    }
    const [shape = schema] = judge.shapes(schema);
    if (text === undefined || keepsKeyword({ value: text, at: '', schema, shape }, target.keyword, judge, true))
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
