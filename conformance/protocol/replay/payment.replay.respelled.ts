import type { Run } from '../../check/check.ts';
import { encodePayment } from '../../wallet/wallet.ts';
import { offerOf } from '../challenge/offer.ts';
import { sendPayment } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { type Respelling, respellings } from './respellings.ts';
import { soldAgain, type Used, usePayment } from './used-payment.ts';

/** Whoever knows payments by their text, and not by payer and identifier, sells one payment once for each spelling. */
export const replayRespelled: ProtocolCheck = {
  id: 'payment.replay.respelled',
  async check(run) {
    const used = await usePayment(run);
    const { invocation, payment } = used;
    const tried = [...respellings(payment), ...(await signedAgain(run, used))];
    for (const { how, header } of tried) {
      for (const name of ['PAYMENT-SIGNATURE', 'X-Payment'] as const) {
        const sold = soldAgain(`${how} (${name})`, await sendPayment(run, invocation, header, name));
        if (sold) return sold;
      }
    }
    return { verdict: 'pass', detail: `Spellings tried: ${tried.length}.` };
  },
};

/** The same authorization with another end; a transaction that differs in anything is another one. */
async function signedAgain(run: Run, { invocation, payer, payment }: Used): Promise<readonly Respelling[]> {
  if (!('authorization' in payment.payload)) return [];
  const { nonce, validBefore } = payment.payload.authorization;
  const offer = offerOf(run, await run.challenge(invocation));
  const again = await payer.sign(offer, await run.now(), { evm: { nonce, validBefore: Number(validBefore) - 1 } });
  return [{ how: 'that was signed again with another end', header: encodePayment(again) }];
}
