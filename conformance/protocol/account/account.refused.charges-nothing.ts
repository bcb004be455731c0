import { type Account, openAccount } from '../../account/account.ts';
import { pricedOperations } from '../../account/raced-calls.ts';
import { isServed } from '../../calls/cheapest.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { decimalText } from '../../oracle/exact.ts';

/** A request that is refused before the upstream is called is not charged. */
export const refusedChargesNothing: ProtocolCheck = {
  id: 'account.refused.charges-nothing',
  async check(run) {
    const account = await openAccount(run);
    const operations: string[] = [];
    for (const operation of pricedOperations(run)) {
      if (!operation.body) continue;
      const outcome = await whereItCan(() => refuse(account, operation));
      if (outcome?.verdict === 'fail') return outcome;
      if (outcome) operations.push(operation.id);
    }
    if (operations.length === 0) throw new NotTestable('No priced operation has a request body.');
    return { verdict: 'pass', operations };
  },
};

async function refuse(account: Account, operation: Operation): Promise<Outcome | undefined> {
  const broken = { ...sampleOf(operation), raw: { text: '{"', contentType: 'application/json' } };
  const exchange: Exchange = await account.send(broken);
  if (isServed(exchange)) return undefined;
  const spent = await account.spent();
  if (spent.equals(0)) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    detail: `${operation.id} charged a request whose body is not JSON.`,
    expected: '0 USD',
    actual: `${decimalText(spent)} USD`,
    exchange,
  };
}
