import type { Fraction } from 'fraction.js';
import type { HostView, JsonSchema, Operation, Price } from '../../model/types.ts';
import { type Interval, join } from './interval.ts';
import { interval, type Possible, possible, type Scope } from './possible.ts';

/** The cost of an operation as `x-payment-info`: an amount, or the bounds that follow from the formula and the schemas. */
export function paymentInfo(operation: PaidOperation, view: HostView): JsonSchema | undefined {
  if (!operation.price || operation.auth !== 'payment') return undefined;
  const { min, max } = paymentAmounts(operation, view);
  const exact = min !== undefined && min === max;
  const amounts = exact ? { amount: min } : { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  return { price: { mode: exact ? 'fixed' : 'dynamic', currency: 'USD', ...amounts }, protocols: [{ x402: {} }] };
}

/** The least and the greatest cost of a call in USD, each where it is known. */
export function paymentAmounts(operation: PaidOperation, view: HostView): { min?: string; max?: string } {
  const price = operation.price && view.prices[operation.price.id];
  if (!price) return {};
  const { min, max } = bounds(price, scopeOf(price, operation, view));
  return { ...(min && { min: usd(min, price) }), ...(max && { max: usd(max, price) }) };
}

/** The parts of an operation that its price depends on. */
type PaidOperation = Pick<Operation, 'auth' | 'price' | 'body' | 'query' | 'params'>;

/** The least and the greatest price of any request. A catalog entry is taken as a whole, so that its rates stay together. */
function bounds(price: Price, scope: Scope): Interval {
  const entries = Object.entries(scope.inputs).flatMap(([name, input]) => {
    const value = input.tree.op === 'call' && input.tree.name === 'catalog' ? possible(input.tree, scope) : undefined;
    return value && 'values' in value ? [{ name, values: value.values }] : [];
  });

  let scopes: Scope[] = [scope];
  for (const { name, values } of entries) {
    scopes = scopes.flatMap((outer) =>
      values.map((value) => ({ ...outer, known: { ...outer.known, [name]: { values: [value] } } })),
    );
  }
  const all = scopes.map((inner) => interval(price.formula.tree, inner));
  return all.length > 0 ? all.reduce(join) : {};
}

function scopeOf(price: Price, { body, query, params, price: use }: PaidOperation, view: HostView): Scope {
  const constants = Object.entries(view.service.constants).map(([name, value]): [string, Possible] => [
    name,
    { values: [value] },
  ]);
  const parts = Object.entries({ request: body?.schema, query, params }).flatMap(([name, schema]) =>
    schema ? [[name, { schema }] as const] : [],
  );
  return {
    view,
    known: Object.fromEntries([...constants, ...parts]),
    inputs: { ...price.inputs, ...use?.inputs },
  };
}

/** USD to the micro-dollar, rounded in the mode of the price. */
function usd(amount: Fraction, { rounding }: Price): string {
  const rounded = rounding === 'up' ? amount.ceil(6) : rounding === 'down' ? amount.floor(6) : amount.round(6);
  return rounded.toString();
}
