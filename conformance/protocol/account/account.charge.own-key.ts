import { racesOf } from '../../account/raced-calls.ts';
import { decimalText } from '../../oracle/exact.ts';
import type { ProtocolCheck } from '../protocol-check.ts';

/** Whoever calls pays: a key that makes no call pays for none. */
export const chargeOwnKey: ProtocolCheck = {
  id: 'account.charge.own-key',
  async check(run) {
    const { calls, bystander } = await racesOf(run);
    if (bystander.equals(0)) return { verdict: 'pass', operations: calls.map(({ operation }) => operation.id) };
    return {
      verdict: 'fail',
      detail: 'The balance of a key fell although calls were made with other keys alone.',
      expected: '0 USD',
      actual: `${decimalText(bystander)} USD`,
    };
  },
};
