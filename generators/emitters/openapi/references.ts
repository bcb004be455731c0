import type { JsonSchema } from '../../model/types.ts';

/** A component of an OpenAPI document that something refers to. */
export interface ComponentReference {
  readonly kind: string;
  readonly name: string;
}

/** The components that a value, given as JSON, refers to directly. */
export function referencesIn(text: string): readonly ComponentReference[] {
  return [...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind = '', name = '']) => ({ kind, name }));
}

/** A value as JSON with other references to components. */
export function rewritten(value: JsonSchema, refer: (kind: string, name: string) => string): string {
  return JSON.stringify(value).replaceAll(
    /"\$ref":"#\/components\/(\w+)\/([^"]+)"/g,
    (_, kind: string, name: string) => `"$ref":"${refer(kind, name)}"`,
  );
}
