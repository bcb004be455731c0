import { isDeepStrictEqual } from 'node:util';
import { evaluate } from '../../../cel/evaluate.ts';
import { type Environment, EvaluationError, exact, lift, type Value, type ValueMap } from '../../../cel/values.ts';
import { once } from '../../../common/once.ts';
import { close } from '../../../json-schema/combine.ts';
import { propertiesOf, referenceOf } from '../../../json-schema/walk.ts';
import type { Catalog, CatalogEntry, Condition, Json, JsonSchema } from '../../../model/types.ts';
import type { Context } from '../../kind.ts';
import { type ComparedOperation, type ComparedView, ownId } from '../../side.ts';
import type { WitnessRequest } from '../../witness.ts';
import type { Schema, Surroundings } from '../schema/dialect.ts';
import { type Side, Universe } from '../schema/universe.ts';
import { withDefaults } from './defaults.ts';

/** Parts of a request that a schema describes. */
export const requestParts = ['body', 'query', 'params', 'headers', 'cookies'] as const;

/** A part of a request that a schema describes. */
export type RequestPart = (typeof requestParts)[number];

/** One operation as each of two releases serves it on one host. */
export class CallPair {
  readonly host: string;
  readonly universe: Universe;
  readonly #completed = { old: new WeakMap<WitnessRequest, ValueMap>(), new: new WeakMap<WitnessRequest, ValueMap>() };
  readonly #read = {
    old: once((schema: JsonSchema) => this.universe.read('old', schema)),
    new: once((schema: JsonSchema) => this.universe.read('new', schema)),
  };
  readonly #sides: Readonly<Record<Side, { readonly view: ComparedView; readonly operation: ComparedOperation }>>;

  constructor(
    host: NonNullable<Context['host']>,
    operation: { readonly before: ComparedOperation; readonly after: ComparedOperation },
  ) {
    this.host = host.id;
    this.universe = universeOf(host.before)(host.after);
    this.#sides = {
      old: { view: host.before, operation: operation.before },
      new: { view: host.after, operation: operation.after },
    };
  }

  view(side: Side): ComparedView {
    return this.#sides[side].view;
  }
  /** Tells whether a catalog has other values in the newer release. */
  isCatalogChanged(id: string): boolean {
    const [old, now] = (['old', 'new'] as const).map((side) =>
      this.view(side).catalogs[id]?.entries.map(({ values }) => values),
    );
    return !isDeepStrictEqual(old, now);
  }

  operation(side: Side): ComparedOperation {
    return this.#sides[side].operation;
  }

  /** The schema of a part of the request, as the universe reads it; a body that takes no unknown keys is closed. */
  part(side: Side, part: RequestPart): Schema | undefined {
    const { operation, view } = this.#sides[side];
    const known = partsRead(this.universe)(operation).get(`${side} ${part}`);
    if (known !== undefined) return known;
    const written = writtenPart(operation, part, view);
    if (written === undefined) return undefined;
    const read = this.universe.read(side, written);
    partsRead(this.universe)(operation).set(`${side} ${part}`, read);
    return read;
  }

  /** Tells whether a release accepts a request: each part by its schema, the whole by the rules across fields. */
  accepts(side: Side, request: WitnessRequest): boolean {
    return this.matches(side, request) && this.broken(side, request).length === 0;
  }

  /** Tells whether each part of a request is what its schema accepts. */
  matches(side: Side, request: WitnessRequest): boolean {
    return requestParts.every((part) => {
      const schema = this.part(side, part);
      const value = request[part];
      if (schema === undefined) return true;
      if (value !== undefined) return this.universe.accepts(schema, value);
      if (part === 'body') return this.#sides[side].operation.bodyOptional === true;
      // A path without values has the names of its parameters in their place.
      return this.universe.accepts(schema, part === 'params' ? namesAsValues(this.operation(side)) : {});
    });
  }

  /** Rules across fields that a request breaks. One that cannot be evaluated is not counted. */
  broken(side: Side, request: WitnessRequest): readonly Condition[] {
    const { conditions } = this.#sides[side].operation;
    if (conditions.length === 0) return [];
    const environment = this.environment(side, request);
    return conditions.filter((condition) => !holds(condition, environment));
  }

  /** Tells whether both releases are certain of a request: no rule across fields reads what the documents leave open. */
  isCertain(request: WitnessRequest): boolean {
    return (['old', 'new'] as const).every((side) => {
      const environment = { ...this.environment(side, request), ...statedOf(this.view(side)) };
      return this.operation(side).conditions.every((condition) => judged(condition, environment) !== undefined);
    });
  }

  /** Variables of formulas: the request with its defaults, the constants, the catalogs, and the response if there is one. */
  environment(side: Side, request: WitnessRequest, response: Json = {}): Environment {
    const { view } = this.#sides[side];
    const known = this.#completed[side].get(request) ?? this.#complete(side, request);
    this.#completed[side].set(request, known);
    return { ...surroundingsOf(view), variables: { ...known, response: lift(response) } };
  }

  #complete(side: Side, request: WitnessRequest): ValueMap {
    const { view, operation } = this.#sides[side];
    const accepts = (schema: JsonSchema, value: Json) => this.universe.accepts(this.#read[side](schema), value);
    const means = { view, accepts };
    const complete = (schema: JsonSchema | undefined, value: Json = {}) => lift(withDefaults(schema, value, means));
    return {
      ...constantsOf(view),
      host: ownId(view),
      request: complete(operation.body?.schema, request.body),
      query: complete(operation.query, request.query),
      params: complete(operation.params, request.params),
      status: exact('200'),
      headers: {},
    };
  }
}

/** The parameters of a path each with its own name as its value. */
function namesAsValues({ params }: ComparedOperation): Json {
  return Object.fromEntries(propertiesOf(params ?? {}).map(([name]) => [name, name]));
}

/** Two hosts, and releases of one process, may have one operation and other schemas under the names it refers to. */
const partsRead = once((_universe: Universe) => once((_operation: ComparedOperation) => new Map<string, Schema>()));

const universeOf = once((before: ComparedView) =>
  once((after: ComparedView) => new Universe(surroundingsFor(before), surroundingsFor(after))),
);

function surroundingsFor(view: ComparedView): Surroundings {
  const keys = (id: string) => {
    const catalog = view.catalogs[id];
    return catalog?.entries.map(({ values, label }) => String(values[catalog.key] ?? label));
  };
  const { int64 } = view.described ?? {};
  return { named: view.schemas, keys, ...(int64 && { int64 }) };
}

function writtenPart(operation: ComparedOperation, part: RequestPart, view: ComparedView): JsonSchema | undefined {
  if (part !== 'body') return operation[part];
  const { body } = operation;
  if (body?.unknownKeys !== 'rejected') return body?.schema;
  return close(view.schemas[referenceOf(body.schema) ?? ''] ?? body.schema);
}

/** Tells whether a request keeps a rule across fields. */
type Rule = Pick<Condition, 'when' | 'must'>;

/** Tells whether a rule across fields holds, does not apply, or cannot be evaluated. */
export function holds(rule: Rule, environment: Environment): boolean {
  return judged(rule, environment) ?? true;
}

/** Tells whether a rule across fields holds or does not apply; undefined where it cannot be evaluated. */
function judged({ when, must }: Rule, environment: Environment): boolean | undefined {
  try {
    return (
      (when !== undefined && evaluate(when.tree, environment) !== true) || evaluate(must.tree, environment) === true
    );
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}

/** The constants of a release by name, exact. */
export const constantsOf = once((view: ComparedView): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(view.service.constants).map(([name, value]) => [name, exact(value)])),
);

const surroundingsOf = once((view: ComparedView) => catalogsOf(view, allColumns));

/** The same without the columns that the documents leave open. */
const statedOf = once((view: ComparedView) => catalogsOf(view, statedColumns));

type Table = ReadonlyMap<string, Value>;

/** The catalogs of a host, each of which is read when a formula asks for it. */
function catalogsOf(
  { catalogs }: ComparedView,
  read: (catalog: Catalog) => Table,
): Pick<Environment, 'entry' | 'keys'> {
  const tableOf = (id: string): Table | undefined => {
    const catalog = Object.hasOwn(catalogs, id) ? catalogs[id] : undefined;
    return catalog && read(catalog);
  };
  return {
    entry: (catalog, key) => tableOf(catalog)?.get(key),
    keys: (catalog) => [...(tableOf(catalog)?.keys() ?? [])],
  };
}

const allColumns = once((catalog: Catalog) => tableOf(catalog, () => true));
const statedColumns = once((catalog: Catalog) => tableOf(catalog, ({ open }, column) => !open?.includes(column)));

function tableOf({ key, entries }: Catalog, isRead: (entry: CatalogEntry, column: string) => boolean): Table {
  return new Map(
    entries.map((entry): [string, Value] => {
      const { label, values } = entry;
      const name = String(values[key] ?? label);
      const columns = Object.entries(values).flatMap(([column, value]) =>
        isRead(entry, column) ? [[column, lift(value, true)]] : [],
      );
      return [name, { ...Object.fromEntries(columns), [key]: name }];
    }),
  );
}
