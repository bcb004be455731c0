/** Keeps a run within the requests that it promises to each route. */

import type { Client } from '../http/client.ts';
import type { SentRequest } from '../http/exchange.ts';
import { NotTestable } from '../http/interruption.ts';

/** Requests without a payment of a funded wallet that a run sends to a route, at most. */
export const maxUnpaid = 20;

/** Makes a client that refuses to send more than `maxUnpaid` unpaid requests to a route; `isPaid` knows payments. */
export function withQuota(client: Client, isPaid: (header: string) => boolean): Client {
  const sentTo = new Map<string, number>();
  return {
    ...client,
    async exchange(sent, signal) {
      if (sent.payment === undefined || !isPaid(sent.payment.value)) count(sent);
      return client.exchange(sent, signal);
    },
  };

  function count({ method, path }: SentRequest): void {
    const route = `${method} ${path.split('?')[0]}`;
    const sent = sentTo.get(route) ?? 0;
    if (sent >= maxUnpaid)
      throw new NotTestable(
        'means',
        `A run sends at most ${maxUnpaid} unpaid requests to a route, and ${route} got as many.`,
      );
    sentTo.set(route, sent + 1);
  }
}
