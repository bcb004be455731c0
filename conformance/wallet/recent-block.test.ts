import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NotTestable } from '../http/interruption.ts';
import { recentBlock } from './recent-block.ts';

let body: string;
let url: string;
const node = createServer((_, response) => response.end(body));
beforeEach(async () => {
  await once(node.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address object.
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((closed) => node.close(closed)));

describe('recentBlock', () => {
  test('reads the hash that a node returns', async () => {
    const blockhash = 'EZ3rST5dvHmbanh75jc4PuLfV96vp9fEYBVeNk4FfM1k';
    body = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value: { blockhash } } });
    expect(await recentBlock(url)).toBe(blockhash);
  });

  test.each(['{"error":{"code":429}}', '<html>', ''])('throws for the response %j', async (text) => {
    body = text;
    await expect(recentBlock(url)).rejects.toThrow(NotTestable);
  });

  test('throws for an unreachable node', async () => {
    await expect(recentBlock('http://127.0.0.1:1')).rejects.toThrow(/SOLANA_RPC_URL.*ECONNREFUSED/);
  });
});
