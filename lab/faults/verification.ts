import { recoverSigner } from '@tollwright/runtime/payment/evm/recover';
import { domainSeparator, transferDigest } from '@tollwright/runtime/payment/evm/typed-data';
import { interceptRequests } from '../toolkit/interceptors.ts';
import { decodeHeader, paymentOf, withoutPayment } from '../toolkit/messages.ts';
import { codeOf, signatureHeader } from '../toolkit/payment-headers.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';
import { acceptRejected, type RejectedPayment } from './lenient.ts';

/** A wrong payment that is accepted. */
const taken = (name: string, rule: string, wrongly: (refused: RejectedPayment) => boolean): FaultDefinition => ({
  name,
  rule: `payment.rejected.${rule}`,
  level: 'paid',
  only: ['payment.rejected.*', 'payment.accepted.*'],
  intercept: acceptRejected(wrongly),
});

const value = ({ payment }: RejectedPayment): bigint => BigInt(payment.payload?.authorization?.value ?? 0);
const accepted = ({ payment }: RejectedPayment): bigint => BigInt(payment.accepted?.amount ?? 0);

/** Payments that buy a call although they should not. */
export const verification = defineFaults('verification', [
  taken('accepts payments without checking the signature', 'signature', ({ message }) => message.includes('signature')),
  taken(
    'checks only the format of the signature',
    'signer',
    ({ message, payment }) =>
      message.includes('signature') && /^0x[0-9a-f]{130}$/i.test(payment.payload?.signature ?? ''),
  ),
  taken('accepts signatures under any version of the token', 'domain', isOfSomeVersion),
  taken(
    'accepts payments below the amount',
    'underpaid',
    (refused) => refused.message.includes('exact amount') && value(refused) < accepted(refused),
  ),
  taken(
    'accepts payments above the amount',
    'overpaid',
    (refused) => refused.message.includes('exact amount') && value(refused) > accepted(refused),
  ),
  taken('accepts payments to another payee', 'recipient', isToAnother),
  taken('accepts payments on another network', 'network', ({ message }) => message.includes('accepted network')),
  taken('accepts payments in another asset', 'asset', ({ message }) => message.includes('accepted asset')),
  taken('accepts payments for a cheaper request', 'dearer-request', ({ message }) =>
    message.includes('accepted amount'),
  ),
  taken('accepts payments from an unfunded wallet', 'unfunded', ({ code }) => code === codeOf('unfunded')),
  taken('accepts any payment at the second attempt', 'signature', countingTo(2)),
  {
    name: 'takes a payment header that cannot be read for an absent one',
    rule: 'payment.rejected.unreadable',
    only: ['payment.rejected.*', 'payment.accepted.*'],
    intercept: interceptRequests((request) => {
      const header = paymentOf(request);
      return header === undefined || decodeHeader(header).payload ? request : withoutPayment(request);
    }),
  },
  onOneKind(
    'accepts payments of streams without checking the signature',
    ({ message, request }) => message.includes('signature') && request.body.includes('"stream":true'),
  ),
  onOneKind(
    'accepts payments below the amount for videos',
    ({ message, request }) => message.includes('exact amount') && /\/videos(\/generations)?$/.test(request.url),
  ),
  onOneKind(
    'accepts payments from an unfunded wallet for images',
    ({ code, request }) => code === codeOf('unfunded') && request.url.endsWith('/images/generations'),
  ),
  onOneKind(
    'accepts expired payments for phone numbers',
    ({ message, request }) => /expired|window|valid/i.test(message) && request.url.endsWith('/numbers/buy'),
  ),
  {
    ...onOneKind('accepts any recipient where the payee is a partner', isToAnother),
    intercept: (parts) => {
      const lenient = acceptRejected((refused) => isToAnother(refused) && refused.request.url.includes(partners))(
        parts,
      );
      return async (request, forward) => {
        const response = await lenient(request, forward);
        return request.url.includes(partners)
          ? { ...response, body: response.body.replaceAll(parts.services.payTo, partner) }
          : response;
      };
    },
  },
  {
    ...taken('accepts unproven wallets for on-ramp links', 'identity', ({ request }) =>
      request.url.endsWith('/onramp/token'),
    ),
    level: 'controlled',
  },
  {
    name: 'accepts polls that name a wallet without its signature',
    rule: 'payment.rejected.identity',
    level: 'controlled',
    only: ['payment.rejected.*', 'payment.accepted.*'],
    intercept: () => {
      const owners = new Map<string, string>();
      return async (request, forward) => {
        const response = await forward(request);
        const header = paymentOf(request);
        if (header === undefined || request.method !== 'GET' || !request.url.includes('/images/generations/'))
          return response;
        if (response.status < 300) owners.set(request.url, header);
        const known = owners.get(request.url);
        if (response.status !== 402 || known === undefined) return response;
        return forward({ ...request, headers: { ...request.headers, [signatureHeader]: known } });
      };
    },
  },
]);

/** True for a payment that is refused because of its recipient. */
function isToAnother({ message }: RejectedPayment): boolean {
  return /somebody else|payTo/.test(message);
}

/** Path of the operations that are paid to a partner. */
const partners = '/cryptodata/';

const partner = `0x${'9a'.repeat(20)}`;

/** A wrong payment that is accepted for one kind of call: a check that calls only the cheapest operation misses it. */
function onOneKind(name: string, wrongly: (refused: RejectedPayment) => boolean): FaultDefinition {
  return { ...taken(name, 'everywhere', wrongly), level: 'controlled', everywhere: true };
}

/** True for the n-th refused payment of each wallet. */
function countingTo(n: number): (refused: RejectedPayment) => boolean {
  const counts = new Map<string, number>();
  return ({ code, payment }) => {
    if (code === codeOf('used')) return false;
    const from = String(payment.payload?.authorization?.from);
    counts.set(from, (counts.get(from) ?? 0) + 1);
    return (counts.get(from) ?? 0) >= n;
  };
}

const versions = Array.from({ length: 100 }, (_, version) => String(version));

/** True for a signature of the payer for any version of the token. */
function isOfSomeVersion({ message, payment: { accepted, payload } }: RejectedPayment): boolean {
  const { authorization, signature = '' } = payload ?? {};
  const { network = '', asset: verifyingContract, extra } = accepted ?? {};
  if (!message.includes('signature') || !authorization || !verifyingContract || !extra) return false;
  const { from = '', to = '', nonce = '', value = 0, validAfter = 0, validBefore = 0 } = authorization;
  const times = { validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) };
  const chainId = BigInt(network.replace('eip155:', ''));
  return versions.some((version) => {
    const separator = domainSeparator({ ...extra, version, chainId, verifyingContract });
    const digest = transferDigest(separator, { from, to, nonce, value: BigInt(value), ...times });
    return recoverSigner(digest, signature) === from.toLowerCase();
  });
}
