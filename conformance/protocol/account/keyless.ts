import type { Run } from '../../check/check.ts';
import type { Exchange } from '../../check/exchange.ts';
import { NotTestable } from '../../check/interruption.ts';
import type { Operation } from '../../contract/contract.ts';
import { sampleOf } from '../../requests/sample.ts';
import { whereItCan } from '../payable/affordable.ts';
import type { Fault, ProtocolCheck } from '../protocol-check.ts';

/** A rule that every operation behind a key keeps when it is called with each of these `Authorization`s; empty for none. */
export function keylessCheck(
  id: string,
  authorizations: (run: Run) => readonly string[],
  judge: (exchange: Exchange, operation: Operation) => Fault | undefined,
): ProtocolCheck {
  return {
    id,
    async check(run) {
      const guarded = run.contract.operations.filter(({ auth, closed }) => auth === 'key' && !closed);
      if (guarded.length === 0) throw new NotTestable('No operation of this host needs a key.');
      let asked = 0;
      for (const operation of guarded) {
        for (const authorization of authorizations(run)) {
          const call = { ...sampleOf(operation), headers: { authorization } };
          const exchange = await whereItCan(() => run.send(call));
          if (!exchange) break;
          asked += 1;
          const fault = judge(exchange, operation);
          if (fault) return { verdict: 'fail', ...fault, exchange };
        }
      }
      if (asked === 0) throw new NotTestable('No operation that needs a key can be asked on this target.');
      return { verdict: 'pass', detail: `Calls made: ${asked}.` };
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
