import type { Provenance, Status } from './types.ts';

/** The provenance that an entry writes, ready for the model. */
export function provenanceOf(source: {
  readonly from?: string | readonly string[] | undefined;
  readonly status?: Status | undefined;
}): Provenance {
  return { from: listOf(source.from), status: source.status ?? 'stated' };
}

/** A single value or a list of them as a list. */
export function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

/** The statements of several provenances, each once, in order. */
export function union(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}

/** True for a map by keyword; false for a value that holds for a whole schema. */
export function isMap<T>(
  value: T | readonly string[] | string | undefined,
): value is Exclude<T, readonly string[] | string | undefined> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
