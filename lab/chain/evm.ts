import { createRequire } from 'node:module';
import type { EdrContext, Provider } from '@nomicfoundation/edr';
import type { Evm, Machine, RpcAnswer } from './node.ts';

/** Calls a method of a node's JSON-RPC; throws the error that the node returns. */
export type Rpc = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

// The package is CommonJS, whose exports Node cannot list.
const edr: typeof import('@nomicfoundation/edr') = createRequire(import.meta.url)('@nomicfoundation/edr');

let context: Promise<EdrContext> | undefined;

/** The context, which a process can create only once. */
function openContext(): Promise<EdrContext> {
  context ??= (async () => {
    const made = new edr.EdrContext();
    await made.registerProviderFactory(edr.L1_CHAIN_TYPE, edr.l1ProviderFactory());
    return made;
  })();
  return context;
}

/**
 * Starts Hardhat's EVM in this process. It mines each transaction at once, until `evm_setAutomine` turns that off.
 *
 * It does not use the automatic mining of EDR, which refuses transactions with a later nonce; real chains queue them.
 */
export async function startEdr(chainId: bigint): Promise<Evm> {
  const hardfork = edr.l1HardforkLatest();
  const config = {
    allowBlocksWithSameTimestamp: true,
    allowUnlimitedContractSize: false,
    bailOnCallFailure: true,
    bailOnTransactionFailure: false,
    chainId,
    networkId: chainId,
    coinbase: new Uint8Array(20),
    defaultTransactionGasLimit: 10_000_000n,
    genesisState: edr.l1GenesisState(hardfork),
    hardfork: edr.l1HardforkToString(hardfork),
    initialBaseFeePerGas: 1_000_000_000n,
    initialParentBeaconBlockRoot: new Uint8Array(32),
    minGasPrice: 0n,
    mining: { autoMine: false, blockGasLimit: 60_000_000n, memPool: { order: edr.MineOrdering.Priority } },
    network: { genesisBlockGasLimit: 60_000_000n, genesisBlockTime: BigInt(Math.floor(Date.now() / 1000)) },
    observability: {},
    ownedAccounts: [],
    precompileOverrides: [],
  };
  const logger = { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => undefined };
  const subscription = { subscriptionCallback: () => undefined };
  const provider: Provider = await (
    await openContext()
  ).createProvider(edr.L1_CHAIN_TYPE, config, logger, subscription, new edr.ContractDecoder());
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (method: string, params: readonly unknown[] = []) => {
    const answer = last.then(() => provider.handleRequest(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })));
    // Requests at the same time wait for each other in threads of their own, which takes longer than the requests.
    last = answer.catch(() => undefined);
    const { data } = await answer;
    return typeof data === 'string' ? JSON.parse(data) : data;
  };

  let isMining = true;
  let block: Promise<void> | undefined;
  /** One block for all that was sent since the one before. */
  function mine(): Promise<void> {
    block ??= Promise.resolve().then(() => {
      block = undefined;
      return ask('evm_mine');
    });
    return block;
  }

  const machine: Machine = async ({ id, method, params }) => {
    if (method === 'evm_setAutomine') {
      isMining = params?.[0] === true;
      return { jsonrpc: '2.0', id, result: true };
    }
    const { result, error } = await ask(method, params);
    if (error) return { jsonrpc: '2.0', id, error: asNode(error) };
    if (isMining && method === 'eth_sendRawTransaction') await mine();
    return { jsonrpc: '2.0', id, result };
  };
  return { machine, close: async () => {} };
}

/** An error as nodes write it: code 3 and the returned bytes if a contract reverted. */
function asNode({ code, message, data }: NonNullable<RpcAnswer['error']>): NonNullable<RpcAnswer['error']> {
  const returned = Object(data).data;
  if (typeof returned !== 'string') return { code, message };
  return { code: 3, message: `execution reverted: ${message}`, data: returned };
}
