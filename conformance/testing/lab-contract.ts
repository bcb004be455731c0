import type { Contract, Operation, Rule } from '../contract/contract.ts';
import { contractTransport } from './transport.ts';

const stated = { from: ['lab-1'], status: 'stated' } as const;

/** The payment profile of the fake gateway. */
export const labPayment = {
  version: 2,
  scheme: 'exact',
  network: 'eip155:31337',
  asset: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  decimals: 6,
  domain: { name: 'Lab Dollar', version: '1' },
  window: 300,
  transport: contractTransport,
  windowStatus: 'stated',
  networkStatus: 'stated',
} as const;

function operation(
  part: Pick<Operation, 'id' | 'summary' | 'method' | 'path' | 'template' | 'auth'> & Partial<Operation>,
): Operation {
  return {
    ...stated,
    area: 'weather',
    wide: [],
    segments: {},
    responses: [],
    errors: [],
    conditions: [],
    ensures: [],
    example: {},
    ...part,
  };
}

function protocol(id: string, summary: string, level: Rule['level'], rest: Partial<Rule> = {}): Rule {
  return { ...stated, id, kind: 'protocol', tier: 'must', hosts: ['lab'], summary, subject: id, level, ...rest };
}

/** The contract of the fake gateway: a free list of stations and a paid forecast. */
export const labContract: Contract = {
  contract: 1,
  service: {
    id: 'weather',
    title: 'Weather',
    version: '1.0.0',
    description: 'Forecasts, sold one by one.',
    constants: {},
  },
  host: {
    ...stated,
    id: 'lab',
    title: 'Lab',
    group: 'pay-per-call',
    auth: 'x402',
    prefix: '/api',
    absent: [],
    payment: { ...labPayment, transport: contractTransport },
  },
  schemas: {},
  operations: [
    operation({
      id: 'list-stations',
      summary: 'List the stations',
      method: 'GET',
      path: '/api/stations',
      template: '/api/stations',
      auth: 'none',
    }),
    operation({
      id: 'make-forecast',
      summary: 'Forecast the weather of a station',
      method: 'POST',
      path: '/api/north/forecasts',
      template: '/api/{region}/forecasts',
      segments: { region: 'north' },
      auth: 'payment',
      payment: { ...stated, settles: 'after-upstream' },
      body: {
        contentType: 'application/json',
        contentTypes: ['application/json'],
        schema: { type: 'object' },
        unknownKeys: 'unknown',
        validates: 'unknown',
        status: 'stated',
      },
      example: { body: { station: 'ST-1', days: 2 } },
    }),
  ],
  prices: {},
  catalogs: {
    stations: {
      ...stated,
      id: 'stations',
      key: 'id',
      live: 'list-stations',
      entries: [
        { label: 'harbour', status: 'stated', from: ['lab-1'], values: { id: 'ST-1' } },
        { label: 'summit', status: 'stated', from: ['lab-1'], values: { id: 'ST-2' } },
      ],
    },
  },
  machines: {},
  errors: {
    'payment-unfunded': {
      ...stated,
      id: 'payment-unfunded',
      http: 402,
      summary: 'The wallet has too little USDC',
      body: { properties: { code: { const: 'PAYMENT_UNFUNDED' } } },
      headers: {},
      charged: false,
    },
  },
  limits: [],
  scenarios: [],
  rules: [
    protocol('payment.challenge.required', 'A paid operation returns 402 without payment', 'free'),
    protocol('payment.challenge.scheme', 'Every offer has the scheme exact', 'free'),
    protocol('payment.challenge.message', 'A challenge carries a message', 'free', { tier: 'info', status: 'assumed' }),
    protocol('payment.accepted.signature-header', 'A valid payment buys the call', 'paid'),
    protocol('payment.replay.claimed-once', 'An authorization buys one call', 'paid'),
    protocol('payment.settled.exactly-once', 'A paid call settles once', 'controlled'),
    protocol('lab.open', 'Something that the documents leave open', 'free', { tier: 'none', status: 'unknown' }),
  ],
  statements: {
    'lab-1': { section: 'Lab', text: 'A forecast costs </script><script>alert(1)</script> 0.01 USD a day.' },
  },
};
