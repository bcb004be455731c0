import { encodePayment } from '../wallet/wallet.ts';
import { sendPayment } from './cheapest.ts';
import { offerOf } from './offer.ts';
import type { ProtocolCheck } from './protocol-check.ts';
import { respellings } from './respellings.ts';
import { soldAgain, usePayment } from './used-payment.ts';

/** Whoever knows payments by their text, and not by payer and identifier, sells one payment once for each spelling. */
export const replayRespelled: ProtocolCheck = {
  id: 'payment.replay.respelled',
  async check(run) {
    const used = await usePayment(run);
    const { invocation, payer, payment } = used;
    const offer = offerOf(run, await run.challenge(invocation));
    const { nonce, validBefore } = payment.payload.authorization;
    const later = { authorization: { nonce, validBefore: String(BigInt(validBefore) - 1n) } };
    const again = await payer.sign(offer, await run.now(), later);
    const tried = [
      ...respellings(payment),
      { how: 'that was signed again with another end', header: encodePayment(again) },
    ];
    for (const { how, header } of tried) {
      for (const name of ['PAYMENT-SIGNATURE', 'X-Payment'] as const) {
        const sold = soldAgain(`${how} (${name})`, await sendPayment(run, invocation, header, name));
        if (sold) return sold;
      }
    }
    return { verdict: 'pass', detail: `Spellings tried: ${tried.length}.` };
  },
};
