import { openAccount } from '../../account/account.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { failure } from '../../check/outcome.ts';
import { inParallel } from '../../common/in-parallel.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { decimalText } from '../../oracle/exact.ts';

/** Operations that are called at the same time, each with a key of its own. */
const width = 8;

/** What is stated to be free is not charged. */
export const chargeFree: ProtocolCheck = {
  id: 'account.charge.free',
  async check(run) {
    const free = run.contract.operations.filter(
      ({ auth, price, closed, machine, presence }) =>
        auth === 'key' && !price && !closed && !machine && presence === undefined,
    );
    const charged = await inParallel(free, width, (operation) =>
      whereItCan(async () => {
        const account = await openAccount(run);
        const exchange = await account.send(sampleOf(operation));
        return exchange.received.status < 300 ? { operation, exchange, usd: await account.spent() } : undefined;
      }),
    );
    const served = charged.filter((each) => each !== undefined);
    const wrong = served.find(({ usd }) => usd.gt(0));
    if (wrong) {
      const { operation, exchange, usd } = wrong;
      return failure(`${operation.id}, which is free, was charged.`, '0 USD', exchange, `${decimalText(usd)} USD`);
    }
    if (served.length === 0) throw new NotTestable('No free operation was served.');
    return { verdict: 'pass', operations: served.map(({ operation }) => operation.id) };
  },
};
