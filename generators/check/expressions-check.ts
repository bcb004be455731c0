import { parseCel, toExpression } from '../cel/parse.ts';
import {
  any,
  either,
  listType,
  number,
  objectType,
  type Resolve,
  type Type,
  text,
  typeOfSchema,
} from '../cel/types.ts';
import { variablesOf } from '../cel/walk.ts';
import { isObject } from '../json-schema/walk.ts';
import type { SchemaSource } from '../language/json-schema.ts';
import type { MachineSource } from '../language/machine.ts';
import type { OperationSource } from '../language/operation.ts';
import type { PriceSource } from '../language/price.ts';
import type { ScenarioSource } from '../language/scenarios.ts';
import { selectable } from '../model/hosts.ts';
import { at, type Located } from '../model/spec.ts';
import { priceSourceOf } from '../model/view/operation.ts';
import { schemaName } from '../model/view/schema.ts';
import type { Path } from '../reader/node.ts';
import type { Check, CheckContext } from './context.ts';
import { Expressions } from './expressions.ts';

type Variables = Readonly<Record<string, Type>>;

type PriceUse = NonNullable<ReturnType<typeof priceSourceOf>>;

/** A price as one operation has it on a host. */
interface PricePart {
  readonly use: PriceUse;
  readonly price: Located<PriceSource>;
  readonly operation: Located<OperationSource> | undefined;
  readonly host: string;
}

/** Variables that are known only after a call. */
const responseVariables: ReadonlySet<string> = new Set(['response', 'status', 'headers']);

/** Checks every CEL expression: its syntax, the names that it uses, and its types. */
export const checkExpressions: Check = (context) => {
  const { spec } = context;
  const operations = [...spec.all('operation').values()];
  const check = new ExpressionsCheck(context);
  for (const operation of operations) check.operation(operation);
  for (const operation of operations) check.pricesOf(operation);
  const hosts = selectable(spec);
  const used = new Set(operations.flatMap(({ value }) => hosts.map((host) => priceSourceOf(value.price, host)?.id)));
  for (const { id } of spec.all('price').values()) {
    if (!used.has(id)) check.price({ id, inputs: {} }, undefined, '');
  }
  for (const machine of spec.all('machine').values()) check.machine(machine);
  for (const scenario of spec.all('scenario').values()) check.scenario(scenario);
};

class ExpressionsCheck {
  readonly #context: CheckContext;
  readonly #expressions: Expressions;
  readonly #constants: Variables;
  readonly #resolve: Resolve;

  constructor(context: CheckContext) {
    const { spec } = context;
    this.#context = context;
    this.#expressions = new Expressions(context);
    this.#constants = Object.fromEntries(
      Object.keys(spec.service?.value.constants ?? {}).map((name) => [name, number]),
    );
    this.#resolve = (reference) => spec.get('schema', schemaName(reference))?.value;
  }

  operation(operation: Located<OperationSource>): void {
    const { rules = [], ensures = [], stream } = operation.value;
    const request = this.#request(operation.value);
    const response = { ...request, ...this.#responseVariables(operation.value) };
    const check = (source: string | undefined, path: Path, variables: Variables): void => {
      this.#expressions.check(source, operation, path, variables, 'bool');
    };
    check(stream?.when, ['stream', 'when'], request);
    for (const [index, { when, must, accepted = [], fields = {} }] of rules.entries()) {
      check(when, ['rules', index, 'when'], request);
      check(must, ['rules', index, 'must'], request);
      for (const [at, list] of accepted.entries()) {
        this.#expressions.check(list, operation, ['rules', index, 'accepted', at], request, 'list');
      }
      for (const [name, field] of Object.entries(fields)) {
        this.#expressions.check(field, operation, ['rules', index, 'fields', name], request, 'any');
      }
    }
    for (const [index, { when, must }] of ensures.entries()) {
      check(when, ['ensures', index, 'when'], response);
      check(must, ['ensures', index, 'must'], response);
    }
  }

  /** Checks each price of an operation, since its inputs read that operation's request. */
  pricesOf(operation: Located<OperationSource>): void {
    const checked = new Set<string>();
    for (const host of selectable(this.#context.spec)) {
      const use = priceSourceOf(operation.value.price, host);
      const key = use && JSON.stringify(use);
      if (!use || !key || checked.has(key)) continue;
      checked.add(key);
      this.price(use, operation, hasKey(operation.value.price, host.id) ? host.id : host.group);
    }
  }

  price(use: PriceUse, operation: Located<OperationSource> | undefined, host: string): void {
    const price = this.#context.spec.get('price', use.id);
    if (!price) return;
    const { kind, when, inputs, bound, formula, breakdown, sides = [], details = {} } = price.value;
    const unknown = { ...this.#constants, host: text, request: any, query: any, params: any };
    const readable = operation ? this.#request(operation.value) : unknown;
    const response = operation
      ? this.#responseVariables(operation.value)
      : { response: any, status: number, headers: any };
    let variables: Variables = kind === 'metered' ? { ...readable, ...response } : readable;

    const part = { use, price, operation, host };
    for (const name of Object.keys(inputs)) {
      variables = { ...variables, [name]: this.#part('inputs', name, part, variables) };
    }
    if (kind === 'metered') this.#bounds(part, variables, readable);
    else if (bound) this.#context.diagnostics.report('price-bound-needless', at(price, ['bound'], 'key'));
    this.#expressions.check(when, price, ['when'], variables, 'bool');
    this.#expressions.check(formula, price, ['formula'], variables, 'number');
    for (const [name, part] of Object.entries(breakdown))
      this.#expressions.check(part, price, ['breakdown', name], variables, 'number');
    for (const [name, { when, fields }] of Object.entries(details)) {
      this.#expressions.check(when, price, ['details', name, 'when'], variables, 'bool');
      for (const [field, value] of Object.entries(fields))
        this.#expressions.check(value, price, ['details', name, 'fields', field], variables, 'any');
    }
    for (const [index, side] of sides.entries()) {
      const path: Path = typeof side === 'string' ? ['sides', index] : ['sides', index, 'formula'];
      this.#expressions.check(typeof side === 'string' ? side : side.formula, price, path, variables, 'number');
    }
  }

  /** Checks an input or a bound of a price, which its operation may replace. */
  #part(
    kind: 'inputs' | 'bound',
    name: string,
    { use, price, operation, host }: PricePart,
    variables: Variables,
  ): Type {
    const override = use[kind]?.[name];
    if (override === undefined || !operation)
      return this.#expressions.check(price.value[kind]?.[name], price, [kind, name], variables, 'any');
    const direct = hasKey(operation.value.price, 'use');
    const path: Path = direct ? ['price', kind, name] : ['price', host, kind, name];
    return this.#expressions.check(override, operation, path, variables, 'any');
  }

  /** Checks that a bound takes the place of each input that reads the response. */
  #bounds(part: PricePart, all: Variables, readable: Variables): void {
    const { use, price } = part;
    const bounds = { ...price.value.bound, ...use.bound };
    let variables = readable;
    for (const [name, written] of Object.entries({ ...price.value.inputs, ...use.inputs })) {
      const parsed = parseCel(written);
      const read = 'syntax' in parsed ? variablesOf(toExpression(parsed.syntax)) : [];
      if (name in bounds) this.#part('bound', name, part, variables);
      else if (read.some((variable) => responseVariables.has(variable)))
        this.#context.diagnostics.report('price-bound-missing', at(price, ['inputs', name], 'key'), name);
      variables = { ...variables, [name]: all[name] ?? any };
    }
  }

  machine(machine: Located<MachineSource>): void {
    const users = [...this.#context.spec.all('operation').values()].filter(
      ({ value }) => value.machine?.id === machine.id,
    );
    const variables = {
      ...this.#constants,
      host: text,
      upstream: any,
      ...(machine.value.of && { [machine.value.of]: any }),
      request: any,
      params: any,
      query: any,
      response: either(users.map(({ value }) => this.#response(value))),
      status: number,
    };
    for (const [index, transition] of machine.value.transitions.entries()) {
      this.#expressions.check(transition.if, machine, ['transitions', index, 'if'], variables, 'bool');
    }
    for (const [index, invariant] of (machine.value.always ?? []).entries()) {
      this.#expressions.check(invariant.then, machine, ['always', index, 'then'], variables, 'bool');
    }
  }

  scenario(scenario: Located<ScenarioSource>): void {
    const transfer = objectType(
      Object.fromEntries(
        ['payer', 'pay_to', 'amount', 'asset', 'network', 'tx_hash', 'route', 'at'].map((name) => [name, text]),
      ),
    );
    const headers: Type = { kind: 'map', of: text };
    const response = objectType({
      status: number,
      headers,
      body: any,
      text,
      events: listType(any),
      transfers: listType(transfer),
    });
    let variables: Variables = { ...this.#constants, host: text };

    const resultOf = ({ ledger, advance, times }: ScenarioSource['steps'][number]): Type => {
      if (ledger) return listType(transfer);
      if (advance !== undefined) return number;
      return times === undefined ? response : listType(response);
    };
    for (const [index, step] of scenario.value.steps.entries()) {
      const { as, url, event, with: overrides } = step;
      const path: Path = ['steps', index];
      this.#expressions.check(url, scenario, [...path, 'url'], variables, 'any');
      this.#expressions.check(event?.id, scenario, [...path, 'event', 'id'], variables, 'any');
      for (const { source, at } of celIn(overrides, [...path, 'with']))
        this.#expressions.check(source, scenario, at, variables, 'any');
      if (as) variables = { ...variables, [as]: resultOf(step) };
    }
    for (const [index, { when, must }] of scenario.value.expects.entries()) {
      this.#expressions.check(when, scenario, ['expects', index, 'when'], variables, 'bool');
      this.#expressions.check(must, scenario, ['expects', index, 'must'], variables, 'bool');
    }
  }

  #request({ body, query, params }: OperationSource): Variables {
    return {
      ...this.#constants,
      host: text,
      request: this.#type(body?.schema),
      query: this.#type(query),
      params: this.#type(params),
    };
  }

  #responseVariables(operation: OperationSource): Variables {
    return { response: this.#response(operation), status: number, headers: { kind: 'map', of: text } };
  }

  #response({ responses }: OperationSource): Type {
    return either(Object.values(responses).map(({ schema }) => this.#type(schema)));
  }

  #type(schema: string | SchemaSource | undefined): Type {
    return typeOfSchema(typeof schema === 'string' ? this.#resolve(schema) : schema, this.#resolve);
  }
}

/** Every `{cel: …}` within a value. */
function* celIn(value: unknown, path: Path): Generator<{ readonly source: string; readonly at: Path }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'cel' && typeof inner === 'string') yield { source: inner, at: [...path, key] };
    else yield* celIn(inner, [...path, key]);
  }
}

function hasKey(value: unknown, key: string): boolean {
  return isObject(value) && key in value;
}
