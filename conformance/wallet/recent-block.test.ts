import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NotTestable } from '../check/interruption.ts';
import { recentBlock } from './recent-block.ts';

let answer: string;
let url: string;
const node = createServer((_, response) => response.end(answer));
beforeEach(async () => {
  await once(node.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address object.
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((closed) => node.close(closed)));

describe('recentBlock', () => {
  test('reads what a node tells', async () => {
    const blockhash = 'EZ3rST5dvHmbanh75jc4PuLfV96vp9fEYBVeNk4FfM1k';
    answer = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value: { blockhash } } });
    expect(await recentBlock(url)).toBe(blockhash);
  });

  test.each(['{"error":{"code":429}}', '<html>', ''])('tells that there is none in %j', async (text) => {
    answer = text;
    await expect(recentBlock(url)).rejects.toThrow(NotTestable);
  });

  test('tells that there is none where no node is', async () => {
    await expect(recentBlock('http://127.0.0.1:1')).rejects.toThrow(/SOLANA_RPC_URL.*ECONNREFUSED/);
  });
});
