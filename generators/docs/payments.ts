import { propertiesOf, requiredOf } from '../json-schema/walk.ts';
import type { HostView, JsonSchema, Model, Transport } from '../model/types.ts';
import { type PageContent, unlessEmpty } from './page.ts';

/** The page of payments: how they travel over HTTP, the error of each refusal, and what each host is paid in. */
export function paymentsPage({ hosts }: Model): readonly PageContent[] {
  const paid = hosts.flatMap((view) => (view.host.payment ? [{ view, payment: view.host.payment }] : []));
  // Most hosts share one transport.
  const alike = Map.groupBy(paid, ({ payment }) => JSON.stringify(payment.transport));
  const transports = [...alike.values()].flatMap((sharing) => {
    const views = sharing.map(({ view }) => view);
    const on = views.map(({ host }) => host.id).join(', ');
    return sharing.slice(0, 1).map(({ payment: { transport } }) => ({
      hosts: on,
      parts: partsOf(transport),
      refusals: refusalsOf(transport, views),
    }));
  });
  const terms = paid.flatMap(({ view: { host }, payment }) =>
    [payment, ...(payment.also ?? [])].map(({ network, asset }) => ({
      host: host.id,
      network,
      asset,
      window: payment.window,
    })),
  );
  const page = { path: 'payments.html', title: 'Payments', template: 'payments', view: { transports, terms } };
  return unlessEmpty(terms, page);
}

/** The rows of a transport, each with a name and a text. */
function partsOf({ challenge, payment, receipt, settles, claim, free, extensions = [] }: Transport) {
  const rows: readonly (readonly [name: string, text: string])[] = [
    ...Object.entries(challenge.headers).map(([name, form]) => [`Challenge: \`${name}\``, `\`${form}\``] as const),
    ['Challenge: body', challenge.body === 'free' ? 'as the server likes' : 'repeats the requirements'],
    ['Payment: headers, the preferred one first', payment.headers.map((name) => `\`${name}\``).join(', ')],
    ['Payment: versions of x402', payment.versions.join(', ')],
    ['Payment: encodings of its JSON', payment.encodings.join(', ')],
    ...Object.entries(payment.schemas).map(
      ([version, schema]) => [`Payment: fields of version ${version}`, fieldsOf(schema)] as const,
    ),
    ['Payment: longest header', `${payment.maxLength} characters`],
    ...Object.entries(receipt.headers).map(([name, content]) => [`Receipt: \`${name}\``, content] as const),
    ['Receipt of a payment that settled', fieldsOf(receipt.success)],
    ['Receipt of a settlement that failed', fieldsOf(receipt.failure)],
    ['Settlement, where an operation says nothing else', settles],
    ['The payment of a call that was not charged, sent again', claim.uncharged],
    ['The payment of a call that was charged and whose response was lost, sent again', claim.unanswered],
    ['Free operations never return', free.never.join(', ')],
    ['Free operations name no price in a response with', free.unpriced.join(', ')],
    ['Extensions', extensions.join(', ')],
  ];
  return rows.flatMap(([name, text]) => (text === '' ? [] : [{ name, text }]));
}

/** The fields of a schema in one line, each with its constant or as optional. */
function fieldsOf(schema: JsonSchema): string {
  const required = requiredOf(schema);
  return propertiesOf(schema)
    .map(([name, { const: value }]) => {
      const fixed = value === undefined ? '' : ` = ${JSON.stringify(value)}`;
      return `\`${name}${required.includes(name) ? '' : '?'}${fixed}\``;
    })
    .join(', ');
}

/** The error of each refusal, with its status where a host defines that error. */
function refusalsOf({ refusals }: Transport, views: readonly HostView[]) {
  return Object.entries(refusals).map(([reason, id]) => {
    const [http] = views.flatMap(({ errors }) => errors[id]?.http ?? []);
    return { reason, id, http: http ?? '' };
  });
}
