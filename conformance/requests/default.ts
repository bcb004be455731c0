/** Defaults: an omitted field means its default. */

import { isDeepStrictEqual } from 'node:util';
import { chargeOf } from '../account/charge.ts';
import { listedChoices } from '../arbitraries/choices.ts';
import { domainOf, type OperationContext } from '../arbitraries/domain.ts';
import { readField, rootOf, withPart, writeField } from '../arbitraries/fields.ts';
import { fieldsRead } from '../arbitraries/points.ts';
import { putAtSite, sitesOf } from '../arbitraries/route.ts';
import { type AnswerCache, answerCacheOf, contentOf } from '../calls/answer-cache.ts';
import { quoteOf } from '../calls/challenge.ts';
import { isServed } from '../calls/cheapest.ts';
import { type Finding, failure, notTestable } from '../check/outcome.ts';
import { type Run, samplesFor } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import { sampled } from '../common/spread.ts';
import type { Condition, Operation } from '../contract/contract.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import type { Reason } from '../http/interruption.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { decimalText } from '../oracle/exact.ts';
import { type FieldPath, readsOf } from '../oracle/reads.ts';
import { propertiesOf, type Shapes } from '../oracle/shapes.ts';
import { comparisonOf } from './comparison.ts';
import type { RequestConstraint, RuleFinding } from './constraint.ts';
import { isAffordable } from './judge.ts';
import { planValid } from './planned.ts';
import { firstFindingOf } from './send.ts';
import { shown } from './violation.ts';

/** Judges the default of a field: the one that it has in each alternative of its schema. */
export async function checkDefault(run: Run, constraint: RequestConstraint): Promise<RuleFinding> {
  const pairs = pairsOf(constraint);
  if (pairs.length === 0) return undecided(`No valid request without \`${constraint.path.join('.')}\` was found.`);
  const judged: RuleFinding[] = [];
  for (const pair of pairs) {
    const found = await judgePair(run, constraint, pair);
    if (found.finding?.verdict === 'fail') return found;
    judged.push(found);
  }
  const count = judged.reduce((sum, each) => sum + each.count, 0);
  return judged.find(({ finding }) => finding) ?? { count, finding: undefined };
}

/** The calls that show the default of a field: one pair, or one for each alternative in which it has a default. */
function pairsOf({ context, part, schema, path }: RequestConstraint): readonly Pair[] {
  const { requests, material } = context;
  const field: FieldPath = [rootOf[part], ...path];
  const pinned = field.join('.');
  const sites = sitesOf(schema, path, material).filter(({ shape }) => shape.default !== undefined);
  const placed = sites.map((site) => putAtSite(requests.base[part], site, site.shape.default, material)?.value);
  const bases = placed.flatMap((value) => (value === undefined ? [] : [withPart(requests.base, part, value)]));
  const pairs = [requests.base, ...bases].flatMap((base): Pair[] => {
    const open = requests.repair(writeField(base, field, undefined), pinned);
    const fallback = open && field.reduce<unknown>((value, name) => fieldsOf(value)[name], requests.environment(open));
    const explicit = open && requests.repair(writeField(open, field, fallback), pinned);
    return explicit && fallback !== undefined ? [{ open, explicit }] : [];
  });
  const seen = pairs.map(({ explicit }) => JSON.stringify(readField(explicit, field)));
  return pairs.filter((_, index) => seen.indexOf(seen[index] ?? '') === index);
}

/** Compares the quote without the field to the quote of its explicit default. */
async function judgePair(run: Run, { rule, context, part, path }: RequestConstraint, pair: Pair): Promise<RuleFinding> {
  const { open, explicit } = pair;
  const { operation } = context;
  const cache = answerCacheOf(run);
  const field: FieldPath = [rootOf[part], ...path];
  const fallback = readField(explicit, field);
  const name = path.join('.');

  const optional = { invocation: open, because: `\`${name}\` is optional`, siblings: [explicit] };
  const finding = await firstFindingOf(run, [planValid(run, rule, context, optional)]);
  if (finding) return { count: 1, finding };
  const other = otherPriced(context, field, explicit);
  if (!other) return judgeAnswer(run, context, field, pair);
  if (operation.auth === 'key') return judgeCharges(run, field, { open, explicit, other });
  const given = await cache.send(explicit);
  // Repeated after a call with another value: no request may get the response of another one.
  const expected = quoteOf(run, given);
  let without = await cache.send(open);
  if (samplesFor(rule, run) > 1 && quoteOf(run, without) === expected) {
    await cache.resend(other);
    without = await cache.resend(open);
  }
  const asked = quoteOf(run, without);
  if (asked !== expected) return { count: 2, finding: wrongQuote(name, fallback, { expected, without, asked }) };
  if (rule.tier !== 'must') return { count: 2, finding: undefined };
  const beside = samplesFor(rule, run) > 1 ? await compareBeside(run, context, field, explicit) : undefined;
  return beside ?? { count: 2, finding: await alikeFinding(run, context, field, pair) };
}

/** The price that is quoted without a field, where it is not that of the default. */
interface WrongQuote {
  readonly expected: bigint | undefined;
  readonly asked: bigint | undefined;
  readonly without: Exchange;
}

function wrongQuote(name: string, fallback: unknown, { expected, asked, without }: WrongQuote): Finding {
  const detail = `Price without \`${name}\` must be the price of its default ${JSON.stringify(fallback)}.`;
  return failure(detail, String(expected), without, String(asked));
}

/** Models with which a default is compared: one that depends on the model does so for many of them. */
const maxModels = 12;

/** The failure of a call with other values besides, where the quote without a field is not that of its default. */
async function compareBeside(
  run: Run,
  context: OperationContext,
  field: FieldPath,
  explicit: Invocation,
): Promise<RuleFinding | undefined> {
  const cache = answerCacheOf(run);
  const { allows } = context.requests;
  const fallback = readField(explicit, field);
  for (const call of callsBeside(context, field, explicit)) {
    const open = writeField(call, field, undefined);
    if (!allows(call) || !allows(open)) continue;
    const expected = quoteOf(run, await cache.send(call));
    const without = await cache.send(open);
    const asked = quoteOf(run, without);
    if (expected === undefined || asked === undefined || asked === expected) continue;
    // Read again, so that one unstable quote is not reported.
    if (quoteOf(run, await cache.resend(open)) !== asked || quoteOf(run, await cache.resend(call)) !== expected)
      continue;
    return { count: 2, finding: wrongQuote(field.slice(1).join('.'), fallback, { expected, without, asked }) };
  }
  return undefined;
}

/** Calls with other values of another field: its models, and the ends of the other fields that the price reads. */
function callsBeside(context: OperationContext, field: FieldPath, explicit: Invocation): readonly Invocation[] {
  const { operation, requests, material } = context;
  const { allows } = requests;
  const catalog = catalogFieldOf(operation, material.validator.shapes);
  const withEach = (other: FieldPath, values: readonly unknown[]) =>
    values.map((value) => writeField(explicit, other, value)).filter(allows);
  const others = operation.price ? fieldsRead(operation.price, context) : [];
  return [...(catalog ? [catalog] : []), ...others]
    .filter((other) => other.join() !== field.join())
    .flatMap((other) => {
      if (other === catalog)
        return sampled(withEach(other, listedChoices(other, operation, material) ?? []), maxModels);
      const { axis, values } = domainOf(other, explicit, context);
      const calls = withEach(other, axis ? axis.positions.map(axis.valueAt) : values);
      return [...calls.slice(0, 1), ...calls.slice(-1)];
    });
}

/** The field of a request that names a key of a catalog, such as its model. */
function catalogFieldOf({ body }: Operation, shapes: Shapes): FieldPath | undefined {
  const properties = body ? shapes(body.schema).flatMap((shape) => Object.entries(propertiesOf(shape))) : [];
  const named = properties.find(([, property]) => shapes(property).some(({ catalog }) => catalog !== undefined));
  return named && [rootOf.body, named[0]];
}

/** The failure of a default that quotes do not show, because other values have the same price. */
async function alikeFinding(run: Run, context: OperationContext, field: FieldPath, pair: Pair): Promise<Finding> {
  const alike = pricedValues(context, field, pair.explicit).filter(({ isAlike }) => isAlike);
  if (alike.length === 0 || run.level !== 'controlled') return undefined;
  const calls = alike.map(({ call }) => call);
  const { finding } = await compareAnswers(run, context, field, pair, calls);
  return finding?.verdict === 'fail' ? finding : undefined;
}

/** The call without a field, and the same call with the default of the field. */
interface Pair {
  readonly open: Invocation;
  readonly explicit: Invocation;
}

/** Compares the charge without the field to the charge of its explicit default, where another value costs something else. */
async function judgeCharges(
  run: Run,
  field: FieldPath,
  { open, explicit, other }: Readonly<Record<'open' | 'explicit' | 'other', Invocation>>,
): Promise<RuleFinding> {
  const name = field.slice(1).join('.');
  const [without, usual, unusual] = [
    await chargeOf(run, open),
    await chargeOf(run, explicit),
    await chargeOf(run, other),
  ];
  if (!without || !usual || !unusual) return unserved(name);
  if (usual.usd.equals(unusual.usd))
    return undecided(`\`${name}\` does not change the charge, so its default cannot be observed.`);
  if (without.usd.equals(usual.usd)) return { count: 3, finding: undefined };
  const detail = `Charge without \`${name}\` must be the charge of its default.`;
  return {
    count: 3,
    finding: failure(detail, `${decimalText(usual.usd)} USD`, without.exchange, `${decimalText(without.usd)} USD`),
  };
}

/** Checks the response against a guarantee of the operation that reads the field; the call is paid for if it has a price. */
async function judgeAnswer(
  run: Run,
  context: OperationContext,
  field: FieldPath,
  { open, explicit }: Pair,
): Promise<RuleFinding> {
  const { operation, requests, evaluator } = context;
  const cache = answerCacheOf(run);
  const name = field.slice(1).join('.');
  const reads = ({ when, must }: Condition) =>
    [must, ...(when ? [when] : [])].some(({ tree }) =>
      readsOf(tree).some((read) => read.join('.') === field.join('.')),
    );
  const ensured = operation.ensures.find(reads);
  const priced = operation.auth === 'payment';
  if (priced && (run.level === 'free' || !isAffordable(run, await cache.send(open)))) {
    return undecided(
      `The quote does not depend on \`${name}\`, and paying for a response to see its default is not allowed here.`,
    );
  }
  if (!ensured) return compareAnswers(run, context, field, { open, explicit });
  /** Whether the response to a call keeps the guarantee; `undefined` where it does not apply. */
  const keeps = async (call: Invocation) => {
    const exchange = await responseTo(cache, call);
    const { status, headers } = exchange.received;
    const response = contentOf(cache, operation, exchange);
    const read = { ...requests.environment(call), response, status, headers };
    const applies = status < 300 && (!ensured.when || evaluator.holds(ensured.when, read));
    return { exchange, holds: applies ? evaluator.holds(ensured.must, read) : undefined };
  };
  try {
    const { exchange, holds } = await keeps(open);
    if (holds === undefined) {
      return undecided(`The response to the call without \`${name}\` does not show its default.`);
    }
    if (holds) {
      // A guarantee may hold for other values as well.
      const compared = await compareAnswers(run, context, field, { open, explicit });
      return compared.finding?.verdict === 'fail' ? compared : { count: 1, finding: undefined };
    }
    if (!(await keeps(explicit)).holds) {
      return undecided(`The response to the call with \`${name}\` does not satisfy it either: ${ensured.summary}.`);
    }
    const detail = `Response without \`${name}\` must satisfy: ${ensured.summary}.`;
    return { count: 2, finding: failure(detail, ensured.must.text, exchange, exchange.received.json) };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return undecided(`The response lacks the fields that would show the default of \`${name}\`: ${error.message}.`);
  }
}

/** The response to a call; where the control API funds wallets, a new wallet pays, so that the spend cap does not apply. */
async function responseTo(cache: AnswerCache, call: Invocation): Promise<Exchange> {
  const isPaidOnce = call.operation.auth === 'payment' && !cache.run.control?.capabilities.has('fund');
  return isPaidOnce ? cache.pay(call) : newResponseTo(cache, call);
}

/** The response to a call that is sent, and paid for, again. */
async function newResponseTo(cache: AnswerCache, call: Invocation): Promise<Exchange> {
  const { run } = cache;
  if (call.operation.auth !== 'payment') return cache.resend(call);
  return run.pay(call, run.control?.capabilities.has('fund') ? { wallet: await run.freshPayer() } : {});
}

/** Other values of a field whose responses are compared. */
const maxValues = 4;

/**
 * Compares the response without the field to those with explicit values.
 *
 * Without it the response must be that of the default; if it is that of another value, the default is wrong. Where
 * responses to the same call vary, or other values make no difference, the result is not testable.
 */
async function compareAnswers(
  run: Run,
  context: OperationContext,
  field: FieldPath,
  { open, explicit }: Pair,
  alike?: readonly Invocation[],
): Promise<RuleFinding> {
  const cache = answerCacheOf(run);
  const name = field.slice(1).join('.');
  // A call that pays nothing may have been made by another check.
  const earlier = (call: Invocation) =>
    run.level === 'free' && call.operation.auth === 'none' ? cache.send(call) : responseTo(cache, call);
  const first = [await earlier(explicit), await earlier(open)] as const;
  const again = [await responseTo(cache, explicit), await responseTo(cache, open)] as const;
  const [usual, without] = first;
  if (![...first, ...again].every(isServed)) return unserved(name);
  const stable = comparisonOf(first, again);
  if (!stable) return varying(name);
  const differs = stable(without) !== stable(usual);
  const values = [...(differs ? lengthsIn(without.received.json) : []), ...domainOf(field, explicit, context).values];
  const all = alike ?? values.map((value) => writeField(explicit, field, value));
  const calls = all.filter((call) => context.requests.allows(call) && !isDeepStrictEqual(call, explicit));
  let compare = stable;
  let count = 0;
  for (const call of calls.slice(0, maxValues)) {
    const other = await responseTo(cache, call);
    if (!isServed(other) || compare(other) === compare(usual)) continue;
    // What has changed by itself meanwhile is no difference between values.
    const later = await responseTo(cache, explicit);
    if (!isServed(later)) return unserved(name);
    const steadier = comparisonOf([...first, usual], [...again, later]);
    if (!steadier) return varying(name);
    compare = steadier;
    if (compare(other) === compare(usual)) continue;
    count += 1;
    // The response is the one for the default, and at least one value has a different response.
    if (compare(without) === compare(usual)) return { count, finding: undefined };
    if (compare(other) !== compare(without)) continue;
    // Paid for again, so that a time that went on between the calls is not taken for another value.
    const repeated: Exchange[] = [];
    for (const each of [explicit, open, call]) repeated.push(await newResponseTo(cache, each));
    const surest = comparisonOf([usual, without, other], repeated);
    if (!surest || surest(without) === surest(usual) || surest(other) !== surest(without)) return varying(name);
    const detail = `Response without \`${name}\` must be that of its default, but is that of another value.`;
    return { count, finding: failure(detail, 'the response to the default', without, shown(compare(without))) };
  }
  return undecided(`The default of \`${name}\` cannot be observed: its values do not change the response.`);
}

/** The lengths of the lists in a response: values that a limit may have had. */
function lengthsIn(json: unknown): readonly number[] {
  const own = Array.isArray(json) ? [json.length] : [];
  const parts = Array.isArray(json) ? json.slice(0, 1) : Object.values(fieldsOf(json));
  return [...new Set([...own, ...parts.flatMap(lengthsIn)])];
}

function varying(name: string): RuleFinding {
  return undecided(`The default of \`${name}\` cannot be observed: the same call gets different responses.`);
}

function unserved(name: string): RuleFinding {
  return undecided(`The target does not serve the calls that would show the default of \`${name}\`.`, 'unserved');
}

function undecided(detail: string, reason: Reason = 'open'): RuleFinding {
  return { count: 0, finding: notTestable(reason, detail) };
}

/** A call with another value of the field and another price. */
function otherPriced(context: OperationContext, field: FieldPath, explicit: Invocation): Invocation | undefined {
  return pricedValues(context, field, explicit).find(({ isAlike }) => !isAlike)?.call;
}

/** Calls with other values of a field, and whether their price is that of the explicit default; those whose price is open are left out. */
function pricedValues(
  context: OperationContext,
  field: FieldPath,
  explicit: Invocation,
): readonly { readonly call: Invocation; readonly isAlike: boolean }[] {
  const { operation, requests, evaluator } = context;
  const { price } = operation;
  if (!price) return [];
  const { values } = domainOf(field, explicit, context);
  const calls = values.map((value) => writeField(explicit, field, value)).filter(requests.allows);
  return calls.flatMap((call) => {
    try {
      const usual = evaluator.usd(price, requests.environment(explicit));
      return [{ call, isAlike: evaluator.usd(price, requests.environment(call)).equals(usual) }];
    } catch (error) {
      if (error instanceof EvaluationError) return [];
      throw error;
    }
  });
}
