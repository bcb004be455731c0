import type Fraction from 'fraction.js';
import type { Account } from '../account/account.ts';
import type { Run } from '../check/run.ts';
import { NotTestable } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';

/** Makes a number of metered calls with a key, and returns what each was charged in USD. Throws `NotTestable`. */
export async function callsOf(run: Run, account: Account, count: number): Promise<readonly Fraction[]> {
  const operation = run.contract.operations.find(
    ({ auth, price, closed, machine, stream }) => auth === 'key' && price && !closed && !machine && stream,
  );
  if (!operation) throw new NotTestable('No operation is charged by its usage.');
  const charged: Fraction[] = [];
  let before = await account.spent();
  for (let made = 0; made < count; made += 1) {
    const { received } = await account.send(sampleOf(operation));
    if (received.status !== 200) throw new NotTestable(`${operation.id} returned ${received.status}.`);
    const spent = await account.spent();
    charged.push(spent.sub(before));
    before = spent;
  }
  return charged;
}
