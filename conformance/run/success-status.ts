import type { Operation } from '../contract/contract.ts';
import type { Received } from '../http/exchange.ts';

/**
 * The response, as a 200 where it is a success whose status the operation does not describe.
 *
 * Which status a success has is left open but for 202 of jobs: a created resource may as well be returned with 201.
 */
export function asDescribed(received: Received, { responses }: Pick<Operation, 'responses'>): Received {
  const { status } = received;
  const described = new Set(responses.map(({ http }) => http));
  if (status < 200 || status >= 300 || described.has(status) || !described.has(200)) return received;
  const { headers, rawHeaders, text, cut } = received;
  return {
    ...{ status: 200, rawStatus: status, headers, rawHeaders, text, cut },
    get json() {
      return received.json;
    },
    get events() {
      return received.events;
    },
  };
}
