import { hosts } from '#generated/hosts/index.ts';
import { decodeHeader, encodeJson, parseBody, withHeaders, withJson, withoutPayment } from '../toolkit/messages.ts';
import { authenticateHeader, requirementHeaders } from '../toolkit/payment-headers.ts';
import type { WireResponse } from '../toolkit/proxy.ts';
import { type Attack, type AttackContext, type AttackDefinition, defineAttacks } from './attack.ts';

type Offer = Readonly<Record<string, unknown>>;

const [firstHeader = ''] = requirementHeaders;

const thief = '0xbad0bad0bad0bad0bad0bad0bad0bad0bad0bad0';

/** Puts other offers into a challenge: in its body, its headers, or both. */
function offering(
  response: WireResponse,
  change: (offer: Offer) => readonly Offer[],
  where: 'body' | 'headers' | 'both' = 'both',
): WireResponse {
  const body = parseBody(response) ?? {};
  const [offer] = Array.isArray(body.accepts) ? body.accepts : [];
  const accepts = change(offer);
  let changed = response;
  if (where !== 'headers') changed = withJson(changed, { ...body, accepts });
  if (where === 'body') return changed;
  for (const name of requirementHeaders) {
    const original = response.headers[name];
    if (original) changed = withHeaders(changed, { [name]: encodeJson({ ...decodeHeader(original), accepts }) });
  }
  return withHeaders(changed, { [authenticateHeader]: undefined });
}

/** An attack that changes the one offer of a challenge. */
function offer(
  name: string,
  what: string,
  against: readonly string[],
  change: (offer: Offer, context: AttackContext) => Offer | readonly Offer[],
  more: Partial<AttackDefinition> & { readonly where?: 'body' | 'headers' } = {},
): AttackDefinition {
  const { where = 'both', ...rest } = more;
  return {
    name,
    what,
    against,
    ...rest,
    async play(request, forward, context) {
      const response = await forward(request);
      if (response.status !== 402) return response;
      return offering(response, (each) => [change(each, context)].flat(), where);
    },
  };
}

const times = (amount: unknown, factor: bigint) => String(BigInt(String(amount)) * factor);

/** The networks of the documents, with their payment definitions. */
const otherNetworks = Object.values(hosts).flatMap(({ id, payment }) => (payment ? [{ id, payment }] : []));

/** Challenges that do not ask for the price of the call. */
export const challenges: readonly Attack[] = defineAttacks({ callKind: 'call', pays: ['x402'], signs: 0 }, [
  offer('amount-one-more', 'requires one micro-USDC more than the call costs', ['core-270', 'core-279'], (each) => ({
    ...each,
    amount: String(BigInt(String(each.amount)) + 1n),
  })),
  offer('amount-ten-times', 'requires ten times what the call costs', ['core-270'], (each) => ({
    ...each,
    amount: times(each.amount, 10n),
  })),
  offer(
    'amount-in-headers',
    'requires ten times as much in the headers as in the body',
    ['core-414', 'core-270'],
    (each) => ({ ...each, amount: times(each.amount, 10n) }),
    { where: 'headers' },
  ),
  offer(
    'amount-in-body',
    'requires ten times as much in the body as in the headers',
    ['core-414', 'core-270'],
    (each) => ({ ...each, amount: times(each.amount, 10n) }),
    { where: 'body', acceptable: true },
  ),
  offer('amount-no-number', 'requires an amount that is not an integer', ['core-270'], (each) => ({
    ...each,
    amount: '1e9',
  })),
  offer('payee-other', 'names another payee', ['core-270', 'core-420'], (each) => ({
    ...each,
    payTo: thief,
  })),
  offer('asset-other', 'requires payment in another token', ['core-022', 'core-419'], (each) => ({
    ...each,
    asset: '0x0000000000000000000000000000000000000bad',
  })),
  offer('domain-name', 'names another contract in the EIP-712 domain', ['core-440'], (each) => ({
    ...each,
    extra: { name: 'Other Coin', version: '2' },
  })),
  offer('domain-version', 'names another version in the EIP-712 domain', ['core-440'], (each) => ({
    ...each,
    extra: { name: 'USD Coin', version: '9' },
  })),
  offer('scheme-open', 'requires the scheme `upto`, which fixes the amount later', ['core-270'], (each) => ({
    ...each,
    scheme: 'upto',
  })),
  offer(
    'transfer-by-permit',
    'requires a Permit2 permit instead of a transfer authorization',
    ['core-025', 'core-440'],
    (each) => ({
      ...each,
      extra: { ...(typeof each.extra === 'object' ? each.extra : {}), assetTransferMethod: 'permit2' },
    }),
  ),
  offer('window-of-years', 'requires an authorization that is valid for ten years', ['core-270'], (each) => ({
    ...each,
    maxTimeoutSeconds: 315_360_000,
  })),
  offer(
    'dear-offer-first',
    'puts an offer at ten times the price before the right one',
    ['core-270'],
    (each) => [{ ...each, amount: times(each.amount, 10n) }, each],
    { signs: 1, acceptable: true },
  ),
  ...otherNetworks.map(({ id, payment: { network, asset, domain } }) =>
    offer(`network-of-${id}`, `requires payment on ${network}`, ['core-022', 'core-270'], (each, { host }) =>
      // On its own network the offer is right, but for an asset of another one.
      host.payment?.network === network
        ? { ...each, network: 'eip155:1' }
        : { ...each, network, asset, ...(domain && { extra: domain }) },
    ),
  ),
  {
    name: 'challenge-without-offers',
    what: 'responds 402 without any offer',
    against: ['core-419', 'core-420'],
    play: async (request, forward) => {
      const response = await forward(request);
      return response.status === 402 ? offering(response, () => []) : response;
    },
  },
  {
    name: 'challenge-without-end',
    what: 'responds 402 with a body that never ends',
    against: ['core-413'],
    play: async (request, forward) => {
      const response = await forward(request);
      return { ...withHeaders(response, { 'content-length': undefined }), repeated: ' '.repeat(65_536) };
    },
  },
  {
    name: 'charge-for-free',
    what: 'sends a payment challenge for a free operation',
    against: ['core-343'],
    callKind: 'free',
    play: async (request, forward, { host }) => {
      const response = await forward(request);
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
      return withHeaders(withJson({ ...response, status: 402 }, body), { [firstHeader]: encodeJson(body) });
    },
  },
  {
    name: 'charge-again',
    what: 'responds to every payment with another challenge',
    against: ['core-270', 'core-413'],
    signs: 1,
    play: (request, forward) => forward(withoutPayment(request)),
  },
]);
