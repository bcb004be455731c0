import { racesOf } from '../../account/raced-calls.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { decimalText } from '../../oracle/exact.ts';

/** Calls are charged to the API key that makes them, and to no other. */
export const chargeOwnKey: ProtocolCheck = {
  id: 'account.charge.own-key',
  async check(run) {
    const { calls, idleKeySpent } = await racesOf(run);
    if (idleKeySpent.equals(0)) return { verdict: 'pass', operations: calls.map(({ operation }) => operation.id) };
    return {
      verdict: 'fail',
      detail: 'The balance of an API key fell although only other keys made calls.',
      expected: '0 USD',
      actual: `${decimalText(idleKeySpent)} USD`,
    };
  },
};
