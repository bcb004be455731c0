/** A chain on this machine, with the asset of a host on it: a real EVM behind the JSON-RPC of a node. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NetworkDefinition } from '@tollwright/runtime/operation';
import { type Address, encodeAbiParameters, encodeDeployData, type Hex, keccak256, pad, toHex } from 'viem';
import { compile } from './compile.ts';
import { type Evm, type Rpc, type RpcAnswer, type RpcRequest, startEvm } from './evm.ts';

/** What happens to one call of the node: it is lost before it is carried out, or its answer is lost after it. */
export type Fault = 'request-lost' | 'answer-lost';

/** A running chain. */
export interface Chain {
  readonly url: string;
  readonly network: string;
  readonly asset: Address;
  readonly rpc: Rpc;
  /** Names the fault of each call over HTTP, as the method says; none by default. */
  fault: (method: string) => Fault | undefined | Promise<Fault | undefined>;
  /** Stops mining each transaction at once; from then on `mine` makes the blocks. */
  stall(): Promise<void>;
  mine(): Promise<void>;
  /** Sets what a wallet holds of the asset. */
  fund(address: string, amount: bigint): Promise<void>;
  /** Gives an account what pays for gas. */
  endow(address: string): Promise<void>;
  /** Unix seconds of the newest block. */
  time(): Promise<number>;
  /** What a wallet holds of the asset. */
  balance(address: string): Promise<bigint>;
  close(): Promise<void>;
}

/** Starts the chain of a host, with its asset at the address where it really is. */
export async function startChain({ network, asset, domain }: NetworkDefinition): Promise<Chain> {
  const evm = await startEvm(BigInt(network.replace('eip155:', '')));
  const rpc = createRpc(evm);
  const token = asset as Address;
  await rpc('hardhat_setCode', token, await deployedCode(rpc, domain?.name ?? '', domain?.version ?? ''));

  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const answer = await answerOf(text);
    if (answer === undefined) return void response.destroy();
    response.setHeader('content-type', 'application/json');
    response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo;

  /** Answers a call or a batch of them; undefined where a fault cuts the connection. */
  async function answerOf(text: string): Promise<string | undefined> {
    const parsed = JSON.parse(text);
    const answers = await Promise.all([parsed].flat().map(answerOne));
    if (answers.includes(undefined)) return undefined;
    return JSON.stringify(Array.isArray(parsed) ? answers : answers[0]);
  }

  async function answerOne(request: RpcRequest): Promise<RpcAnswer | undefined> {
    const fault = await chain.fault(request.method);
    if (fault === 'request-lost') return undefined;
    const answer = await evm(request);
    return fault === 'answer-lost' ? undefined : answer;
  }

  const chain: Chain = {
    url: `http://127.0.0.1:${port}`,
    network,
    asset: token,
    rpc,
    fault: () => undefined,
    stall: async () => void (await rpc('evm_setAutomine', false)),
    mine: async () => void (await rpc('evm_mine')),
    fund: async (address, amount) =>
      void (await rpc('hardhat_setStorageAt', token, balanceSlot(address), pad(toHex(amount)))),
    endow: async (address) => void (await rpc('hardhat_setBalance', address, toHex(10n ** 20n))),
    time: async () => Number(Object(await rpc('eth_getBlockByNumber', 'latest', false)).timestamp),
    balance: async (address) => BigInt(String(await rpc('eth_getStorageAt', token, balanceSlot(address), 'latest'))),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return chain;
}

function createRpc(evm: Evm): Rpc {
  return async (method, ...params) => {
    const { result, error } = await evm({ id: 1, method, params });
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
}

/** Runs the constructor without a transaction: what it returns is the code of the token. */
async function deployedCode(rpc: Rpc, name: string, version: string): Promise<unknown> {
  const { abi, bytecode } = await compile('token.sol', 'Token');
  const data = encodeDeployData({ abi, bytecode, args: [name, version] });
  return rpc('eth_call', { data, gas: toHex(10_000_000) }, 'latest');
}

/** Where the token keeps a balance: its first mapping. */
function balanceSlot(address: string): Hex {
  const key = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [address as Address, 0n]);
  return keccak256(key);
}
