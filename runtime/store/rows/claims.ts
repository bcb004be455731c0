import type { Payment } from '../../operation/payment.ts';
import type { Claim, ClaimState } from '../claims.ts';
import { flag, integer, object, type Row, text } from './row.ts';

const states: readonly ClaimState[] = ['claimed', 'settling', 'settled', 'owed', 'released'];

/** Reads a claim. */
export function readClaim(row: Row): Claim {
  const state = states.find((known) => known === row.state);
  if (!state) throw new TypeError(`A claim is in the unknown state ${row.state}.`);
  const payment = {
    ...JSON.parse(text(row, 'payment')),
    network: text(row, 'network'),
    asset: text(row, 'asset'),
    payer: text(row, 'payer'),
    nonce: text(row, 'nonce'),
    amount: integer(row, 'amount'),
    validBefore: Number(integer(row, 'valid_before')),
  };

  return {
    id: text(row, 'id'),
    state,
    payment,
    fingerprint: text(row, 'fingerprint'),
    held: flag(row, 'held'),
    replay: object(row, 'replay'),
    ...(row.tx_hash === null ? {} : { txHash: text(row, 'tx_hash') }),
    ...(row.elsewhere === true && { elsewhere: true }),
  };
}

/** What a claim keeps of its payment: network, asset, payer, nonce, amount, end and the rest of it as JSON. */
export function paymentColumns({ network, asset, payer, nonce, amount, validBefore, ...rest }: Payment) {
  return [network, asset, payer, nonce, amount, validBefore, JSON.stringify(rest)] as const;
}
