import type { Spec } from './spec.ts';
import type { Document } from './types.ts';

/** The documents of a specification: those that the service lists, and those of statements that it extends. */
export function documentsOf(spec: Pick<Spec, 'service' | 'all'>): readonly Document[] {
  const titles = new Map(Object.entries(spec.service?.value.documents ?? {}));
  for (const { value } of spec.all('statement').values())
    if (value.title !== undefined && !titles.has(value.document)) titles.set(value.document, value.title);
  return [...titles].map(([id, title]) => ({ id, title }));
}
