/** The methods of a Solana node that clients, facilitators and gateways call. */

import { address } from '@solana/kit';
import { read } from '@tollwright/runtime/values/json';
import type { Machine } from './node.ts';
import { span } from './svm-blocks.ts';
import { rooted, type Svm } from './svm.ts';

type Method = (params: readonly unknown[]) => unknown;

/** A call that a node refuses. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly data: unknown;

  constructor(message: string, data: unknown) {
    super(message);
    this.data = data;
  }
}

/** Creates the JSON-RPC of a Solana node. */
export function createSolanaRpc(svm: Svm, network: string): Machine {
  const methods: Readonly<Record<string, Method>> = {
    // Of the hash of its first block a chain is known by the first 32 characters.
    getGenesisHash: () => network.replace('solana:', '').padEnd(44, '1'),
    ...blockMethods(svm),
    ...accountMethods(svm),
    ...transactionMethods(svm),
  };

  return async ({ id, method, params = [] }) => {
    const call = methods[method];
    if (!call) return { jsonrpc: '2.0', id, error: { code: -32601, message: `Method not found: ${method}` } };
    try {
      return { jsonrpc: '2.0', id, result: call(params) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return {
        jsonrpc: '2.0',
        id,
        error: error instanceof Refused ? { code: -32002, message, data: error.data } : { code: -32603, message },
      };
    }
  };
}

function blockMethods({ blocks }: Svm): Record<string, Method> {
  const value = valueAt(blocks);
  return {
    getLatestBlockhash: () => value({ blockhash: blocks.latest(), lastValidBlockHeight: blocks.height() + span }),
    isBlockhashValid: ([hash]) => value(blocks.isRecent(String(hash))),
    getBlockHeight: ([config]) =>
      read(config, 'commitment') === 'finalized' ? Math.max(0, blocks.height() - rooted) : blocks.height(),
  };
}

function accountMethods({ blocks, vm }: Svm): Record<string, Method> {
  const value = valueAt(blocks);
  return {
    getBalance: ([account]) => value(Number(vm.getBalance(address(String(account))) ?? 0)),
    getAccountInfo([asked]) {
      const account = vm.getAccount(address(String(asked)));
      if (!account.exists) return value(null);
      const data = [Buffer.from(account.data).toString('base64'), 'base64'];
      const { programAddress: owner, executable } = account;
      return value({ data, owner, executable, lamports: Number(account.lamports), rentEpoch: 0, space: data.length });
    },
  };
}

function transactionMethods(svm: Svm): Record<string, Method> {
  const value = valueAt(svm.blocks);
  return {
    simulateTransaction([wire]) {
      const { err, logs, units } = svm.simulate(String(wire));
      return value({ err, logs, unitsConsumed: units, accounts: null, returnData: null });
    },
    sendTransaction([wire, config]) {
      const { err, logs } = read(config, 'skipPreflight') === true ? passed : svm.simulate(String(wire));
      if (err === null) return svm.send(String(wire));
      throw new Refused(`Transaction simulation failed: ${JSON.stringify(err)}`, { err, logs });
    },
    getSignatureStatuses: ([signatures]) =>
      value(Array.isArray(signatures) ? signatures.map((each) => statusOf(svm, String(each))) : []),
    getTransaction([signature]) {
      const found = svm.find(String(signature));
      if (!found) return null;
      const { wire, height, err } = found;
      return { slot: height, blockTime: null, version: 0, transaction: [wire, 'base64'], meta: { err } };
    },
  };
}

/** Wraps a value with the slot that it was read at, as nodes do. */
function valueAt(blocks: Svm['blocks']) {
  return (value: unknown) => ({ context: { slot: blocks.height() }, value });
}

function statusOf(svm: Svm, signature: string) {
  const found = svm.find(signature);
  if (!found && !svm.isWaiting(signature)) return null;
  const { height = svm.blocks.height(), err = null } = found ?? {};
  const after = svm.blocks.height() - height;
  const isFinal = after >= rooted;
  const confirmationStatus = !found ? 'processed' : isFinal ? 'finalized' : 'confirmed';
  const status = err === null ? { Ok: null } : { Err: err };
  return { slot: height, confirmations: isFinal ? null : after, err, status, confirmationStatus };
}

const passed = { err: null, logs: [] };
