import type { Run } from '../check/check.ts';
import type { Invocation } from '../check/exchange.ts';
import type { JsonSchema, Operation } from '../contract/contract.ts';
import { fieldsOf } from '../json/json.ts';
import { sampleOf } from '../requests/sample.ts';

/** Requests that callers get wrong in the usual ways, and the operation's example, which may name nothing that exists. */
export function mistakesOf(run: Run, operation: Operation): readonly Invocation[] {
  const sample = sampleOf(operation);
  const violations = operation.conditions.flatMap(({ violation }) =>
    violation === undefined ? [] : [sampleOf(operation, violation)],
  );
  const unknown = catalogFields(run, operation.body?.schema).map((name) =>
    sampleOf(operation, { body: { [name]: `nothing/unknown-${run.seed}` } }),
  );
  const broken: readonly Invocation[] = operation.body
    ? [{ ...sample, raw: { text: '{"', contentType: operation.body.contentType } }, { ...sample, body: {} }, ...unknown]
    : [];
  return [...broken, ...violations, sample];
}

/** Fields of a body whose value has to be in a catalog. */
function catalogFields(run: Run, schema: JsonSchema | undefined): readonly string[] {
  const name = String(schema?.$ref ?? '').replace('#/schemas/', '');
  const { properties } = run.contract.schemas[name] ?? schema ?? {};
  return Object.entries(fieldsOf(properties)).flatMap(([field, property]) =>
    'catalog' in fieldsOf(property) ? [field] : [],
  );
}
