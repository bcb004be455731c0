import Fraction from 'fraction.js';
import { EvaluationError, numberOf } from '../cel/values.ts';
import type { PriceSource } from '../language/price.ts';
import { at, type Located } from '../model/spec.ts';
import { authOf, exampleOf } from '../model/view/operation.ts';
import type { Check, CheckContext } from './context.ts';
import { environmentOf } from './environment.ts';
import { decimalText, roundMicro } from './money.ts';
import { type PriceUser, usersOf, valueIn, withInputs } from './price-use.ts';

/** USD of one payment that wallets of official clients sign by default. */
const walletCap = new Fraction(1);

/** Checks what the example call of each operation costs: nothing, less than can be paid, or more than wallets sign by default. */
export const checkAmounts: Check = (context) => {
  // An expression that is wrong has no amount.
  if (context.diagnostics.failed) return;
  for (const price of context.spec.all('price').values()) {
    if (price.value.kind === 'quoted') checkAmountsOf(context, price);
  }
};

function checkAmountsOf(context: CheckContext, price: Located<PriceSource>): void {
  const { diagnostics, spec } = context;
  const { rounding, meant = [] } = price.value;
  const mode = typeof rounding === 'string' ? rounding : rounding.mode;
  const found = new Set<string>();
  for (const user of usersOf(context, price.id)) {
    const host = spec.get('host', user.host.id);
    if (!host || authOf(user.operation.value, host.value, user.host) !== 'payment') continue;
    const exact = exampleAmount(context, price, user);
    if (exact === undefined) continue;
    const amount = roundMicro(exact, mode);
    const [code, path, word] = amount.equals(0)
      ? exact.equals(0)
        ? (['price-free', 'formula', 'free'] as const)
        : (['price-rounds-to-zero', 'rounding', 'free'] as const)
      : (['price-above-wallets', 'formula', 'above-1-usd'] as const);
    const isUsual = amount.compare(0) > 0 && amount.compare(walletCap) <= 0;
    // One call of each kind shows what is wrong.
    if (isUsual || meant.includes(word) || found.has(code)) continue;
    found.add(code);
    diagnostics.report(code, at(price, [path]), user.operation.id, decimalText(exact));
  }
}

/** The exact USD of an operation's example; `undefined` where it has none that the formula can read. */
function exampleAmount(
  context: CheckContext,
  { value: { inputs, formula } }: Located<PriceSource>,
  { host, operation, inputs: own }: PriceUser,
): Fraction | undefined {
  const { body, query, params, example } = operation.value;
  const sent = exampleOf(example, host);
  const instances = context.instances(host);
  const environment = environmentOf(context, host, {
    request: instances.withDefaults(body?.schema, sent?.body ?? {}),
    query: instances.withDefaults(query, sent?.query ?? {}),
    params: instances.withDefaults(params, sent?.params ?? {}),
  });
  try {
    return numberOf(valueIn(formula, withInputs({ ...inputs, ...own }, environment)));
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}
