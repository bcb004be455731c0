import { setTimeout as pause } from 'node:timers/promises';
import { callNode } from './node.ts';

const mostLooks = 10;

/** Milliseconds. */
const betweenLooks = 500;

/** What a node says of a transaction, of which it may hear a few blocks after the deployment; null where it never does. */
export async function receiptOf(rpc: string, method: string, ...params: readonly unknown[]): Promise<unknown> {
  for (let look = 1; look < mostLooks; look += 1) {
    const receipt = await callNode(rpc, method, ...params);
    if (receipt !== null) return receipt;
    await pause(betweenLooks);
  }
  return callNode(rpc, method, ...params);
}
