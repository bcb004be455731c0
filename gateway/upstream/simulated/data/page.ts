import type { About, Shape } from './shape.ts';
import { record } from './shape.ts';

/** One page of a list. */
export interface Page {
  readonly data: readonly unknown[];
  /** Absent on the last page. */
  readonly pagination_key?: string;
}

/** The requested size and start of a page. */
export interface PageRequest {
  readonly limit?: unknown;
  readonly pagination_key?: unknown;
}

const defaultLimit = 20;

/** A page of a list; its key is the place where the next page begins. */
export function pageOf(items: readonly unknown[], { limit, pagination_key: from }: PageRequest): Page {
  const start = typeof from === 'string' && /^\d+$/.test(from) ? Number(from) : 0;
  const length = sizeOf(limit);
  const next = start + length;
  return {
    data: items.slice(start, next),
    ...(next < items.length && { pagination_key: String(next) }),
  };
}

/** Makes up the records of a list. */
export function records(
  shape: Shape,
  seed: unknown,
  length: number,
  now: number,
): readonly Readonly<Record<string, unknown>>[] {
  const about = (index: number): About => ({ key: String(index), index, now });
  return Array.from({ length }, (_, index) => record(shape, seed, about(index)));
}

/** The number of items on a page; a number in a query may be text. */
function sizeOf(limit: unknown): number {
  const wanted = Number(limit ?? defaultLimit);
  return Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, 1000) : defaultLimit;
}
