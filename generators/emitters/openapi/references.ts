import type { JsonSchema } from '../../model/types.ts';
import { once } from '../../once.ts';

/** A component of an OpenAPI document that something refers to. */
export interface ComponentReference {
  readonly kind: string;
  readonly name: string;
}

/** The component that the text of a reference names. */
export function referenceIn(text: string): ComponentReference | undefined {
  const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec(text) ?? [];
  return kind !== undefined && name !== undefined ? { kind, name } : undefined;
}

/** A value as JSON. */
export const textOf = once((value: JsonSchema) => JSON.stringify(value));

/** The components that a value refers to, directly. */
export const referencesIn = once((value: JsonSchema): readonly ComponentReference[] =>
  [...textOf(value).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind = '', name = '']) => ({ kind, name })),
);
