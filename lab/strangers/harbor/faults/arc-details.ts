/** Faults of the Arc host, written without sight of any suite. */
import { type Fault, faultsOf, message, paidOk, post, response, SEARCH } from './kit.ts';

const fault = faultsOf('arc');
const query = { query: 'tides' };

export const arcDetailFaults: Fault[] = [
  fault(
    'arc-store-false',
    'A response that says `store: false` by itself is refused.',
    '`store:false` is enforced. `store:true`, `previous_response_id`, `conversation`, `prompt` and `background` return 400.',
    (rules) => {
      rules.details.storeFalseTaken = false;
    },
    post('/api/v1/responses', response({ store: false }), 402),
  ),
  fault(
    'arc-replay-forgotten',
    'Used authorizations are forgotten when the challenge window is over, though they are valid for longer.',
    'Authorizations are single-use.',
    (rules) => {
      rules.details.claimSeconds = 240;
    },
    async (client) => {
      const validBefore = (await client.now()) + 10_000;
      const header = await client.sign(await client.terms('POST', SEARCH, query), { validBefore });
      await client.post(SEARCH, query, { 'payment-signature': header });
      await client.advance(400);
      const again = await client.post(SEARCH, query, { 'payment-signature': header });
      return again.status === 402 && (await client.charges()).length === 1;
    },
  ),
  fault(
    'arc-description-version',
    'The description says that it is of another version.',
    'The Arc description is OpenAPI 3.1.0, version 1.0.0.',
    (rules) => {
      rules.details.descriptionVersion = '1.4.2';
    },
    async (client) => String((await client.get('/openapi.json')).body.info?.version) === '1.0.0',
  ),
  fault(
    'arc-payment-info-network',
    'The payment information of a challenge still names the network of Base.',
    '`paymentInfo{network, asset, x402Version}`',
    (rules) => {
      rules.details.infoNetwork = 'eip155:8453';
    },
    async (client) => {
      const { body } = await client.post(SEARCH, query);
      return String(body.paymentInfo?.network) === String(body.accepts?.[0]?.network);
    },
  ),
  fault(
    'arc-messages-not-streamed',
    'Messages answer in one piece although a stream was asked for.',
    '| stream | boolean | no | SSE stream of provider-style deltas. |',
    (rules) => {
      rules.details.messagesStream = false;
    },
    async (client) => {
      const { headers } = await paidOk(client, '/api/v1/messages', message({ stream: true }));
      return String(headers.get('content-type')).startsWith('text/event-stream');
    },
  ),
  fault(
    'arc-scheme-name',
    'The description calls its security scheme by another name.',
    'The Arc host advertises security scheme `x402` and, per operation, a dynamic price in USD with protocol x402.',
    (rules) => {
      rules.details.schemeName = 'payment';
    },
    async (client) => (await client.get('/openapi.json')).body.components?.securitySchemes?.x402 !== undefined,
  ),
];
