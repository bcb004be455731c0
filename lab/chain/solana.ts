/** A Solana on this machine, with the token of a host on it: a real runtime behind the JSON-RPC of a node. */

import { address, lamports } from '@solana/kit';
import type { NetworkDefinition } from '@tollwright/runtime/operation/host';
import { tokenProgram } from '@tollwright/runtime/payment/svm/programs';
import { tokenAccount } from '@tollwright/runtime/payment/svm/token-account';
import { type Node, serveNode } from './node.ts';
import { createSolanaRpc } from './solana-rpc.ts';
import { amountIn, mintData, type Svm, startSvm, tokenData } from './svm.ts';

/** A running Solana. */
export interface SolanaChain extends Node {
  readonly network: string;
  readonly svm: Svm;
  /** Sets what a wallet holds of the token. */
  fund(wallet: string, amount: bigint): Promise<void>;
  /** Gives an account what pays for fees. */
  endow(account: string): void;
  /** Balance of an account for fees. */
  lamports(account: string): bigint;
  /** Balance of a wallet in the token. */
  balance(wallet: string): Promise<bigint>;
}

/** Starts the chain of a host, with its token at its real address. */
export async function startSolana({ network, asset, decimals }: NetworkDefinition): Promise<SolanaChain> {
  const svm = startSvm();
  const mint = address(asset);
  setAccount(svm, asset, mintData(decimals));

  const own: Omit<SolanaChain, keyof Node> = {
    network,
    svm,
    fund: async (wallet, amount) =>
      setAccount(svm, await tokenAccount(address(wallet), mint), tokenData(asset, wallet, amount)),
    endow: (account) => void svm.vm.airdrop(address(account), lamports(10_000_000_000n)),
    lamports: (account) => svm.vm.getBalance(address(account)) ?? 0n,
    async balance(wallet) {
      const account = svm.vm.getAccount(await tokenAccount(address(wallet), mint));
      return account.exists ? amountIn(account.data) : 0n;
    },
  };
  return Object.assign(await serveNode(createSolanaRpc(svm, network)), own);
}

function setAccount({ vm }: Svm, at: string, data: Uint8Array): void {
  const rent = vm.minimumBalanceForRentExemption(BigInt(data.length));
  vm.setAccount({
    address: address(at),
    data,
    executable: false,
    lamports: lamports(rent),
    programAddress: tokenProgram,
    space: BigInt(data.length),
  });
}
