import { openAccount } from '../../account/account.ts';
import { NotTestable } from '../../check/interruption.ts';
import { decimalText } from '../../oracle/exact.ts';
import { failure } from '../../requests/responses.ts';
import { sampleOf } from '../../requests/sample.ts';
import { inParallel } from '../../run/in-parallel.ts';
import { whereItCan } from '../payable/affordable.ts';
import type { ProtocolCheck } from '../protocol-check.ts';

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
