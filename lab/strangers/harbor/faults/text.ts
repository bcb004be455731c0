/** Faults of chat, messages, responses and search on Base. */
import { CHAT, chat, type Fault, faultsOf, message, paidOk, post, quoted, response, SEARCH, text } from './kit.ts';

const fault = faultsOf('base');
const MESSAGES = '/api/v1/messages';
const RESPONSES = '/api/v1/responses';

const micro = (amount: unknown): number => Math.round(Number(amount) * 1e6);

export const textFaults: Fault[] = [
  fault(
    'chat-max-tokens-bound',
    'max_tokens is accepted one past its bound.',
    '1 to 128000. One reference states a default of 1024.',
    (rules) => {
      rules.text.maxTokensMax = 128_001;
    },
    post(CHAT, chat({ max_tokens: 128_001 }), 400),
  ),
  fault(
    'chat-margin',
    'The five percent of media are added to chat too.',
    'Chat, messages and responses add no platform margin.',
    (rules) => {
      rules.text.chatMarginPercent = 5;
    },
    async (client) => {
      const { body } = await client.post(CHAT, chat());
      const parts = body.price?.breakdown;
      return micro(parts?.inputCost) + micro(parts?.outputCost) + 1000 === micro(body.price?.amount);
    },
  ),
  fault(
    'chat-fee-missing',
    'The flat fee is left out of chat.',
    'tokens at provider cost plus flat 0.001 USD',
    (rules) => {
      rules.text.chatFee = false;
    },
    async (client) => {
      const { body } = await client.post(CHAT, chat());
      const parts = body.price?.breakdown;
      return micro(parts?.inputCost) + micro(parts?.outputCost) + 1000 === micro(body.price?.amount);
    },
  ),
  fault(
    'stream-cut-silent',
    'A stream that breaks off just ends.',
    'A stream that is cut or malformed ends with an error event.',
    (rules) => {
      rules.text.streamErrorEvent = false;
    },
    async (client) => {
      await client.script(`POST ${CHAT}`, 'cut');
      return (await client.pay('POST', CHAT, chat({ stream: true }))).text.includes('event: error');
    },
  ),
  fault(
    'stream-cut-charged',
    'A stream that breaks off is charged.',
    'nothing settles',
    (rules) => {
      rules.payment.chargeCut = true;
    },
    async (client) => {
      await client.script(`POST ${MESSAGES}`, 'cut');
      await client.pay('POST', MESSAGES, message({ stream: true }));
      return (await client.charges()).length === 0;
    },
  ),
  fault(
    'messages-temperature-bound',
    'Messages take temperatures up to 2.',
    '0 to 1.',
    (rules) => {
      rules.text.messagesTemperatureMax = 2;
    },
    post(MESSAGES, message({ temperature: 1.5 }), 400),
  ),
  fault(
    'messages-any-model',
    'Messages take every model of the catalog.',
    'Only ids of the one provider family that speaks this format',
    (rules) => {
      rules.text.messagesFamilyOnly = false;
    },
    post(MESSAGES, message({ model: text('chat') }), 400),
  ),
  fault(
    'responses-prefix-required',
    'Responses want the provider prefix.',
    'the provider prefix is optional',
    (rules) => {
      rules.text.prefixOptional = false;
    },
    post(RESPONSES, response({ model: text('responses').split('/')[1] }), 402),
  ),
  fault(
    'responses-price-unbounded',
    'max_output_tokens does not change the quote.',
    'Minimum 1. Bounds the quoted price.',
    (rules) => {
      rules.text.responsesBoundByMax = false;
    },
    async (client) => {
      const small = await client.quote('POST', RESPONSES, response({ max_output_tokens: 10 }));
      return small < (await client.quote('POST', RESPONSES, response({ max_output_tokens: 9000 })));
    },
  ),
  fault(
    'background-not-settled',
    'A background response is given without settling at create.',
    'free (settled at create)',
    (rules) => {
      rules.text.backgroundSettlesAtCreate = false;
    },
    async (client) => {
      await paidOk(client, RESPONSES, response({ background: true }));
      return (await client.charges()).length === 1;
    },
  ),
  fault(
    'background-cancel-ignored',
    'Cancelling leaves the response running.',
    'cancel a background response',
    (rules) => {
      rules.text.cancelWorks = false;
    },
    async (client) => {
      await client.script(`POST ${RESPONSES}`, 'slow');
      const { body } = await paidOk(client, RESPONSES, response({ background: true }));
      await client.post(`${RESPONSES}/${body.id}/cancel`, {});
      return String((await client.get(`${RESPONSES}/${body.id}`)).body.status) !== 'in_progress';
    },
  ),
  fault(
    'native-open-to-all',
    'The native passthrough serves every payer.',
    'only allowlisted enterprise payers',
    (rules) => {
      rules.text.enterpriseOnly = false;
    },
    async (client) => {
      const path = `/api/v1beta/models/${text('chat')}:generateContent`;
      return (await client.pay('POST', path, { contents: [] })).status >= 400;
    },
  ),
  fault(
    'search-results-bound',
    'max_results may be 51.',
    '`max_results` integer 1 to 50, default 10',
    (rules) => {
      rules.search.maxResultsMax = 51;
    },
    post(SEARCH, { query: 'tides', max_results: 51 }, 400),
  ),
  fault(
    'search-rate-rounded',
    'The rate of a result is rounded to two and a half cents and a tenth.',
    '`max_results` times 0.02625 plus 0.001 per call (default 10 gives 0.2635)',
    (rules) => {
      rules.search.perResult = 26_000;
    },
    quoted(SEARCH, { query: 'tides', max_results: 3 }, 79_750),
  ),
  fault(
    'search-query-bound',
    'Queries may have 1024 characters.',
    '`query` string, required, length 1 to 1000',
    (rules) => {
      rules.search.queryMax = 1024;
    },
    post(SEARCH, { query: 'q'.repeat(1001) }, 400),
  ),
];
