import type { Json, JsonSchema } from '../../model/types.ts';

/** Writes zod source of a schema; `types` are those that its place already ensures. */
export type Write = (schema: JsonSchema, writer: Writer, types?: readonly string[]) => string;

/** Where zod source is written. */
export interface Writer {
  /** Imports a check of the runtime library and returns its name. */
  check(name: string): string;
  /** The source that names another schema. */
  reference(name: string): string;
  /** The default of a property, its own or that of the schema it refers to. */
  fallback(schema: JsonSchema): Json | undefined;
}

/** A schema with checks after it. */
export function checked(source: string, checks: readonly string[]): string {
  return checks.length > 0 ? `${source}.check(${checks.join(', ')})` : source;
}
