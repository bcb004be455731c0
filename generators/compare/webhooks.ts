import type { Webhook } from '../model/types.ts';
import { bare } from './openapi/operation.ts';
import type { ComparedOperation, ComparedView, Release } from './side.ts';

/** How the entries of compared operations that are webhooks begin: no operation has an id with a space. */
const entryOfSent = /^operation\/webhook /;

/** A release whose webhooks stand among the operations, as those of OpenAPI descriptions do. */
export function withWebhooks(release: Release): Release {
  if (release.hosts.every(({ webhooks }) => webhooks === undefined)) return release;
  return { ...release, hosts: release.hosts.map(withSent) };
}

function withSent({ webhooks = [], ...view }: ComparedView): ComparedView {
  return { ...view, operations: [...view.operations, ...webhooks.map(sentOperation)] };
}

function sentOperation({ id, summary, when, body, from, status }: Webhook): ComparedOperation {
  const contentType = 'application/json';
  const payload = { http: 0, contentType, description: '', schema: body, headers: {}, from, status };
  return {
    ...{ ...bare, from, status, area: '', summary, ...(when !== undefined && { description: when }) },
    ...{ id: `webhook ${id}`, sends: 'webhook', method: 'POST', path: id, template: id, auth: 'none' },
    responses: [{ ...payload, media: { [contentType]: { schema: body } } }],
  };
}

/** The entry and the path in it by which a value of a compared operation is written. */
export function asWritten(entry: string, path: readonly string[]): readonly [entry: string, path: readonly string[]] {
  if (!entryOfSent.test(entry)) return [entry, path];
  const [part, , , ...inner] = path;
  return [entry.replace(entryOfSent, 'webhook/'), part === 'responses' ? ['body', ...inner] : path];
}
