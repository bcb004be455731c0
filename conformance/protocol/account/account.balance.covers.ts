import { racesOf } from '../../account/raced-calls.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { NotTestable } from '../../http/interruption.ts';

/** A balance never buys more than it covers, also when calls are sent at once. */
export const balanceCovers: ProtocolCheck = {
  id: 'account.balance.covers',
  async check(run) {
    const limited = (await racesOf(run)).calls.filter(({ covered }) => covered !== undefined);
    if (limited.length === 0) throw new NotTestable('No call with a quoted price was served.');
    for (const { operation, served, covered = served, exchange } of limited) {
      if (served <= covered) continue;
      return {
        verdict: 'fail',
        detail: `${operation.id} served ${served} calls at once from a balance that covers ${covered}.`,
        expected: covered,
        actual: served,
        exchange,
      };
    }
    return { verdict: 'pass', operations: limited.map(({ operation }) => operation.id) };
  },
};
