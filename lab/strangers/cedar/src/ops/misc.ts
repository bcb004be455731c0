import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { checkBody } from '../body.ts';
import { NETWORK } from '../config.ts';
import { ApiError, badField } from '../errors.ts';
import type { Usd } from '../money.ts';
import { fmt, usd } from '../money.ts';
import { op } from '../op.ts';
import { token, world } from '../world.ts';
import { challenge, paymentHeader, verify } from '../x402.ts';

/** Funding a venue-A account, on-ramp links, the wallet balance. */
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be an EVM address');
const fundSchema = z.object({ address, amount: z.union([z.string(), z.number()]) });
interface Fund {
  address: string;
  amount: Usd;
}
export const fund = op<Fund>({
  method: 'POST',
  template: '/{venue_a}/fund',
  hosts: 'base',
  upstream: true,
  describe: 'Bridge USDC to a venue-A account: fee plus deposit',
  parse: async (c) => {
    const b = await checkBody(c, fundSchema);
    const text = String(b.amount);
    if (!/^\d{1,9}(\.\d{1,6})?$/.test(text) || usd(text) === 0n)
      throw badField('amount', 'must be a positive amount of USDC with at most 6 decimals');
    return { address: b.address, amount: usd(text) };
  },
  quote: (x) => ({ base: usd('0.011') + x.amount, account: 0n }),
  run: (x) => ({
    body: {
      deposit_id: token('dep_'),
      status: 'submitted',
      address: x.address,
      amount: fmt(x.amount),
      currency: 'USDC',
    },
  }),
});

const onrampSchema = z.object({ address: address.optional() });
export const onramp = op<z.output<typeof onrampSchema>>({
  method: 'POST',
  template: '/onramp/token',
  hosts: 'base',
  upstream: true,
  describe: 'One-time on-ramp link; the signature only authenticates',
  parse: (c) => checkBody(c, onrampSchema),
  quote: () => ({ base: 0n, account: 0n }),
  authorize: (x, who) => {
    if (x.address !== undefined && x.address.toLowerCase() !== who.id)
      throw new ApiError(403, { error: 'Forbidden', message: 'The link is for the signing wallet only.' });
  },
  run: (_x, call) => {
    const t = token('onr_', 16);
    return {
      body: {
        token: t,
        url: `https://onramp.example.net/?session=${t}`,
        wallet: call.who.id,
        network: NETWORK,
        asset: 'USDC',
        expires_at: world.iso(world.now() + 300_000),
      },
    };
  },
});

/** The wallet is named by `?address=`, or by a signature; without either the answer is discovery metadata, not a charge. */
export function mountBalance(app: Hono): void {
  app.get('/api/v1/balance', async (c: Context) => {
    const asked = c.req.query('address') ?? c.req.query('wallet');
    let wallet: string;
    if (asked !== undefined) {
      if (!/^0x[0-9a-fA-F]{40}$/.test(asked))
        throw new ApiError(400, {
          error: 'Invalid wallet address',
          details: [{ field: 'address', message: 'must be an EVM address' }],
        });
      wallet = asked.toLowerCase();
    } else {
      const header = paymentHeader(c);
      const price = { amount: 0n };
      if (header === undefined)
        throw challenge(
          c,
          price,
          'Payment Required',
          'Free: name a wallet by ?address=, or sign a zero authorization.',
        );
      wallet = (await verify(c, header, price)).from;
    }
    return c.json({ wallet, chain: 'base', network: NETWORK, usdc: fmt(world.balances.get(wallet) ?? 0n) });
  });
}
