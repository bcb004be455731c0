import type { Json, JsonSchema } from '../../model/types.ts';
import { type Code, code } from '../../output/code.ts';
import { literal } from '../typescript/literal.ts';
import { check, checked, checkWhere, z } from './writer.ts';

/** zod source of strings that a schema allows. */
export function writeString(schema: JsonSchema): Code {
  const { minLength, maxLength, pattern, format } = schema;
  const regex = typeof pattern === 'string' ? `.regex(${regularExpression(pattern)})` : '';
  return checked(code`${z}.string()${regex}`, [
    ...checkWhere(minLength, 'minCharacters'),
    ...checkWhere(maxLength, 'maxCharacters'),
    ...checkWhere(format, 'format'),
  ]);
}

/** zod source of numbers that a schema allows. `z.int()` stops at the integers that a double represents exactly, so it needs bounds. */
export function writeNumber(type: string, schema: JsonSchema): Code {
  const bounds = Object.entries(methods).flatMap(([keyword, method]) =>
    schema[keyword] === undefined ? [] : [`.${method}(${schema[keyword]})`],
  );
  const whole = type === 'integer';
  const bounded =
    whole && isSafe(schema.minimum ?? schema.exclusiveMinimum) && isSafe(schema.maximum ?? schema.exclusiveMaximum);
  return checked(code`${z}.${bounded ? 'int' : 'number'}()${bounds.join('')}`, [
    ...(whole && !bounded ? [check('integer')] : []),
    ...checkWhere(schema.multipleOf, 'multipleOf'),
  ]);
}

/** zod source of a list of values; `undefined` where zod cannot express one of them. */
export function writeValues(values: readonly Json[]): Code | undefined {
  const [only] = values;
  if (values.some((value) => typeof value === 'object' && value !== null)) return undefined;
  if (values.length === 1) return code`${z}.literal(${literal(only)})`;
  const method = values.every((value) => typeof value === 'string') ? 'enum' : 'literal';
  return code`${z}.${method}(${literal(values)})`;
}

const methods = { minimum: 'min', exclusiveMinimum: 'gt', maximum: 'max', exclusiveMaximum: 'lt' };

function isSafe(bound: Json | undefined): boolean {
  return typeof bound === 'number' && Math.abs(bound) <= Number.MAX_SAFE_INTEGER;
}

/** A pattern as a literal that means the same. */
function regularExpression(pattern: string): string {
  return String(new RegExp(pattern, 'u'));
}
