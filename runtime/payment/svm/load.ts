import { loadWithPeers } from '../../system/peers.ts';

const packages = ['@solana/addresses', '@solana/transaction-messages', '@solana/transactions'];

/** Loads a module that needs the packages of Solana, which are optional peers. Throws an error that names them. */
export function loadSolana<Module>(load: () => Promise<Module>): Promise<Module> {
  return loadWithPeers('Payments on Solana need', packages, load);
}
