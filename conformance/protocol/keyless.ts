import type { Exchange, Run } from '../check.ts';
import type { Operation } from '../contract.ts';
import { NotTestable } from '../interruption.ts';
import { sampleOf } from '../sample.ts';
import type { Fault, ProtocolCheck } from './protocol-check.ts';

/** A rule that every operation behind a key keeps when it is called with this `Authorization`; empty for none. */
export function keylessCheck(
  id: string,
  authorization: (run: Run) => string,
  judge: (exchange: Exchange, operation: Operation) => Fault | undefined,
): ProtocolCheck {
  return {
    id,
    async check(run) {
      const guarded = run.contract.operations.filter(({ auth, closed }) => auth === 'key' && !closed);
      if (guarded.length === 0) throw new NotTestable('No operation of this host needs a key.');
      for (const operation of guarded) {
        const exchange = await run.send({ ...sampleOf(operation), headers: { authorization: authorization(run) } });
        const fault = judge(exchange, operation);
        if (fault) return { verdict: 'fail', ...fault, exchange };
      }
      return { verdict: 'pass', detail: `Operations asked: ${guarded.length}.` };
    },
  };
}

/** What is wrong with an answer that has to be 401. */
export function notUnauthorized({ received }: Exchange, { id }: Operation): Fault | undefined {
  if (received.status === 401) return undefined;
  return {
    detail: `${id} answered ${received.status} to a caller it does not know.`,
    expected: 401,
    actual: received.status,
  };
}
