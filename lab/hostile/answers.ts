import { paymentOf, withHeaders, withJson, withoutPayment } from '../toolkit/messages.ts';
import type { Forward, WireRequest, WireResponse } from '../toolkit/proxy.ts';
import { type Attack, defineAttacks } from './attack.ts';

/** The response to a paid call, or to any call on a host without payments. */
async function served(
  request: WireRequest,
  forward: Forward,
  change: (response: WireResponse) => WireResponse,
): Promise<WireResponse> {
  const response = await forward(request);
  return response.status === 402 ? response : change(response);
}

const plain = (text: string, status: number, headers = {}): WireResponse => ({ status, headers, body: text });
const unframed = (response: WireResponse) => withHeaders(response, { 'content-length': undefined });

/** Responses that are not the paid result, or that lead to another host. */
export const answers: readonly Attack[] = defineAttacks({ callKind: 'call', pays: ['x402', 'bearer'], signs: 1 }, [
  {
    name: 'redirect-before-payment',
    what: 'redirects the call to another host',
    against: ['core-413'],
    signs: 0,
    play: async ({ url }, _, { elsewhere }) => plain('', 307, { location: `${elsewhere}${url}` }),
  },
  {
    name: 'redirect-of-payment',
    what: 'redirects the call to another host once it is paid',
    against: ['core-279'],
    pays: ['x402'],
    play: async (request, forward, { elsewhere }) =>
      paymentOf(request) === undefined ? forward(request) : plain('', 308, { location: `${elsewhere}${request.url}` }),
  },
  {
    name: 'charged-error',
    what: 'charges for an error',
    against: ['core-282'],
    pays: ['x402'],
    play: (request, forward) =>
      served(request, forward, (response) => withJson({ ...response, status: 502 }, { error: 'Bad Gateway' })),
  },
  {
    name: 'result-as-error',
    what: 'responds 500 with the body of a success',
    against: ['core-282'],
    play: (request, forward) => served(request, forward, (response) => ({ ...response, status: 500 })),
  },
  {
    name: 'answer-no-json',
    what: 'sends a response that is not JSON with the content type of JSON',
    against: ['core-279'],
    play: (request, forward) =>
      served(request, forward, (response) =>
        unframed({ ...response, body: 'It went well. Here is what you paid for.' }),
      ),
  },
  {
    name: 'answer-of-html',
    what: 'responds with an HTML page',
    against: ['core-279'],
    play: (request, forward) =>
      served(request, forward, (response) =>
        unframed(withHeaders({ ...response, body: '<!doctype html><p>Welcome' }, { 'content-type': 'text/html' })),
      ),
  },
  {
    name: 'answer-cut',
    what: 'closes the connection in the middle of a response',
    against: ['core-279'],
    play: (request, forward) =>
      served(request, forward, (response) =>
        unframed({ ...response, body: response.body.slice(0, response.body.length / 2), truncated: true }),
      ),
  },
  {
    name: 'answer-lost',
    what: 'settles the payment and closes the connection without a response, each time that the call is made',
    against: ['core-279'],
    pays: ['x402'],
    play: async (request, forward) => {
      const response = await forward(request);
      return paymentOf(request) === undefined ? response : { ...response, lost: true };
    },
  },
  {
    name: 'challenge-after-settlement',
    what: 'settles the payment and responds with another challenge',
    against: ['core-270', 'core-279'],
    pays: ['x402'],
    play: async (request, forward) => {
      const settled = await forward(request);
      return paymentOf(request) === undefined ? settled : forward(withoutPayment(request));
    },
  },
  {
    name: 'settlement-unknown',
    what: 'settles the payment and responds that the outcome of the settlement is unknown',
    against: ['core-279', 'core-282'],
    pays: ['x402'],
    play: async (request, forward) => {
      const settled = await forward(request);
      if (paymentOf(request) === undefined) return settled;
      const unknown = withHeaders({ ...settled, status: 503 }, { 'retry-after': '0' });
      return withJson(unknown, { error: 'Settlement outcome unknown' });
    },
  },
  {
    name: 'answer-without-end',
    what: 'sends a response that never ends',
    against: ['core-279'],
    play: (request, forward) =>
      served(request, forward, (response) =>
        unframed({ ...response, body: `${response.body.slice(0, -1)}`, repeated: ' '.repeat(65_536) }),
      ),
  },
  {
    name: 'error-without-end',
    what: 'sends an error response that never ends',
    against: ['core-282'],
    play: (request, forward) =>
      served(request, forward, (response) =>
        unframed({ ...response, status: 502, body: '{"error":"', repeated: 'x'.repeat(65_536) }),
      ),
  },
  {
    name: 'error-that-writes-to-the-screen',
    what: 'sends an error with control characters for the terminal',
    against: ['core-282'],
    play: (request, forward) =>
      served(request, forward, (response) =>
        withJson(unframed({ ...response, status: 502 }), { error: '\u001b[2J\u001b[1;1HPaid.' }),
      ),
  },
  {
    name: 'challenge-to-a-key',
    what: 'sends a payment challenge to a client that pays by its API key',
    against: ['core-020'],
    pays: ['bearer'],
    signs: 0,
    play: async () => {
      const accepts = [
        {
          scheme: 'exact',
          network: 'eip155:8453',
          amount: '1000',
          asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          payTo: '0xbad0bad0bad0bad0bad0bad0bad0bad0bad0bad0',
          maxTimeoutSeconds: 300,
          extra: { name: 'USD Coin', version: '2' },
        },
      ];
      return withJson(plain('', 402, { 'content-type': 'application/json' }), { x402Version: 2, accepts });
    },
  },
]);
