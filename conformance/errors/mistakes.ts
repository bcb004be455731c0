import { formatOf, isForm } from '@tollwright/runtime/values/body-format';
import type { Run } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import type { JsonSchema, Operation } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { sampleOf } from '../http/sample.ts';

/** Requests with the usual mistakes, and the operation's example, whose resource may not exist. */
export function mistakesOf(run: Run, operation: Operation): readonly Invocation[] {
  const sample = sampleOf(operation);
  const violations = operation.conditions.flatMap(({ violation }) =>
    violation === undefined ? [] : [sampleOf(operation, violation)],
  );
  const unknown = catalogFields(run, operation.body?.schema).map((name) =>
    sampleOf(operation, { body: { [name]: `nothing/unknown-${run.seed}` } }),
  );
  const { contentType = '' } = operation.body ?? {};
  const isJson = formatOf(contentType) === 'json';
  const unreadable = isJson ? [{ ...sample, raw: { text: '{"', contentType } }] : [];
  // A text has no fields.
  const empty = isJson || isForm(formatOf(contentType)) ? [{ ...sample, body: {} }] : [];
  const invalid: readonly Invocation[] = operation.body ? [...unreadable, ...empty, ...unknown] : [];
  return [...invalid, ...violations, sample];
}

/** Fields of a body whose value must be in a catalog. */
function catalogFields(run: Run, schema: JsonSchema | undefined): readonly string[] {
  const name = String(schema?.$ref ?? '').replace('#/schemas/', '');
  const { properties } = run.contract.schemas[name] ?? schema ?? {};
  return Object.entries(fieldsOf(properties)).flatMap(([field, property]) =>
    'catalog' in fieldsOf(property) ? [field] : [],
  );
}
