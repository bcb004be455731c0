/** Faults of the payment flow on Solana. */
import { law } from '../law.ts';
import { chat, chatLine, type Fault, imageLine, refusedAs, searchLine, under } from './fault.ts';

const host = 'solana';
const query = { query: 'granite' };

export const paymentFaults: Fault[] = [
  {
    id: 'stale-accepted',
    host,
    says: 'A transaction over a blockhash that is minutes old is accepted.',
    quote: 'mismatch, underfunded, expired window or stale blockhash',
    apply: () => {
      law.solana.blockhashSeconds = Number.POSITIVE_INFINITY;
    },
    probe: async (buyer) => {
      const ticket = await buyer.ticket(searchLine, query);
      await buyer.advance(600);
      return (await buyer.send(searchLine, query, ticket)).status === 402;
    },
  },
  {
    id: 'stale-code',
    host,
    says: 'A stale blockhash is reported as PAYMENT_INVALID.',
    quote: '`PAYMENT_BLOCKHASH_STALE` (Solana only)',
    apply: () => {
      law.pay.codes.stale = 'PAYMENT_INVALID';
    },
    probe: async (buyer) => {
      const ticket = await buyer.ticket(searchLine, query);
      await buyer.advance(600);
      return refusedAs(await buyer.send(searchLine, query, ticket), 'PAYMENT_BLOCKHASH_STALE');
    },
  },
  {
    id: 'foreign-token-account',
    host,
    says: 'The destination of the transfer may be any token account.',
    quote: 'signature, amount, network and recipient match',
    apply: () => {
      law.solana.checkTarget = false;
    },
    probe: async (buyer) =>
      refusedAs(
        await buyer.pay(searchLine, query, { twist: { payTo: buyer.address(buyer.place.other) } }),
        'PAYMENT_INVALID',
      ),
  },
  {
    id: 'forged-signature',
    host,
    says: 'The signature of the payer is not verified.',
    quote: 'signature, amount, network and recipient match',
    apply: () => {
      law.pay.checkSignature = false;
    },
    probe: async (buyer) =>
      refusedAs(await buyer.pay(searchLine, query, { twist: { forged: true } }), 'PAYMENT_INVALID'),
  },
  {
    id: 'overpayment',
    host,
    says: 'A transfer of more than the amount asked is accepted.',
    quote: 'signature, amount, network and recipient match',
    apply: () => {
      law.pay.amountFits = (paid, due) => paid >= due;
    },
    probe: async (buyer) =>
      refusedAs(await buyer.pay(searchLine, query, { twist: { amount: '300000' } }), 'PAYMENT_INVALID'),
  },
  {
    id: 'replay-elsewhere',
    host,
    says: 'A used authorization is accepted once more on another route of the same price.',
    quote: 'Authorizations are single-use.',
    apply: () => {
      law.pay.claimKey = (id, route) => `${id} ${route}`;
    },
    probe: async (buyer) => {
      const lookup = 'POST /api/v1/phone/lookup';
      const ticket = await buyer.ticket(lookup, { phoneNumber: '+14155550123' });
      await buyer.send(lookup, { phoneNumber: '+14155550123' }, ticket);
      return refusedAs(await buyer.send(under('websearch', 'answer'), query, ticket), 'PAYMENT_REPLAY');
    },
  },
  {
    id: 'charged-before-call',
    host,
    says: 'Search settles before the upstream is called, so a failed search is charged.',
    quote: 'The server verifies, runs the call, then settles.',
    apply: () => {
      law.pay.settleFirst = (row) => row.on === searchLine;
    },
    probe: async (buyer) => {
      await buyer.script(searchLine, 'fail');
      await buyer.pay(searchLine, query);
      return (await buyer.spent()) === 0;
    },
  },
  {
    id: 'unfunded-code',
    host,
    says: 'A wallet that holds too little is told PAYMENT_INVALID.',
    quote: '402 with code `PAYMENT_INVALID`, `PAYMENT_UNFUNDED` or `PAYMENT_BLOCKHASH_STALE`',
    apply: () => {
      law.pay.codes.unfunded = 'PAYMENT_INVALID';
    },
    probe: async (buyer) => {
      await buyer.control('POST /fund', { address: buyer.address(), amount: '10' });
      return refusedAs(await buyer.pay(searchLine, query), 'PAYMENT_UNFUNDED');
    },
  },
  {
    id: 'exact-balance-refused',
    host,
    says: 'A wallet that holds exactly the amount counts as underfunded.',
    quote: 'mismatch, underfunded, expired window or stale blockhash',
    apply: () => {
      law.pay.covers = (balance, amount) => balance > amount;
    },
    probe: async (buyer) => {
      await buyer.control('POST /fund', { address: buyer.address(), amount: '263500' });
      return (await buyer.pay(searchLine, query)).status === 200;
    },
  },
  {
    id: 'x-payment-ignored',
    host,
    says: 'The header X-Payment is not read.',
    quote: '`X-Payment` is accepted too.',
    apply: () => {
      law.pay.requestHeaders = ['payment-signature'];
    },
    probe: async (buyer) => (await buyer.pay(searchLine, query, { header: 'X-Payment' })).status === 200,
  },
  {
    id: 'no-www-authenticate',
    host,
    says: 'The challenge carries no WWW-Authenticate header.',
    quote: '`X-Payment-Required` / `PAYMENT-REQUIRED` (base64 JSON) and `WWW-Authenticate`',
    apply: () => {
      law.pay.challengeHeaders = (packed) => ({ 'payment-required': packed, 'x-payment-required': packed });
    },
    probe: async (buyer) => (await buyer.send(searchLine, query)).headers.has('www-authenticate'),
  },
  {
    id: 'no-receipt-hash',
    host,
    says: 'A settled answer carries no X-Payment-Receipt.',
    quote: 'and `X-Payment-Receipt` (transaction hash)',
    apply: () => {
      law.pay.receiptHeaders = (packed) => ({ 'payment-response': packed, 'x-payment-response': packed });
    },
    probe: async (buyer) => {
      const [hash, transfers] = [
        (await buyer.pay(searchLine, query)).headers.get('x-payment-receipt'),
        await buyer.transfers(),
      ];
      return hash !== null && hash === transfers[0]?.tx_hash;
    },
  },
  {
    id: 'version-one-body',
    host,
    says: 'The challenge body says x402Version 1.',
    quote: 'The payment protocol version is x402 v2 on all live gateways.',
    apply: () => {
      law.pay.version = 1;
    },
    probe: async (buyer) => (await buyer.send(chatLine, chat())).at('x402Version') === 2,
  },
  {
    id: 'async-window-short',
    host,
    says: 'The challenge of an image has the short window of other calls.',
    quote: 'async image and video challenges use 600',
    apply: () => {
      law.pay.asyncWindow = () => 300;
    },
    probe: async (buyer) => {
      const seen = await buyer.send(imageLine, { model: 'umber/fresco', prompt: 'a cliff' });
      return seen.at('accepts.0.maxTimeoutSeconds') === 600;
    },
  },
  {
    id: 'fee-on-top',
    host,
    says: 'The fee is settled on top of the quoted amount.',
    quote: 'Every paid call carries a flat 0.001 USD transaction fee; the quoted `price.amount` already includes it.',
    apply: () => {
      law.pay.charged = (micro) => micro + 1000;
    },
    probe: async (buyer) => {
      const due = await buyer.quote(searchLine, query);
      await buyer.pay(searchLine, query);
      return Number((await buyer.transfers())[0]?.amount) === due;
    },
  },
  {
    id: 'failed-settlement-hidden',
    host,
    says: 'The result is handed out although settlement failed.',
    quote: 'settlement failed after the call',
    apply: () => {
      law.pay.mindsFailure = false;
    },
    probe: async (buyer) => {
      await buyer.control('POST /settlement', { outcome: 'fail' });
      const seen = await buyer.pay(searchLine, query);
      return seen.status === 402 && seen.at('error') === 'Payment settlement failed';
    },
  },
  {
    id: 'replay-code',
    host,
    says: 'A reused authorization is reported as PAYMENT_INVALID.',
    quote: 'the authorization identifier is claimed; reuse returns 402 code `PAYMENT_REPLAY`',
    apply: () => {
      law.pay.codes.replay = 'PAYMENT_INVALID';
    },
    probe: async (buyer) => {
      const ticket = await buyer.ticket(searchLine, query);
      await buyer.send(searchLine, query, ticket);
      return refusedAs(await buyer.send(searchLine, query, ticket), 'PAYMENT_REPLAY');
    },
  },
];
