/** Faults of the nano host in later answers: polls, streams, batches, limits, lengths. */
import { customs } from '../customs.ts';
import { law } from '../law.ts';
import { type Fault, imageJob, passes, says } from './fault.ts';

const host = 'nano';
const initLine = 'POST /api/v1/realface/init';
const responsesLine = 'POST /api/v1/responses';

export const nanoAnswerFaults: Fault[] = [
  {
    id: 'nano-poll-by-signature',
    host,
    says: 'Only the authorization that submitted a job may poll it; a fresh one of the same wallet is a stranger.',
    quote: 'A fresh signature from the same wallet works.',
    apply: () => {
      customs.jobs.mayPoll = (paid, job) => paid.id === job.auth;
    },
    probe: async (buyer) => (await buyer.pay(await imageJob(buyer))).status === 200,
  },
  {
    id: 'nano-name-bytes',
    host,
    says: 'The name of a face is measured in bytes.',
    quote: '| Enrollment `name` | 1 to 64 chars; image up to 10 MB |',
    apply: () => {
      customs.faces.nameSize = (name) => Buffer.byteLength(name);
    },
    probe: says(initLine, { name: 'é'.repeat(64) }, 200),
  },
  {
    id: 'nano-init-without-retry',
    host,
    says: 'The 429 of face init has no Retry-After.',
    quote: '| 429 | various | rate limit; `Retry-After` set; on phone, upstream limit, not charged |',
    apply: () => {
      customs.limits.tellsWhen = (name) => name !== 'face init';
    },
    probe: async (buyer) => {
      await passes(buyer, initLine, 11, { name: 'Ada' });
      const seen = await buyer.send(initLine, { name: 'Ada' });
      return seen.status === 429 && Number(seen.headers.get('retry-after')) > 0;
    },
  },
  {
    id: 'nano-quiet-cut',
    host,
    says: 'A cut stream of responses just ends.',
    quote: 'A stream that is cut or malformed ends with an error event.',
    apply: () => {
      customs.text.tellsCut = false;
    },
    probe: async (buyer) => {
      await buyer.script(responsesLine, 'cut');
      const body = { model: 'quartzite/q4-mini', input: 'Hi', stream: true };
      return (await buyer.pay(responsesLine, body)).text.includes('event: error');
    },
  },
  {
    id: 'nano-candles-1000',
    host,
    says: 'Candles are limited to 1000.',
    quote: '`limit` (1 to 1500, default 500)',
    apply: () => {
      law.markets.candlesMost = 1000;
    },
    probe: says('GET /api/v1/pm/binance/candles/BTCUSDT?limit=1500', undefined, 402),
  },
  {
    id: 'nano-renumbered-batch',
    host,
    says: 'The answers of JSON-RPC are numbered from one instead of carrying the ids of their calls.',
    quote: 'JSON-RPC 2.0, 40 chains, aliases supported, batches priced per element',
    apply: () => {
      customs.chain.idOf = (_id, at) => at + 1;
    },
    probe: async (buyer) => {
      const call = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' });
      const seen = await buyer.pay('POST /api/v1/rpc/base', [call('left'), call(77)]);
      return seen.at('0.id') === 'left' && seen.at('1.id') === 77;
    },
  },
];
