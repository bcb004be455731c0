import { Command } from 'commander';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { baseHost } from '#generated/hosts/base.ts';
import { addSettling, openSettler, settlingOf } from './settling.ts';

const payee = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

test('a node of the host file that does not answer is an error before anything is served', async () => {
  const host = { ...baseHost, settlement: { payee, rpc: ['http://127.0.0.1:9'], facilitator: 'http://127.0.0.1:9' } };
  const opened = openSettler(settlingOf({}, host), host, { payTo: payee, isFunded: false, log: 'silent' });
  await expect(opened).rejects.toThrow(/^The node of eip155:8453 cannot be asked\. Check its URL, and that it runs\.$/);
});

describe('--rpc', () => {
  const two = ['https://one.example', 'https://two.example/a,b'];
  const read = (...args: string[]) => {
    const command = addSettling(new Command())
      .exitOverride()
      .configureOutput({ writeErr() {} });
    return command.parse(args, { from: 'user' }).opts().rpc;
  };
  afterEach(() => void vi.unstubAllEnvs());

  test('takes a node, and another one each time that it is given', () => {
    expect(read()).toBeUndefined();
    expect(read('--rpc', 'https://one.example')).toEqual(['https://one.example']);
    expect(read(...two.flatMap((url) => ['--rpc', url]))).toEqual(two);
  });

  test.each([' ', ',', ', ', ' , ', '\n'])('overrides SETTLER_RPC, which has %j between nodes', (between) => {
    vi.stubEnv('SETTLER_RPC', two.join(between));
    expect(read()).toEqual(two);
    expect(read('--rpc', 'https://three.example')).toEqual(['https://three.example']);
  });

  test.each(['node.example', 'https://one.example node.example'])('refuses %j', (text) => {
    expect(() => read('--rpc', text)).toThrow('Expected a URL that starts with http:// or https://.');
  });

  test('has one node where the host has one network', async () => {
    const opened = openSettler({ rpc: two }, baseHost, { payTo: payee, isFunded: false, log: 'silent' });
    await expect(opened).rejects.toThrow('base is paid on eip155:8453 alone, and 2 nodes are given. Give it one.');
  });
});

test('options and the environment override the host file', () => {
  const host = { settlement: { payee, rpc: ['https://one.example'], facilitator: 'https://two.example' } };
  const settlement = { payTo: payee, rpc: ['https://one.example'], facilitator: 'https://two.example' };
  expect(settlingOf({}, host)).toEqual(settlement);
  expect(settlingOf({ payTo: '0x1', confirmations: 2 }, host)).toEqual({
    ...settlement,
    payTo: '0x1',
    confirmations: 2,
  });
  const rpc = ['https://three.example', 'https://four.example'];
  expect(settlingOf({ rpc }, host)).toEqual({ ...settlement, rpc });
  expect(settlingOf({}, {})).toEqual({});
});
