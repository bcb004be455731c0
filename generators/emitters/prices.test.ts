import { deepStrictEqual } from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { Quote } from '@tollwright/runtime/money/formula';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import type { Input, Metered } from '@tollwright/runtime/operation/operation';
import { isObject } from '@tollwright/runtime/values/json';
import fc from 'fast-check';
import { Fraction } from 'fraction.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { evaluate } from '../cel/evaluate.ts';
import { type Environment, lift, numberOf, type ValueMap } from '../cel/values.ts';
import { once } from '../common/once.ts';
import { emitWith } from '../emit.ts';
import { readTiny } from '../fixtures/tiny.ts';
import { closedSchemas } from '../json-schema/combine.ts';
import type { Catalog, Expression, HostView, Json, JsonSchema, Model, Operation, Price } from '../model/types.ts';
import { readSpec } from '../read.ts';
import { emitters } from './index.ts';
import { importer } from './testing/emitted.ts';
import { instances, namedProperties } from './testing/instances.ts';

const { model: own } = await readSpec(fileURLToPath(new URL('../../spec', import.meta.url)));
const needed = ['catalogs', 'validators', 'prices', 'operations', 'errors', 'limits', 'transport', 'hosts'];

/** An operation with a price on one host. */
interface Case {
  readonly name: string;
  readonly view: HostView;
  readonly operation: Operation;
  readonly price: Price;
}

describe.each([
  ['the tiny specification', readTiny().model],
  ['this service', own],
])('the calculators of %s', (_, model) => {
  if (!model) throw new Error('The specification has mistakes.');
  const cases = casesOf(model);
  let hosts: Readonly<Record<string, HostDefinition>>;
  beforeAll(async () => {
    const chosen = emitters.filter(({ name }) => needed.includes(name));
    const load = await importer(await emitWith(chosen, model));
    hosts = Reflect.get(await load('hosts/index.ts'), 'hosts');
  });

  /** Requests that are valid, as prices read them. */
  const validInputs = ({ view, operation, price }: Case) => {
    const route = hosts[view.host.id]?.routes.find((each) => each.operation.id === operation.id);
    const valid = inputs(view, operation, price).map(([request, query, params]) => {
      const body = route?.operation.body?.(request);
      const values = { request: body?.ok ? body.value : request, query, params, response: {} };
      // Beyond safe integers a number is no longer what its text says.
      const tells = !/e\+|\d{16}/.test(JSON.stringify(request));
      const allowed = tells && body?.ok !== false && route?.operation.params?.(params).ok !== false;
      return allowed && route?.conditions.every(({ holds }) => holds(values as never)) ? values : undefined;
    });
    return valid.filter((values) => values !== undefined);
  };

  test.each(cases)('ask for exactly what the formula comes to: $name', (each) => {
    const { view, operation, price } = each;
    const calculate = calculatorOf(hosts, view, operation);
    fc.assert(
      fc.property(validInputs(each), answersOf(price, operation), (input, response) => {
        const values = { ...input, response };
        const { usd, parts } = exactly(view, operation, price, values);
        const { amount, breakdown } = calculate(values);
        // `expect` would take longer than the calculators, hundreds of thousands of times.
        deepStrictEqual({ amount, breakdown }, { amount: rounded(usd, price.rounding), breakdown: parts });
      }),
      { numRuns: readsNothing(price, operation) ? 1 : 10_000 },
    );
  });

  test.each(cases.filter(({ price }) => price.sides.length > 0))('know the dearest side: $name', (each) => {
    const { view, operation, price } = each;
    const calculate = calculatorOf(hosts, view, operation);
    const dearest = (amounts: readonly bigint[]) => amounts.reduce((a, b) => (a > b ? a : b));
    fc.assert(
      fc.property(validInputs(each), (input) => {
        const values = { ...input, response: {} };
        const { amount, sides = [] } = calculate(values);
        const exact = price.sides.map((formula) => exactly(view, operation, { ...price, formula }, values).usd);
        const rounds = exact.map((usd) => rounded(usd, price.rounding));
        expect(dearest([amount, ...sides])).toBe(dearest([amount, ...rounds]));
      }),
      { numRuns: 200 },
    );
  });

  test.each(cases)('keep the examples: $name', ({ view, operation, price }) => {
    for (const { request, query, params, response = {}, usd, operation: wanted } of price.examples) {
      if (wanted !== undefined && wanted !== operation.id) continue;
      const route = hosts[view.host.id]?.routes.find((each) => each.operation.id === operation.id);
      const example = isObject(operation.example.body) ? operation.example.body : {};
      const given = isObject(request) ? request : {};
      const defaulted = Object.entries(example).filter(([name]) => isRequired(view, operation, name));
      const whole = Array.isArray(request) ? request : { ...Object.fromEntries(defaulted), ...given };
      const body = route?.operation.body?.(whole) ?? { ok: true, value: {} };
      if (!body.ok) throw new Error(`The example ${JSON.stringify(request)} is not valid.`);
      const sent = { query: query ?? operation.example.query ?? {}, params: params ?? operation.example.params ?? {} };
      const values = { request: body.value, ...sent, response };
      const quote = calculatorOf(hosts, view, operation)(values);
      // An example of a conflict may be the figure of its other side.
      const sides = price.sides.map((formula) => exactly(view, operation, { ...price, formula }, values).usd);
      const figures = [new Fraction(quote.amount, 1_000_000n), ...sides];
      expect(
        figures.some((figure) => figure.equals(usd)),
        JSON.stringify(request),
      ).toBe(true);
    }
  });
});

/** Every price of every operation, once for the hosts that have it alike. */
function casesOf(model: Model): Case[] {
  const cases = new Map<string, Case>();
  for (const view of model.hosts) {
    const catalogs = JSON.stringify(view.catalogs);
    for (const operation of view.operations) {
      const price = operation.price && view.prices[operation.price.id];
      const form = JSON.stringify([operation.id, operation.price, price, operation.conditions, catalogs]);
      const name = `${operation.id} on ${view.host.id}`;
      if (price && !cases.has(form)) cases.set(form, { name, view, operation, price });
    }
  }
  return [...cases.values()];
}

/** True for a price that is the same for every call. */
function readsNothing({ inputs, formula }: Price, { price: use }: Operation): boolean {
  const texts = [formula, ...Object.values({ ...inputs, ...use?.inputs })].map(({ text }) => text);
  return !texts.some((text) => /\b(request|query|params|response)\b/.test(text));
}

type Values = Metered<unknown, unknown, unknown>;

function calculatorOf(hosts: Readonly<Record<string, HostDefinition>>, view: HostView, operation: Operation) {
  const route = hosts[view.host.id]?.routes.find((each) => each.operation.id === operation.id);
  const calculate = route?.quote ?? route?.meter;
  if (!calculate) throw new Error('No calculator.');
  // Inputs are only made from what the route's own validators let through.
  return (values: Values): Quote => calculate(values as Input<never, never, never> & Metered<never, never, never>);
}

/** Requests that are an example with a few fields changed to whatever their schemas allow, or to keys of a catalog. */
function inputs(view: HostView, operation: Operation, price: Price): fc.Arbitrary<[Json, Json, Json]> {
  const { body, query, params, example } = operation;
  const own = price.examples.filter((each) => each.operation === undefined || each.operation === operation.id);
  const of = (given: Json | undefined, shown: readonly (Json | undefined)[], schema: typeof params) =>
    schema ? near([given ?? {}, ...shown.filter((each) => each !== undefined)], schema, view) : fc.constant<Json>({});
  return fc.tuple(
    of(
      example.body,
      own.map(({ request }) => request),
      body?.schema,
    ),
    of(
      example.query,
      own.map((each) => each.query),
      query,
    ),
    of(
      example.params,
      own.map((each) => each.params),
      params,
    ),
  );
}

/** One of some values, with up to three of its fields replaced. */
function near(values: readonly Json[], schema: JsonSchema, view: HostView): fc.Arbitrary<Json> {
  const schemas = closedSchemas(view);
  const [first = {}] = values;
  const properties = namedProperties(schema, schemas);
  if (properties.length === 0) return fc.constantFrom(...values);
  const field = fc.oneof(
    ...properties.map(([name, property]) => {
      const keys = keysOf(property, view);
      const value = keys.length > 0 ? fc.constantFrom<Json[]>(...keys) : instances(property, schemas);
      return value.map((made): readonly [string, Json] => [name, made]);
    }),
  );
  return fc
    .tuple(fc.constantFrom(...values), fc.array(field, { maxLength: 3 }))
    .map(([value, fields]) =>
      isObject(value)
        ? ({ ...(isObject(first) ? first : {}), ...value, ...Object.fromEntries(fields) } as Json)
        : value,
    );
}

/** The keys of the catalog that a field's value is in. */
function keysOf({ catalog: id }: JsonSchema, { catalogs }: HostView): string[] {
  const catalog = typeof id === 'string' ? catalogs[id] : undefined;
  return catalog?.entries.map(({ values }) => String(values[catalog.key])) ?? [];
}

const count = fc.oneof(fc.nat(2000), fc.nat(), fc.constantFrom(272_000, 272_001, 271_999));

/** Answers with a count in each place that a price reads one from, such as `response.usage.total_tokens`. */
function answersOf({ inputs: read, formula }: Price, { price: use }: Operation): fc.Arbitrary<Json> {
  const texts = [formula, ...Object.values({ ...read, ...use?.inputs })].map(({ text }) => text).join(' ');
  const paths = [...texts.matchAll(/response((?:\.\w+|\[0\]){2,})/g)].map(([, path = '']) => path.match(/\w+/g) ?? []);
  const counted = fc.tuple(...paths.map((path) => count.map((value) => standing(path, value))));
  const tier = fc.option(fc.record({ service_tier: fc.constantFrom('flex', 'standard') }), { nil: {} });
  return fc.tuple(counted, tier).map(([found, more]) => merged([...found, more]));
}

/** A value with the one at a path, where `0` is the only item of a list. */
function standing([name, ...rest]: readonly string[], value: Json): Json {
  if (name === undefined) return value;
  const inner = standing(rest, value);
  return name === '0' ? [inner] : { [name]: inner };
}

function merged(values: readonly Json[]): Json {
  return values.reduce((all, value) => mergedTwo(all, value), {});
}

function mergedTwo(a: Json, b: Json): Json {
  if (!isObject(a) || !isObject(b)) return b;
  const shared = Object.keys(b).filter((name) => name in a);
  return {
    ...a,
    ...b,
    ...Object.fromEntries(shared.map((name) => [name, mergedTwo(a[name] ?? null, b[name] ?? null)])),
  } as Json;
}

const constantsOf = once(({ constants }: Model['service']) =>
  Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, new Fraction(value)])),
);

const entriesOf = once(
  ({ key, entries }: Catalog) => new Map(entries.map(({ values }) => [String(values[key]), lift(values, true)])),
);

function exactly(view: HostView, operation: Operation, price: Price, values: Values) {
  const read = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, lift(value)]));
  const variables: ValueMap = { ...constantsOf(view.service), ...read, host: view.host.id };
  let environment: Environment = {
    variables,
    entry: (id, key) => {
      const catalog = view.catalogs[id];
      return catalog && entriesOf(catalog).get(key);
    },
    keys: (id) => {
      const catalog = view.catalogs[id];
      return catalog ? [...entriesOf(catalog).keys()] : [];
    },
  };
  for (const [name, { tree }] of Object.entries({ ...price.inputs, ...operation.price?.inputs })) {
    environment = { ...environment, variables: { ...environment.variables, [name]: evaluate(tree, environment) } };
  }
  const usd = (tree: Expression) => numberOf(evaluate(tree, environment));
  const parts = Object.entries(price.breakdown).map(([name, { tree }]) => [name, usd(tree).toString(40)]);
  return { usd: usd(price.formula.tree), parts: Object.fromEntries(parts) };
}

function rounded(usd: Fraction, rounding: Price['rounding']): bigint {
  const exact = usd.mul(1_000_000);
  const floor = exact.floor();
  const half = exact.sub(floor).compare(new Fraction(1, 2));
  const up = {
    down: false,
    up: !exact.equals(floor),
    'half-up': half >= 0,
    'half-even': half > 0 || (half === 0 && floor.n % 2n === 1n),
  }[rounding];
  return floor.n + (up ? 1n : 0n);
}

function isRequired(view: HostView, { body }: Operation, name: string): boolean {
  const schema = body?.schema;
  const target = typeof schema?.$ref === 'string' ? view.schemas[schema.$ref.replace('#/schemas/', '')] : schema;
  return Array.isArray(target?.required) && target.required.includes(name);
}
