import Fraction from 'fraction.js';
import { parseCel, toExpression } from '../cel/parse.ts';
import { type Environment, EvaluationError, numberOf } from '../cel/values.ts';
import type { PriceSource } from '../language/price.ts';
import { at, type Located } from '../model/spec.ts';
import type { Expression } from '../model/types.ts';
import type { Check, CheckContext } from './context.ts';
import { environmentOf } from './environment.ts';
import { decimalText, roundMicro } from './money.ts';
import { type PriceUser, usersOf, valueIn, withInputs } from './price-use.ts';

type Example = NonNullable<PriceSource['examples']>[number];

/** Checks that the formula of a price gives exactly the amount that each example states. */
export const checkPrices: Check = (context) => {
  for (const price of context.spec.all('price').values()) checkPrice(context, price);
};

function checkPrice(context: CheckContext, price: Located<PriceSource>): void {
  checkTiers(context, price);
  const { inputs, formula, breakdown, sides = [], details = {}, examples = [] } = price.value;
  const trees = new Map<string, Expression>();
  const texts = [
    ...Object.values(inputs),
    formula,
    ...Object.values(breakdown),
    ...sides.map((side) => (typeof side === 'string' ? side : side.formula)),
    ...Object.values(details).flatMap(({ when, fields }) => [...(when ? [when] : []), ...Object.values(fields)]),
  ];
  for (const text of texts) {
    const parsed = parseCel(text);
    if ('syntax' in parsed) trees.set(text, toExpression(parsed.syntax));
  }
  // Expressions that cannot be parsed were already reported.
  if (trees.size < new Set(texts).size) return;
  checkInputs(context, price, [...trees.values()]);
  const uses = examples.length > 0 ? usersOf(context, price.id) : [];
  for (const [index, example] of examples.entries()) checkExample(context, price, uses, example, index);
}

/** Checks that each step of tiers goes further than the one before, and that the last one has no end. */
function checkTiers({ diagnostics }: CheckContext, price: Located<PriceSource>): void {
  const steps = price.value.tiers?.steps ?? [];
  for (const [index, { up_to: end }] of steps.entries()) {
    const isLast = index === steps.length - 1;
    const place = at(price, ['tiers', 'steps', index]);
    if (isLast !== (end === undefined)) diagnostics.report('price-tiers-end', place);
    else if (end !== undefined && end <= (steps[index - 1]?.up_to ?? 0)) diagnostics.report('price-tiers-order', place);
  }
}

function checkInputs({ diagnostics }: CheckContext, price: Located<PriceSource>, trees: readonly Expression[]): void {
  const read = JSON.stringify(trees);
  for (const name of Object.keys(price.value.inputs)) {
    if (!read.includes(`{"op":"variable","name":${JSON.stringify(name)}}`)) {
      diagnostics.report('price-input-unused', at(price, ['inputs', name], 'key'), name);
    }
  }
}

function checkExample(
  context: CheckContext,
  price: Located<PriceSource>,
  uses: readonly PriceUser[],
  example: Example,
  index: number,
): void {
  const { diagnostics } = context;
  const first = uses.find(
    ({ host, operation }) =>
      (example.operation ?? operation.id) === operation.id && (example.host ?? host.id) === host.id,
  );
  if (!first) return;

  const { body, query, params } = first.operation.value;
  const instances = context.instances(first.host);
  const environment = environmentOf(context, first.host, {
    request: instances.withDefaults(body?.schema, example.request ?? {}),
    query: instances.withDefaults(query, example.query ?? {}),
    params: instances.withDefaults(params, example.params ?? {}),
    response: example.response ?? {},
    status: 200,
    headers: {},
  });

  try {
    judge(context, price, example, index, withInputs({ ...price.value.inputs, ...first.inputs }, environment));
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    // Invalid expressions were already reported.
    if (!diagnostics.failed) diagnostics.report('price-example-fails', at(price, ['examples', index]), error.message);
  }
}

function judge(
  { diagnostics }: CheckContext,
  price: Located<PriceSource>,
  example: Example,
  index: number,
  environment: Environment,
): void {
  const { formula, sides = [], breakdown, rounding } = price.value;
  const mode = typeof rounding === 'string' ? rounding : rounding.mode;
  const total = numberOf(valueIn(formula, environment));
  const stated = new Fraction(example.usd);
  const allowed = [
    total,
    ...sides.map((side) => numberOf(valueIn(typeof side === 'string' ? side : side.formula, environment))),
  ];
  if (!allowed.some((usd) => roundMicro(usd, mode).equals(stated))) {
    const place = at(price, ['examples', index, 'usd']);
    diagnostics.report('price-example-wrong', place, example.usd, decimalText(roundMicro(total, mode)));
  }

  const parts = Object.values(breakdown).map((part) => numberOf(valueIn(part, environment)));
  const sum = parts.reduce((whole, part) => whole.add(part), new Fraction(0));
  if (parts.length > 0 && !sum.equals(total)) {
    diagnostics.report('price-breakdown-wrong', at(price, ['examples', index]), decimalText(sum), decimalText(total));
  }
}
