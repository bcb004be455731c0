import type { Run } from '../../check/run.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Invocation } from '../../http/exchange.ts';
import { sampleOf } from '../../http/sample.ts';

/** An operation that takes a body in JSON, with the names of a field of its example. */
export interface Taking {
  readonly operation: Operation;
  readonly field: string;
}

/** The operations that a run can call without a payment, at paths that are the same everywhere, whose calls no limit counts. */
export function callable({ contract, level }: Run): readonly Operation[] {
  const counted = new Set(contract.limits.flatMap(({ operations }) => operations));
  return contract.operations.filter(
    ({ id, auth, template, closed }) =>
      !closed && !counted.has(id) && !template.includes('{') && (auth !== 'key' || level !== 'free'),
  );
}

/** The operation that is sent large bodies: one with a list in its example, if there is any. */
export function takesBody(run: Run): Taking | undefined {
  const fields = callable(run)
    .filter(({ body }) => body?.contentType === 'application/json')
    .flatMap((operation) =>
      Object.entries(fieldsOf(operation.example.body)).map(([field, value]) => ({ operation, field, value })),
    );
  return fields.find(({ value }) => Array.isArray(value)) ?? fields[0];
}

/** The example of an operation with the JSON of one of its fields replaced. */
export function withText({ operation, field }: Taking, json: string): Invocation {
  const { [field]: _, ...others } = fieldsOf(operation.example.body);
  const rest = JSON.stringify(others).slice(1);
  const text = `{${JSON.stringify(field)}:${json}${rest === '}' ? '' : ','}${rest}`;
  return { ...sampleOf(operation), raw: { text, contentType: 'application/json' } };
}
