import { offerOf } from '../../calls/challenge.ts';
import { isServed, sendPayment } from '../../calls/cheapest.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { NotTestable } from '../../http/interruption.ts';
import { encodePayment } from '../../wallet/wallet.ts';
import { usePayment } from './used-payment.ts';

/** An authorization is its payer's: the same nonce of another wallet is not used by it. */
export const replayOtherPayer: ProtocolCheck = {
  id: 'payment.replay.other-payer',
  async check(run) {
    const { invocation, payment } = await usePayment(run);
    const { payload } = payment;
    if (!('authorization' in payload)) throw new NotTestable('Payments of this network have no nonce.');
    const { nonce } = payload.authorization;
    const other = await run.freshPayer();
    const offer = offerOf(run, await run.challenge(invocation));
    const header = encodePayment(await other.sign(offer, await run.now(), { evm: { nonce } }));
    const exchange = await sendPayment(run, invocation, header);
    if (isServed(exchange)) return { verdict: 'pass' };
    return {
      verdict: 'fail',
      detail: 'A payment was refused because another wallet has used the same nonce.',
      expected: '2xx',
      actual: exchange.received.status,
      exchange,
    };
  },
};
