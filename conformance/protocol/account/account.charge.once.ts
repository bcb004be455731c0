import { type RacedCall, racesOf } from '../../account/raced-calls.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { decimalText } from '../../oracle/exact.ts';

/** Each call that is served is charged once, however many are sent at once. */
export const chargeOnce: ProtocolCheck = {
  id: 'account.charge.once',
  async check(run) {
    const { calls } = await racesOf(run);
    for (const call of calls) {
      if (isOnce(call)) continue;
      const { operation, each, served, spent, exchange } = call;
      return {
        verdict: 'fail',
        detail: `${operation.id} served ${served} calls at once, and the charge does not match ${served} calls.`,
        expected: `${decimalText(each.mul(served))} USD`,
        actual: `${decimalText(spent)} USD`,
        exchange,
      };
    }
    return { verdict: 'pass', operations: calls.map(({ operation }) => operation.id) };
  },
};

/** True where the charge matches the number of calls that were served, or some of them where calls may be free. */
function isOnce({ each, served, spent, tolerance, someFree }: RacedCall): boolean {
  const owed = each.mul(served);
  if (!someFree || served === 0) return spent.sub(owed).abs().lte(tolerance);
  return spent.mod(each).equals(0) && spent.gte(each) && spent.lte(owed);
}
