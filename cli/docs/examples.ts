import { formOf, urlencoded } from '@tollwright/runtime/client/form';
import { urlOf } from '@tollwright/runtime/client/request';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import type { Route } from '@tollwright/runtime/operation/operation';
import { curlOf } from '#conformance/report/curl.ts';
import { Secrets } from '#conformance/report/secrets.ts';
import type { CallExamples } from '#generators/docs/operations.ts';
import { type DocumentedOperation, servedOperations } from '#generators/docs/served.ts';
import { argumentsOf } from '#generators/emitters/client.ts';
import { paymentAmounts } from '#generators/emitters/openapi/payment-info.ts';
import { literal } from '#generators/emitters/typescript/literal.ts';
import { camelCase } from '#generators/emitters/typescript/names.ts';
import type { Model, Operation } from '#generators/model/types.ts';
import { format } from '#generators/output/format.ts';

/** The origin that stands for that of a deployment. */
const origin = 'http://url';

type Hosts = Readonly<Record<string, HostDefinition>>;

/** How each operation is called from a shell and by the generated client, with the example of the specification. */
export async function examplesOf(model: Model, hosts: Hosts): Promise<ReadonlyMap<string, CallExamples>> {
  const calls = [...servedOperations(model)].flatMap(([id, [first]]) => {
    const route = hosts[first?.view.host.id ?? '']?.routes.find(({ operation }) => operation.id === id);
    return first && route && first.operation.closed === undefined ? [{ id, first, route }] : [];
  });
  const modules = await format(calls.map(({ id, first }) => ({ path: `${id}.ts`, text: moduleOf(model, first) })));
  return new Map(
    calls.map(({ id, first, route }, index) => [
      id,
      { curl: curlFor(first.operation, route), client: modules[index]?.text ?? '' },
    ]),
  );
}

function curlFor({ method, auth, body, example }: Operation, route: Route): string {
  const url = urlOf(route, { query: Object(example.query), params: Object(example.params) }, origin);
  const line = curlOf(
    { method, path: url.pathname + url.search, ...bodyOf(body, example.body, headersOf(example.headers)) },
    origin,
    new Secrets(),
  ).replace(`'${origin}`, `"$GATEWAY_URL"'`);
  return auth === 'key' ? `${line} -H "authorization: Bearer $API_KEY"` : line;
}

/** A body in the usual format of its operation, with its content type. */
function bodyOf(body: Operation['body'], example: unknown, headers: Readonly<Record<string, string>>) {
  if (!body) return { headers };
  const type = body.contentType;
  if (type === 'multipart/form-data') return { headers, form: formOf(Object(example)) };
  const text =
    type === 'application/x-www-form-urlencoded'
      ? urlencoded(formOf(Object(example)))
      : typeof example === 'string' && !isJson(type)
        ? example
        : JSON.stringify(example);
  return { headers: { ...headers, 'content-type': type }, body: text };
}

function isJson(type: string): boolean {
  return /^application\/([\w.-]+\+)?json$/.test(type);
}

function headersOf(given: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(Object(given)).map(([name, value]) => [name, String(value)]));
}

function isEmpty(value: unknown): boolean {
  return Object.keys(Object(value)).length === 0;
}

/** A module that makes the call with the generated client. */
function moduleOf(model: Model, { view, operation }: DocumentedOperation): string {
  const { id, auth, example } = operation;
  const isPaid = auth === 'payment' || auth === 'wallet';
  const { max } = paymentAmounts(operation, view);
  const means = isPaid
    ? `, wallet: keyWallet(PAYER_KEY), budget: '${Math.max(1, Math.ceil(Number(max ?? 10)))}'`
    : auth === 'key'
      ? ', apiKey: API_KEY'
      : '';
  const variables = ["GATEWAY_URL = ''", ...(isPaid ? ["PAYER_KEY = ''"] : auth === 'key' ? ["API_KEY = ''"] : [])];
  const parts = [...argumentsOf(model, id)];
  // Queries and headers may be left out at the end.
  while (/^(query|headers)$/.test(parts.at(-1) ?? '') && isEmpty(example[parts.at(-1) ?? 'query'])) parts.pop();
  const given = parts.map((part) => literal(example[part] ?? {})).join(', ');
  return [
    isPaid ? "import { keyWallet } from '@tollwright/runtime/client/key-wallet';" : '',
    "import { createClient } from './generated/client/client.ts';",
    "import { hosts } from './generated/hosts/index.ts';",
    '',
    `const { ${variables.join(', ')} } = process.env;`,
    `const client = createClient({ host: hosts[${literal(view.host.id)}], baseUrl: GATEWAY_URL${means} });`,
    `const { data } = await client.${camelCase(id)}(${given});`,
    'console.log(data);',
  ].join('\n');
}
