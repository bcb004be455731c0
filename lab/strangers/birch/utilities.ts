import { randomBytes } from 'node:crypto';
import { Fields } from './check.ts';
import { iso, nowMs } from './clock.ts';
import { free, paid } from './flow.ts';
import { parseObject, type Req } from './http.ts';
import { show, usd } from './money.ts';
import type { Route } from './router.ts';

const FUND_FEE = usd('0.011');

function checkDeposit(req: Req): { deposit: bigint; account: string } {
  const fields = Fields.of(req);
  const text = fields.needText('deposit_usdc');
  const good = /^\d{1,9}(\.\d{1,6})?$/.test(text) && usd(text) > 0n;
  if (fields.problems.length === 0 && !good)
    fields.fail('deposit_usdc', 'must be a decimal amount above 0 with at most 6 decimals');
  const account = fields.needText('account');
  if (typeof fields.get('account') === 'string' && !/^0x[0-9a-fA-F]{40}$/.test(account))
    fields.fail('account', 'must be an EVM address');
  fields.done();
  return { deposit: usd(text), account };
}

/** Bridge USDC from Base to an account of venue A. */
export const fundVenue: Route = paid<{ deposit: bigint; account: string }>({
  path: '/api/v1/{venue_a}/fund',
  summary: 'Bridge USDC from Base to a venue account',
  price: { mode: 'dynamic', min: FUND_FEE + 1n, max: usd('1000000000') },
  check: checkDeposit,
  quote: ({ deposit }) => ({ amount: deposit + FUND_FEE }),
  run: ({ deposit, account }) => ({
    status: 202,
    body: () => ({
      bridge_id: randomBytes(8).toString('hex'),
      account,
      deposit_usdc: show(deposit),
      status: 'submitted',
    }),
  }),
});

/** A one-time on-ramp link for the wallet that signs. */
export const onramp: Route = paid<null>({
  path: '/api/v1/onramp/token',
  summary: 'One-time on-ramp link for the signing Base wallet; an authorization of 0 USD authenticates it',
  price: { mode: 'free' },
  check: (req) => {
    if (req.body.length > 0) parseObject(req.body);
    return null;
  },
  quote: () => ({ amount: 0n }),
  run: (_input, call) => ({
    body: () => {
      const token = randomBytes(24).toString('base64url');
      return {
        token,
        url: `https://onramp.birch.example/start?token=${token}`,
        wallet: call.payer,
        expires_at: iso(nowMs() + 300_000),
      };
    },
  }),
});

/** The free swap passthrough. */
export const swap: Route = free({
  method: ['GET', 'POST'],
  path: '/api/v1/{swap}/{path...}',
  summary: 'Swap prices, quotes and gasless operations',
  failures: {},
  run: (req) => {
    if (req.method === 'POST' && req.body.length > 0) parseObject(req.body);
    return {
      status: 200,
      body: { operation: req.params.path, liquidityAvailable: true, buyAmount: '1000000', sellAmount: '1000000' },
    };
  },
});
