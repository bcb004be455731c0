/** The host of batches on two chains at once: each payment settles on its own, and nowhere else. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Log, silentLog } from '@tollwright/runtime/logging/log';
import type { Settler } from '@tollwright/runtime/payment/settler';
import { createBatchSettler } from '@tollwright/runtime/settle/batches';
import { at, listAt, textAt } from '@tollwright/runtime/testing/read';
import { createWallet, offerIn, type Tampering } from '@tollwright/runtime/testing/wallet';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '#gateway/testing/gateway.ts';
import { nanoHost } from '#generated/hosts/nano.ts';
import { type BatchedChain, startBatched } from './batched.ts';
import { networkOf } from './gateway.ts';

const payment = networkOf(nanoHost);
const [second] = payment.also ?? [];
if (!second) throw new Error('The host is paid on one network only.');
const networks = [payment.network, second.network];
const key = generatePrivateKey();
const payTo = privateKeyToAccount(generatePrivateKey()).address.toLowerCase();
const path = '/api/v1/search';
const body = { query: 'tollwright', max_results: 1 };
const price = 27_250n;
const never = 600_000;

let chains: readonly BatchedChain[];
let account: PrivateKeyAccount;
let gateway: TestGateway | undefined;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'networks-'));
  chains = await Promise.all([startBatched(payment), startBatched(second)]);
  account = privateKeyToAccount(generatePrivateKey());
  for (const chain of chains) {
    await chain.endow(privateKeyToAccount(key).address);
    await chain.deposit(account, 2n * price);
  }
});
afterEach(async () => {
  await stop();
  await Promise.all(chains.map((chain) => chain.close()));
  await rm(folder, { recursive: true });
});

async function stop(): Promise<void> {
  await gateway?.close();
  gateway = undefined;
}

const own = (settler: Settler) => settler;

/** Starts a gateway on the store of the one before it. */
async function start(on = chains, interval = 20, log: Log = silentLog, alter = own): Promise<TestGateway> {
  const rpc = on.map(({ url }) => url);
  const settler = alter(await createBatchSettler({ network: payment, rpc, key, poll: 10, interval, log }));
  gateway = await startTestGateway({ host: 'nano', payTo, settler, store: join(folder, 'store.db') });
  return gateway;
}

/** The header that pays on a network. */
async function sign({ send }: TestGateway, network: string, tampering: Tampering = {}): Promise<string> {
  const offers = listAt((await send('POST', path, { body })).json, 'accepts');
  const accepts = offers.filter((offer) => textAt(offer, 'network') === network);
  const domain = { verifyingContract: payment.domain?.verifyingContract, ...tampering.domain };
  const now = Math.floor(Date.now() / 1000);
  return createWallet(account).sign(offerIn({ accepts }), now, { ...tampering, domain });
}

const send = (gateway: TestGateway, header: string) =>
  gateway.send('POST', path, { body, headers: { 'payment-signature': header } });

const pay = async (gateway: TestGateway, network: string) => send(gateway, await sign(gateway, network));

/** What the payee has on each chain. */
const received = () => Promise.all(chains.map((chain) => chain.balance(payTo)));
const deposits = () => Promise.all(chains.map((chain) => chain.deposited(account.address)));
const transactions = () =>
  Promise.all(chains.map((chain) => chain.rpc('eth_getTransactionCount', privateKeyToAccount(key).address, 'latest')));

describe('a gateway of batches with nodes of two networks', () => {
  test('offers both, in the order of the host, whichever node comes first', async () => {
    const { send } = await start(chains.toReversed());
    const { json } = await send('POST', path, { body });
    expect(listAt(json, 'accepts').map((offer) => textAt(offer, 'network'))).toEqual(networks);
  });

  test.each([0, 1])('settles a payment on network %i there, and nowhere else', async (index) => {
    const gateway = await start();
    const { status, headers } = await pay(gateway, networks[index] ?? '');
    expect([status, at(JSON.parse(atob(headers.get('payment-response') ?? '')), 'network')]).toEqual([
      200,
      networks[index],
    ]);
    const only = (amount: unknown, other: unknown) => [0, 1].map((each) => (each === index ? amount : other));
    await expect.poll(received).toEqual(only(price, 0n));
    // The batch leaves the queue a pass later; none of the passes sends anything to the other chain.
    await expect.poll(deposits).toEqual(only(price, 2n * price));
    expect(await transactions()).toEqual(only('0x1', '0x0'));
  });

  test('takes the same nonce on each, as what it is: two authorizations', async () => {
    const gateway = await start();
    const authorization = { nonce: generatePrivateKey() };
    for (const network of networks) {
      const header = await sign(gateway, network, { authorization });
      expect((await send(gateway, header)).status).toBe(200);
      expect((await send(gateway, header)).status).toBe(402);
    }
    await expect.poll(received).toEqual([price, price]);
  });

  test('counts what waits on one against the deposit there, not against that on the other', async () => {
    const gateway = await start(chains, never);
    const [one = '', other = ''] = networks;
    expect([(await pay(gateway, one)).status, (await pay(gateway, one)).status]).toEqual([200, 200]);
    const refused = await pay(gateway, one);
    expect([refused.status, at(refused.json, 'code')]).toEqual([402, 'PAYMENT_UNFUNDED']);
    expect([(await pay(gateway, other)).status, (await pay(gateway, other)).status]).toEqual([200, 200]);
    expect((await pay(gateway, other)).status).toBe(402);
  });

  test('counts what is under way on one not against the deposit on the other', async () => {
    const [one = '', other = ''] = networks;
    const open = Promise.withResolvers<void>();
    let underWay = 0;
    const gateway = await start(chains, never, silentLog, (settler) => ({
      ...settler,
      async settle(payment, route) {
        if (payment.network === one) {
          underWay += 1;
          await open.promise;
        }
        return settler.settle(payment, route);
      },
    }));
    const held = [pay(gateway, one), pay(gateway, one)];
    await expect.poll(() => underWay).toBe(2);
    const others = [await pay(gateway, one), await pay(gateway, other)];
    open.resolve();
    expect(others.map(({ status }) => status)).toEqual([402, 200]);
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test('refuses a payment for one that is presented as for the other', async () => {
    const gateway = await start();
    for (const [of, to] of [networks, networks.toReversed()]) {
      const chainId = Number(of?.replace('eip155:', ''));
      const { status, json } = await send(gateway, await sign(gateway, to ?? '', { domain: { chainId } }));
      expect([status, at(json, 'code')]).toEqual([402, 'PAYMENT_INVALID']);
      expect(at(json, 'message')).toMatch(/signature/i);
    }
    expect(await gateway.settled()).toEqual([]);
  });

  test('settles what waited before a restart on its own chain, and keeps what waits for a node that is not given', async () => {
    await chains[0]?.deposit(account, price);
    const first = await start(chains, never);
    for (const network of networks) expect((await pay(first, network)).status).toBe(200);
    await stop();
    expect(await received()).toEqual([0n, 0n]);

    const errors: unknown[] = [];
    const half = await start(chains.slice(0, 1), 20, { ...silentLog, error: (...line) => void errors.push(line) });
    expect(errors).toEqual([[{ network: networks[1] }, 'payments wait for a node']]);
    await expect.poll(received).toEqual([price, 0n]);
    // What is paid and settled after it shows that passes go on without touching what waits for its node.
    expect((await pay(half, networks[0] ?? '')).status).toBe(200);
    await expect.poll(received).toEqual([2n * price, 0n]);
    await stop();

    await start();
    await expect.poll(received).toEqual([2n * price, price]);
    expect(await deposits()).toEqual([price, price]);
  });
});

describe('createBatchSettler refuses', () => {
  const create = (rpc: readonly string[], network = payment) => createBatchSettler({ network, rpc, key });
  const urls = () => chains.map(({ url }) => url);

  test('two nodes of one network', async () => {
    const [url = ''] = urls();
    await expect(create([url, url])).rejects.toThrow(/^(\S+) and \1 are both on eip155:42161\. Give it one node\.$/);
  });

  test('a second node that cannot be asked', async () => {
    await expect(create([urls()[0] ?? '', 'http://127.0.0.1:1'])).rejects.toThrow(
      'The node 127.0.0.1:1 cannot be asked. Check its URL, and that it runs.',
    );
  });

  test('a second node of a chain that the host is not paid on', async () => {
    const { also: _, ...alone } = payment;
    await expect(create(urls(), alone)).rejects.toThrow(/^The node \S+ is on eip155:10, not on eip155:42161\.$/);
  });

  test('an account without gas on one of them', async () => {
    await chains[1]?.rpc('hardhat_setBalance', privateKeyToAccount(key).address, '0x0');
    await expect(create(urls())).rejects.toThrow(/has nothing on eip155:10 to pay for gas/);
  });
});
