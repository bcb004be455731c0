import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { Fraction } from 'fraction.js';
import { beforeAll, describe, expect, test } from 'vitest';
import type { HostDefinition, Input, Metered, Quote } from '#runtime/operation.ts';
import { isRecord } from '#runtime/values.ts';
import { type Environment, evaluate, type Fields, lift, numberOf } from '../cel/evaluate.ts';
import { emitWith } from '../emit.ts';
import { readTiny } from '../fixtures/tiny.ts';
import { closedSchemas } from '../json-schema/combine.ts';
import type { Expression, HostView, Json, Model, Operation, Price } from '../model/types.ts';
import { readSpec } from '../read.ts';
import { emitters } from './index.ts';
import { importer } from './testing/emitted.ts';
import { instances } from './testing/instances.ts';

const { model: own } = await readSpec(fileURLToPath(new URL('../../spec', import.meta.url)));
const needed = ['catalogs', 'validators', 'prices', 'operations', 'errors', 'limits', 'hosts'];

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

  test.each(cases)('ask for exactly what the formula comes to: $name', ({ view, operation, price }) => {
    const calculate = calculatorOf(hosts, view, operation);
    const route = hosts[view.host.id]?.routes.find((each) => each.operation.id === operation.id);
    fc.assert(
      fc.property(inputs(view, operation), answersOf(price, operation), ([request, query, params], response) => {
        const body = route?.operation.body?.(request);
        const values = { request: body?.ok ? body.value : request, query, params, response };
        // Beyond safe integers a number is no longer what its text says.
        fc.pre(!/e\+|\d{16}/.test(JSON.stringify(request)));
        fc.pre(body?.ok !== false && route?.operation.params?.(params).ok !== false);
        fc.pre(route?.conditions.every(({ holds }) => holds(values as never)) ?? true);

        const { usd, parts } = exactly(view, operation, price, values);
        const quote = calculate(values);
        expect(quote.amount).toBe(rounded(usd, price.rounding));
        expect(quote.breakdown).toEqual(parts);
      }),
      { numRuns: readsNothing(price, operation) ? 1 : 300 },
    );
  });

  test.each(cases)('keep the examples: $name', ({ view, operation, price }) => {
    for (const { request, query, params, response = {}, usd, operation: wanted } of price.examples) {
      if (wanted !== undefined && wanted !== operation.id) continue;
      const route = hosts[view.host.id]?.routes.find((each) => each.operation.id === operation.id);
      const example = isRecord(operation.example.body) ? operation.example.body : {};
      const given = isRecord(request) ? request : {};
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

/** Requests that are near the operation's example, and whatever else its schema allows. */
function inputs(view: HostView, operation: Operation): fc.Arbitrary<[Json, Json, Json]> {
  const schemas = closedSchemas(view);
  const { body, query, params, example } = operation;
  const of = (given: Json | undefined, schema: typeof params) => {
    if (!schema) return fc.constant<Json>({});
    const random = instances(schema, schemas);
    const base = isRecord(given) ? given : {};
    // The generator knows no catalogs, so that most of what it makes is valid only with their keys put in.
    const keyed = fc.tuple(random, keys(view)).map(([value, key]): Json => {
      const made = isRecord(value) ? value : {};
      const catalog = Object.keys(base).filter((name) => keysOf(view).includes(String(base[name])));
      return { ...base, ...made, ...Object.fromEntries(catalog.map((name) => [name, key])) } as Json;
    });
    return fc.oneof({ weight: 1, arbitrary: random }, { weight: 9, arbitrary: keyed });
  };
  return fc.tuple(of(example.body, body?.schema), of(example.query, query), of(example.params, params));
}

function keys(view: HostView): fc.Arbitrary<Json> {
  const found = keysOf(view);
  return found.length > 0 ? fc.constantFrom<Json[]>(...found) : fc.constant<Json>('none');
}

function keysOf({ catalogs }: HostView): string[] {
  return Object.values(catalogs).flatMap(({ key, entries }) => entries.map(({ values }) => String(values[key])));
}

const count = fc.oneof(fc.nat(2000), fc.nat(), fc.constantFrom(272_000, 272_001, 271_999));

/** Answers with a count for each `response.usage.<name>` that a price reads. */
function answersOf({ inputs: read, formula }: Price, { price: use }: Operation): fc.Arbitrary<Json> {
  const names = [formula, ...Object.values({ ...read, ...use?.inputs })].flatMap(({ text }) =>
    [...text.matchAll(/response\.usage\.(\w+)/g)].map(([, name = '']) => name),
  );
  const usage = fc.record(Object.fromEntries(names.map((name) => [name, count])));
  return fc.record({ usage, service_tier: fc.constantFrom('flex', 'standard') }, { requiredKeys: ['usage'] });
}

function exactly(view: HostView, operation: Operation, price: Price, values: Values) {
  const constants = Object.entries(view.service.constants).map(([name, value]) => [name, new Fraction(value)]);
  const read = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, lift(value)]));
  const variables: Fields = { ...Object.fromEntries(constants), ...read, host: view.host.id };
  let environment: Environment = {
    variables,
    entry: (id, key) => {
      const catalog = view.catalogs[id];
      const entry = catalog?.entries.find((each) => each.values[catalog.key] === key);
      return entry && lift(entry.values, true);
    },
    keys: (id) => view.catalogs[id]?.entries.map((entry) => String(entry.values[view.catalogs[id]?.key ?? ''])) ?? [],
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
