import { type Hex, pad, toEventSelector } from 'viem';
import type { Payment } from '../../operation/payment.ts';
import type { EvmNode } from './node.ts';
import { hasMoved } from './token.ts';

/** Blocks that every node can search in one call. */
const span = 1000n;

/** Maximum seconds between the signature of a payment and its `validBefore`: the longest window of any offer. */
const maxLifetime = 86_400;

const endings = ['AuthorizationUsed', 'AuthorizationCanceled'].map((name) =>
  toEventSelector(`${name}(address,bytes32)`),
);

/** The use or cancellation of a payment's authorization. */
export interface Use {
  readonly txHash: Hex;
  readonly block: bigint;
  /** Whether it moved the funds of the payment. Another authorization may have had the same nonce. */
  readonly moved: boolean;
}

/** Finds the transaction that ended the authorization of a payment, the newest blocks first. */
export async function findUse(node: EvmNode, payment: Payment): Promise<Use | undefined> {
  const topics = [endings, pad(payment.payer as Hex), payment.nonce as Hex];
  for (let to = await node.head(); to >= 0n; to -= span) {
    const from = to < span ? 0n : to - span + 1n;
    const [found] = await node.logs({ address: payment.asset as Hex, topics, from, to });
    if (found?.transactionHash) {
      const receipt = await node.receipt(found.transactionHash);
      if (!receipt) return undefined;
      const moved = hasMoved(receipt.logs, payment);
      return { txHash: found.transactionHash, block: BigInt(receipt.blockNumber), moved };
    }
    if (from === 0n || (await node.timeOf(from)) < payment.validBefore - maxLifetime) return undefined;
  }
  return undefined;
}
