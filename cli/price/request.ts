import { suggest } from '#conformance/common/usage-error.ts';
import { readContract } from '#conformance/contract/contract.ts';
import { createShapes, propertiesOf } from '#conformance/oracle/shapes.ts';
import { UsageError } from '../failure.ts';
import type { loadHosts } from '../hosts.ts';

type Route = Awaited<ReturnType<typeof loadHosts>>[string]['routes'][number];

/** Fields of a request by name. */
type Fields = Readonly<Record<string, unknown>>;

/** A field of the request that is priced, and who has chosen its value. */
export interface PricedField {
  readonly name: string;
  readonly value: unknown;
  readonly from: 'caller' | 'example' | 'default';
}

/** The request that is priced: the caller's fields, those of the example that are missing, then defaults. */
export async function requestOf(route: Route, contract: string, given: Fields) {
  const example = await exampleOf(contract, route.operation.id, given);
  const input = validated(route, { ...example, ...given });
  const fields = Object.values(input)
    .flatMap((part) => Object.entries(Object(part)))
    .map(([name, value]): PricedField => {
      const from = Object.hasOwn(given, name) ? 'caller' : Object.hasOwn(example, name) ? 'example' : 'default';
      return { name, value, from };
    });
  return { input, fields };
}

/** The fields of the example, so that only the relevant ones must be typed; refuses given ones that do not exist. */
async function exampleOf(contract: string, operation: string, given: Fields): Promise<Fields> {
  const { operations, schemas } = await readContract(contract);
  const { example, body, query, params } = operations.find(({ id }) => id === operation) ?? {};
  const shapes = createShapes({ schemas });
  const known = [body?.schema, query, params].flatMap((schema) =>
    schema === undefined ? [] : shapes(schema).flatMap((shape) => Object.keys(propertiesOf(shape))),
  );
  const unknown = Object.keys(given).find((name) => known.length > 0 && !known.includes(name));
  if (unknown !== undefined) {
    const names = [...new Set(known)];
    throw new UsageError(
      `${operation} has no field "${unknown}".${suggest(unknown, names)} Its fields: ${names.join(', ')}.`,
    );
  }
  return { ...Object(example?.params), ...Object(example?.query), ...Object(example?.body) };
}

/** Splits the fields into path parameters and the query or the body, and validates them; reports every issue at once. */
function validated(route: Route, fields: Fields) {
  const names = new Set([...route.path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name));
  const params = Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)));
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
  const { operation } = route;
  const [request, query] = operation.method === 'GET' ? [{}, rest] : [rest, {}];
  const checked = {
    request: operation.body?.(request) ?? { ok: true as const, value: request },
    query: operation.query?.(query) ?? { ok: true as const, value: query },
    params: operation.params?.(params) ?? { ok: true as const, value: params },
  };
  const issues = Object.values(checked).flatMap((each) => (each.ok ? [] : each.issues));
  if (issues.length > 0) {
    const list = issues.map(({ path, message }) => `\n  ${path.join('.')}: ${message}`).join('');
    throw new UsageError(`The request is not valid:${list}`);
  }
  const input = Object.fromEntries(
    Object.entries(checked).map(([part, each]) => [part, each.ok ? each.value : undefined]),
  );
  const violated = route.conditions.filter((condition) => !condition.holds(input as never));
  if (violated.length > 0) throw new UsageError(violated.map(({ message }) => message).join('\n'));
  return input;
}
