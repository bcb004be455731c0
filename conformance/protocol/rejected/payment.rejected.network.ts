import { NotTestable } from '../../check/interruption.ts';
import { chainOf, networkKind } from '../../wallet/networks.ts';
import { refusal, stale } from './refusal.ts';

/** The network of Solana whose tokens are free, and the one whose are not. */
const clusters = ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'];

/** A payment on another chain, such as one whose tokens are free. */
export const rejectedNetwork = refusal({
  id: 'payment.rejected.network',
  codes: ['PAYMENT_INVALID'],
  forge: ({ offer, unknownBlock: blockhash }) => {
    const kind = networkKind(offer.network);
    if (!kind) throw new NotTestable(`The suite cannot sign payments on network ${String(offer.network)}.`);
    const what = 'on another network, for an offer of its own making,';
    if (kind === 'solana') {
      // A transaction names no network but a block of one.
      const other = clusters.find((each) => each !== offer.network);
      const named = { what: 'that names another network', departure: { accepted: { network: other } } };
      if (blockhash === undefined) return [named];
      const solana = { blockhash };
      const codes = ['PAYMENT_INVALID', stale];
      return [
        named,
        { what: 'with a blockhash of another network', departure: { solana }, codes },
        { what, departure: { solana, accepted: { network: other } }, codes },
      ];
    }
    const chainId = Number(chainOf(offer.network)) + 1;
    const evm = { domain: { chainId } };
    return [
      { what: 'signed for another chain', departure: { evm } },
      { what: 'that names another network', departure: { accepted: { network: `eip155:${chainId}` } } },
      { what, departure: { evm, accepted: { network: `eip155:${chainId}` } } },
    ];
  },
});
