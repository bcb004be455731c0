import type { Json } from '../../../model/types.ts';
import { type Cell, type NumberCell, type ObjectCell, type OpenCell, settled, typedCells } from './cells.ts';
import type { Schema } from './dialect.ts';

/** Cells of everything, for the types that a schema does not speak of. */
const everything: readonly Cell[] = typedCells({});

/** The values that a schema does not accept, as a union of cells. Cells that cannot be computed exclude the schema itself. */
export function complementOf(schema: Schema, of: (inner: Schema) => readonly Cell[]): readonly Cell[] {
  if (typeof schema === 'boolean') return schema ? [] : everything;
  const cells = of(schema);
  return everything.flatMap((all): Cell[] => {
    if (all.type === 'values') {
      const taken = cells.flatMap((cell) => (cell.type === 'values' ? cell.values : []));
      return [{ ...all, values: all.values.filter((value) => !taken.includes(value)) }];
    }
    const listed = cells.some(
      (cell) => cell.type === 'values' && cell.values.some((value) => typeOf(value) === all.type),
    );
    const own = cells.filter((cell): cell is OpenCell => cell.type === all.type);
    if (own.length === 0 && !listed) return [all];
    const [only] = own;
    const outside = own.length === 1 && only && !listed && only.also.length === 0 ? outsideOf(only) : undefined;
    return outside ?? [{ ...all, also: [{ not: schema }] }];
  });
}

/** The type of cells in which a value can be. */
export function typeOf(value: Json): Cell['type'] {
  if (value === null || typeof value === 'boolean') return 'values';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'string') return 'string';
  return Array.isArray(value) ? 'array' : 'object';
}

function outsideOf(cell: OpenCell): Cell[] | undefined {
  if (cell.type === 'number') return outsideNumbers(cell);
  if (cell.type === 'string' && cell.patterns.length === 0 && cell.formats.length === 0) return outsideLengths(cell);
  if (cell.type === 'array' && cell.items === true && cell.prefix.length === 0 && !cell.unique)
    return outsideLengths(cell);
  return cell.type === 'object' ? outsideObjects(cell) : undefined;
}

function outsideNumbers(cell: NumberCell): Cell[] | undefined {
  if (cell.multiples.length > 0 || cell.whole) return undefined;
  const all: NumberCell = { ...cell, min: -Infinity, max: Infinity, above: false, below: false };
  return [
    ...(cell.min > -Infinity ? [settled({ ...all, max: cell.min, below: !cell.above })] : []),
    ...(cell.max < Infinity ? [settled({ ...all, min: cell.max, above: !cell.below })] : []),
  ];
}

function outsideLengths<C extends OpenCell>(cell: C): Cell[] {
  const shorter = { ...cell, min: 0, max: cell.min - 1 };
  const longer = { ...cell, min: cell.max + 1, max: Infinity };
  return [...(cell.min > 0 ? [shorter] : []), ...(cell.max < Infinity ? [longer] : [])];
}

/** Objects without a required property, or with a property that has another value. */
function outsideObjects(cell: ObjectCell): Cell[] | undefined {
  if (Object.keys(cell.patterns).length > 0 || cell.additional !== true || cell.min > 0 || cell.max < Infinity)
    return undefined;
  const any: ObjectCell = { ...cell, required: new Set(), properties: {} };
  const without = [...cell.required].map((name): Cell => ({ ...any, properties: { [name]: false } }));
  const other = Object.entries(cell.properties).map(([name, schema]): Cell => ({
    ...any,
    required: new Set([name]),
    properties: { [name]: { not: schema } },
  }));
  return [...without, ...other];
}
