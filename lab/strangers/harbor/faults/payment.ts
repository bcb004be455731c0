/** Faults of the payment protocol on Base. */
import { CHAT, chat, type Fault, faultsOf, SEARCH, WEB } from './kit.ts';

const fault = faultsOf('base');
const query = { query: 'tides' };

export const paymentFaults: Fault[] = [
  fault(
    'pay-forged-signature',
    'The signature is parsed but never recovered, so a payment signed by somebody else is taken.',
    'signature, amount, network and recipient match',
    (rules) => {
      rules.payment.checkSignature = false;
    },
    async (client) => (await client.pay('POST', SEARCH, query, { forge: true })).status === 402,
  ),
  fault(
    'pay-less-accepted',
    'An authorization for less than the price is taken.',
    'signature, amount, network and recipient match',
    (rules) => {
      rules.payment.acceptLess = true;
    },
    async (client) => (await client.pay('POST', SEARCH, query, { amount: '1000' })).status === 402,
  ),
  fault(
    'pay-more-accepted',
    'An authorization for more than the price is taken.',
    'accepts: [{scheme: exact, network, amount, asset, payTo, maxTimeoutSeconds}]',
    (rules) => {
      rules.payment.acceptMore = true;
    },
    async (client) => (await client.pay('POST', SEARCH, query, { amount: '900000' })).status === 402,
  ),
  fault(
    'pay-other-recipient',
    'The recipient of the transfer is not compared.',
    'signature, amount, network and recipient match',
    (rules) => {
      rules.payment.checkPayTo = false;
    },
    async (client) => (await client.pay('POST', SEARCH, query, { payTo: client.other.address })).status === 402,
  ),
  fault(
    'pay-expired-accepted',
    'The end of the validity window is not checked.',
    'mismatch, underfunded, expired window or stale blockhash',
    (rules) => {
      rules.payment.checkExpiry = false;
    },
    async (client) => {
      const header = await client.sign(await client.terms('POST', SEARCH, query));
      await client.advance(301);
      return (await client.post(SEARCH, query, { 'payment-signature': header })).status === 402;
    },
  ),
  fault(
    'pay-unfunded-code',
    'An empty wallet is told PAYMENT_INVALID.',
    '402 with code `PAYMENT_INVALID`, `PAYMENT_UNFUNDED` or `PAYMENT_BLOCKHASH_STALE`',
    (rules) => {
      rules.payment.fundsCode = 'PAYMENT_INVALID';
    },
    async (client) => {
      await client.control('/fund', { address: client.payer.address, amount: '10' });
      return String((await client.pay('POST', SEARCH, query)).body.code) === 'PAYMENT_UNFUNDED';
    },
  ),
  fault(
    'pay-replay-on-other-route',
    'Used authorizations are remembered per route, so one is good again on another route of the same price.',
    'authorization already used; sign a fresh one',
    (rules) => {
      rules.payment.replayPerRoute = true;
    },
    async (client) => {
      const header = await client.sign(await client.terms('POST', `${WEB}/search`, query));
      const headers = { 'payment-signature': header };
      await client.post(`${WEB}/search`, query, headers);
      return (await client.post(`${WEB}/answer`, query, headers)).status === 402;
    },
  ),
  fault(
    'pay-settle-before-call',
    'The transfer is settled before the upstream is called.',
    'The server verifies, runs the call, then settles.',
    (rules) => {
      rules.payment.settleBeforeCall = true;
    },
    async (client) => {
      await client.script(`POST ${CHAT}`, 'fail');
      await client.pay('POST', CHAT, chat());
      return (await client.charges()).length === 0;
    },
  ),
  fault(
    'pay-settle-twice',
    'One call settles two transfers.',
    'Authorizations are single-use.',
    (rules) => {
      rules.payment.settleTwice = true;
    },
    async (client) => {
      await client.pay('POST', SEARCH, query);
      return (await client.charges()).length === 1;
    },
  ),
  fault(
    'pay-answer-without-settlement',
    'The answer is given although its settlement failed.',
    'settlement failed after the call',
    (rules) => {
      rules.payment.releaseOnSettleFailure = true;
    },
    async (client) => {
      await client.control('/settlement', { outcome: 'fail' });
      return (await client.pay('POST', SEARCH, query)).status === 402;
    },
  ),
  fault(
    'pay-nonce-burned-early',
    'The authorization is claimed before the funds are looked at, so it is lost by a refusal.',
    'the authorization identifier is claimed; reuse returns 402 code `PAYMENT_REPLAY`',
    (rules) => {
      rules.payment.claimBeforeChecks = true;
    },
    async (client) => {
      const header = await client.sign(await client.terms('POST', SEARCH, query));
      await client.control('/fund', { address: client.payer.address, amount: '0' });
      await client.post(SEARCH, query, { 'payment-signature': header });
      await client.control('/fund', { address: client.payer.address, amount: '5000000' });
      return (await client.post(SEARCH, query, { 'payment-signature': header })).status === 200;
    },
  ),
  fault(
    'pay-header-without-fee',
    'The challenge header names the price without the fee of the call, the body with it.',
    'The same requirements are in the headers `X-Payment-Required` / `PAYMENT-REQUIRED` (base64 JSON)',
    (rules) => {
      rules.payment.headerWithoutFee = true;
    },
    async (client) => {
      const reply = await client.post(SEARCH, query);
      const header = JSON.parse(Buffer.from(reply.headers.get('payment-required') ?? '', 'base64').toString());
      return header.accepts[0].amount === String(reply.body.accepts?.[0]?.amount);
    },
  ),
  fault(
    'pay-x-payment-ignored',
    'Only the new payment header is read.',
    '`X-Payment` is accepted too.',
    (rules) => {
      rules.payment.acceptXPayment = false;
    },
    async (client) => {
      const header = await client.sign(await client.terms('POST', SEARCH, query));
      return (await client.post(SEARCH, query, { 'x-payment': header })).status === 200;
    },
  ),
  fault(
    'pay-receipt-hash-missing',
    'The header with the transaction hash is left out.',
    '`X-Payment-Receipt` (transaction hash)',
    (rules) => {
      rules.payment.receiptHash = false;
    },
    async (client) => (await client.pay('POST', SEARCH, query)).headers.has('x-payment-receipt'),
  ),
  fault(
    'pay-window-base',
    'The challenge of a plain call is open for 600 seconds.',
    'The Base challenge window is 300 seconds',
    (rules) => {
      rules.payment.baseWindow = 600;
    },
    async (client) => (await client.terms('POST', SEARCH, query)).maxTimeoutSeconds === 300,
  ),
];
