import type { Fraction } from 'fraction.js';
import { kept } from '../../kept.ts';
import type { JsonSchema, Price } from '../../model/types.ts';
import type { DescribedOperation } from './described.ts';
import { type Interval, join } from './interval.ts';
import { interval, type Possible, possible, type Scope } from './possible.ts';
import type { DescriptionSources } from './sources.ts';

/** What an operation costs as `x-payment-info` tells it: an amount, or the bounds that the formula and the schemas give. */
export function paymentInfo(operation: PaidOperation, sources: DescriptionSources): JsonSchema | undefined {
  const price = operation.price && sources.price(operation.price.id);
  if (!price || operation.auth !== 'payment') return undefined;

  const { min, max } = bounds(price, { ...sources, given: () => givenBy(operation) });
  const exact = min && max?.equals(min);
  const amounts = exact
    ? { amount: usd(min, price) }
    : { ...(min && { min: usd(min, price) }), ...(max && { max: usd(max, price) }) };
  return { price: { mode: exact ? 'fixed' : 'dynamic', currency: 'USD', ...amounts }, protocols: [{ x402: {} }] };
}

/** What the price of an operation is made from. */
type PaidOperation = Pick<DescribedOperation, 'auth' | 'price' | 'body' | 'query' | 'params'>;

/** What the price of an operation reads: the schemas of what is sent, by name, and the inputs that it computes itself. */
interface Given {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly inputs: Scope['inputs'];
}

/** The same as text: operations that hosts serve in different ways mostly give their price the same. */
function givenBy({ body, query, params, price }: PaidOperation): string {
  return JSON.stringify({ schemas: { request: body?.schema, query, params }, inputs: price?.inputs ?? {} });
}

/** The least and the greatest price of any request. A catalog entry is taken as a whole, so that its rates stay together. */
const bounds = kept((price: Price, sources: DescriptionSources & { given(): string }): Interval => {
  const scope = scopeOf(price, sources);
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
});

function scopeOf(price: Price, { service, schema, catalog, given }: DescriptionSources & { given(): string }): Scope {
  const { schemas, inputs }: Given = JSON.parse(given());
  const constants = Object.entries(service().constants).map(([name, value]): [string, Possible] => [
    name,
    { values: [value] },
  ]);
  const parts = Object.entries(schemas).map(([name, part]): [string, Possible] => [name, { schema: part }]);
  return {
    schema,
    catalog,
    known: Object.fromEntries([...constants, ...parts]),
    inputs: { ...price.inputs, ...inputs },
  };
}

/** USD to the micro-dollar, rounded as the price says. */
function usd(amount: Fraction, { rounding }: Price): string {
  const rounded = rounding === 'up' ? amount.ceil(6) : rounding === 'down' ? amount.floor(6) : amount.round(6);
  return rounded.toString();
}
