import { randomUUID } from 'node:crypto';
import { at } from '@tollwright/runtime/testing/read';
import { createWallet, type Wallet } from '@tollwright/runtime/testing/wallet';
import type { Client, Received, Sending } from '#gateway/testing/client.ts';
import type { CrashGateway } from '#gateway/testing/crash-gateway.ts';
import { key, type Look } from '#gateway/testing/look.ts';
import { signatureHeader } from '../toolkit/payment-headers.ts';
import type { World } from './world.ts';

/** A caller that repeats each interrupted call with the same payment. */
export interface Caller {
  /** Owner of what it buys. */
  readonly address: string;
  readonly isAccount: boolean;
  /** Numbers that it has leased. */
  readonly numbers: string[];
  /** How many calls it has paid for and got a response to. */
  bought(): number;
  /** Buys until there is a response; what it says. Throws where that is no success. */
  buy(method: string, path: string, body: unknown): Promise<unknown>;
  /** Calls what costs nothing. */
  free(method: string, path: string, body: unknown): Promise<unknown>;
  /** Delivers an event of the outside world. */
  deliver(machine: string, id: string, event: string): Promise<void>;
  /** Moves the gateway's clock forward. */
  advance(seconds: number): Promise<void>;
  /** Looks at the current state. */
  look(): Promise<Look>;
}

const control = { authorization: 'Bearer token' };

/** Headers of one call of the account, which is repeated under its key until there is an answer. */
const keyed = () => ({ authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() });

/** Creates a caller with a wallet of its own, or one that has the key of the account. */
export function createCaller(world: World): Caller {
  const wallet = createWallet();
  const isAccount = world.host === 'account';
  const prefix = isAccount ? '/v1' : '/api/v1';
  let bought = 0;
  let calls = 0;

  const send = (method: string, path: string, sending: Sending) =>
    world.persist(({ client }) => client.send(method, path, sending));
  const pay = (method: string, path: string, sending: Sending = {}) =>
    isAccount ? send(method, path, { ...sending, headers: keyed() }) : paid(world, wallet, method, path, sending);

  async function finished(job: string, poll: string): Promise<Received> {
    await caller.deliver('image_job', job, 'finished');
    return pay('GET', poll);
  }

  async function command(name: string, body: object): Promise<void> {
    await world.persist((gateway) => gateway.control.send('POST', `/control/v1/${name}`, { body, headers: control }));
  }

  const caller: Caller = {
    address: wallet.address,
    isAccount,
    numbers: [],
    bought: () => bought,
    async buy(method, path, body) {
      let answer = await pay(method, `${prefix}${path}`, { body });
      const poll = at(answer.json, 'poll_url');
      // A job that was accepted, or that a replay names.
      if ((answer.status === 202 || answer.status === 402) && typeof poll === 'string') {
        answer = await finished(String(at(answer.json, 'id') ?? at(answer.json, 'job_id')), poll);
      }
      const isWhole = answer.status === 200 && !answer.text.includes('event: error');
      if (!isWhole) throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.text}`);
      // A job that has failed is free: the balances would show it if it had been paid.
      if (at(answer.json, 'status') !== 'failed') bought += 1;
      return answer.json;
    },
    async free(method, path, body) {
      // What costs nothing is limited by network, which is a /64 of IPv6: each try comes from another one.
      const elsewhere = () => {
        calls += 1;
        return { 'x-forwarded-for': `2001:db8:${wallet.address.slice(-4)}:${calls.toString(16)}::1` };
      };
      const call = ({ client }: CrashGateway) =>
        client.send(method, `${prefix}${path}`, { body, headers: elsewhere() });
      return (await world.persist(call)).json;
    },
    deliver: (machine, id, event) => command('events', { machine, id, event }),
    advance: (seconds) => command('clock', { advance_seconds: seconds }),
    look: () => world.persist((gateway) => gateway.look(wallet.address)),
  };
  return caller;
}

/** Signs once, and sends the same request with the same payment until it is answered. */
async function paid(world: World, wallet: Wallet, method: string, path: string, sending: Sending): Promise<Received> {
  const header = await world.persist(({ client }) => client.sign(wallet, method, path, sending));
  const sendPaid = (client: Client) =>
    client.send(method, path, { ...sending, headers: { [signatureHeader]: header } });
  const answer = await world.persist(({ client }) => sendPaid(client));
  // A payment that no gateway lived long enough for is signed again. If it had paid all the same, the balances would show it.
  const isLate = answer.status === 402 && /expire/.test(String(at(answer.json, 'message')));
  return isLate ? paid(world, wallet, method, path, sending) : answer;
}
