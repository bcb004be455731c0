import { isObject } from '../../../json-schema/walk.ts';
import type { Json } from '../../../model/types.ts';
import { cellsOf } from './alternatives.ts';
import {
  type ArrayCell,
  type Cell,
  itemOf,
  type NumberCell,
  type ObjectCell,
  type OpenCell,
  propertyOf,
} from './cells.ts';
import { typeOf } from './complement.ts';
import { isSchema, type Schema } from './dialect.ts';
import { idOf } from './identity.ts';
import { textsBetween } from './texts.ts';
import type { Universe } from './universe.ts';

/** Values inside values deeper than this are not varied. */
const deepest = 5;

/** Arrays longer than this are not made. */
const longest = 3000;

/** A name that no schema has. */
const unknownName = 'unknown_key';

/** Makes values that one schema is likely to accept and another one may refuse. */
export class Candidates {
  readonly #universe: Universe;
  readonly #typical = new Map<number, Json | undefined>();

  constructor(universe: Universe) {
    this.#universe = universe;
  }

  /** Values near the limits of both schemas, the simplest first; objects are made from a base where there is one. */
  *between(own: Schema, rival: Schema, base?: Json, depth = 0): Generator<Json> {
    if (depth > deepest) return;
    // Values of what is too large to be taken apart are made without a look at the other schema.
    const rivals = this.#universe.ask(
      () => cellsOf(rival, this.#universe),
      () => [],
    );
    const typical = this.typical(own);
    if (base !== undefined) yield base;
    if (typical !== undefined) yield typical;
    for (const cell of cellsOf(own, this.#universe)) yield* this.#inCell(cell, rivals, base, depth);
    // What the other schema describes may be in this one too, as an exception of it.
    for (const cell of rivals) if (cell.type === 'values') yield* cell.values;
    for (const cell of rivals) if (cell.type !== 'values') yield* this.#refused(cell, depth);
  }

  /** Values that the conditions of a cell refuse, as what they negate is like. */
  *#refused(cell: OpenCell, depth: number): Generator<Json> {
    for (const condition of cell.also) {
      const negated = isObject(condition) && isSchema(condition.not) ? condition.not : undefined;
      if (negated === undefined) continue;
      const typical = this.typical(negated);
      if (typical !== undefined) yield typical;
      if (depth < 2) yield* this.between(negated, true, undefined, depth + 2);
    }
  }

  /** One value that a schema accepts; `undefined` where none was found. */
  typical(schema: Schema): Json | undefined {
    const key = idOf(schema);
    if (this.#typical.has(key)) return this.#typical.get(key);
    // What refers to itself finds no value for itself, and is left out.
    this.#typical.set(key, undefined);
    const found = this.#universe.ask(
      () => this.#find(schema),
      () => undefined,
    );
    this.#typical.set(key, found);
    return found;
  }

  #find(schema: Schema): Json | undefined {
    const cells = cellsOf(schema, this.#universe);
    for (const cell of [...cells].sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type))) {
      let tried = 0;
      for (const value of this.#simple(cell)) {
        if (this.#universe.accepts(schema, value)) return value;
        if (++tried > 40) break;
      }
    }
    return undefined;
  }

  *#simple(cell: Cell): Generator<Json> {
    if (cell.type === 'values') yield* cell.values;
    else if (cell.type === 'number') yield* numbersBetween(cell, []);
    else if (cell.type === 'string') yield* textsBetween(cell, []);
    else if (cell.type === 'array') yield* [this.#array(cell, cell.min), ...this.#containing(cell, [])];
    else yield this.#object(cell);
  }

  *#inCell(cell: Cell, rivals: readonly Cell[], base: Json | undefined, depth: number): Generator<Json> {
    const alike = <T extends Cell['type']>(type: T) =>
      rivals.filter((each): each is Cell & { readonly type: T } => each.type === type);
    const listed = alike('values').flatMap(({ values }) => values.filter((value) => typeOf(value) === cell.type));
    if (cell.type === 'values') yield* cell.values;
    else if (cell.type === 'number') {
      yield* numbersBetween(cell, alike('number'));
      for (const value of listed) if (typeof value === 'number') yield* [value, value + 1, value - 1, value + 0.5];
    } else if (cell.type === 'string') {
      yield* textsBetween(cell, alike('string'));
      for (const value of listed) if (typeof value === 'string') yield* [value, `${value}x`, value.toUpperCase()];
    } else if (cell.type === 'array') yield* this.#arrays(cell, alike('array'), depth);
    else yield* this.#objects(cell, alike('object'), base, depth);
  }

  #array(cell: ArrayCell, length: number): Json[] {
    return Array.from({ length: Math.min(length, longest) }, (_, index) => {
      const schema = itemOf(cell, index);
      const typical = this.typical(schema) ?? null;
      if (!cell.unique || index === 0) return typical;
      // Items that must differ do so by their place.
      if (typeof typical === 'number') return typical + index;
      const choices = [...this.#first(schema, index + 1)];
      return choices[index] ?? (typeof typical === 'string' ? `${typical}${index}` : typical);
    });
  }

  *#first(schema: Schema, count: number): Generator<Json> {
    const seen = new Set<string>();
    for (const value of this.between(schema, true, undefined, deepest - 1)) {
      if (seen.size >= count) return;
      const text = JSON.stringify(value);
      if (seen.has(text) || !this.#universe.accepts(schema, value)) continue;
      seen.add(text);
      yield value;
    }
  }

  /** Lists that hold what a cell asks them to contain, once, twice and so on. */
  *#containing(cell: ArrayCell, rivals: readonly ArrayCell[]): Generator<Json> {
    for (const condition of [cell, ...rivals].flatMap(({ also }) => also)) {
      if (!isObject(condition) || !isSchema(condition.contains)) continue;
      const item = this.typical(condition.contains);
      const counts = [condition.minContains, condition.maxContains].filter((count) => typeof count === 'number');
      const lengths = [1, 2, ...counts.flatMap((count) => [count - 1, count, count + 1])];
      const rest = this.#array(cell, cell.min);
      for (const length of new Set(lengths.filter((each) => each >= 0 && each <= 100)))
        if (item !== undefined) yield [...Array.from({ length }, () => item), ...rest.slice(length)];
    }
  }

  *#arrays(cell: ArrayCell, rivals: readonly ArrayCell[], depth: number): Generator<Json> {
    yield* this.#containing(cell, rivals);
    const lengths = [cell.min, cell.max, ...rivals.flatMap(({ min, max }) => [min - 1, max + 1])];
    for (const length of new Set(lengths)) {
      if (length >= 0 && length <= longest) yield this.#array(cell, length);
    }
    const least = Math.max(cell.min, 1);
    if (least > Math.min(cell.max, longest)) return;
    const base = this.#array(cell, least);
    const places = Math.max(1, cell.prefix.length, ...rivals.map(({ prefix }) => prefix.length + 1));
    for (let index = 0; index < Math.min(places, cell.max); index++) {
      const start = index < base.length ? base : this.#array(cell, index + 1);
      for (const rival of rivals.length > 0 ? rivals : [cell]) {
        for (const value of this.between(itemOf(cell, index), itemOf(rival, index), undefined, depth + 1)) {
          yield start.with(index, value);
        }
      }
    }
    const [first] = base;
    if (first !== undefined && cell.max > 1) yield [first, first, ...base.slice(2)];
  }

  #object(cell: ObjectCell): Record<string, Json> {
    const made: Record<string, Json> = {};
    for (const name of cell.required) made[name] = this.typical(propertyOf(cell, name)) ?? null;
    for (const name of Object.keys(cell.properties)) {
      if (Object.keys(made).length >= cell.min) return made;
      const value = name in made ? undefined : this.typical(propertyOf(cell, name));
      if (value !== undefined) made[name] = value;
    }
    for (let index = 0; Object.keys(made).length < cell.min && index < longest; index++) {
      made[`${unknownName}_${index}`] = this.typical(cell.additional) ?? null;
    }
    return made;
  }

  *#objects(cell: ObjectCell, rivals: readonly ObjectCell[], given: Json | undefined, depth: number): Generator<Json> {
    const base = { ...this.#object(cell), ...(isObject(given) ? given : {}) };
    yield base;
    const names = new Set(
      [cell, ...rivals].flatMap(({ properties, required }) => [...Object.keys(properties), ...required]),
    );
    const matched = [cell, ...rivals].flatMap(({ patterns }) => Object.keys(patterns).flatMap(nameLike));
    for (const name of cell.required.size > 0 ? [] : names) if (name in base) yield without(base, name);
    const varied = [...names, ...matched, unknownName].flatMap((name) => {
      const own = propertyOf(cell, name);
      if (own === false) return [];
      return (rivals.length > 0 ? rivals : [cell]).map((rival) =>
        this.between(own, propertyOf(rival, name), base[name], depth + 1).map((value) => ({ ...base, [name]: value })),
      );
    });
    yield* inTurn(varied);
    const all = { ...base };
    for (const name of names) {
      const value = name in all ? undefined : this.typical(propertyOf(cell, name));
      if (value !== undefined) all[name] = value;
    }
    yield all;
    for (const name of names) if (name in all) yield without(all, name);
    const many = Math.min(...rivals.map(({ max }) => max)) + 1;
    if (many > Object.keys(all).length && many <= longest) yield this.#object({ ...cell, min: many });
  }
}

/** One value of each sequence after the other, so that what is simple anywhere comes before what is not. */
function* inTurn<T>(sequences: readonly Iterator<T>[]): Generator<T> {
  let left = [...sequences];
  while (left.length > 0) {
    const next: Iterator<T>[] = [];
    for (const sequence of left) {
      const { done, value } = sequence.next();
      if (done) continue;
      yield value;
      next.push(sequence);
    }
    left = next;
  }
}

const order: readonly Cell['type'][] = ['string', 'number', 'values', 'object', 'array'];

/** A property name that matches a simple pattern. */
function nameLike(pattern: string): string[] {
  return [
    ...textsBetween({ type: 'string', min: 0, max: Infinity, patterns: [pattern], formats: [], also: [] }, []),
  ].slice(0, 2);
}

function without(value: Readonly<Record<string, Json>>, name: string): Json {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([each]) => each !== name)) : value;
}

function* numbersBetween(cell: NumberCell, rivals: readonly NumberCell[]): Generator<number> {
  const near = (value: number): number[] =>
    Number.isFinite(value) ? [value, value + 1, value - 1, value + 0.5, value - 0.5] : [];
  const steps = [cell, ...rivals].flatMap(({ multiples }) => multiples);
  const bounds = [...rivals, cell].flatMap(({ min, max }) => [...near(max), ...near(min)]);
  const multiples = steps.flatMap((step) => [
    step,
    2 * step,
    3 * step,
    Math.ceil(Math.max(cell.min, 0) / step) * step,
    step + 1,
  ]);
  for (const value of [1, 0, ...bounds, ...multiples, -1, 0.5, 2, 1e6]) {
    if (!cell.whole || Number.isInteger(value)) yield value;
  }
}
