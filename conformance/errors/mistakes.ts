import { isDeepStrictEqual } from 'node:util';
import { formatOf, isForm } from '@tollwright/runtime/values/body-format';
import type { Run } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import { spread } from '../common/spread.ts';
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

/** Requests of one operation that were refused for a text and are sent again. */
const maxTexts = 8;

/**
 * Requests that this run has seen refused for the number or the text in one field: the farthest number above and below
 * that of the example, and one text.
 */
export function refusedBefore(run: Run, operation: Operation): readonly Invocation[] {
  const example = sampleOf(operation);
  const refused = new Map<string, { readonly call: Invocation; readonly distance: number }>();
  for (const { operation: id, invocation, exchange } of run.exchanges) {
    if (id !== operation.id || invocation.raw || ![400, 422].includes(exchange.received.status)) continue;
    const { headers: _, ...call } = invocation;
    const [difference, ...others] = differences(call, example);
    if (!difference || others.length > 0) continue;
    const { field, value, usual = 0 } = difference;
    if (typeof value !== 'number' && typeof value !== 'string') continue;
    const distance = typeof value === 'number' ? value - Number(usual) : 0;
    const name = `${field} ${typeof value} ${Math.sign(distance)}`;
    if (Math.abs(distance) >= Math.abs(refused.get(name)?.distance ?? 0)) refused.set(name, { call, distance });
  }
  const { numbers = [], texts = [] } = Object.groupBy(refused.values(), ({ distance }) =>
    distance === 0 ? 'texts' : 'numbers',
  );
  return [...numbers, ...spread(texts, maxTexts)].map(({ call }) => call);
}

/** A field of a request whose value is not that of another request. */
interface Difference {
  readonly field: string;
  readonly value: unknown;
  readonly usual: unknown;
}

function differences(call: Invocation, other: Invocation): readonly Difference[] {
  return (['body', 'query'] as const).flatMap((part) => {
    const [own, usual] = [fieldsOf(call[part]), fieldsOf(other[part])];
    return [...new Set([...Object.keys(own), ...Object.keys(usual)])]
      .filter((name) => !isDeepStrictEqual(own[name], usual[name]))
      .map((name) => ({ field: `${part}.${name}`, value: own[name], usual: usual[name] }));
  });
}

/** Fields of a body whose value must be in a catalog. */
function catalogFields(run: Run, schema: JsonSchema | undefined): readonly string[] {
  const name = String(schema?.$ref ?? '').replace('#/schemas/', '');
  const { properties } = run.contract.schemas[name] ?? schema ?? {};
  return Object.entries(fieldsOf(properties)).flatMap(([field, property]) =>
    'catalog' in fieldsOf(property) ? [field] : [],
  );
}
