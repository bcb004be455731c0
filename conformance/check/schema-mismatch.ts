import { append, nil } from '@hyperjump/json-pointer';
import { valueAt } from '../common/json.ts';
import type { JsonSchema } from '../contract/contract.ts';
import { validatorOf } from '../oracle/schema.ts';
import type { RunSettings } from './run.ts';

/** The first error of a response against its schema. */
export interface SchemaMismatch {
  readonly detail: string;
  readonly expected: unknown;
  readonly actual: unknown;
  /** JSON pointer within the value. */
  readonly at: string;
}

/** The first error of a value against a schema. */
export function schemaMismatch(run: RunSettings, schema: JsonSchema, value: unknown): SchemaMismatch | undefined {
  const [error] = validatorOf(run.contract, run.evaluator.catalogs).errors(schema, value ?? null);
  if (!error) return undefined;
  const at = error.path.reduce<string>((parent, part) => append(part, parent), nil);
  const place = at === '' ? 'The value' : at;
  return { detail: `${place}: ${error.message}.`, expected: error.message, actual: valueAt(value, at) ?? null, at };
}

/** The first header that is missing or invalid; each schema validates the text of one header. */
export function headerMismatch(
  run: RunSettings,
  schemas: Readonly<Record<string, JsonSchema>>,
  headers: Readonly<Record<string, string>>,
): Omit<SchemaMismatch, 'at'> | undefined {
  for (const [name, schema] of Object.entries(schemas)) {
    const text = headers[name.toLowerCase()];
    if (text === undefined) {
      return { detail: `The header ${name} is missing.`, expected: `a header ${name}`, actual: null };
    }
    const [error] = validatorOf(run.contract, run.evaluator.catalogs).errors(schema, text, true);
    if (error) return { detail: `The header ${name}: ${error.message}.`, expected: error.message, actual: text };
  }
  return undefined;
}
