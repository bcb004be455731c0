import { firstBalance } from '#gateway/testing/look.ts';
import { randomFrom } from '#gateway/upstream/seeded-random.ts';
import { actions, chat } from './actions.ts';
import { type Caller, createCaller } from './caller.ts';
import type { World } from './world.ts';

/** Options of a run. */
export interface CrashRun {
  readonly world: World;
  readonly moments: number;
  readonly seed: number;
  /** Called after each moment. */
  readonly onMoment?: (done: number) => void;
}

/** Result of a run. */
export interface CrashReport {
  /** Calls that were paid for and answered. */
  readonly bought: number;
  /** The faults that were found; empty if nothing was lost and nothing was free. */
  readonly faults: readonly string[];
}

const callers = 12;

/** Disturbs a gateway at random moments while callers buy everything it sells, and checks their purchases at the end. */
export async function crashRun({ world, moments, seed, onMoment }: CrashRun): Promise<CrashReport> {
  const { host } = world;
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
  for (let done = 1; done <= moments; done += 1) {
    await world.disturb(random);
    onMoment?.(done);
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
  const isAccount = world.host === 'account';
  const owners = isAccount ? all.slice(0, 1) : all;
  const faults: string[] = [];
  let total = 0;
  for (const caller of owners) {
    // A job whose acceptance was lost keeps its reservation for its life, and no longer.
    if (isAccount) {
      await caller.advance(reservationLife + 1);
      await chat(caller);
    }
    const has = await caller.look();
    const bought = isAccount ? all.reduce((sum, each) => sum + each.bought(), 0) : caller.bought();
    const expect = (what: string, actual: number, expected: number) =>
      actual === expected || faults.push(`${caller.address}: ${what} is ${actual}, expected ${expected}.`);
    expect('goods', has.goods, has.paid.filter((route) => goods.test(route)).length);
    expect('balance', has.balance, firstBalance - has.cost);
    expect('reserved', has.reserved, 0);
    // A call that was interrupted is repeated with its payment, or its key, and pays once.
    expect('paid calls', has.paid.length, bought);
    if (isAccount) expect('spent', has.spent, has.cost);
    total += has.cost;
  }
  const payee = await world.persist((gateway) => gateway.look(gateway.payTo));
  if (!isAccount && payee.balance !== firstBalance + total)
    faults.push(`The payee has ${payee.balance}, expected ${firstBalance + total}.`);
  return faults;
}
