import type {
  Body,
  Contract,
  Expression,
  Formula,
  Json,
  Machine,
  Operation,
  Transport,
} from '../../contract/contract.ts';
import { contractTransport } from '../transport.ts';

const variable = (name: string): Expression => ({ op: 'variable', name });
const field = (of: string, ...names: string[]): Expression =>
  names.reduce<Expression>((inner, name) => ({ op: 'field', of: inner, name }), variable(of));
const text = (value: string): Expression => ({ op: 'string', value });
const number = (value: string): Expression => ({ op: 'number', value });
const equals = (left: Expression, right: Expression): Expression => ({ op: 'binary', name: '==', left, right });
const size = (of: Expression): Expression => ({ op: 'call', name: 'size', args: [of] });
const formula = (written: string, tree: Expression): Formula => ({ text: written, tree });
/** A formula as in a contract file. */
const cel = (written: string, tree: Expression): Json => JSON.parse(JSON.stringify(formula(written, tree)));
const stated = { from: ['doc-1'], status: 'stated' } as const;
const moved = { statements: ['doc-1'], status: 'stated' } as const;

const body: Body = {
  contentType: 'application/json',
  contentTypes: ['application/json'],
  schema: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
  unknownKeys: 'unknown',
  validates: 'unknown',
  status: 'stated',
};

function operation(
  id: string,
  rest: Partial<Omit<Operation, 'template'>> & Pick<Operation, 'method' | 'path' | 'auth'>,
): Operation {
  return {
    id,
    area: 'toll',
    summary: id,
    wide: [],
    segments: {},
    responses: [],
    errors: [],
    conditions: [],
    ensures: [],
    example: rest.method === 'POST' ? { body: { text: 'hello' } } : {},
    ...stated,
    template: rest.path,
    ...(rest.method === 'POST' && { body }),
    ...rest,
  };
}

const stream: Machine = {
  id: 'stream',
  summary: 'A stream',
  of: 'stream',
  initial: 'open',
  ...stated,
  states: { open: { final: false, summary: '' }, cut: { final: true, summary: '' } },
  reads: {},
  transitions: [
    { id: 'stream.cut', from: ['open'], on: 'upstream.cut', to: 'cut', effects: ['release', 'error-event'], ...moved },
  ],
  always: [],
};

const job: Machine = {
  id: 'long-job',
  summary: 'A job',
  initial: 'queued',
  ...stated,
  states: {
    queued: { final: false, summary: '' },
    running: { final: false, summary: '' },
    done: { final: true, summary: '' },
    failed: { final: true, summary: '' },
  },
  reads: { state: '/status', id: '/id' },
  transitions: [
    { id: 'job.start', from: ['queued'], on: 'upstream.started', to: 'running', effects: [], ...moved },
    {
      id: 'job.finish',
      from: ['running'],
      on: 'poll',
      if: formula('upstream.finished', field('upstream', 'finished')),
      to: 'done',
      effects: ['settle-once'],
      ...moved,
    },
    { id: 'job.fail', from: ['running'], on: 'upstream.failed', to: 'failed', effects: ['release'], ...moved },
    {
      id: 'job.stall',
      from: ['running'],
      on: 'after(3600s)',
      after: 3600,
      to: 'failed',
      effects: ['release'],
      ...moved,
    },
  ],
  always: [
    {
      id: 'job.always.failed',
      in: ['failed'],
      // biome-ignore lint/suspicious/noThenProperty: contracts name the condition of an invariant so.
      then: formula(
        'response.payment_status == "not_charged"',
        equals(field('response', 'payment_status'), text('not_charged')),
      ),
      ...stated,
    },
  ],
};

const withTexts = (texts: Readonly<Record<string, string>>): Readonly<Record<string, Json>> => ({
  type: 'object',
  required: Object.keys(texts),
  properties: Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, { const: value }])),
});
const withError = (message: string) => withTexts({ error: message });

/** The errors of the payment protocol, by id. */
const paymentErrors = Object.fromEntries(
  Object.entries({
    'payment-required': { error: 'Payment Required' },
    'payment-invalid': { error: 'Payment verification failed', code: 'PAYMENT_INVALID' },
    'payment-unfunded': { error: 'Payment verification failed', code: 'PAYMENT_UNFUNDED' },
    'payment-replay': { code: 'PAYMENT_REPLAY' },
    'settlement-failed': { error: 'Payment settlement failed' },
  }).map(([id, texts]) => [
    id,
    { id, http: 402, summary: '', body: withTexts(texts), headers: {}, charged: false, ...stated },
  ]),
);

/** A small service: two paid operations, one of them streaming, a job, a list and a description. */
export const referenceContract: Contract = {
  contract: 1,
  service: { id: 'toll', title: 'Toll', version: '1', description: '', constants: {} },
  host: {
    id: 'toll',
    title: 'Toll',
    group: 'toll',
    auth: 'x402',
    prefix: '/v1',
    absent: ['/bare'],
    payment: {
      version: 2,
      scheme: 'exact',
      network: 'eip155:31337',
      asset: '0x00000000000000000000000000000000000000aa',
      decimals: 6,
      domain: { name: 'Test Coin', version: '1' },
      window: 300,
      transport: contractTransport,
      windowStatus: 'stated',
      networkStatus: 'stated',
    },
    ...stated,
  },
  schemas: {},
  operations: [
    operation('small', {
      method: 'POST',
      path: '/v1/small',
      auth: 'payment',
      payment: { settles: 'after-upstream', challenge: { type: 'object', required: ['parts'] }, ...stated },
      stream: { when: formula('request.stream', field('request', 'stream')), done: '[DONE]', ...stated },
      errors: ['upstream-failed', 'bad-text'],
    }),
    operation('large', {
      method: 'POST',
      path: '/v1/large',
      auth: 'payment',
      body: { ...body, validates: 'before-challenge' },
    }),
    operation('order', {
      method: 'POST',
      path: '/v1/jobs',
      auth: 'payment',
      payment: { settles: 'after-upstream-or-on-poll', window: 600, ...stated },
      machine: { id: 'long-job', role: 'create' },
    }),
    operation('collect', {
      method: 'GET',
      path: '/v1/jobs/{id}',
      auth: 'wallet',
      machine: { id: 'long-job', role: 'poll' },
      example: { params: { id: 'nothing' } },
      errors: ['other-payer'],
    }),
    operation('list', { method: 'GET', path: '/v1/list', auth: 'none' }),
    operation('describe', {
      method: 'GET',
      path: '/description',
      auth: 'none',
      responses: [
        {
          http: 200,
          contentType: 'application/json',
          description: '',
          schema: { type: 'object', required: ['openapi'] },
          headers: {},
          ...stated,
        },
      ],
    }),
  ],
  prices: {},
  catalogs: {},
  machines: { 'long-job': job, stream },
  errors: {
    ...paymentErrors,
    'upstream-failed': {
      id: 'upstream-failed',
      http: 502,
      summary: '',
      body: withError('Upstream failed'),
      headers: { 'X-Source': { type: 'string' } },
      charged: false,
      provoke: { upstream: 'fail' },
      ...stated,
    },
    'bad-text': {
      id: 'bad-text',
      http: 400,
      summary: '',
      body: withError('Bad text'),
      headers: {},
      charged: false,
      ...stated,
    },
    'other-payer': { id: 'other-payer', http: 403, summary: '', headers: {}, charged: false, ...stated },
    'too-many': {
      id: 'too-many',
      http: 429,
      summary: '',
      body: withError('Too many'),
      headers: {},
      charged: false,
      ...stated,
    },
  },
  limits: [
    {
      id: 'reads',
      summary: '',
      operations: ['list'],
      count: 5,
      sides: [],
      window: 60,
      key: 'ip',
      keyStatus: 'stated',
      error: 'too-many',
      shared: true,
      ...stated,
    },
  ],
  scenarios: [
    {
      id: 'failure',
      title: 'A failure that is not charged, then a call that is',
      steps: [
        { upstream: { operation: 'small', outcome: 'fail' } },
        { call: 'small', as: 'failed' },
        { ledger: true, as: 'before' },
        {
          call: 'small',
          as: 'served',
          with: { body: { text: cel('failed.body.error', field('failed', 'body', 'error')) } },
        },
        { call: 'small', pay: 'served', times: 3, concurrent: true, as: 'again' },
        { ledger: true, as: 'after' },
      ],
      expects: [
        {
          id: 'failure.free',
          summary: 'Nothing settles',
          must: formula('size(before) == 0', equals(size(variable('before')), number('0'))),
          ...stated,
        },
        {
          id: 'failure.answer',
          summary: 'The answer is 502',
          must: formula('failed.status == 502', equals(field('failed', 'status'), number('502'))),
          ...stated,
        },
        {
          id: 'failure.once',
          summary: 'The call settles once',
          must: formula('size(after) == 1', equals(size(variable('after')), number('1'))),
          ...stated,
        },
      ],
      ...stated,
    },
  ],
  rules: [],
  statements: {},
};

/** The contract of the reference gateway with another transport. */
export function contractWith(transport: Partial<Transport>): Contract {
  const { payment } = referenceContract.host;
  if (!payment) throw new Error('The reference host is paid.');
  const host = {
    ...referenceContract.host,
    payment: { ...payment, transport: { ...payment.transport, ...transport } },
  };
  return { ...referenceContract, host };
}
