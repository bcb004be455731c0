import { standardTransport } from '@tollwright/runtime/x402/standard';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Exchange, Mismatch } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { carriesRequirements } from '../challenge/headers.ts';

/** Creates the check that calls every operation that needs a key with each `Authorization` header. An empty header is not sent. */
function keylessCheck(
  id: string,
  authorizations: (run: Run) => readonly string[],
  judge: (exchange: Exchange, operation: Operation) => Mismatch | undefined,
): ProtocolCheck {
  return {
    id,
    async check(run) {
      const guarded = run.contract.operations.filter(({ auth, closed }) => auth === 'key' && !closed);
      if (guarded.length === 0) throw new NotTestable('open', 'No operation of this host needs an API key.');
      let called = 0;
      for (const operation of guarded) {
        for (const authorization of authorizations(run)) {
          const call = { ...sampleOf(operation), headers: { authorization } };
          const exchange = await whereItCan(() => run.send(call));
          if (!exchange) break;
          called += 1;
          const mismatch = judge(exchange, operation);
          if (mismatch) return { verdict: 'fail', ...mismatch, exchange };
        }
      }
      if (called === 0)
        throw new NotTestable('means', 'No operation that needs an API key can be called on this target.');
      return { verdict: 'pass', detail: `Calls made: ${called}.` };
    },
  };
}

/**
 * The mismatch of a response that must be 401.
 *
 * Where an operation stands for any path below its own, the suite has made up the path, and 404 is right as well.
 */
function notUnauthorized({ received }: Exchange, { id, path, wide }: Operation): Mismatch | undefined {
  const isMadeUp = wide.some((name) => path.endsWith(`{${name}}`));
  if (received.status === 401 || (isMadeUp && received.status === 404)) return undefined;
  return {
    detail: `${id} returned ${received.status} for a request without a valid API key.`,
    expected: 401,
    actual: received.status,
  };
}

/** A request without an API key is refused with 401. */
const keyMissing = keylessCheck('account.key.missing', () => [''], notUnauthorized);

const unknownKey = keylessCheck(
  'account.key.invalid',
  ({ seed }) => [`Bearer never-issued-${seed}`, 'Bearer undefined', 'Bearer', `Basic ${btoa(`user:key-${seed}`)}`],
  notUnauthorized,
);

/** An unknown API key is refused with 401, however similar it is to a valid one. */
const keyInvalid: ProtocolCheck = {
  id: unknownKey.id,
  async check(run) {
    return (await judgeSimilar(run)) ?? unknownKey.check(run);
  },
};

/** Fails a target that accepts a key similar to a valid one. `undefined` where it accepts none, or has no valid key. */
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

/** Calls are paid from a balance, so no response has a challenge. */
const noChallenge = keylessCheck(
  'account.payment.no-challenge',
  () => [''],
  ({ received }, { id }) => {
    const asks = fieldsOf(received.json).accepts !== undefined || carriesRequirements(standardTransport, received);
    if (!asks) return undefined;
    return { detail: `${id} returned a challenge.`, expected: 'no challenge', actual: received.status };
  },
);

/** The checks of requests without a valid API key. */
export const keyChecks: readonly ProtocolCheck[] = [keyMissing, keyInvalid, noChallenge];
