/** Faults of the Arc host. */
import { CHAT, chat, type Fault, faultsOf, message, post, response, SEARCH, text } from './kit.ts';

const fault = faultsOf('arc');
const MESSAGES = '/api/v1/messages';
const RESPONSES = '/api/v1/responses';
const query = { query: 'tides' };

function drop(rules: { text: { statelessRules: string[] } }, field: string): void {
  rules.text.statelessRules = rules.text.statelessRules.filter((entry) => entry !== field);
}

export const arcFaults: Fault[] = [
  fault(
    'arc-store-true',
    'Responses may be stored.',
    '`store:true`, `previous_response_id`, `conversation`, `prompt` and `background` return 400.',
    (rules) => drop(rules, 'store'),
    post(RESPONSES, response({ store: true }), 400),
  ),
  fault(
    'arc-previous-response',
    'An earlier response may be referred to.',
    '`store:true`, `previous_response_id`, `conversation`, `prompt` and `background` return 400.',
    (rules) => drop(rules, 'previous_response_id'),
    post(RESPONSES, response({ previous_response_id: 'resp_1' }), 400),
  ),
  fault(
    'arc-conversation',
    'A conversation may be named.',
    '`store:true`, `previous_response_id`, `conversation`, `prompt` and `background` return 400.',
    (rules) => drop(rules, 'conversation'),
    post(RESPONSES, response({ conversation: 'conv_1' }), 400),
  ),
  fault(
    'arc-background',
    'Background responses are taken.',
    '`store:true`, `previous_response_id`, `conversation`, `prompt` and `background` return 400.',
    (rules) => drop(rules, 'background'),
    post(RESPONSES, response({ background: true }), 400),
  ),
  fault(
    'arc-search-any-source',
    'Sources that do not exist are ignored.',
    '`sources` array of `x`, `web`, `news`, default `[x, web]`',
    (rules) => {
      rules.search.checkSources = false;
    },
    post(SEARCH, { ...query, sources: ['web', 'print'] }, 400),
  ),
  fault(
    'arc-chat-over-range',
    'The price of a long chat passes five dollars.',
    'Chat, messages and responses on the Arc host range from 0.0001 to 5.000 USD per request.',
    (rules) => {
      rules.text.arcCeilingMicro = 100_000_000;
    },
    async (client) => {
      const body = message({ model: 'calliope/lyric-4', max_tokens: 900_000 });
      return (await client.quote('POST', MESSAGES, body)) <= 5_000_000;
    },
  ),
  fault(
    'arc-v1-version',
    'The challenge speaks version 1 of the protocol.',
    'The payment protocol version is x402 v2 on all live gateways.',
    (rules) => {
      rules.payment.challengeVersion = 1;
    },
    async (client) => Number((await client.post(SEARCH, query)).body.x402Version) === 2,
  ),
  fault(
    'arc-top-p-bound',
    'Responses take a `top_p` up to 2, like `temperature`.',
    '| top_p | number | no | 0 to 1. |',
    (rules) => {
      rules.text.responsesTopPMax = 2;
    },
    post(RESPONSES, response({ top_p: 1.5 }), 400),
  ),
  fault(
    'arc-early-window',
    'An authorization that is not yet valid is taken.',
    'authorization failed checks',
    (rules) => {
      rules.payment.checkNotYet = false;
    },
    async (client) => {
      const now = await client.now();
      const signing = { validAfter: now + 900, validBefore: now + 1200 };
      return (await client.pay('POST', SEARCH, query, signing)).status === 402;
    },
  ),
  fault(
    'arc-funds-unchecked',
    'The funds of the payer are not looked at before the call.',
    'mismatch, underfunded, expired window or stale blockhash',
    (rules) => {
      rules.payment.checkFunds = false;
    },
    async (client) => {
      await client.control('/fund', { address: client.payer.address, amount: '1' });
      return String((await client.pay('POST', SEARCH, query)).body.code) === 'PAYMENT_UNFUNDED';
    },
  ),
  fault(
    'arc-replay-code',
    'A used authorization is called invalid.',
    'the authorization identifier is claimed; reuse returns 402 code `PAYMENT_REPLAY`',
    (rules) => {
      rules.payment.replayCode = 'PAYMENT_INVALID';
    },
    async (client) => {
      const header = { 'payment-signature': await client.sign(await client.terms('POST', SEARCH, query)) };
      await client.post(SEARCH, query, header);
      return String((await client.post(SEARCH, query, header)).body.code) === 'PAYMENT_REPLAY';
    },
  ),
  fault(
    'arc-fee-not-settled',
    'The ledger settles the price without its fee.',
    'Every paid call carries a flat 0.001 USD transaction fee',
    (rules) => {
      rules.payment.ledgerFeeLost = true;
    },
    async (client) => {
      const asked = await client.quote('POST', CHAT, chat());
      await client.pay('POST', CHAT, chat());
      return (await client.charges())[0] === asked;
    },
  ),
  fault(
    'arc-settle-failure-status',
    'A failed settlement is answered 500.',
    '| 402 | `Payment settlement failed` | settlement failed after the call |',
    (rules) => {
      rules.payment.settleFailureStatus = 500;
    },
    async (client) => {
      await client.control('/settlement', { outcome: 'fail' });
      return (await client.pay('POST', CHAT, chat())).status === 402;
    },
  ),
  fault(
    'arc-responses-any-model',
    'Responses take every model of the catalog.',
    'Ids of the one provider family that speaks this format',
    (rules) => {
      rules.text.responsesFamilyOnly = false;
    },
    post(RESPONSES, response({ model: text('chat') }), 400),
  ),
  fault(
    'arc-bare-v1',
    'The bare path of a proxy is answered as if a key were missing.',
    'bare `/v1/...` path on a pay-per-call host',
    (rules) => {
      rules.limits.bareV1Status = 401;
    },
    async (client) => (await client.post('/v1/chat/completions', chat())).status === 404,
  ),
];
