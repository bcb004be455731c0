/** Calls found by search and at random, where the domain of a price is too large to enumerate. */

import fc from 'fast-check';
import type { Invocation } from '../http/exchange.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { type Axis, domainOf, type OperationContext } from './domain.ts';
import { writeField } from './fields.ts';
import type { KindOf } from './kinds.ts';

/** Random calls that are drawn, those kept of one kind, and those kept whatever their kind. */
const sizes = { drawn: 400, kind: 2, random: 10 };

/** Calls on both sides of each point where the formula changes its branch as one field grows. */
export function turningPoints(
  field: FieldPath,
  base: Invocation,
  context: OperationContext,
  kindOf: KindOf,
): readonly Invocation[] {
  const { axis } = domainOf(field, base, context);
  if (!axis) return [];
  const callAt = (position: number) => writeField(base, field, axis.valueAt(position));
  const kindAt = (position: number) => kindOf(callAt(position));
  return axis.positions.slice(1).flatMap((above, index) => {
    let [low, high] = [axis.positions[index] ?? above, above];
    if (kindAt(low) === kindAt(high)) return [];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (kindAt(middle) === kindAt(low)) low = middle;
      else high = middle;
    }
    return [low - 1, low, high, high + 1].filter((each) => isWithin(each, axis)).map(callAt);
  });
}

function isWithin(position: number, { positions }: Axis): boolean {
  return position >= (positions[0] ?? 0) && position <= (positions.at(-1) ?? 0);
}

/** Random calls: a few of each kind, however rare, then some of any kind. */
export function drawn(from: {
  readonly starts: readonly Invocation[];
  readonly open: readonly FieldPath[];
  readonly context: OperationContext;
  readonly seed: number;
  readonly kindOf: KindOf;
}): readonly Invocation[] {
  const { starts, open, context, seed, kindOf } = from;
  const changes = open.flatMap((field) => {
    const { axis } = domainOf(field, context.requests.base, context);
    const [min, max] = [axis?.positions[0], axis?.positions.at(-1)];
    if (!axis || min === undefined || max === undefined) return [];
    const positions = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
    return [positions.map((position) => (call: Invocation) => writeField(call, field, axis.valueAt(position)))];
  });
  const calls = fc
    .tuple(fc.constantFrom(...starts), fc.tuple(...changes))
    .map(([start, steps]) => steps.reduce((call, step) => step(call), start));
  const sample = fc.sample(calls, { seed, numRuns: sizes.drawn });
  const counts = new Map<string, number>();
  const varied = sample.filter((call) => {
    const kind = kindOf(call) ?? '';
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= sizes.kind;
  });
  return [...varied, ...sample.slice(0, sizes.random)];
}

/** The items in an order that the seed determines. */
export function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  return fc.sample(fc.shuffledSubarray([...items], { minLength: items.length }), { seed, numRuns: 1 })[0] ?? items;
}
