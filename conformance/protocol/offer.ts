import type { Challenge, Run } from '../check.ts';

/** The offer that the suite's wallets can pay: the one on the host's network, else the first. */
export function offerOf(run: Run, challenge: Challenge): Readonly<Record<string, unknown>> {
  const { network } = run.contract.host.payment ?? {};
  return challenge.accepts.find((offer) => offer.network === network) ?? challenge.accepts[0] ?? {};
}
