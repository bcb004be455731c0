import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Exchange } from '../../http/exchange.ts';
import { whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { keylessCheck, notUnauthorized } from './keyless.ts';

const unknown = keylessCheck(
  'account.key.invalid',
  ({ seed }) => [`Bearer never-issued-${seed}`, 'Bearer undefined', 'Bearer', `Basic ${btoa(`user:key-${seed}`)}`],
  notUnauthorized,
);

/** An unknown API key is refused with 401, however similar it is to a valid one. */
export const keyInvalid: ProtocolCheck = {
  id: unknown.id,
  async check(run) {
    return (await judgeSimilar(run)) ?? unknown.check(run);
  },
};

/** The failure of a key that differs little from a valid one; `undefined` where there is none, or no key to compare with. */
async function judgeSimilar(run: Run): Promise<Outcome | undefined> {
  if (!run.control?.capabilities.has('keys')) return undefined;
  const key = await run.control.keys('1.00');
  const call = await freeCallOf(run, key);
  if (!call) return undefined;
  for (const other of similarTo(key)) {
    const exchange = await call(other);
    const { status } = exchange.received;
    if (status === 401) continue;
    const detail = 'An API key that differs from a valid one in a few characters was accepted.';
    return { verdict: 'fail', detail, expected: 401, actual: status, exchange };
  }
  return undefined;
}

/** Calls a free operation that this key can call with a different key; `undefined` where the key can call none. */
async function freeCallOf(run: Run, key: string): Promise<((key: string) => Promise<Exchange>) | undefined> {
  const free = run.contract.operations.filter(({ auth, price, body }) => auth === 'key' && !price && !body);
  for (const operation of free) {
    const call = (other: string) => run.send({ ...sampleOf(operation), headers: { authorization: `Bearer ${other}` } });
    const exchange = await whereItCan(() => call(key));
    if (exchange && exchange.received.status < 300) return call;
  }
  return undefined;
}

/** Keys that a careless comparison mistakes for this one. */
function similarTo(key: string): readonly string[] {
  const half = Math.floor(key.length / 2);
  const last = key.at(-1) === 'a' ? 'b' : 'a';
  const others = [
    key.slice(0, -1),
    `${key}x`,
    key.slice(0, -1) + last,
    key.slice(0, half) + key.slice(half).split('').toReversed().join(''),
    key.toUpperCase(),
    key.toLowerCase(),
    key.slice(0, half),
  ];
  return others.filter((other) => other !== key);
}
