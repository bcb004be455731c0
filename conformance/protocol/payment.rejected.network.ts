import { NotTestable } from '../interruption.ts';
import { refusal } from './refusal.ts';

/** A payment on another chain, such as one whose tokens are free. */
export const rejectedNetwork = refusal({
  id: 'payment.rejected.network',
  codes: ['PAYMENT_INVALID'],
  forge: ({ offer }) => {
    const chain = /^eip155:(\d+)$/.exec(String(offer.network))?.[1];
    if (!chain) throw new NotTestable(`Payments on ${String(offer.network)} cannot be signed by this suite.`);
    const chainId = Number(chain) + 1;
    return [
      { what: 'signed for another chain', departure: { domain: { chainId } } },
      {
        what: 'on another network, for an offer of its own making,',
        departure: { domain: { chainId }, accepted: { network: `eip155:${chainId}` } },
      },
    ];
  },
});
