import type { Webhook } from '../model/types.ts';
import { bare } from './openapi/operation.ts';
import type { ComparedOperation, ComparedView, Release } from './side.ts';

/** How the entries of compared operations that are webhooks begin: no operation has an id with a space. */
const entryOfSent = /^operation\/webhook /;

/** A release whose webhooks stand among the operations, as those of OpenAPI descriptions do. */
export function withWebhooks(release: Release): Release {
  const sends = ({ webhooks, operations }: ComparedView) => webhooks ?? operations.some((each) => each.webhooks);
  if (!release.hosts.some(sends)) return release;
  return { ...release, hosts: release.hosts.map(withSent) };
}

function withSent({ webhooks = [], ...view }: ComparedView): ComparedView {
  const operations = view.operations.flatMap(({ webhooks: sent = [], ...operation }) => [
    operation,
    ...sent.map((each) => sentOperation(each, 'callback', `${operation.id} <$request.body#/${each.to}>`)),
  ]);
  return { ...view, operations: [...operations, ...webhooks.map((each) => sentOperation(each, 'webhook', each.id))] };
}

function sentOperation(
  { id, summary, when, body, from, status }: Webhook,
  sends: 'webhook' | 'callback',
  path: string,
): ComparedOperation {
  const contentType = 'application/json';
  const payload = { http: 0, contentType, description: '', schema: body, headers: {}, from, status };
  return {
    ...{ ...bare, from, status, area: '', summary, ...(when !== undefined && { description: when }) },
    ...{ id: `webhook ${id}`, sends, method: 'POST', path, template: path, auth: 'none' },
    responses: [{ ...payload, media: { [contentType]: { schema: body } } }],
  };
}

/** The entry and the path in it by which a value of a compared operation is written. */
export function asWritten(entry: string, path: readonly string[]): readonly [entry: string, path: readonly string[]] {
  if (!entryOfSent.test(entry)) return [entry, path];
  const [part, , , ...inner] = path;
  return [entry.replace(entryOfSent, 'webhook/'), part === 'responses' ? ['body', ...inner] : path];
}
