import { type Hex, keccak256, type PrivateKeyAccount } from 'viem';
import type { Log } from '../../logging/log.ts';
import type { Fees } from './fees.ts';
import type { EvmNode } from './node.ts';

/** A call to send. */
export interface Transaction {
  readonly to: Hex;
  readonly data: Hex;
  readonly gas: bigint;
}

/** A version of a transaction. Other fees with the same nonce make a new version. */
export interface Version extends Transaction {
  readonly nonce: number;
  readonly fees: Fees;
}

/** Signs transactions and hands them to a node. */
export interface Broadcast {
  /** Sends a version. Returns its hash, and whether the node wants a higher fee. Never throws: lost ones are sent again. */
  send(version: Version): Promise<{ readonly hash: Hex; readonly isUnderpriced: boolean }>;
  /** Sends the known transactions with these nonces again. */
  repeat(from: number, to: number): Promise<void>;
}

/** Transactions whose bytes are kept, so that they can be sent again after a reorganization. */
const maxKept = 256;

/** Creates the broadcast of an account. */
export function createBroadcast(node: EvmNode, account: PrivateKeyAccount, chainId: number, log: Log): Broadcast {
  const sent = new Map<number, Hex>();

  async function deliver(nonce: number, signed: Hex): Promise<string | undefined> {
    try {
      await node.request({ method: 'eth_sendRawTransaction', params: [signed] });
      return undefined;
    } catch (error) {
      const reason = String(error);
      log.warn({ nonce, reason }, 'transaction');
      return reason;
    }
  }

  return {
    async send({ nonce, to, data, gas, fees }) {
      const signed = await account.signTransaction({ type: 'eip1559', chainId, nonce, to, data, gas, ...fees });
      sent.set(nonce, signed);
      sent.delete(nonce - maxKept);
      const reason = await deliver(nonce, signed);
      return { hash: keccak256(signed), isUnderpriced: /underpriced|(fee|price) too low/i.test(reason ?? '') };
    },
    async repeat(from, to) {
      for (let nonce = from; nonce < to; nonce += 1) {
        const signed = sent.get(nonce);
        if (signed) await deliver(nonce, signed);
      }
    },
  };
}
