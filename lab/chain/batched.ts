/** A local chain with the contract that holds deposits, for hosts that settle in batches. */

import { setTimeout as pause } from 'node:timers/promises';
import type { NetworkDefinition } from '@tollwright/runtime/operation/host';
import { batchAbi } from '@tollwright/runtime/settle/batches/wallet';
import { decodeFunctionResult, encodeFunctionData, type Hex, type PrivateKeyAccount, parseAbi } from 'viem';
import { type Chain, place, startChain } from './chain.ts';
import { compile, type Edit } from './compile.ts';

/** A running chain with the contract. */
export interface BatchedChain extends Chain {
  readonly wallet: Hex;
  /** Has an account deposit what it is given of the asset. */
  deposit(account: PrivateKeyAccount, amount: bigint): Promise<void>;
  /** Puts a contract in the place of the present one; its deposits stay. */
  replace(edit?: Edit): Promise<void>;
  /** Deposit of a wallet. */
  deposited(wallet: string): Promise<bigint>;
}

const abi = parseAbi(['function approve(address, uint256) returns (bool)', 'function deposit(uint256)']);

/** Starts the chain of a network, with its asset and the contract at the addresses in payments. */
export async function startBatched(network: NetworkDefinition): Promise<BatchedChain> {
  const chain = await startChain(network);
  const wallet = network.domain?.verifyingContract as Hex;
  const replace = async (edit?: Edit) =>
    place(chain.rpc, wallet, await compile('gateway-wallet.sol', 'GatewayWallet', edit), [chain.asset]);
  await replace();

  const { fund, endow, rpc } = chain;

  /** Sends calls of an account, one after another; resolves when they are in a block. */
  async function send(account: PrivateKeyAccount, calls: readonly (readonly [to: Hex, data: Hex])[]): Promise<void> {
    const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n, gas: 200_000n };
    const chainId = Number(network.network.replace('eip155:', ''));
    const count = async () => Number(await rpc('eth_getTransactionCount', account.address, 'latest'));
    let nonce = await count();
    for (const [to, data] of calls) {
      const signed = await account.signTransaction({ type: 'eip1559', chainId, nonce, to, data, ...fees });
      await rpc('eth_sendRawTransaction', signed);
      nonce += 1;
    }
    while ((await count()) < nonce) await pause(5);
  }

  const own = {
    wallet,
    replace,
    async deposit(account: PrivateKeyAccount, amount: bigint) {
      await endow(account.address);
      await fund(account.address, amount);
      await send(account, [
        [chain.asset, encodeFunctionData({ abi, functionName: 'approve', args: [wallet, amount] })],
        [wallet, encodeFunctionData({ abi, functionName: 'deposit', args: [amount] })],
      ]);
    },
    async deposited(owner: string) {
      const data = encodeFunctionData({ abi: batchAbi, functionName: 'balanceOf', args: [owner as Hex] });
      const result = (await rpc('eth_call', { to: wallet, data }, 'latest')) as Hex;
      return decodeFunctionResult({ abi: batchAbi, functionName: 'balanceOf', data: result });
    },
  };
  return Object.assign(chain, own);
}
