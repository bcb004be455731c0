/** Faults of the batched payments and of shared errors and limits on the nano host, and those of the retired host. */
import { law } from '../law.ts';
import { chat, chatLine, type Fault, passes, refusedAs, says, searchLine } from './fault.ts';

const host = 'nano';
const query = { query: 'granite' };

export const nanoPaymentFaults: Fault[] = [
  {
    id: 'nano-foreign-payee',
    host,
    says: 'An authorization to any recipient is accepted.',
    quote: 'signature, amount, network and recipient match',
    apply: () => {
      law.nano.payeeFits = () => true;
    },
    probe: async (buyer) =>
      refusedAs(
        await buyer.pay(searchLine, query, { twist: { payTo: buyer.address(buyer.place.other) } }),
        'PAYMENT_INVALID',
      ),
  },
  {
    id: 'nano-early-window',
    host,
    says: 'An authorization whose window has not begun is accepted.',
    quote: 'authorization failed checks',
    apply: () => {
      law.nano.open = () => true;
    },
    probe: async (buyer) => {
      const after = Math.floor(Date.now() / 1000) + 3000;
      return refusedAs(
        await buyer.pay(searchLine, query, { twist: { after, before: after + 300 } }),
        'PAYMENT_INVALID',
      );
    },
  },
  {
    id: 'nano-late-window',
    host,
    says: 'An authorization whose window has ended is accepted.',
    quote: 'mismatch, underfunded, expired window or stale blockhash',
    apply: () => {
      law.nano.unexpired = () => true;
    },
    probe: async (buyer) => {
      const ticket = await buyer.ticket(searchLine, query);
      await buyer.advance(2000);
      return refusedAs(await buyer.send(searchLine, query, ticket), 'PAYMENT_INVALID');
    },
  },
  {
    id: 'nano-one-chain',
    host,
    says: 'Only one chain is offered in the challenge.',
    quote: 'several EVM chains via a batched nanopayment gateway, USDC',
    apply: () => {
      law.nano.chains.length = 1;
    },
    probe: async (buyer) => {
      const several = (await buyer.send(searchLine, query)).at('accepts.1') !== undefined;
      return several && (await buyer.pay(searchLine, query, { accept: 1 })).status === 200;
    },
  },
  {
    id: 'nano-unfunded-late',
    host,
    says: 'An empty wallet passes verification and fails only at settlement.',
    quote: '`PAYMENT_UNFUNDED`, `PAYMENT_BLOCKHASH_STALE` (Solana only)',
    apply: () => {
      law.pay.covers = () => true;
    },
    probe: async (buyer) => {
      await buyer.control('POST /fund', { address: buyer.address(), amount: '0' });
      return refusedAs(await buyer.pay(searchLine, query), 'PAYMENT_UNFUNDED');
    },
  },
  {
    id: 'nano-receipt-amount',
    host,
    says: 'What is settled is rounded up to the next thousandth of a dollar.',
    quote: '`amount` is in micro-USDC (11000 equals 0.011 USD)',
    apply: () => {
      law.pay.charged = (micro) => Math.ceil(micro / 1000) * 1000;
    },
    probe: async (buyer) => {
      const asked = await buyer.quote(chatLine, chat());
      await buyer.pay(chatLine, chat());
      return (await buyer.spent()) === asked;
    },
  },
  {
    id: 'nano-error-word',
    host,
    says: 'The challenge of an unpaid request has the error of a failed verification.',
    quote: '| 402 | `Payment Required` | no payment header |',
    apply: () => {
      law.pay.words.unpaid = 'Payment verification failed';
    },
    probe: async (buyer) => (await buyer.send(searchLine, query)).at('error') === 'Payment Required',
  },
  {
    id: 'nano-retry-default',
    host,
    says: 'Retry-After is 30 when the upstream gives none.',
    quote: '`Retry-After` (seconds; default 60 when the upstream gives none)',
    apply: () => {
      law.retryAfter = 30;
    },
    probe: async (buyer) => {
      await buyer.script(chatLine, 'capacity');
      return (await buyer.pay(chatLine, chat())).headers.get('retry-after') === '60';
    },
  },
  {
    id: 'nano-no-source',
    host,
    says: 'A limited request carries no X-RateLimit-Source.',
    quote: '`X-RateLimit-Source: <source-tag>` (an opaque capacity-pool tag)',
    apply: () => {
      law.limitHeaders = (after) => ({ 'retry-after': String(after) });
    },
    probe: async (buyer) => {
      await buyer.script(chatLine, 'capacity');
      const seen = await buyer.pay(chatLine, chat());
      return seen.headers.get('x-ratelimit-source') === seen.at('source');
    },
  },
  {
    id: 'nano-limited-code',
    host,
    says: 'A limited upstream is reported with the code TOO_MANY_REQUESTS.',
    quote: '| 429 | `RATE_LIMITED` | an upstream capacity pool limited the request |',
    apply: () => {
      law.codes.limited = 'TOO_MANY_REQUESTS';
    },
    probe: async (buyer) => {
      await buyer.script(chatLine, 'capacity');
      return (await buyer.pay(chatLine, chat())).at('code') === 'RATE_LIMITED';
    },
  },
  {
    id: 'nano-upstream-500',
    host,
    says: 'A provider failure answers 500.',
    quote: '| 502 | upstream error | provider failure; not charged |',
    apply: () => {
      law.upstreamStatus = 500;
    },
    probe: async (buyer) => {
      await buyer.script(chatLine, 'fail');
      return (await buyer.pay(chatLine, chat())).status === 502;
    },
  },
  {
    id: 'nano-health-120',
    host,
    says: 'Health may be asked for 120 times per minute.',
    quote: '| 60 requests per minute per IP |',
    apply: () => {
      law.limits.health = { most: 120, seconds: 60 };
    },
    probe: async (buyer) => (await passes(buyer, 'GET /api/health', 62)) === 60,
  },
  {
    id: 'nano-reset-seconds',
    host,
    says: 'X-RateLimit-Reset is in seconds.',
    quote: 'with header `X-RateLimit-Reset: <unix-ms>`',
    apply: () => {
      law.resetStamp = (until) => Math.floor(until / 1000);
    },
    probe: async (buyer) => {
      await passes(buyer, 'GET /api/pricing', 101);
      return Number((await buyer.send('GET /api/pricing')).headers.get('x-ratelimit-reset')) > Date.now();
    },
  },
  {
    id: 'nano-limit-per-day',
    host,
    says: 'The limit of the catalogs is let go after a day only.',
    quote: '| 100 requests per hour per IP |',
    apply: () => {
      law.limits['video models'] = { most: 100, seconds: 86_400 };
    },
    probe: async (buyer) => {
      await passes(buyer, 'GET /api/v1/video/models', 101);
      await buyer.advance(3605);
      return (await buyer.send('GET /api/v1/video/models')).status === 200;
    },
  },
  {
    id: 'xrp-gone',
    host: 'xrp',
    says: 'The retired gateway answers 410.',
    quote: 'Retired. Returns 404. Use Base or Solana.',
    apply: () => {
      law.retiredHostStatus = 410;
    },
    probe: says(chatLine, chat(), 404),
  },
  {
    id: 'xrp-still-listed',
    host: 'xrp',
    says: 'The retired gateway still serves its discovery document.',
    quote: 'bare `/v1/...` path on a pay-per-call host; retired gateway; unknown path',
    apply: () => {
      law.retiredStillServes = (path) => path === '/.well-known/x402';
    },
    probe: says('GET /.well-known/x402', undefined, 404),
  },
];
