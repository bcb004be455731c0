import { decoded, inside, newNonce, type ProbeClient, str } from './client.ts';
import { textProbes } from './payment-text.ts';

const search = { path: '/api/v1/search', body: { query: 'oak', max_results: 2 } };
const messages = [{ role: 'user', content: 'A short question about oaks' }];

/** Probes of the faults of payments, text and discovery: true when the gateway behaves rightly. */
export const paymentProbes: Record<string, (client: ProbeClient) => Promise<boolean>> = {
  'x-payment-get': async (client) => {
    const ask = { path: '/api/v1/{defidata}/chains' };
    const first = await client.call(ask);
    return (await client.send(ask, await client.sign(first), 'X-Payment')).status === 200;
  },
  'nonce-case': async (client) => {
    const first = await client.call(search);
    const nonce = newNonce();
    const upper = `0x${nonce.slice(2).toUpperCase()}`;
    const once = await client.send(search, await client.sign(first, { nonce }));
    const again = await client.send(search, await client.sign(first, { nonce: upper }));
    return once.status === 200 && again.status === 402 && again.body.code === 'PAYMENT_REPLAY';
  },
  'claim-race': async (client) => {
    const header = await client.sign(await client.call(search));
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.send(search, header)));
    return (
      answers.filter(({ status }) => status === 200).length === 1 &&
      answers.filter(({ body }) => body.code === 'PAYMENT_REPLAY').length === 3 &&
      (await client.ledger()).length === 1
    );
  },
  'expiry-grace': async (client) => {
    const header = await client.sign(await client.call(search));
    await client.advance(320);
    const late = await client.send(search, header);
    return late.status === 402 && late.body.code === 'PAYMENT_INVALID';
  },
  'exact-balance': async (client) => {
    await client.fund(client.other.address, await client.quote(search));
    return (await client.pay(search, { wallet: client.other })).status === 200;
  },
  'network-namespace': async (client) => {
    const elsewhere = await client.pay(search, { accepted: { network: 'eip155:1' } });
    return elsewhere.status === 402 && elsewhere.body.code === 'PAYMENT_INVALID';
  },
  'header-cached': async (client) => {
    for (const results of [3, 4]) {
      const answer = await client.call({ path: '/api/v1/search', body: { query: 'oak', max_results: results } });
      const amount = str(answer.body, 'accepts', 0, 'amount');
      const header = decoded(answer.headers.get('payment-required') ?? answer.headers.get('x-payment-required'));
      if (str(header, 'accepts', 0, 'amount') !== amount) return false;
    }
    return true;
  },
  'price-without-fee': async (client) => {
    const body = { model: client.model('chat'), messages, max_tokens: 50 };
    const answer = await client.call({ path: '/api/v1/chat/completions', body });
    const shown = Math.round(Number(inside(answer.body, 'price', 'amount')) * 1e6);
    return shown === Number(str(answer.body, 'accepts', 0, 'amount'));
  },
  'background-window': async (client) => {
    const body = { model: client.model('responses'), input: 'oak', background: true };
    const answer = await client.call({ path: '/api/v1/responses', body });
    return inside(answer.body, 'accepts', 0, 'maxTimeoutSeconds') === 300;
  },
  'path-unsettled': async (client) => {
    await client.failSettlements();
    const answer = await client.pay({ path: `/api/v1/chat/${client.model('chat')}`, body: { messages } });
    return answer.status === 402 && answer.body.error === 'Payment settlement failed';
  },
  'receipt-nonce': async (client) => {
    const body = { model: client.model('messages'), messages, max_tokens: 50 };
    const answer = await client.pay({ path: '/api/v1/messages', body });
    const [transfer] = await client.ledger();
    return answer.status === 200 && answer.headers.get('x-payment-receipt') === str(transfer, 'tx_hash');
  },
  'reject-charged': async (client) => {
    await client.script('POST /api/v1/chat/completions', 'reject');
    const body = { model: client.model('chat'), messages };
    const answer = await client.pay({ path: '/api/v1/chat/completions', body });
    return answer.status === 400 && (await client.ledger()).length === 0;
  },
  ...textProbes,
};
