import type { Payment } from '../../payment/payment.ts';
import type { Claim, ClaimState } from '../claims.ts';
import { flag, integer, object, type Row, text } from './row.ts';

const states: readonly ClaimState[] = ['claimed', 'settling', 'settled', 'owed', 'released'];

/** Reads a claim. */
export function readClaim(row: Row): Claim {
  const state = states.find((known) => known === row.state);
  if (!state) throw new TypeError(`A claim is in the unknown state ${row.state}.`);
  const payment = JSON.parse(text(row, 'payment'));

  return {
    id: text(row, 'id'),
    state,
    payment: { ...payment, amount: integer(row, 'amount') },
    fingerprint: text(row, 'fingerprint'),
    held: flag(row, 'held'),
    replay: object(row, 'replay'),
    ...(row.tx_hash === null ? {} : { txHash: text(row, 'tx_hash') }),
    ...(row.elsewhere === true && { elsewhere: true }),
  };
}

/** What a claim keeps of its payment: network, asset, payer, nonce, amount, end and all of it as JSON. */
export function paymentColumns(payment: Payment) {
  const { network, asset, payer, nonce, amount, validBefore } = payment;
  const json = JSON.stringify({ ...payment, amount: amount.toString() });
  return [network, asset, payer, nonce, amount, validBefore, json] as const;
}
