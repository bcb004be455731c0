import type { Json, JsonSchema } from '../../model/types.ts';
import { type Code, code, join, symbol } from '../../output/code.ts';
import { literal } from '../typescript/literal.ts';

/** Writes zod source of a schema; `types` are those that its place already ensures. */
export type Write = (schema: JsonSchema, writer: Writer, types?: readonly string[]) => Code;

/** Where zod source is written. */
export interface Writer {
  /** The name of another schema; read lazily where that is declared later. */
  reference(name: string): Code;
  /** The default of a property, its own or that of the schema it refers to. */
  fallback(schema: JsonSchema): Json | undefined;
}

/** The builders of zod. */
export const z = symbol('z', 'zod');

/** One of the runtime's checks for keywords that zod lacks; one that takes arguments is called with them. */
export function check(name: string, ...args: readonly Code[]): Code {
  const found = symbol(name, '@tollwright/runtime/validation/zod-checks');
  return args.length > 0 ? code`${found}(${join(args, ', ')})` : found;
}

/** The check for a keyword, where a schema has it. */
export function checkWhere(keyword: Json | undefined, name: string): Code[] {
  return keyword === undefined ? [] : [check(name, literal(keyword))];
}

/** A schema with checks after it. */
export function checked(source: Code, checks: readonly Code[]): Code {
  return checks.length > 0 ? code`${source}.check(${join(checks, ', ')})` : source;
}
