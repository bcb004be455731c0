import { hosts } from '#generated/hosts/index.ts';
import type { WireAnswer } from '../toolkit/front.ts';
import {
  type Attack,
  type AttackContext,
  bodyOf,
  type Described,
  decoded,
  encoded,
  family,
  withBody,
  withHeaders,
} from './attack.ts';

type Offer = Readonly<Record<string, unknown>>;

const thief = '0xbad0bad0bad0bad0bad0bad0bad0bad0bad0bad0';
const headers = ['payment-required', 'x-payment-required'];

/** Puts other offers into a challenge: in its body, its headers, or both. */
function offering(
  answer: WireAnswer,
  change: (offer: Offer) => readonly Offer[],
  where: 'body' | 'headers' | 'both' = 'both',
): WireAnswer {
  const body = bodyOf(answer);
  const [offer] = Array.isArray(body.accepts) ? body.accepts : [];
  const accepts = change(offer);
  let changed = answer;
  if (where !== 'headers') changed = withBody(changed, { ...body, accepts });
  if (where === 'body') return changed;
  for (const name of headers) {
    const told = answer.headers[name];
    if (told) changed = withHeaders(changed, { [name]: encoded({ ...decoded(told), accepts }) });
  }
  return withHeaders(changed, { 'www-authenticate': undefined });
}

/** An attack that changes the one offer of a challenge. */
function offer(
  name: string,
  what: string,
  against: readonly string[],
  change: (offer: Offer, context: AttackContext) => Offer | readonly Offer[],
  more: Partial<Described> & { readonly where?: 'body' | 'headers' } = {},
): Described {
  const { where = 'both', ...rest } = more;
  return {
    name,
    what,
    against,
    ...rest,
    async play(call, send, context) {
      const answer = await send(call);
      if (answer.status !== 402) return answer;
      return offering(answer, (each) => [change(each, context)].flat(), where);
    },
  };
}

const times = (amount: unknown, factor: bigint) => String(BigInt(String(amount)) * factor);

/** Other networks that the documents know, each with what it is paid in. */
const strangers = Object.values(hosts).flatMap(({ id, payment }) => (payment ? [{ id, payment }] : []));

/** Challenges that ask for something else than the call costs. */
export const challenges: readonly Attack[] = family({ callKind: 'call', pays: ['x402'], signs: 0 }, [
  offer('amount-one-more', 'asks for one micro-dollar more than the call costs', ['core-270', 'core-279'], (each) => ({
    ...each,
    amount: String(BigInt(String(each.amount)) + 1n),
  })),
  offer('amount-ten-times', 'asks for ten times what the call costs', ['core-270'], (each) => ({
    ...each,
    amount: times(each.amount, 10n),
  })),
  offer(
    'amount-in-headers',
    'asks for ten times as much in the headers as in the body',
    ['core-414', 'core-270'],
    (each) => ({ ...each, amount: times(each.amount, 10n) }),
    { where: 'headers' },
  ),
  offer(
    'amount-in-body',
    'asks for ten times as much in the body as in the headers',
    ['core-414', 'core-270'],
    (each) => ({ ...each, amount: times(each.amount, 10n) }),
    { where: 'body', acceptable: true },
  ),
  offer('amount-no-number', 'asks for an amount that is none', ['core-270'], (each) => ({ ...each, amount: '1e9' })),
  offer('payee-other', 'wants somebody else to be paid', ['core-270', 'core-420'], (each) => ({
    ...each,
    payTo: thief,
  })),
  offer('asset-other', 'wants to be paid in another token', ['core-022', 'core-419'], (each) => ({
    ...each,
    asset: '0x0000000000000000000000000000000000000bad',
  })),
  offer('domain-name', 'names another contract in the domain to be signed', ['core-440'], (each) => ({
    ...each,
    extra: { name: 'Other Coin', version: '2' },
  })),
  offer('domain-version', 'names another version in the domain to be signed', ['core-440'], (each) => ({
    ...each,
    extra: { name: 'USD Coin', version: '9' },
  })),
  offer('scheme-open', 'wants a payment of which it says later how much it takes', ['core-270'], (each) => ({
    ...each,
    scheme: 'upto',
  })),
  offer(
    'transfer-by-permit',
    'wants a permit of another contract instead of a transfer',
    ['core-025', 'core-440'],
    (each) => ({
      ...each,
      extra: { ...(typeof each.extra === 'object' ? each.extra : {}), assetTransferMethod: 'permit2' },
    }),
  ),
  offer('window-of-years', 'wants a signature that is good for ten years', ['core-270'], (each) => ({
    ...each,
    maxTimeoutSeconds: 315_360_000,
  })),
  offer(
    'dear-offer-first',
    'puts an offer of ten times the price before the right one',
    ['core-270'],
    (each) => [{ ...each, amount: times(each.amount, 10n) }, each],
    { signs: 1, acceptable: true },
  ),
  ...strangers.map(({ id, payment: { network, asset, domain } }) =>
    offer(`network-of-${id}`, `wants to be paid on ${network}`, ['core-022', 'core-270'], (each, { host }) =>
      // On its own network the offer is right, but for an asset of another one.
      host.payment?.network === network
        ? { ...each, network: 'eip155:1' }
        : { ...each, network, asset, ...(domain && { extra: domain }) },
    ),
  ),
  {
    name: 'challenge-without-offers',
    what: 'answers 402 without saying what is to be paid',
    against: ['core-419', 'core-420'],
    play: async (call, send) => {
      const answer = await send(call);
      return answer.status === 402 ? offering(answer, () => []) : answer;
    },
  },
  {
    name: 'challenge-without-end',
    what: 'answers 402 with a body that never ends',
    against: ['core-413'],
    play: async (call, send) => {
      const answer = await send(call);
      return { ...withHeaders(answer, { 'content-length': undefined }), endless: ' '.repeat(65_536) };
    },
  },
  {
    name: 'charge-for-free',
    what: 'asks a price for what is free',
    against: ['core-343'],
    callKind: 'free',
    play: async (call, send, { host }) => {
      const answer = await send(call);
      const { payment } = host;
      const accepts = [
        {
          scheme: payment?.scheme,
          network: payment?.network,
          asset: payment?.asset,
          extra: payment?.domain,
          amount: '1000000',
          payTo: thief,
          maxTimeoutSeconds: payment?.window,
        },
      ];
      const body = {
        x402Version: 2,
        accepts,
        resource: { url: 'https://elsewhere.example', description: '', mimeType: '' },
      };
      return withHeaders(withBody({ ...answer, status: 402 }, body), { 'payment-required': encoded(body) });
    },
  },
  {
    name: 'charge-again',
    what: 'asks again for every payment that it gets',
    against: ['core-270', 'core-413'],
    signs: 1,
    play: (call, send) => {
      const { 'payment-signature': _, 'x-payment': __, ...rest } = call.headers;
      return send({ ...call, headers: rest });
    },
  },
]);
