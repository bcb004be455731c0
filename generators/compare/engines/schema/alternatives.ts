import { isObject } from '../../../json-schema/walk.ts';
import type { JsonSchema } from '../../../model/types.ts';
import { areApart, branchesOf } from '../../fields/branches.ts';
import { type Cell, type OpenCell, typedCells } from './cells.ts';
import { complementOf } from './complement.ts';
import { type Schema, schemaOf, schemasOf } from './dialect.ts';
import { meet, meetAll } from './meet.ts';
import { Undecided, type Universe } from './universe.ts';

/** More alternatives than these are not worked out. */
const most = 256;

/** Schemas within schemas further down than this are not opened. */
const deepest = 12;

/** A schema with more alternatives than are worked out, or one that never ends. */
export class TooManyAlternatives extends Undecided {
  override readonly name = 'TooManyAlternatives';
}

/** Everything that a schema accepts, as a union of cells. */
export function cellsOf(schema: Schema, universe: Universe, depth = 0): readonly Cell[] {
  if (schema === false) return [];
  const read = schema === true ? {} : schema;
  const known = universe.cells.get(read);
  if (known) return known;
  universe.step();
  if (depth > deepest) throw new TooManyAlternatives('a schema refers to itself without an end');
  const cells = openCells(read, universe, depth).filter((cell) => !isEmpty(cell, universe, depth));
  if (cells.length > most) throw new TooManyAlternatives('a schema has too many alternatives');
  universe.cells.set(read, cells);
  return cells;
}

function openCells(schema: Exclude<Schema, boolean>, universe: Universe, depth: number): readonly Cell[] {
  const listed = Array.isArray(schema.enum) ? schema.enum : schema.const === undefined ? undefined : [schema.const];
  if (listed) return [{ type: 'values', values: listed.filter((value) => universe.accepts(schema, value)) }];

  const of = (inner: Schema): readonly Cell[] => cellsOf(inner, universe, depth + 1);
  let cells: readonly Cell[] = typedCells(schema);
  const narrow = (more: readonly Cell[]): void => {
    cells = meetAll(cells, more, universe);
    if (cells.length > most * 4) throw new TooManyAlternatives('a schema has too many alternatives');
  };
  if (typeof schema.$ref === 'string') narrow(of(universe.resolve(schema.$ref)));
  for (const part of schemasOf(schema.allOf)) narrow(of(part));
  if (Array.isArray(schema.anyOf)) narrow(schemasOf(schema.anyOf).flatMap(of));
  if (Array.isArray(schema.oneOf)) narrow(exactlyOne(schemasOf(schema.oneOf), universe, of));
  if (schema.not !== undefined) narrow(complementOf(schemaOf(schema.not), of));
  if (schema.if !== undefined) {
    const [test, yes, no] = [schemaOf(schema.if), schemaOf(schema.then), schemaOf(schema.else)];
    narrow([...meetAll(of(test), of(yes), universe), ...meetAll(complementOf(test, of), of(no), universe)]);
  }
  if (schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined) {
    // What counts as evaluated depends on the whole schema, so that it restricts as a whole.
    cells = cells.map((cell) => (cell.type === 'values' ? cell : { ...cell, also: [...cell.also, schema] }));
  }
  return cells;
}

/** The alternatives of `oneOf`: each without what another one accepts too. */
function exactlyOne(parts: readonly Schema[], universe: Universe, of: (part: Schema) => readonly Cell[]): Cell[] {
  // Those that a tag or their types tell apart need not be compared one with another.
  const resolve = (schema: JsonSchema): JsonSchema => universe.resolved(schema);
  if (areApart(branchesOf(parts.filter(isObject), resolve), resolve)) return parts.flatMap(of);
  return parts.flatMap((part, index) => {
    const rivals = parts.filter((rival, other) => other !== index && !disjoint(of(part), of(rival), universe));
    const without = rivals.map((rival): Schema => ({ not: rival }));
    return of(part).flatMap((cell): Cell[] => {
      if (without.length === 0) return [cell];
      if (cell.type !== 'values') return [{ ...cell, also: [...cell.also, ...without] }];
      return [
        { ...cell, values: cell.values.filter((value) => !rivals.some((rival) => universe.accepts(rival, value))) },
      ];
    });
  });
}

/** Tells whether no value is in both of two unions. */
export function disjoint(a: readonly Cell[], b: readonly Cell[], universe: Universe): boolean {
  return a.every((one) =>
    b.every((other) => {
      universe.step();
      return meet(one, other, universe).every((cell) => isEmpty(cell, universe, 0));
    }),
  );
}

/** Tells whether a cell is known to hold no value. */
export function isEmpty(cell: Cell, universe: Universe, depth: number): boolean {
  if (cell.type === 'values') return cell.values.length === 0;
  if (cell.also.includes(false)) return true;
  if (cell.min > cell.max || (cell.type === 'number' && cell.min === cell.max && (cell.above || cell.below)))
    return true;
  return cell.type === 'object' && isClosedOut(cell, universe, depth);
}

/** Tells whether an object must have a property that can have no value. */
function isClosedOut(cell: OpenCell & { type: 'object' }, universe: Universe, depth: number): boolean {
  if (cell.required.size > cell.max || depth > 4) return cell.required.size > cell.max;
  for (const name of cell.required) {
    const schema = Object.hasOwn(cell.properties, name) ? cell.properties[name] : cell.additional;
    if (schema === false) return true;
    // References are followed where they are compared; here they might lead back.
    if (schema === undefined || !isObject(schema) || JSON.stringify(schema).includes('"$ref"')) continue;
    if (cellsOf(schema, universe, depth + 1).length === 0) return true;
  }
  return false;
}
