/** Defaults: an omitted field means its default. */

import { chargeOf } from '../account/charge.ts';
import { listedChoices } from '../arbitraries/choices.ts';
import { domainOf, type OperationContext } from '../arbitraries/domain.ts';
import { readField, rootOf, withPart, writeField } from '../arbitraries/fields.ts';
import { fieldsRead } from '../arbitraries/points.ts';
import { putAtSite, sitesOf } from '../arbitraries/route.ts';
import { answerCacheOf } from '../calls/answer-cache.ts';
import { quoteOf } from '../calls/challenge.ts';
import { type Finding, failure } from '../check/outcome.ts';
import { type Run, samplesFor } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import { sampled } from '../common/spread.ts';
import type { Operation } from '../contract/contract.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { decimalText } from '../oracle/exact.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { propertiesOf, type Shapes } from '../oracle/shapes.ts';
import type { RequestConstraint, RuleFinding } from './constraint.ts';
import { compareAnswers, judgeAnswer, type Pair, undecided, unserved } from './default-responses.ts';
import { planValid } from './planned.ts';
import { firstFindingOf } from './send.ts';

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
