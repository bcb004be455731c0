/** Calls at the edges of a side: where numbers, and lengths of texts and lists, begin to be on it and end. */

import type { Invocation } from '../http/exchange.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { domainOf, type OperationContext } from './domain.ts';
import { readField } from './fields.ts';

/** The fields whose values have an order: numbers, and texts and lists by their length. */
export function axesAmong(fields: readonly FieldPath[], context: OperationContext): readonly FieldPath[] {
  return fields.filter((field) => {
    const { axis, values } = domainOf(field, context.requests.base, context);
    return axis !== undefined || values.every((value) => typeof value === 'number' || value === undefined);
  });
}

/**
 * The calls of a side that are next to a call of the other side, or at an end, as one of the axes goes up, and those in the
 * middle between two of them.
 *
 * Other calls show what these show: a target that draws a bound elsewhere moves an edge.
 */
export function landmarksOf(
  side: readonly Invocation[],
  other: readonly Invocation[],
  { fields, axes }: { readonly fields: readonly FieldPath[]; readonly axes: readonly FieldPath[] },
): readonly Invocation[] {
  const isOfSide = new Set(side);
  return axes.reduce((left, axis) => {
    const rest = fields.filter((field) => field !== axis);
    const restOf = (call: Invocation) => JSON.stringify(rest.map((field) => readField(call, field) ?? null));
    const edges = [...Map.groupBy([...side, ...other], restOf).values()].flatMap((row) => {
      const sorted = row.toSorted((one, two) => positionOf(one, axis) - positionOf(two, axis));
      const isEdge = sorted.map((_, index) =>
        [sorted[index - 1], sorted[index + 1]].some((next) => next === undefined || !isOfSide.has(next)),
      );
      return sorted.filter((_, index) => isEdge[index] || isMiddle(index, isEdge));
    });
    const kept = new Set(edges);
    return left.filter((call) => kept.has(call));
  }, side);
}

/** True in the middle between two edges: numbers between those that are offered are refused, too. */
function isMiddle(index: number, isEdge: readonly boolean[]): boolean {
  const before = isEdge.lastIndexOf(true, index);
  const after = isEdge.indexOf(true, index);
  return before >= 0 && after >= 0 && index === Math.floor((before + after) / 2);
}

/** Where a call is on an axis; a call without the field comes first. */
function positionOf(call: Invocation, axis: FieldPath): number {
  const value = readField(call, axis);
  if (typeof value === 'number') return value;
  return typeof value === 'string' || Array.isArray(value) ? value.length : -1;
}
