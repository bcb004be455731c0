import type { Run } from '../../check/check.ts';
import type { Exchange } from '../../check/exchange.ts';
import { NotTestable } from '../../check/interruption.ts';
import { sampleOf } from '../../requests/sample.ts';
import { whereItCan } from '../payable/affordable.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { keylessCheck, notUnauthorized } from './keyless.ts';

const unknown = keylessCheck(
  'account.key.invalid',
  ({ seed }) => [`Bearer never-given-out-${seed}`, 'Bearer undefined', 'Bearer', `Basic ${btoa(`user:key-${seed}`)}`],
  notUnauthorized,
);

/** A key that was never given out opens nothing, however much it resembles one that was. */
export const keyInvalid: ProtocolCheck = {
  id: unknown.id,
  async check(run) {
    const outcome = await unknown.check(run);
    if (outcome.verdict !== 'pass' || !run.control?.capabilities.has('keys')) return outcome;
    const key = await run.control.keys('1.00');
    const opened = await openedBy(run, key);
    if (!opened) return outcome;
    for (const other of resembling(key)) {
      const exchange = await opened(other);
      const { status } = exchange.received;
      if (status === 401) continue;
      const detail = 'A key that differs from a known one in a few characters was taken.';
      return { verdict: 'fail', detail, expected: 401, actual: status, exchange };
    }
    return outcome;
  },
};

/** Asks a free operation that this key opens with another one; `undefined` where it opens none. */
async function openedBy(run: Run, key: string): Promise<((key: string) => Promise<Exchange>) | undefined> {
  const free = run.contract.operations.filter(({ auth, price, body }) => auth === 'key' && !price && !body);
  if (free.length === 0) throw new NotTestable('No free operation of this host needs a key.');
  for (const operation of free) {
    const ask = (other: string) => run.send({ ...sampleOf(operation), headers: { authorization: `Bearer ${other}` } });
    const exchange = await whereItCan(() => ask(key));
    if (exchange && exchange.received.status < 300) return ask;
  }
  return undefined;
}

/** Keys that careless comparisons take for this one. */
function resembling(key: string): readonly string[] {
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
