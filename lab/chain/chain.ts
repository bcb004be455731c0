/** A chain on this machine, with the asset of a host on it: a real EVM behind the JSON-RPC of a node. */

import type { NetworkDefinition } from '@tollwright/runtime/operation/host';
import { type Address, encodeAbiParameters, encodeDeployData, type Hex, keccak256, pad, toHex } from 'viem';
import { type Contract, compile } from './compile.ts';
import { type Rpc, startEdr } from './evm.ts';
import { type Machine, type Node, serveNode } from './node.ts';

/** A running chain. */
export interface Chain extends Node {
  readonly network: string;
  readonly asset: Address;
  readonly rpc: Rpc;
  /** Stops mining each transaction at once; from then on `mine` makes the blocks. */
  stall(): Promise<void>;
  mine(): Promise<void>;
  /** Sets what a wallet holds of the asset. */
  fund(address: string, amount: bigint): Promise<void>;
  /** Gives an account what pays for gas. */
  endow(address: string): Promise<void>;
  /** Unix seconds of the newest block. */
  time(): Promise<number>;
  /** Balance of a wallet in the asset. */
  balance(address: string): Promise<bigint>;
}

/** Starts the chain of a host, with its asset at its real address. */
export async function startChain({ network, asset, domain }: NetworkDefinition, start = startEdr): Promise<Chain> {
  const evm = await start(BigInt(network.replace('eip155:', '')));
  const rpc = createRpc(evm.machine);
  const token = asset as Address;
  await place(rpc, token, await compile('token.sol', 'Token'), [domain?.name ?? '', domain?.version ?? '']);

  const own: Omit<Chain, keyof Node> = {
    network,
    asset: token,
    rpc,
    stall: async () => void (await rpc('evm_setAutomine', false)),
    mine: async () => void (await rpc('evm_mine')),
    fund: async (address, amount) =>
      void (await rpc('hardhat_setStorageAt', token, balanceSlot(address), pad(toHex(amount)))),
    endow: async (address) => void (await rpc('hardhat_setBalance', address, toHex(10n ** 20n))),
    time: async () => Number(Object(await rpc('eth_getBlockByNumber', 'latest', false)).timestamp),
    balance: async (address) => BigInt(String(await rpc('eth_getStorageAt', token, balanceSlot(address), 'latest'))),
  };
  const node = await serveNode(evm.machine);
  const { close } = node;
  return Object.assign(node, own, { close: () => Promise.all([close(), evm.close()]).then(() => {}) });
}

function createRpc(evm: Machine): Rpc {
  return async (method, ...params) => {
    const { result, error } = await evm({ id: 1, method, params });
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
}

/** Places a contract of this folder at an address: its constructor returns its code. */
export async function place(rpc: Rpc, at: Address, { abi, bytecode }: Contract, args: unknown[]): Promise<void> {
  const data = encodeDeployData({ abi, bytecode, args });
  // The constructor is run without a transaction.
  const code = await rpc('eth_call', { data, gas: toHex(10_000_000) }, 'latest');
  await rpc('hardhat_setCode', at, code);
}

/** The storage slot of a wallet's balance in a contract of this folder: in its first mapping. */
export function balanceSlot(address: string): Hex {
  const key = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [address as Address, 0n]);
  return keccak256(key);
}
