import type { JsonSchema } from '../../model/types.ts';
import { once } from '../../once.ts';

/** A component of an OpenAPI document that something refers to. */
export interface ComponentReference {
  readonly kind: string;
  readonly name: string;
}

/** A value as JSON. */
export const textOf = once((value: JsonSchema) => JSON.stringify(value));

/** The components that a value refers to, directly. */
export const referencesIn = once((value: JsonSchema): readonly ComponentReference[] =>
  [...textOf(value).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind = '', name = '']) => ({ kind, name })),
);

/** A value as JSON with other references to components. */
export function rewritten(value: JsonSchema, refer: (kind: string, name: string) => string): string {
  return textOf(value).replaceAll(
    /"\$ref":"#\/components\/(\w+)\/([^"]+)"/g,
    (_, kind: string, name: string) => `"$ref":"${refer(kind, name)}"`,
  );
}
