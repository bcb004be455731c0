import {
  BOX,
  CHAT,
  CRYPTO,
  chat,
  type Fault,
  faultsOf,
  get,
  PM,
  paidOk,
  quoted,
  SOCIAL,
  uncharged,
  WEB,
} from './kit.ts';

const fault = faultsOf('base');
const block = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' };
const names = (count: number) => Array.from({ length: count }, (_, index) => `user${index}`);

export const dataFaults: Fault[] = [
  fault(
    'sandbox-lives-on',
    'A sandbox stays up after its lifetime.',
    'auto-terminate at the configured timeout',
    (rules) => {
      rules.sandbox.autoTerminate = false;
    },
    async (client) => {
      const { body } = await paidOk(client, `${BOX}/create`, { timeout: 60 });
      await client.advance(61);
      const status = await client.pay('POST', `${BOX}/status`, { sandbox_id: body.sandbox_id });
      return String(status.body.status) === 'terminated';
    },
  ),
  fault(
    'sandbox-memory-default',
    'A sandbox gets 1024 MB where nothing is said.',
    '`memory` (integer MB, max 1024, default 512)',
    (rules) => {
      rules.sandbox.memoryDefault = 1024;
    },
    async (client) => Number((await paidOk(client, `${BOX}/create`, {})).body.config?.memory) === 512,
  ),
  fault(
    'contents-fee-missing',
    'Contents are sold without the fee of the request.',
    '0.002 per URL plus 0.001 per request',
    (rules) => {
      rules.data.contentsFee = false;
    },
    quoted(`${WEB}/contents`, { urls: ['https://a.example', 'https://b.example', 'https://c.example'] }, 7000),
  ),
  fault(
    'web-reject-not-passed',
    'A refusal of the search provider becomes a 502.',
    'Web-search upstream 4xx statuses (400 to 499) pass through',
    (rules) => {
      rules.data.webRejectPasses = false;
    },
    async (client) => {
      await client.script('POST /api/v1/{websearch}/answer', 'reject', { status: 422 });
      return (await client.pay('POST', `${WEB}/answer`, { query: 'tides' })).status === 422;
    },
  ),
  fault(
    'lookup-no-minimum',
    'A lookup of two users costs what two users cost.',
    'Price 0.002 per user, minimum 0.02 (10 users), maximum 0.20 (100).',
    (rules) => {
      rules.data.userMinMicro = 0;
    },
    quoted(`${SOCIAL}/lookup`, { usernames: names(2) }, 20_000),
  ),
  fault(
    'lookup-duplicates-billed',
    'Users named twice are billed twice.',
    'leading @ stripped; duplicates removed',
    (rules) => {
      rules.data.dedupe = false;
    },
    quoted(`${SOCIAL}/lookup`, { usernames: [...names(15), ...names(15)] }, 30_000),
  ),
  fault(
    'lookup-empty-charged',
    'A lookup that finds nobody is charged.',
    'Zero users returned means no charge.',
    (rules) => {
      rules.data.emptyCharge = true;
    },
    uncharged('POST /api/v1/{social}/users/lookup', 'empty', `${SOCIAL}/lookup`, { usernames: names(3) }, 200),
  ),
  fault(
    'pm-search-status',
    'A search without q is a 400.',
    '`q` required, missing gives 422',
    (rules) => {
      rules.data.pmSearchStatus = 400;
    },
    get(`${PM}/markets/search`, 422),
  ),
  fault(
    'rpc-batch-as-one',
    'A batch costs what one call costs.',
    'batches priced per element',
    (rules) => {
      rules.data.rpcPerElement = false;
    },
    quoted('/api/v1/rpc/ethereum', [block, block, block], 9000),
  ),
  fault(
    'pm-retired-unknown',
    'Retired matching endpoints answer like unknown paths.',
    '| 410 | prediction | retired matching endpoints |',
    (rules) => {
      rules.data.pmRetiredStatus = 404;
    },
    get(`${PM}/matching-markets`, 410),
  ),
  fault(
    'crypto-parameter-late',
    'A missing parameter of crypto data is only seen after payment.',
    'A missing required parameter gives 400 before payment.',
    (rules) => {
      rules.data.cryptoRequired = false;
    },
    get(`${CRYPTO}/exchange/price`, 400),
  ),
  fault(
    'catalog-limit',
    'The catalogs are limited to a thousand calls an hour.',
    '100 requests per hour per IP',
    (rules) => {
      rules.limits.catalogPerHour = 1000;
    },
    async (client) => {
      for (let index = 0; index < 100; index += 1) await client.get('/api/v1/audio/models');
      return (await client.get('/api/v1/audio/models')).status === 429;
    },
  ),
  fault(
    'limit-never-resets',
    'A limit of an hour is lifted after a day.',
    '120 requests per hour per IP (an earlier reference states 20)',
    (rules) => {
      rules.limits.hourSeconds = 86_400;
    },
    async (client) => {
      const path = `/api/v1/wallet/${client.payer.address}/realfaces`;
      for (let index = 0; index < 121; index += 1) await client.get(path);
      await client.advance(3601);
      return (await client.get(path)).status === 200;
    },
  ),
  fault(
    'retry-after-default',
    'The wait is 30 seconds where the upstream names none.',
    '`Retry-After` (seconds; default 60 when the upstream gives none)',
    (rules) => {
      rules.limits.retryAfterDefault = 30;
    },
    async (client) => {
      await client.script(`POST ${CHAT}`, 'capacity');
      return (await client.pay('POST', CHAT, chat())).headers.get('retry-after') === '60';
    },
  ),
];
