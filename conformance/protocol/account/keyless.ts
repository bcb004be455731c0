import type { ProtocolCheck } from '../../check/family.ts';
import type { Run } from '../../check/run.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Exchange, Mismatch } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';

/** Creates the check of every operation that needs a key, called with each of these `Authorization` headers; an empty one is not sent. */
export function keylessCheck(
  id: string,
  authorizations: (run: Run) => readonly string[],
  judge: (exchange: Exchange, operation: Operation) => Mismatch | undefined,
): ProtocolCheck {
  return {
    id,
    async check(run) {
      const guarded = run.contract.operations.filter(({ auth, closed }) => auth === 'key' && !closed);
      if (guarded.length === 0) throw new NotTestable('No operation of this host needs an API key.');
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
      if (called === 0) throw new NotTestable('No operation that needs an API key can be called on this target.');
      return { verdict: 'pass', detail: `Calls made: ${called}.` };
    },
  };
}

/** The mismatch of a response that must be 401. */
export function notUnauthorized({ received }: Exchange, { id }: Operation): Mismatch | undefined {
  if (received.status === 401) return undefined;
  return {
    detail: `${id} returned ${received.status} for a request without a valid API key.`,
    expected: 401,
    actual: received.status,
  };
}
