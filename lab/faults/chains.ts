import { recoverSigner } from '@tollwright/runtime/payment/evm/recover';
import { domainSeparator, transferDigest } from '@tollwright/runtime/payment/evm/typed-data';
import { PaymentProblem } from '@tollwright/runtime/x402/refusal';
import { changeReply, wrapHandlers } from '../toolkit/handlers.ts';
import { overridePayments } from '../toolkit/services.ts';
import { defineFaults } from './fault.ts';
import { acceptRejected, type RejectedPayment } from './lenient.ts';

/** Faults of a gateway of several chains that confuses them. */
export const chains = defineFaults('chains', [
  {
    name: 'accepts signatures for another chain that it offers',
    host: 'nano',
    rule: 'payment.rejected.domain',
    level: 'paid',
    only: ['payment.rejected.*', 'payment.accepted.*'],
    intercept: (parts) => {
      const { payment } = parts.host;
      const ids = [payment, ...(payment?.also ?? [])].map((each) => BigInt(each?.network.replace('eip155:', '') ?? 0));
      return acceptRejected((rejected) => isSignedForOneOf(ids, rejected))(parts);
    },
  },
  {
    name: 'offers a network whose payments it refuses',
    host: 'nano',
    rule: 'payment.accepted.each-network',
    level: 'paid',
    only: ['payment.accepted.*'],
    alter: overridePayments((payments, { host }) => ({
      open(payment, fingerprint, reuse) {
        if (payment.network !== host.payment?.network) throw new PaymentProblem('network');
        return payments.open(payment, fingerprint, reuse);
      },
    })),
  },
  {
    name: 'shows every number as bought on the first chain',
    host: 'nano',
    rule: 'number-chains.apart',
    level: 'controlled',
    only: ['number-chains.*', 'number-chain-bound.*', 'buy-number.*'],
    alter: changeReply('buy-number', (body, { host }) => ({ ...body, chain: host.payment?.network })),
  },
  {
    name: 'binds every number to the first chain',
    host: 'nano',
    rule: 'number-other-chain-bound.refused',
    level: 'controlled',
    only: ['number-other-chain-bound.*', 'number-chain-bound.*', 'number-bought.*'],
    alter: wrapHandlers(['buy-number', 'renew-number', 'release-number'], (handle) => (call) => {
      const { payment, host } = call;
      return handle(
        payment && host.payment ? { ...call, payment: { ...payment, network: host.payment.network } } : call,
      );
    }),
  },
]);

/** True for a signature of the payer that is correct except for its chain, if these chains include it. */
function isSignedForOneOf(
  ids: readonly bigint[],
  { message, payment: { accepted, payload } }: RejectedPayment,
): boolean {
  const { authorization, signature = '' } = payload ?? {};
  const { asset = '', extra } = accepted ?? {};
  if (!message.includes('signature') || !authorization || !extra) return false;
  const { from = '', to = '', nonce = '', value = 0, validAfter = 0, validBefore = 0 } = authorization;
  const times = { validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) };
  return ids.some((chainId) => {
    const separator = domainSeparator({ verifyingContract: asset, ...extra, chainId });
    const digest = transferDigest(separator, { from, to, nonce, value: BigInt(value), ...times });
    return recoverSigner(digest, signature) === from.toLowerCase();
  });
}
