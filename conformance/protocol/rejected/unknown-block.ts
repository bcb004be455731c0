import { randomBytes } from 'node:crypto';
import { binToBase58 } from '@bitauth/libauth';
import { offerOf } from '../../calls/challenge.ts';
import { cheapest, isServed, sendPayment } from '../../calls/cheapest.ts';
import { oncePerRun } from '../../check/once-per-run.ts';
import { sampleOf } from '../../http/sample.ts';
import { networkKind } from '../../wallet/networks.ts';
import { encodePayment } from '../../wallet/wallet.ts';

/** A blockhash of no chain, which no node can distinguish from an old one. */
export function unknownBlock(): string {
  return binToBase58(randomBytes(32));
}

/**
 * Whether the target takes a block that it has never seen for a new one.
 *
 * A gateway with a ledger of its own has no chain to ask how old a block is. Only a block that it offered earlier shows
 * whether it refuses old ones.
 */
export const acceptsUnknownBlocks = oncePerRun(async (run): Promise<boolean> => {
  if (!run.payer) return false;
  const invocation = sampleOf(await cheapest(run));
  const offer = offerOf(run, await run.challenge(invocation));
  if (networkKind(offer.network) !== 'solana') return false;
  const payment = await run.payer.sign(offer, await run.now(), { solana: { blockhash: unknownBlock() } });
  return isServed(await sendPayment(run, invocation, encodePayment(payment)));
});
