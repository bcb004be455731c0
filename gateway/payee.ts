/** Wallet that is paid on the embedded ledger: an address whose key nobody holds. */
export const payee = '0x70115e77c0de0000000000000000000000000402';
