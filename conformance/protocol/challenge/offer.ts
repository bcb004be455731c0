import type { Run } from '../../check/check.ts';
import type { Challenge } from '../../check/exchange.ts';
import { payableOffer } from '../../run/payable.ts';

/** The offer that the suite's wallets can pay: the one on the network of the node or the host, else the first. */
export function offerOf(run: Run, challenge: Challenge): Readonly<Record<string, unknown>> {
  return payableOffer(challenge.accepts, run.contract.host.payment, run.chain?.network) ?? challenge.accepts[0] ?? {};
}
