import { offerOf } from '../../calls/challenge.ts';
import { sendPayment } from '../../calls/cheapest.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Run } from '../../check/run.ts';
import { encodePayment } from '../../wallet/wallet.ts';
import { type Encoding, encodings } from './encodings.ts';
import { replayFailure, type UsedPayment, usePayment } from './used-payment.ts';

/** A used payment buys nothing in another encoding: claims are by payer and nonce, not by the text of the header. */
export const replayRespelled: ProtocolCheck = {
  id: 'payment.replay.respelled',
  async check(run) {
    const used = await usePayment(run);
    const { invocation, payment } = used;
    const tried = [...encodings(payment), ...(await signedAgain(run, used))];
    for (const { how, header } of tried) {
      for (const name of ['PAYMENT-SIGNATURE', 'X-Payment'] as const) {
        const sold = replayFailure(`${how} (${name})`, await sendPayment(run, invocation, header, name));
        if (sold) return sold;
      }
    }
    return { verdict: 'pass', detail: `Encodings tried: ${tried.length}.` };
  },
};

/** The same authorization with another validBefore; a Solana transaction that differs in anything is a different payment. */
async function signedAgain(run: Run, { invocation, payer, payment }: UsedPayment): Promise<readonly Encoding[]> {
  if (!('authorization' in payment.payload)) return [];
  const { nonce, validBefore } = payment.payload.authorization;
  const offer = offerOf(run, await run.challenge(invocation));
  const again = await payer.sign(offer, await run.now(), { evm: { nonce, validBefore: Number(validBefore) - 1 } });
  return [{ how: 'that was signed again with another validBefore', header: encodePayment(again) }];
}
