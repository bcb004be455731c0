import { expect, test } from 'vitest';
import { networkId } from './network-names.ts';

test('networkId reads the names of version 1, and leaves everything else as it is', () => {
  const named = ['base', ['base', 'sepolia'].join('-'), ['polygon', 'amoy'].join('-'), 'solana'];
  expect(named.map(networkId)).toEqual([
    'eip155:8453',
    'eip155:84532',
    'eip155:80002',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  ]);
  for (const name of ['eip155:8453', 'basement', '', 'constructor', 'base sepolia']) expect(networkId(name)).toBe(name);
});
