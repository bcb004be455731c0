/** Faults of the nano host where there is more than one chain, or more than one spelling. */
import { customs } from '../customs.ts';
import { law } from '../law.ts';
import { segments } from '../router.ts';
import { costs, type Fault, lease, refusedAs, searchLine } from './fault.ts';

const host = 'nano';
const query = { query: 'granite' };
const renewLine = 'POST /api/v1/phone/numbers/renew';

interface Header {
  payload: { authorization: { nonce: string } };
}

/** The same authorization with its nonce in capital letters. */
function shouted(header: string): string {
  const parsed = JSON.parse(Buffer.from(header, 'base64').toString()) as Header;
  const { authorization } = parsed.payload;
  authorization.nonce = `0x${authorization.nonce.slice(2).toUpperCase()}`;
  return Buffer.from(JSON.stringify(parsed)).toString('base64');
}

export const nanoChainFaults: Fault[] = [
  {
    id: 'nano-nonce-case',
    host,
    says: 'A used nonce is new again in capital letters.',
    quote: 'Authorizations are single-use.',
    apply: () => {
      customs.pay.nonceKey = (nonce) => nonce;
    },
    probe: async (buyer) => {
      const ticket = await buyer.ticket(searchLine, query);
      await buyer.send(searchLine, query, ticket);
      const again = { 'PAYMENT-SIGNATURE': shouted(ticket['PAYMENT-SIGNATURE'] ?? '') };
      return refusedAs(await buyer.send(searchLine, query, again), 'PAYMENT_REPLAY');
    },
  },
  {
    id: 'nano-domain-of-any-chain',
    host,
    says: 'A signature over the domain of another offered chain is accepted.',
    quote: 'signature, amount, network and recipient match',
    apply: () => {
      customs.pay.domains = (network, all) => [network, ...all.filter((one) => one !== network)];
    },
    probe: async (buyer) => {
      const second = String((await buyer.send(searchLine, query)).at('accepts.1.network'));
      const domainChain = Number(second.split(':')[1]);
      return refusedAs(await buyer.pay(searchLine, query, { twist: { domainChain } }), 'PAYMENT_INVALID');
    },
  },
  {
    id: 'nano-value-unread',
    host,
    says: 'The amount is compared in what was accepted, not in what was signed.',
    quote: 'signature, amount, network and recipient match',
    apply: () => {
      customs.pay.signedAmount = (_value, asked) => Number(asked);
    },
    probe: async (buyer) =>
      refusedAs(await buyer.pay(searchLine, query, { twist: { amount: '1' } }), 'PAYMENT_INVALID'),
  },
  {
    id: 'nano-short-header',
    host,
    says: 'The header of a challenge offers the first chain only, to stay short.',
    quote: 'The same requirements are in the headers `X-Payment-Required` / `PAYMENT-REQUIRED` (base64 JSON)',
    apply: () => {
      customs.pay.inHeaders = (accepts) => accepts.slice(0, 1);
    },
    probe: async (buyer) => {
      const seen = await buyer.send(searchLine, query);
      const header = JSON.parse(Buffer.from(seen.headers.get('payment-required') ?? '', 'base64').toString());
      return JSON.stringify(header.accepts) === JSON.stringify(seen.at('accepts'));
    },
  },
  {
    id: 'nano-cent-floor',
    host,
    says: 'No call is quoted below one cent.',
    quote: 'Gas-free, sub-cent floor.',
    apply: () => {
      law.pay.round = (micro) => (micro === 0 ? 0 : Math.max(10_000, Math.ceil(micro)));
    },
    probe: costs(`GET /api/v1/pm/${segments.venue_a}/markets`, undefined, 8500),
  },
  {
    id: 'nano-late-as-stale',
    host,
    says: 'An expired window is reported as a stale blockhash.',
    quote: '`PAYMENT_BLOCKHASH_STALE` (Solana only)',
    apply: () => {
      customs.pay.lateWhy = 'stale';
    },
    probe: async (buyer) => {
      const ticket = await buyer.ticket(searchLine, query);
      await buyer.advance(2000);
      return refusedAs(await buyer.send(searchLine, query, ticket), 'PAYMENT_INVALID');
    },
  },
  {
    id: 'nano-any-chain-renews',
    host,
    says: 'A number is renewed by a payment on another chain than it was bought on.',
    quote: 'A number is bound to the chain it was bought on.',
    apply: () => {
      customs.phones.chainFits = () => true;
    },
    probe: async (buyer) => {
      const phoneNumber = (await lease(buyer)).at('phone_number');
      return (await buyer.pay(renewLine, { phoneNumber }, { accept: 1 })).status === 403;
    },
  },
  {
    id: 'nano-lease-first-chain',
    host,
    says: 'Every number is shown as bought on the first chain.',
    quote: '`chain` (the chain it was bought on)',
    apply: () => {
      customs.phones.chainShown = () => law.nano.chains[0]?.network ?? '';
    },
    probe: async (buyer) => {
      const chain = async (accept: number) => (await lease(buyer, { accept })).at('chain');
      return (await chain(0)) !== (await chain(1));
    },
  },
];
