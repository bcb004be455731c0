import { randomBytes } from 'node:crypto';
import { isEvmAddress } from './addresses.ts';
import { Form } from './form.ts';
import { ok, type Reply, refuse } from './http.ts';
import { newId } from './jobs.ts';
import { metered } from './metered.ts';
import { formatUsd, parseUsd, usd } from './money.ts';
import type { Call, Operation } from './operation.ts';
import { segments } from './segments.ts';
import { failureOf, nextTurn } from './upstream.ts';

/** The fee for funding an account of venue A. */
export const FUND_FEE = usd('0.01');

/** Funding of a venue account, and the on-ramp. */
export const fundingOperations: Operation[] = [
  {
    methods: ['POST'],
    path: `/v1/${segments.venue_a}/fund`,
    summary: 'Fund an account of venue A',
    upstream: 'fund',
    handle: (call) => fund(call),
  },
  {
    methods: ['POST'],
    path: '/v1/onramp/token',
    summary: 'A one-time on-ramp link',
    upstream: 'onramp',
    handle: onramp,
  },
];

function addressRule(form: Form, name: string): void {
  const value = form.text(name);
  if (value !== undefined && !isEvmAddress(value)) form.add(name, `${name} must be an EVM address`);
}

function fund(call: Call): Promise<Reply> {
  const form = new Form(call.json());
  const amount = parseUsd(form.must('amount'));
  form.need('address');
  addressRule(form, 'address');
  form.done();
  if (amount === undefined || amount === 0n || amount % usd('0.000001') !== 0n) {
    throw refuse('amount', 'amount must be a positive decimal of USDC with at most 6 places');
  }
  return metered(call, { quote: FUND_FEE + amount, upstream: 'fund' }, () => ({
    body: {
      transfer_id: newId('fund-'),
      address: form.get('address'),
      amount: formatUsd(amount),
      asset: 'USDC',
      status: 'submitted',
    },
  }));
}

function onramp(call: Call): Reply {
  const form = new Form(call.raw.length === 0 ? {} : call.json());
  addressRule(form, 'address');
  form.done();
  const failure = failureOf(nextTurn('onramp'));
  if (failure !== undefined) throw failure;
  const token = randomBytes(18).toString('base64url');
  return ok({
    token,
    url: `https://onramp.example/buy?token=${token}`,
    address: form.text('address') ?? call.account.address,
    network: 'base',
    asset: 'USDC',
  });
}
