import type { Json } from '../../../model/types.ts';
import { cellsOf, disjoint } from './alternatives.ts';
import {
  type ArrayCell,
  both,
  type Cell,
  itemOf,
  type NumberCell,
  type ObjectCell,
  type OpenCell,
  propertyOf,
} from './cells.ts';
import { type Schema, schemaOf } from './dialect.ts';
import { idOf, isSameSchema } from './identity.ts';
import type { Universe } from './universe.ts';
import { withinNumbers, withinStrings } from './within.ts';

/** Pairs of schemas on the way to the present one: what is asked again within them holds as long as they do. */
type Assumed = ReadonlySet<string>;

/** More values of one property are not tried one by one. */
const splits = 48;

/** Tells whether it can be proved that a schema accepts all that another one accepts. */
export function isSubset(a: Schema, b: Schema, universe: Universe, assumed: Assumed = new Set(), depth = 0): boolean {
  if (b === true || a === false || isSameSchema(a, b)) return true;
  const pair = `${idOf(a)} ${idOf(b)}`;
  universe.step();
  if (assumed.has(pair)) return true;
  if (depth > 24) return false;
  const proof = new Proof(universe, new Set(assumed).add(pair), depth + 1);
  const [inner, outer] = [cellsOf(a, universe), cellsOf(b, universe)];
  return inner.every((cell) => proof.covers(outer, b, cell));
}

/** One step of a proof, between the alternatives of two schemas. */
class Proof {
  readonly #universe: Universe;
  readonly #assumed: Assumed;
  readonly #depth: number;

  constructor(universe: Universe, assumed: Assumed, depth: number) {
    this.#universe = universe;
    this.#assumed = assumed;
    this.#depth = depth;
  }

  /** Tells whether all of a cell is in some alternatives of a schema. */
  covers(outer: readonly Cell[], whole: Schema, cell: Cell, left = 2): boolean {
    if (cell.type === 'values') return cell.values.every((value) => this.#universe.accepts(whole, value));
    const open = outer.filter((each): each is OpenCell => each.type === cell.type);
    if (open.some((each) => this.#within(cell, each))) return true;
    if (cell.type === 'number') return this.#coversNumbers(outer, whole, cell);
    return cell.type === 'object' && left > 0 && open.length > 1 && this.#coversByCases(outer, whole, cell, left);
  }

  #subset(a: Schema, b: Schema): boolean {
    return isSubset(a, b, this.#universe, this.#assumed, this.#depth);
  }

  #within(a: OpenCell, b: OpenCell): boolean {
    if (!b.also.every((each) => this.#implies(a, each))) return false;
    if (a.type === 'number' && b.type === 'number') return withinNumbers(a, b);
    if (a.type === 'string' && b.type === 'string') return withinStrings(a, b);
    if (a.type === 'array' && b.type === 'array') return this.#withinArrays(a, b);
    return a.type === 'object' && b.type === 'object' && this.#withinObjects(a, b);
  }

  /** Tells whether a cell keeps a condition that has no limit of its own. */
  #implies(cell: OpenCell, condition: Schema): boolean {
    if (cell.also.some((each) => isSameSchema(each, condition))) return true;
    if (cell.also.some((each) => this.#narrows(each, condition))) return true;
    if (typeof condition === 'boolean' || Object.keys(condition).join() !== 'not') return false;
    return disjoint([cell], cellsOf(schemaOf(condition.not), this.#universe), this.#universe);
  }

  /** Tells whether a condition about the items of a list or the names of an object is a stricter form of another one. */
  #narrows(one: Schema, other: Schema): boolean {
    if (typeof one === 'boolean' || typeof other === 'boolean') return false;
    if (one.propertyNames !== undefined && other.propertyNames !== undefined)
      return this.#subset(schemaOf(one.propertyNames), schemaOf(other.propertyNames));
    if (one.contains === undefined || other.contains === undefined) return false;
    const [least, most] = [numberIn(other.minContains, 1), numberIn(other.maxContains, Infinity)];
    return (
      isSameSchema(schemaOf(one.contains), schemaOf(other.contains)) &&
      numberIn(one.minContains, 1) >= least &&
      numberIn(one.maxContains, Infinity) <= most
    );
  }

  /** A range of numbers may lie in several ranges together, and a short range of whole numbers can be tried. */
  #coversNumbers(outer: readonly Cell[], whole: Schema, cell: NumberCell): boolean {
    if (cell.whole && cell.max - cell.min < 1024) {
      for (let value = cell.min; value <= cell.max; value++) if (!this.#universe.accepts(whole, value)) return false;
      return true;
    }
    const ranges = outer.flatMap(rangesOf).sort((a, b) => a.min - b.min);
    let rest = cell;
    for (const range of ranges) {
      const reaches = range.min < rest.min || (range.min === rest.min && (!range.above || rest.above));
      if (!reaches || range.max < rest.min || (range.max === rest.min && (range.below || rest.above))) continue;
      const part: NumberCell = {
        ...rest,
        max: Math.min(rest.max, range.max),
        below: range.max < rest.max ? range.below : rest.below,
      };
      if (!this.#within(part, range)) continue;
      if (range.max > rest.max || (range.max === rest.max && (!range.below || rest.below))) return true;
      rest = { ...rest, min: rest.whole ? range.max + 1 : range.max, above: rest.whole ? false : !range.below };
    }
    return false;
  }

  /** Tries an object by cases: with each value of a property, or with and without one. */
  #coversByCases(outer: readonly Cell[], whole: Schema, cell: ObjectCell, left: number): boolean {
    const names = new Set(
      outer.flatMap((each) => (each.type === 'object' ? [...each.required, ...Object.keys(each.properties)] : [])),
    );
    for (const name of names) {
      const cases = this.#cases(cell, name);
      if (cases?.every((each) => this.covers(outer, whole, each, left - 1))) return true;
    }
    return false;
  }

  #cases(cell: ObjectCell, name: string): ObjectCell[] | undefined {
    const schema = propertyOf(cell, name);
    const having = (value: Schema): ObjectCell => ({
      ...cell,
      required: new Set([...cell.required, name]),
      properties: { ...cell.properties, [name]: value },
    });
    const without: ObjectCell = { ...cell, properties: { ...cell.properties, [name]: false } };
    const optional = cell.required.has(name) ? [] : [without];
    const cells = cellsOf(schema, this.#universe);
    const values = cells.flatMap((each) => (each.type === 'values' ? each.values : []));
    const finite = cells.every((each) => each.type === 'values') && values.length <= splits;
    if (finite && values.length > 1) return [...optional, ...values.map((value) => having({ const: value }))];
    return optional.length > 0 ? [...optional, having(schema)] : undefined;
  }

  #withinArrays(a: ArrayCell, b: ArrayCell): boolean {
    if (a.min < b.min || a.max > b.max || (b.unique && !a.unique && a.max > 1)) return false;
    const first = Math.max(a.prefix.length, b.prefix.length);
    for (let index = 0; index < Math.min(first, a.max); index++) {
      if (!this.#subset(itemOf(a, index), itemOf(b, index))) return false;
    }
    return a.max <= first || this.#subset(a.items, b.items);
  }

  #withinObjects(a: ObjectCell, b: ObjectCell): boolean {
    for (const name of b.required) if (!a.required.has(name)) return false;
    if (Math.max(a.min, a.required.size) < b.min || mostProperties(a) > b.max) return false;
    for (const name of new Set([...Object.keys(a.properties), ...Object.keys(b.properties)])) {
      const own = propertyOf(a, name);
      if (!this.#subset(own, propertyOf(b, name))) return false;
    }
    for (const [pattern, schema] of Object.entries(a.patterns)) {
      const named = b.patterns[pattern];
      const other = Object.entries(b.patterns).flatMap(([each, inner]) => (each === pattern ? [] : [inner]));
      const wanted = [...other, named ?? b.additional].reduce(both, true);
      if (!this.#subset(schema, wanted)) return false;
    }
    const fresh = Object.entries(b.patterns).flatMap(([pattern, schema]) => (pattern in a.patterns ? [] : [schema]));
    return this.#subset(a.additional, fresh.reduce(both, b.additional));
  }
}

function numberIn(value: Json | undefined, usual: number): number {
  return typeof value === 'number' ? value : usual;
}

/** A cell as ranges of numbers; a number that is listed is a range by itself. */
function rangesOf(cell: Cell): NumberCell[] {
  if (cell.type === 'number') return [cell];
  if (cell.type !== 'values') return [];
  const numbers = cell.values.filter((value) => typeof value === 'number');
  const open = { type: 'number', whole: false, above: false, below: false, multiples: [], also: [] } as const;
  return numbers.map((value) => ({ ...open, min: value, max: value }));
}

/** How many properties an object can have at most. */
function mostProperties(cell: ObjectCell): number {
  if (cell.additional !== false || Object.keys(cell.patterns).length > 0) return cell.max;
  return Math.min(cell.max, Object.values(cell.properties).filter((schema) => schema !== false).length);
}
