/** Faults of the payment protocol, the text models, the search and the limits on Base, written without sight of any suite. */
import { CHAT, chat, type Fault, faultsOf, image, message, paidOk, post, response, SEARCH, video } from './kit.ts';

const fault = faultsOf('base');
const query = { query: 'tides' };
const IMAGES = '/api/v1/images/generations';

/** The same payment with its nonce written in capital digits. */
function shout(header: string): string {
  const payment = JSON.parse(Buffer.from(header, 'base64').toString('utf8'));
  const { authorization } = payment.payload;
  authorization.nonce = `0x${String(authorization.nonce).slice(2).toUpperCase()}`;
  return Buffer.from(JSON.stringify(payment)).toString('base64');
}

export const coreDetailFaults: Fault[] = [
  fault(
    'www-authenticate-missing',
    'The challenge has no WWW-Authenticate header.',
    'The same requirements are in the headers `X-Payment-Required` / `PAYMENT-REQUIRED` (base64 JSON) and `WWW-Authenticate`.',
    (rules) => {
      rules.details.wwwAuthenticate = false;
    },
    async (client) => (await client.post(SEARCH, query)).headers.has('www-authenticate'),
  ),
  fault(
    'price-amount-bare',
    'The price of the 402 body is without the fee that the requirement next to it asks for.',
    'the quoted `price.amount` already includes it',
    (rules) => {
      rules.details.bodyPriceWithFee = false;
    },
    async (client) => {
      const { body } = await client.post(SEARCH, query);
      return Math.round(Number(body.price?.amount) * 1e6) === Number(body.accepts?.[0]?.amount);
    },
  ),
  fault(
    'pay-network-name',
    'A payment that names another network is taken.',
    'signature, amount, network and recipient match',
    (rules) => {
      rules.details.checkNetwork = false;
    },
    async (client) => (await client.pay('POST', SEARCH, query, { network: 'eip155:84532' })).status === 402,
  ),
  fault(
    'replay-nonce-case',
    'A used nonce is taken for a fresh one when its hex digits are written in capitals.',
    'authorization already used; sign a fresh one',
    (rules) => {
      rules.details.nonceAnyCase = false;
    },
    async (client) => {
      const header = await client.sign(await client.terms('POST', SEARCH, query));
      await client.post(SEARCH, query, { 'payment-signature': header });
      const again = await client.post(SEARCH, query, { 'payment-signature': shout(header) });
      return again.status === 402 && (await client.charges()).length === 1;
    },
  ),
  fault(
    'breakdown-swapped',
    'The input and the output cost of the breakdown are in each other’s place.',
    'The chat 402 body also carries `price.breakdown{inputCost, outputCost, margin}`.',
    (rules) => {
      rules.details.breakdownInOrder = false;
    },
    async (client) => {
      const short = (await client.post(CHAT, chat({ max_tokens: 10 }))).body.price?.breakdown;
      const long = (await client.post(CHAT, chat({ max_tokens: 20_000 }))).body.price?.breakdown;
      return (
        String(short?.inputCost) === String(long?.inputCost) && Number(long?.outputCost) > Number(short?.outputCost)
      );
    },
  ),
  fault(
    'poll-no-receipt',
    'The poll that settles a job answers without the receipt headers.',
    '| verified | upstream call succeeds | | settled | receipt headers returned |',
    (rules) => {
      rules.details.pollReceipt = false;
    },
    async (client) => {
      await client.script(`POST ${IMAGES}`, 'slow');
      const { body } = await paidOk(client, IMAGES, { model: image('IMG-B1'), prompt: 'a buoy' });
      await client.event('image_job', String(body.id), 'finished');
      const reply = await client.pay('GET', String(body.poll_url));
      return reply.headers.has('payment-response') && reply.headers.has('x-payment-receipt');
    },
  ),
  fault(
    'chat-path-unknown',
    'An unknown model in the path falls back to the usual one.',
    '| 400 | body names the field | request fails validation, unknown model, stateless-rule violation on responses |',
    (rules) => {
      rules.details.pathModelKnown = false;
    },
    post('/api/v1/chat/nowhere/none', { messages: [{ role: 'user', content: 'Ahoy' }] }, 400),
  ),
  fault(
    'messages-system-array',
    'A system prompt in text parts is refused.',
    'String, or array of `{type:text, text}`.',
    (rules) => {
      rules.details.systemParts = false;
    },
    post('/api/v1/messages', message({ system: [{ type: 'text', text: 'Be brief.' }] }), 402),
  ),
  fault(
    'responses-min-16',
    'Fewer than sixteen output tokens are refused.',
    '| max_output_tokens | integer | no | Minimum 1. Bounds the quoted price. |',
    (rules) => {
      rules.text.responsesMaxOutputMin = 16;
    },
    post('/api/v1/responses', response({ max_output_tokens: 1 }), 402),
  ),
  fault(
    'search-zero-results',
    'No results at all are read as the usual ten.',
    '`max_results` integer 1 to 50, default 10 (results per source)',
    (rules) => {
      rules.search.maxResultsMin = 0;
    },
    post(SEARCH, { ...query, max_results: 0 }, 400),
  ),
  fault(
    'reset-in-seconds',
    'The time at which a limit is lifted is in seconds.',
    '`{error: Rate limit exceeded}` with header `X-RateLimit-Reset: <unix-ms>`',
    (rules) => {
      rules.details.resetDivisor = 1000;
    },
    async (client) => {
      for (let index = 0; index < 100; index += 1) await client.get('/api/v1/models');
      const { status, headers } = await client.get('/api/v1/models');
      return status === 429 && Number(headers.get('x-ratelimit-reset')) > 1e12;
    },
  ),
  fault(
    'catalog-video-default',
    'The video catalog names five seconds as the usual length where eight are made and billed.',
    'Video models carry `billing_mode: per_second` and `pricing{per_second, default_duration_seconds, max_duration_seconds}`.',
    (rules) => {
      rules.details.catalogSeconds = 5;
    },
    async (client) => {
      const { body } = await client.get('/api/v1/video/models');
      const found = [...(body.data ?? [])].find((entry) => String(entry.id) === video('VID-G1'));
      return Number(found?.pricing?.default_duration_seconds) === 8;
    },
  ),
];
