import { append, nil } from '@hyperjump/json-pointer';
import type { Run } from '../check/check.ts';
import type { JsonSchema } from '../contract/contract.ts';
import { valueAt } from '../json/json.ts';
import { validatorOf } from './schema.ts';

/** What in an answer breaks a schema. */
export interface SchemaMismatch {
  readonly detail: string;
  readonly expected: unknown;
  readonly actual: unknown;
  /** JSON pointer within the value. */
  readonly at: string;
}

/** The first rule of a schema that a value breaks. */
export function schemaMismatch(run: Run, schema: JsonSchema, value: unknown): SchemaMismatch | undefined {
  const [fault] = validatorOf(run.contract, run.evaluator.catalogs).errors(schema, value ?? null);
  if (!fault) return undefined;
  const at = fault.path.reduce<string>((parent, part) => append(part, parent), nil);
  const place = at === '' ? 'The value' : at;
  return { detail: `${place}: ${fault.message}.`, expected: fault.message, actual: valueAt(value, at) ?? null, at };
}

/** The first header that is missing or breaks its schema; each schema judges the text of one header. */
export function headerMismatch(
  run: Run,
  schemas: Readonly<Record<string, JsonSchema>>,
  headers: Readonly<Record<string, string>>,
): Omit<SchemaMismatch, 'at'> | undefined {
  for (const [name, schema] of Object.entries(schemas)) {
    const text = headers[name.toLowerCase()];
    if (text === undefined) {
      return { detail: `The header ${name} is missing.`, expected: `a header ${name}`, actual: null };
    }
    const [fault] = validatorOf(run.contract, run.evaluator.catalogs).errors(schema, text, true);
    if (fault) return { detail: `The header ${name}: ${fault.message}.`, expected: fault.message, actual: text };
  }
  return undefined;
}
