import type { HostDefinition } from '@tollwright/runtime/operation/host';

/** Wallets that are paid on the embedded ledger: addresses without a known key. */
const payees = {
  eip155: '0x70115e77c0de0000000000000000000000000402',
  solana: 'CMxTppLdj2DMXc1zWy9HFJmrg811k4nemuWY1Kqe3ygA',
} as const;

/** The wallet that is paid for the calls of a host: that of its file, or one of the embedded ledger. */
export function payeeOf({ payment, settlement }: Pick<HostDefinition, 'payment' | 'settlement'>): string {
  if (settlement?.payee !== undefined) return settlement.payee;
  return payment?.network.startsWith('solana:') ? payees.solana : payees.eip155;
}
