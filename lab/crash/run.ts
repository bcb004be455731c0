import { firstBalance } from '#gateway/testing/look.ts';
import { randomFrom } from '#gateway/upstream/seeded-random.ts';
import { actions, chat } from './actions.ts';
import { type Caller, createCaller } from './caller.ts';
import { startWorld, type World } from './world.ts';

/** Options of a run. */
export interface CrashRun {
  /** File or `postgres:` URL of an empty store. */
  readonly store: string;
  readonly host: 'base' | 'account';
  readonly kills: number;
  readonly seed: number;
  /** Called after each kill. */
  readonly onKill?: (done: number) => void;
}

/** Result of a run. */
export interface CrashReport {
  /** Calls that were paid for and answered. */
  readonly bought: number;
  /** The faults that were found; empty if nothing was lost and nothing was free. */
  readonly faults: readonly string[];
}

const callers = 12;

/** Most writes between a start and the next kill: about those of twenty calls. */
const maxWrites = 120;

/** Longest delay of a kill after a write, in milliseconds: the call may be half done, done, or answered by then. */
const maxDelay = 6;

/** Kills a gateway at random moments while callers buy everything it sells, and checks their purchases at the end. */
export async function crashRun({ store, host, kills, seed, onKill }: CrashRun): Promise<CrashReport> {
  const world = await startWorld(store, host);
  const faults: string[] = [];
  const all = Array.from({ length: callers }, () => createCaller(world));
  let isOver = false;

  async function work(caller: Caller, index: number): Promise<void> {
    const random = randomFrom([seed, host, 'caller', index]);
    while (!isOver)
      await random
        .pick(actions)(caller)
        .catch((error: unknown) => faults.push(String(error)));
  }

  const working = all.map(work);
  const random = randomFrom([seed, host, 'kills']);
  for (let done = 1; done <= kills; done += 1) {
    await world.crash(random.integer(1, maxWrites), random.integer(0, maxDelay));
    onKill?.(done);
  }
  isOver = true;
  await Promise.all(working);
  faults.push(...(await judge(world, all)));
  await world.close();
  return { bought: all.reduce((sum, caller) => sum + caller.bought(), 0), faults };
}

/** Routes whose calls leave something that can be counted. */
const goods = /numbers\/buy|numbers\/renew|voice\/call|portrait\/enroll|realface\/enroll/;

/** Seconds for which a job that is not polled keeps its reservation. */
const reservationLife = 48 * 3600;

/** Compares what callers bought with what they paid, and both with the balances. */
async function judge(world: World, all: readonly Caller[]): Promise<string[]> {
  const owners = world.isAccount ? all.slice(0, 1) : all;
  const faults: string[] = [];
  let total = 0;
  for (const caller of owners) {
    // A job whose acceptance was lost keeps its reservation for its life, and no longer.
    if (world.isAccount) {
      await caller.advance(reservationLife + 1);
      await chat(caller);
    }
    const has = await caller.look();
    const bought = world.isAccount ? all.reduce((sum, each) => sum + each.bought(), 0) : caller.bought();
    const expect = (what: string, actual: number, expected: number) =>
      actual === expected || faults.push(`${caller.address}: ${what} is ${actual}, expected ${expected}.`);
    expect('goods', has.goods, has.paid.filter((route) => goods.test(route)).length);
    expect('balance', has.balance, firstBalance - has.cost);
    expect('reserved', has.reserved, 0);
    // An account pays again for a call that it repeats; a wallet's payment is for one call.
    if (world.isAccount) expect('spent', has.spent, has.cost);
    else expect('paid calls', has.paid.length, bought);
    total += has.cost;
  }
  const payee = await world.persist((gateway) => gateway.look(gateway.payTo));
  if (!world.isAccount && payee.balance !== firstBalance + total)
    faults.push(`The payee has ${payee.balance}, expected ${firstBalance + total}.`);
  return faults;
}
