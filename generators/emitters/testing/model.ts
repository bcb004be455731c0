import { testTransport } from '@tollwright/runtime/testing/transport';
import type { Formula, Host, HostView, Model, Operation, Rule } from '../../model/types.ts';
import { schemas } from './schemas.ts';

/** A small service with one host for each way of paying, for tests of emitters. */

const stated = { from: ['doc-1'], status: 'stated' } as const;

const number = (value: string) => ({ op: 'number', value }) as const;
const request = { op: 'variable', name: 'request' } as const;
const days = { op: 'field', of: request, name: 'days' } as const;

const perDay: Formula = {
  text: 'days * 0.01',
  tree: { op: 'binary', name: '*', left: { op: 'variable', name: 'days' }, right: number('0.01') },
};

const forecast: Operation = {
  ...stated,
  id: 'forecast-tides',
  area: 'tides',
  summary: 'Forecast the tides of a station',
  method: 'POST',
  path: '/api/forecasts',
  template: '/api/forecasts',
  wide: [],
  segments: {},
  body: {
    contentType: 'application/json',
    contentTypes: ['application/json'],
    schema: { $ref: '#/schemas/ForecastRequest' },
    unknownKeys: 'rejected',
    validates: 'before-challenge',
    status: 'stated',
  },
  responses: [
    {
      ...stated,
      http: 200,
      contentType: 'application/json',
      description: 'The forecast',
      schema: { $ref: '#/schemas/Forecast' },
      headers: { 'X-Receipt': { type: 'string' } },
    },
  ],
  auth: 'payment',
  price: { id: 'forecast', inputs: {} },
  payment: {
    ...stated,
    settles: 'after-upstream',
    challenge: { type: 'object', required: ['price'], properties: { price: { type: 'object' } } },
  },
  errors: ['invalid-body', 'unknown-station'],
  conditions: [],
  ensures: [],
  stream: {
    when: { text: 'request.stream', tree: { op: 'field', of: request, name: 'stream' } },
    from: ['doc-2'],
    status: 'stated',
  },
  example: { body: { station: 'north' } },
};

const chart: Operation = {
  ...stated,
  id: 'get-chart',
  area: 'charts',
  summary: 'Get a chart',
  method: 'GET',
  path: '/api/atlas/charts/{name}',
  template: '/api/{library}/charts/{name}',
  wide: ['name'],
  segments: { library: 'atlas' },
  params: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  query: { type: 'object', properties: { scale: { type: 'integer', minimum: 1 } } },
  headers: { type: 'object', required: ['x-ink'], properties: { 'x-ink': { type: 'string', minLength: 1 } } },
  responses: [{ ...stated, http: 200, contentType: 'image/png', description: 'The chart', headers: {} }],
  auth: 'none',
  errors: ['unknown-station'],
  conditions: [],
  ensures: [],
  example: { params: { name: 'coast/north' }, headers: { 'x-ink': 'blue' } },
};

const stations: Operation = {
  ...stated,
  id: 'list-stations',
  area: 'tides',
  summary: 'List the stations',
  method: 'GET',
  path: '/api/stations',
  template: '/api/stations',
  wide: [],
  segments: {},
  responses: [
    {
      ...stated,
      http: 200,
      contentType: 'application/json',
      description: 'The stations',
      schema: { $ref: '#/schemas/StationList' },
      headers: {},
    },
  ],
  auth: 'none',
  errors: [],
  conditions: [],
  ensures: [],
  example: {},
};

const rules: readonly Rule[] = [
  {
    ...stated,
    id: 'forecast-tides.days.maximum',
    kind: 'request',
    tier: 'must',
    hosts: ['harbour', 'office'],
    summary: 'days is at most 30',
    operation: 'forecast-tides',
    schema: { in: 'body', path: ['days'], keyword: 'maximum' },
    level: 'free',
  },
  {
    from: ['doc-2'],
    status: 'assumed',
    id: 'forecast-tides.stream',
    kind: 'stream',
    tier: 'info',
    hosts: ['harbour'],
    summary: 'Streams its answer when asked to | even partly',
    operation: 'forecast-tides',
    level: 'paid',
  },
];

const service = {
  id: 'tides',
  title: 'Tides',
  version: '2.1.0',
  description: 'Tide forecasts, sold one by one.',
  constants: { fee: '0.001' },
};

function view(host: Host, operations: readonly Operation[]): HostView {
  return {
    contract: 1,
    service,
    host,
    schemas: operations.length > 0 ? schemas : {},
    operations,
    prices: {
      forecast: {
        ...stated,
        id: 'forecast',
        kind: 'quoted',
        summary: 'A cent for each day',
        inputs: { days: { text: 'request.days', tree: days } },
        formula: perDay,
        breakdown: { days: perDay },
        rounding: 'half-up',
        roundingStatus: 'stated',
        sides: [],
        examples: [],
      },
    },
    catalogs: {
      stations: {
        ...stated,
        id: 'stations',
        key: 'id',
        entries: [{ ...stated, label: 'ST-1', values: { id: 'acme/north', rate: '0.5' } }],
      },
    },
    machines: {},
    errors: {
      'invalid-body': {
        ...stated,
        id: 'invalid-body',
        http: 400,
        summary: 'The request breaks its schema',
        body: { type: 'object', required: ['error'], properties: { error: { const: 'Invalid body' } } },
        headers: {},
        charged: false,
      },
      'unknown-station': {
        ...stated,
        id: 'unknown-station',
        http: 400,
        summary: 'No such station',
        headers: {},
        charged: false,
      },
      'too-many': {
        ...stated,
        id: 'too-many',
        http: 429,
        summary: 'Too many reads',
        headers: { 'Retry-After': { type: 'string' } },
        charged: false,
      },
      'no-key': { ...stated, id: 'no-key', http: 401, summary: 'No API key', headers: {}, charged: false },
      'not-paid': {
        ...stated,
        id: 'not-paid',
        http: 402,
        summary: 'No payment',
        body: { type: 'object', required: ['error'], properties: { error: { const: 'Pay first' } } },
        headers: {},
        charged: false,
      },
    },
    limits: [
      {
        ...stated,
        id: 'reads',
        summary: 'Reads',
        operations: ['list-stations'],
        count: 10,
        sides: [],
        window: 60,
        key: 'ip',
        keyStatus: 'stated',
        error: 'too-many',
        shared: true,
      },
    ],
    scenarios: [],
    rules: rules.filter((rule) => rule.hosts.includes(host.id)),
    statements: {
      'doc-1': { section: 'Tides', text: 'A forecast covers 30 days at most' },
      'doc-2': { section: 'Tides', text: 'Answers may stream' },
    },
  };
}

const payPerCall: Host = {
  ...stated,
  id: 'harbour',
  title: 'Harbour, paid per call',
  group: 'pay-per-call',
  auth: 'x402',
  prefix: '/api',
  absent: [],
  payment: {
    version: 2,
    scheme: 'exact',
    network: 'eip155:8453',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    decimals: 6,
    domain: { name: 'USD Coin', version: '2' },
    window: 300,
    transport: {
      ...testTransport,
      payment: { ...testTransport.payment, schemas: {} },
      receipt: { headers: testTransport.receipt.headers, success: {}, failure: {} },
    },
    windowStatus: 'stated',
    networkStatus: 'stated',
  },
};
const account: Host = {
  ...stated,
  id: 'office',
  title: 'Office',
  group: 'account',
  auth: 'bearer',
  prefix: '/v1',
  absent: [],
};
const retired: Host = {
  ...stated,
  id: 'wreck',
  title: 'Wreck, retired',
  group: 'retired',
  auth: 'none',
  prefix: '/api',
  absent: [],
};

/** The model itself. */
export const tides: Model = {
  service,
  documents: [{ id: 'doc', title: 'Tides' }],
  statements: new Map(),
  questions: [],
  hosts: [
    view(payPerCall, [forecast, chart, stations]),
    view(account, [{ ...forecast, path: '/v1/forecasts', template: '/v1/forecasts', auth: 'key' }]),
    view(retired, []),
  ],
  rules,
  sources: new Map([
    ['host/harbour', 'hosts/harbour.yaml'],
    ['host/office', 'hosts/office.yaml'],
    ['host/wreck', 'hosts/wreck.yaml'],
    ['operation/forecast-tides', 'operations/tides/forecast-tides.yaml'],
    ['operation/get-chart', 'operations/charts/get-chart.yaml'],
    ['operation/list-stations', 'operations/tides/list-stations.yaml'],
    ...Object.keys(schemas).map((name) => [`schema/${name}`, 'schemas/tides.yaml'] as const),
  ]),
  references: new Map(),
};
