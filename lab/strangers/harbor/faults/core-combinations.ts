/** Faults of claims, streams and limits on Base that show only under load, at the end or later; written without sight of any suite. */
import { type Fault, faultsOf, message, SEARCH } from './kit.ts';

const fault = faultsOf('base');
const query = { query: 'tides' };

export const coreCombinationFaults: Fault[] = [
  fault(
    'replay-race',
    'An authorization that is sent several times at once is taken every time, for it is written down late.',
    'Authorizations are single-use.',
    (rules) => {
      rules.combinations.claimDelayMs = 80;
    },
    async (client) => {
      const header = { 'payment-signature': await client.sign(await client.terms('POST', SEARCH, query)) };
      const replies = await Promise.all(Array.from({ length: 5 }, () => client.post(SEARCH, query, header)));
      return replies.filter(({ status }) => status === 200).length === 1 && (await client.charges()).length === 1;
    },
  ),
  fault(
    'error-then-stop',
    'After the error event of a stream that was cut comes the usual last event of a whole one.',
    'A stream that is cut or malformed ends with an error event.',
    (rules) => {
      rules.combinations.errorEventLast = false;
    },
    async (client) => {
      await client.script('POST /api/v1/messages', 'cut');
      const { text } = await client.pay('POST', '/api/v1/messages', message({ stream: true }));
      return text.trim().split('\n\n').at(-1)?.startsWith('event: error') ?? false;
    },
  ),
  fault(
    'limit-extended-by-refusals',
    'Every call that is refused for its limit starts the minute anew.',
    '| `GET /api/health/*` | 60 requests per minute per IP |',
    (rules) => {
      rules.combinations.refusalsExtendWindow = true;
    },
    async (client) => {
      for (let index = 0; index < 60; index += 1) await client.get('/api/health');
      await client.advance(40);
      const refused = await client.get('/api/health');
      await client.advance(30);
      return refused.status === 429 && (await client.get('/api/health')).status === 200;
    },
  ),
];
