import { randomUUID } from 'node:crypto';
import { isObject } from '@tollwright/runtime/values/json';
import type { Alteration } from '#gateway/start.ts';
import { type JsonObject, objectsIn } from '../toolkit/messages.ts';
import { changeBody, changeQuery, rejectBody, rejectQuery } from '../toolkit/requests.ts';
import { changePrice, changeRoutes } from '../toolkit/routes.ts';
import { changeJson, changeRequests, changeResponses, changeSuccess } from '../toolkit/server.ts';
import { operationsAt } from './contract.ts';
import { defineVariants, type VariantDefinition } from './variant.ts';

const anything: JsonObject = { ok: true, result: { at: 1_767_225_600, parts: ['one', 2, null] } };

const predictions = operationsAt(/\/pm\//);
const defi = operationsAt(/\{defidata\}/);
const swaps = ['call-swap', 'call-swap-post'];
const histories = operationsAt(/\/history\/\{symbol\}/);
const symbols = operationsAt(/\/list$/).filter((id) => id.endsWith('-symbols') || id.endsWith('-symbols-post'));
const equities = operationsAt(/\/(stocks|usstock)\/.*(price|history)/);
const cryptoData = operationsAt(/\{cryptodata\}/);

/** Replaces the body of successful responses of operations. */
const instead = (ids: readonly string[], body: unknown, status?: number): Alteration =>
  changeResponses((own, { operation = '' }) => {
    if (own.status >= 300 || !ids.includes(operation)) return own;
    return { ...own, status: status ?? own.status, body: JSON.stringify(body) };
  });

const bareLists: Alteration = changeJson((body, { status }, { operation = '' }) =>
  status === 200 && symbols.includes(operation) && isObject(body)
    ? objectsIn(body.symbols).map(({ symbol }) => symbol)
    : undefined,
);

const onBase = { hosts: ['base'] as const };

/** Treats GET and POST alike on paths of crypto data that the documents price for any method. */
const anyMethod: Alteration = (parts) => {
  const served = parts.host.routes.find(({ operation }) => operation.id === 'get-crypto-data');
  const start = served?.path.slice(0, served.path.indexOf('{')) ?? '\n';
  return changeRequests(({ method, path }) =>
    method === 'POST' && path.startsWith(start) && !/onchain\/(sql|query)$/.test(path) ? { method: 'GET' } : undefined,
  )(parts);
};

/** Serves only the paths of crypto data that the documents name. */
const namedPaths: Alteration = changeResponses((own, { operation, call }) =>
  operation === 'get-crypto-data' && !/(news\/feed|token\/price|onchain\/schema)$/.test(call.path)
    ? {
        status: 404,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ error: 'Not found', message: 'There is no such endpoint.' }),
      }
    : own,
);

const elementsOf = (request: unknown) => BigInt(Array.isArray(request) ? request.length : 1);

/** Refuses bodies that are lists. */
const noBatches = (ids: readonly string[]): Alteration =>
  changeRoutes(ids, (route) => {
    const { body: validate } = route.operation;
    if (!validate) return route;
    const operation = {
      ...route.operation,
      body: (input: unknown) =>
        Array.isArray(input)
          ? { ok: false as const, issues: [{ path: [], rule: 'variant', message: 'Batches are not taken here.' }] }
          : validate(input),
    };
    return { ...route, operation };
  });

/** Responses about market data, predictions, chains and swaps. */
const shapes: readonly VariantDefinition[] = [
  { name: 'returns bare lists of symbols', questions: ['market-lists'], alter: bareLists },
  {
    name: 'returns price bars in columns',
    questions: ['market-lists'],
    choice: 'bars',
    alter: instead(histories, { s: 'ok', t: [1_767_225_600], o: [1.5], h: [2], l: [1], c: [1.75], v: [1000] }),
  },
  {
    name: 'returns crypto data in its own format',
    questions: ['crypto-data-answers'],
    alter: instead(cryptoData, anything),
  },
  {
    name: 'requires `from_table` in on-chain queries',
    questions: ['crypto-data-answers'],
    choice: 'queries of chains',
    alter: rejectBody(['run-onchain-query'], ({ from_table }) => (from_table === undefined ? 'from_table' : undefined)),
  },
  { name: 'returns DeFi data as a bare list', questions: ['defi-answers'], alter: instead(defi, [anything, null]) },
  { name: 'returns swaps in its own format', questions: ['swap-shapes'], alter: instead(swaps, [1, 'two'], 202) },
  {
    name: 'returns predictions as a bare list',
    questions: ['prediction-answers'],
    alter: instead(predictions, [anything]),
  },
  { name: 'returns predictions as a string', questions: ['prediction-answers'], alter: instead(predictions, 'none') },
  {
    name: 'returns on-ramp links in its own format',
    questions: ['onramp-shape'],
    ...onBase,
    // Each link is for one time, so no two are alike.
    alter: changeSuccess('create-onramp-token', () => ({ ...anything, link: randomUUID() })),
  },
  {
    name: 'responds 500 to sports markets',
    questions: ['prediction-sports'],
    alter: changeResponses((own, { operation }) =>
      operation === 'get-sports-markets' ? { ...own, status: 500 } : own,
    ),
  },
  {
    name: 'does not know sports markets',
    questions: ['prediction-sports'],
    alter: changeResponses((own, { operation }) =>
      operation === 'get-sports-markets' ? { ...own, status: 404, body: '{"error":"Not found"}' } : own,
    ),
  },
];

/** Values that are accepted where the documents leave the bounds open. */
const bounds: readonly VariantDefinition[] = [
  {
    name: 'accepts a limit of 0 for lists of symbols',
    questions: ['market-limit'],
    alter: changeQuery(symbols, (query) => (query.limit === '0' ? { ...query, limit: '1' } : query)),
  },
  {
    name: 'requires `from` for a history',
    questions: ['history-span'],
    alter: rejectQuery(histories, ({ from }) => (from === undefined ? 'from' : undefined)),
  },
  {
    name: 'rejects a history that ends before it begins',
    questions: ['history-span'],
    choice: 'end of a history',
    alter: rejectQuery(histories, ({ from, to }) => (Number(to) < Number(from) ? 'to' : undefined)),
  },
  {
    name: 'rejects `pagination_key` for predictions',
    questions: ['prediction-queries'],
    // The markets of venues A and B are stated to have it.
    alter: rejectQuery(
      predictions.filter((id) => !/^list-venue-[ab]-markets$/.test(id)),
      ({ pagination_key }) => (pagination_key === undefined ? undefined : 'pagination_key'),
    ),
  },
  {
    name: 'ignores `addresses` for wallet profiles',
    questions: ['prediction-queries'],
    choice: 'profiles',
    alter: changeQuery(['list-venue-a-wallet-profiles'], ({ addresses: _, ...query }) => query),
  },
  {
    name: 'accepts up to 50 tickers of any length',
    questions: ['prediction-ticker'],
    alter: changeQuery(predictions, (query) =>
      typeof query.ticker === 'string' && query.ticker.split(',').length <= 50
        ? { ...query, ticker: query.ticker.slice(0, 50) }
        : query,
    ),
  },
  {
    name: 'passes on RPC bodies that are not JSON-RPC',
    questions: ['rpc-refusals'],
    alter: changeBody(['call-rpc', 'call-solana-rpc'], (body) => ({
      ...body,
      jsonrpc: '2.0',
      method: typeof body.method === 'string' && body.method !== '' ? body.method : 'eth_chainId',
    })),
  },
  { name: 'rejects batches for Solana RPC', questions: ['rpc-solana-batch'], alter: noBatches(['call-solana-rpc']) },
  {
    name: 'responds 400 to unknown RPC networks',
    questions: ['rpc-networks'],
    alter: changeResponses((own, { operation }) =>
      operation === 'call-rpc' && own.status === 404 ? { ...own, status: 400 } : own,
    ),
  },
  {
    name: 'requires `destination` for funding',
    questions: ['fund-request'],
    alter: rejectBody(['fund-venue-a-account'], ({ destination }) =>
      destination === undefined ? 'destination' : undefined,
    ),
  },
  { name: 'serves crypto data by any method', questions: ['crypto-data-method'], alter: anyMethod },
  { name: 'serves crypto data on the named paths only', questions: ['crypto-data-paths'], alter: namedPaths },
];

/** Prices of data where the documents disagree or state none. */
const costs: readonly VariantDefinition[] = [
  {
    name: 'charges 0.001 USD for equities',
    questions: ['equity-price'],
    ...onBase,
    alter: changePrice(equities, () => 1000n),
  },
  {
    name: 'charges one fee for an RPC batch',
    questions: ['rpc-batch-fee'],
    ...onBase,
    alter: changePrice(['call-rpc'], (_, { request }) => elementsOf(request) * 2000n + 1000n),
  },
  {
    name: 'lists a fee in the breakdown of crypto data',
    questions: ['crypto-data-fee'],
    ...onBase,
    alter: changeJson((body, { status }, { operation = '' }) =>
      status === 402 && cryptoData.includes(operation) && isObject(body) && isObject(body.price)
        ? { ...body, price: { ...body.price, breakdown: { partner: '0.0075', fee: '0.001' } } }
        : undefined,
    ),
  },
];

/** A judgement with unusual values in the right shape. */
const judgements = (change: (answer: JsonObject) => JsonObject): Alteration =>
  changeSuccess('decide', (body) => ({
    ...body,
    ...(isObject(body.answers) && {
      answers: Object.fromEntries(
        Object.entries(body.answers).map(([id, answer]) => [id, isObject(answer) ? change(answer) : answer]),
      ),
    }),
  }));

const asked = { hosts: ['account'] as const };

/** Content of judgements. */
const decisions: readonly VariantDefinition[] = [
  {
    name: 'returns `noul` values above 1',
    questions: ['decide-noul-verdict', 'decide-number-ranges'],
    ...asked,
    alter: judgements(({ noul, ...answer }) => (noul === undefined ? answer : { ...answer, noul: Number(noul) * 100 })),
  },
  {
    name: 'returns confidence in percent',
    questions: ['decide-number-ranges'],
    choice: 'confidence',
    ...asked,
    alter: judgements(({ confidence, ...answer }) =>
      confidence === undefined ? answer : { ...answer, confidence: Number(confidence) * 100 },
    ),
  },
  {
    name: 'counts scores from 1',
    questions: ['decide-score-scale'],
    ...asked,
    alter: judgements(({ score, ...answer }) =>
      score === undefined ? answer : { ...answer, score: Number(score) + 1 },
    ),
  },
  {
    name: 'words the legend of scores in its own way',
    questions: ['decide-free-text'],
    ...asked,
    alter: judgements(({ legend, ...answer }) =>
      isObject(legend)
        ? { ...answer, legend: Object.fromEntries(Object.keys(legend).map((rung) => [rung, `Rung ${rung} it is.`])) }
        : answer,
    ),
  },
];

/** Data of markets, predictions, chains and judgements. */
export const data = defineVariants('data', [...shapes, ...bounds, ...costs, ...decisions]);
