/** Opens payments: each is claimed for one request, and may be taken again for the same one. */

import { formatUsd } from '../money/usd.ts';
import type { ClaimDefinition } from '../operation/host.ts';
import type { Payment } from '../operation/payment.ts';
import type { Claim, ClaimOutcome } from '../store/claims.ts';
import { PaymentProblem } from '../x402/refusal.ts';
import { lateProblem } from '../x402/terms.ts';
import type { CallEnds } from './call-ends.ts';
import { reusableStates } from './claiming.ts';
import type { LiveCalls } from './live-calls.ts';
import type { Settlement } from './settlement.ts';

/** A payment, the fingerprint of its request, and whether earlier claims of both may be taken again. */
type OpenRequest = [payment: Payment, fingerprint: string, reuse: ClaimDefinition];

interface Parts {
  readonly claimPayment: (...request: OpenRequest) => Promise<ClaimOutcome>;
  readonly settlement: Settlement;
  readonly live: LiveCalls;
  readonly ends: CallEnds;
  /** Milliseconds after which a silent process counts as ended. */
  readonly lease: number | undefined;
}

/** Creates a function that takes a payment for one request, also one that an ended process left, as `Payments.open` does. */
export function createOpening({
  claimPayment,
  settlement,
  live,
  ends,
  lease,
}: Parts): (...request: OpenRequest) => Promise<Claim> {
  async function take(...request: OpenRequest): Promise<ClaimOutcome> {
    const taken = await claimPayment(...request);
    return taken.outcome === 'owed' && live.has(taken.claim.id) ? { ...taken, outcome: 'replayed' } : taken;
  }

  async function open(...[payment, fingerprint, reuse]: OpenRequest): Promise<Claim> {
    let taken = await take(payment, fingerprint, reuse);
    if (taken.outcome === 'replayed' && isLeft(taken.claim) && (await settlement.recover(taken.claim))) {
      taken = await take(payment, fingerprint, reuse);
    }
    const claim = claimIn(taken, { payment, fingerprint, reuse, lease });
    live.begin(claim.id, payment);
    ends.giveUp(claim.id);
    return claim;
  }

  /** True if an ended process left a claim in its state. */
  function isLeft({ id, state, held, elsewhere }: Claim): boolean {
    if (elsewhere || live.has(id) || settlement.isRunning(id)) return false;
    return state === 'settling' || (state === 'claimed' && !held);
  }

  return (payment, ...request) => live.taking(payment, () => open(payment, ...request));
}

/** A payment to claim for a request, and the milliseconds after which a silent process counts as ended. */
interface ClaimRequest {
  readonly payment: Payment;
  readonly fingerprint: string;
  readonly reuse: ClaimDefinition;
  readonly lease: number | undefined;
}

/** The claim of a call that may be served. Throws the problem of any other call. */
function claimIn(taken: ClaimOutcome, request: ClaimRequest): Claim {
  const { payment } = request;
  if (payment.late !== undefined && taken.outcome !== 'owed') throw lateProblem(payment);
  if (taken.outcome === 'underfunded') throw new PaymentProblem('unfunded', { message: unfunded(payment) });
  if (taken.outcome === 'replayed') throw replay(taken.claim, request);
  return taken.claim;
}

/**
 * The problem of a payment that was used before.
 *
 * A repeated request may come while its first call is in progress, or while its process has ended and still counts as
 * running: `Retry-After` tells when to try again. `lease` is in milliseconds.
 */
function replay(claim: Claim, { fingerprint, reuse, lease = 0 }: ClaimRequest): PaymentProblem {
  const over = [
    'settled',
    ...(['released', 'owed'] as const).filter((state) => !reusableStates(reuse).includes(state)),
  ];
  const isUnderWay = claim.fingerprint === fingerprint && !over.includes(claim.state) && !claim.held;
  if (!isUnderWay) return new PaymentProblem('used', claim.replay);
  const message =
    'The call of this payment has not ended. The same request with the same payment gets its answer later.';
  const seconds = claim.elsewhere ? Math.ceil(lease / 1000) : 1;
  return new PaymentProblem('used', { message, ...claim.replay }, { 'Retry-After': String(seconds) });
}

function unfunded({ payer, amount, network }: Payment): string {
  return `The wallet ${payer} lacks funds: the call costs ${formatUsd(amount)} USD, and it has less on ${network}.`;
}
