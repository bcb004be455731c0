/** Faults of text models and live search on Solana. */
import { law } from '../law.ts';
import { chat, chatLine, ends, type Fault, says, searchLine } from './fault.ts';

const host = 'solana';
const messages = (extra: object = {}) => ({
  model: 'basalt/dyke-minor',
  max_tokens: 30,
  messages: [{ role: 'user', content: 'Good day' }],
  ...extra,
});
const messagesLine = 'POST /api/v1/messages';
const responsesLine = 'POST /api/v1/responses';

export const textFaults: Fault[] = [
  {
    id: 'chat-without-fee',
    host,
    says: 'The quote of a chat leaves out the flat transaction fee.',
    quote: 'Every paid call carries a flat 0.001 USD transaction fee',
    apply: () => {
      law.text.fee = 0;
    },
    probe: async (buyer) => {
      const seen = await buyer.send(chatLine, chat());
      const parts = ['inputCost', 'outputCost'].map((part) =>
        Math.round(Number(seen.at(`price.breakdown.${part}`)) * 1e6),
      );
      return Number(seen.at('accepts.0.amount')) === (parts[0] ?? 0) + (parts[1] ?? 0) + 1000;
    },
  },
  {
    id: 'chat-with-margin',
    host,
    says: 'Chat adds the 5 percent that only media and search carry.',
    quote: 'Chat, messages and responses add no platform margin.',
    apply: () => {
      law.text.margin = 0.05;
    },
    probe: async (buyer) =>
      Number((await buyer.send(chatLine, chat({ max_tokens: 9000 }))).at('price.breakdown.margin')) === 0,
  },
  {
    id: 'max-tokens-off-by-one',
    host,
    says: 'One token more than the greatest max_tokens is let through.',
    quote: '1 to 128000. One reference states a default of 1024.',
    apply: () => {
      law.text.maxTokens.most = 128_001;
    },
    probe: says(chatLine, chat({ max_tokens: 128_001 }), 400),
  },
  {
    id: 'hot-messages',
    host,
    says: 'Messages take the temperature range of chat.',
    quote: '| temperature | number | no | 0 to 1. |',
    apply: () => {
      law.text.temperature.messages = 2;
    },
    probe: says(messagesLine, messages({ temperature: 1.5 }), 400),
  },
  {
    id: 'messages-any-model',
    host,
    says: 'The messages endpoint serves models of every family.',
    quote: 'Only ids of the one provider family that speaks this format (10 ids, all prefixed by that provider).',
    apply: () => {
      law.text.messagesFamilyOnly = false;
    },
    probe: says(messagesLine, messages({ model: 'marl/bed-one' }), 400),
  },
  {
    id: 'responses-need-prefix',
    host,
    says: 'A responses model without its provider prefix is unknown.',
    quote: 'the provider prefix is optional',
    apply: () => {
      law.text.responsesPrefixFree = false;
    },
    probe: says(responsesLine, { model: 'q4-mini', input: 'Good day' }, 402),
  },
  {
    id: 'max-tokens-zero',
    host,
    says: 'A chat may ask for no token at all.',
    quote: '| `max_tokens` on chat | 1 to 128000 |',
    apply: () => {
      law.text.maxTokens.least = 0;
    },
    probe: says(chatLine, chat({ max_tokens: 0 }), 400),
  },
  {
    id: 'tool-role',
    host,
    says: 'Chat accepts messages of the role tool.',
    quote: '`role` is `system`, `user` or `assistant`. `content` is a string.',
    apply: () => {
      law.text.roles.push('tool');
    },
    probe: says(chatLine, chat({ messages: [{ role: 'tool', content: '42' }] }), 400),
  },
  {
    id: 'cut-stream-charged',
    host,
    says: 'A stream that the upstream cut is settled all the same.',
    quote: 'A stream that is cut or malformed ends with an error event.',
    apply: () => {
      law.pay.leavesOpen = (reply) => reply.unpaid === true && reply.frames === undefined;
    },
    probe: async (buyer) => {
      await buyer.script(chatLine, 'cut');
      await buyer.pay(chatLine, chat({ stream: true }));
      return (await buyer.spent()) === 0;
    },
  },
  {
    id: 'passthrough-for-all',
    host,
    says: 'The native passthrough serves payers that are on no allowlist.',
    quote: 'token-based; only allowlisted enterprise payers',
    apply: () => {
      law.text.allowlistOnly = false;
    },
    probe: async (buyer) => {
      const line = 'POST /api/v1beta/models/marl/bed-one:generateContent';
      return (
        (await buyer.pay(line, { contents: [{ parts: [{ text: 'Hi' }] }] })).status !== 200 &&
        (await buyer.spent()) === 0
      );
    },
  },
  {
    id: 'cancel-ignored',
    host,
    says: 'Cancelling a background response leaves it running.',
    quote: 'cancel a background response',
    apply: () => {
      law.text.cancels = false;
    },
    probe: async (buyer) => {
      await buyer.script(responsesLine, 'slow', { seconds: 500 });
      const made = await buyer.pay(responsesLine, { model: 'quartzite/q4-mini', input: 'Hi', background: true });
      await buyer.send(`POST /api/v1/responses/${made.at('id')}/cancel`);
      return (await buyer.send(`GET /api/v1/responses/${made.at('id')}`)).at('status') === 'cancelled';
    },
  },
  {
    id: 'search-51',
    host,
    says: 'Search takes 51 results per source.',
    quote: '`max_results` integer 1 to 50, default 10',
    apply: () => {
      law.search.most = 51;
    },
    probe: says(searchLine, { query: 'slate', max_results: 51 }, 400),
  },
  {
    id: 'search-adds-news',
    host,
    says: 'A search without sources also asks the news.',
    quote: '`sources` array of `x`, `web`, `news`, default `[x, web]`',
    apply: () => {
      law.search.usualSources = ['x', 'web', 'news'];
    },
    probe: async (buyer) => !(await buyer.pay(searchLine, { query: 'slate' })).text.includes('"https://news.'),
  },
  {
    id: 'search-long-query',
    host,
    says: 'Search takes a query of 1001 characters.',
    quote: '`query` string, required, length 1 to 1000',
    apply: () => {
      law.search.queryMost = 1001;
    },
    probe: async (buyer) =>
      (await says(searchLine, { query: 'q'.repeat(1001) }, 400)(buyer)) &&
      (await ends(searchLine, { query: 'q'.repeat(1000) }, 200)(buyer)),
  },
];
