/** Calls that run the code of a payer's wallet, at a node that a test controls. */

import { createServer, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../../http/listen.ts';
import { createNode, type EvmNode } from './node.ts';

type Asked = { readonly id: number; readonly method: string; readonly params?: readonly unknown[] };

/** The calls of each HTTP request. */
let requests: Asked[][];
let answerContract: (response: ServerResponse, asked: Asked) => void;
let node: EvmNode;
let close: () => void;

const wallet = `0x${'01'.repeat(20)}` as const;
const [to, data, gas] = [wallet, '0x1626ba7e', 200_000n] as const;
const isContractCall = ({ params }: Asked) => JSON.stringify(params ?? []).includes('"gas"');
const reply = (response: ServerResponse, value: unknown) =>
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value));

beforeEach(async () => {
  requests = [];
  answerContract = (response, { id }) => reply(response, { jsonrpc: '2.0', id, result: '0x01' });
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const sent = JSON.parse(text);
    const asked: Asked[] = [sent].flat();
    requests.push(asked);
    const [first] = asked;
    if (first && isContractCall(first)) return answerContract(response, first);
    const answers = asked.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x07' }));
    return reply(response, Array.isArray(sent) ? answers : answers[0]);
  });
  node = createNode(await listen(server, 0, '127.0.0.1'), 1_500);
  close = () => {
    server.close();
    server.closeAllConnections();
  };
});
afterEach(() => close());

const ask = (of: `0x${string}` = wallet) => node.callContract(of, { to: of, data, gas });

describe('a call of a wallet of a payer', () => {
  test('shares no request with calls of others, and has a bound of gas', async () => {
    await Promise.all([node.head(), node.call(to, data), ask(), ask()]);
    expect(requests.map((asked) => asked.length).toSorted()).toEqual([1, 1, 2]);
    const own = requests.filter(([first]) => first && isContractCall(first));
    expect(own.map(([first]) => first?.params?.[0])).toEqual([
      { to, data, gas: '0x30d40' },
      { to, data, gas: '0x30d40' },
    ]);
  });

  test('that answers without end is broken off', async () => {
    let written = 0;
    const ended = Promise.withResolvers<void>();
    answerContract = (response) => {
      const write = () => {
        while (!response.destroyed && response.write('0'.repeat(65_536))) written += 65_536;
      };
      response.on('drain', write).on('close', ended.resolve);
      write();
    };
    await expect(ask()).rejects.toThrow(/eth_call/);
    await ended.promise;
    expect(written).toBeLessThan(20_000_000);
  });

  test('that never answers is given up, and delays no other call', async () => {
    answerContract = () => undefined;
    const [attack, honest] = [expect(ask()).rejects.toThrow(/eth_call/), node.head()];
    expect(await honest).toBe(7n);
    await attack;
  });

  test('that uses up its gas is a refusal', async () => {
    const error = { code: -32000, message: 'out of gas' };
    answerContract = (response, { id }) => reply(response, { jsonrpc: '2.0', id, error });
    expect(await ask()).toEqual({ refused: 'out of gas' });
  });

  test('is made a few times at once for one wallet, and for all of them', async () => {
    const held: (() => void)[] = [];
    answerContract = (response, { id }) => held.push(() => reply(response, { jsonrpc: '2.0', id, result: '0x01' }));
    const wallets = Array.from({ length: 8 }, (_, index) => `0x${String(index).repeat(40)}` as const);
    const all = wallets.flatMap((each) =>
      Array.from({ length: 5 }, () => ask(each).catch((error: Error) => error.message)),
    );
    const refused = 'Too many signatures of contracts are being checked.';
    await expect.poll(() => held.length).toBe(16);
    for (const release of held) release();
    const outcomes = await Promise.all(all);
    // Four of each of the first four wallets were made.
    expect(outcomes.filter((outcome) => outcome === refused)).toHaveLength(40 - 16);
    answerContract = (response, { id }) => reply(response, { jsonrpc: '2.0', id, result: '0x01' });
    expect(await ask()).toEqual({ data: '0x01' });
  });
});
