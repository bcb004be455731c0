import type { Json, JsonSchema } from '../../model/types.ts';
import { literal } from '../typescript/literal.ts';
import { checked, type Writer } from './writer.ts';

/** zod source of strings that a schema allows. */
export function writeString(schema: JsonSchema, writer: Writer): string {
  const { minLength, maxLength, pattern, format } = schema;
  const regex = typeof pattern === 'string' ? `.regex(${regularExpression(pattern)})` : '';
  return checked(`z.string()${regex}`, [
    ...(minLength === undefined ? [] : [`${writer.check('minCharacters')}(${minLength})`]),
    ...(maxLength === undefined ? [] : [`${writer.check('maxCharacters')}(${maxLength})`]),
    ...(format === undefined ? [] : [`${writer.check('format')}(${literal(format)})`]),
  ]);
}

/** zod source of numbers that a schema allows. `z.int()` stops at what a double holds exactly, so it takes bounds. */
export function writeNumber(type: string, schema: JsonSchema, writer: Writer): string {
  const bounds = Object.entries(methods).flatMap(([keyword, method]) =>
    schema[keyword] === undefined ? [] : [`.${method}(${schema[keyword]})`],
  );
  const whole = type === 'integer';
  const bounded =
    whole && isSafe(schema.minimum ?? schema.exclusiveMinimum) && isSafe(schema.maximum ?? schema.exclusiveMaximum);
  return checked(`${bounded ? 'z.int()' : 'z.number()'}${bounds.join('')}`, [
    ...(whole && !bounded ? [writer.check('integer')] : []),
    ...(schema.multipleOf === undefined ? [] : [`${writer.check('multipleOf')}(${schema.multipleOf})`]),
  ]);
}

/** zod source of a list of values; `undefined` where zod has no word for one of them. */
export function writeValues(values: readonly Json[]): string | undefined {
  const [only] = values;
  if (values.some((value) => typeof value === 'object' && value !== null)) return undefined;
  if (values.length === 1) return `z.literal(${literal(only)})`;
  return values.every((value) => typeof value === 'string')
    ? `z.enum(${literal(values)})`
    : `z.literal(${literal(values)})`;
}

const methods = { minimum: 'min', exclusiveMinimum: 'gt', maximum: 'max', exclusiveMaximum: 'lt' };

function isSafe(bound: Json | undefined): boolean {
  return typeof bound === 'number' && Math.abs(bound) <= Number.MAX_SAFE_INTEGER;
}

/** A pattern as a literal that means the same. */
function regularExpression(pattern: string): string {
  return String(new RegExp(pattern, 'u'));
}
