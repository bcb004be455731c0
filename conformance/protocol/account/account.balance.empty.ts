import { openAccount } from '../../account/account.ts';
import { pricedOperations } from '../../account/raced-calls.ts';
import { isServed } from '../../calls/cheapest.ts';
import { controlOf } from '../../calls/control.ts';
import { isStateRefusal } from '../../calls/responses.ts';
import { streamed } from '../../calls/streamed.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Run } from '../../check/run.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Exchange, Invocation } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';

/** No priced operation serves an API key without balance. */
export const balanceEmpty: ProtocolCheck = {
  id: 'account.balance.empty',
  async check(run) {
    const authorization = `Bearer ${await controlOf(run).keys('0')}`;
    const operations: string[] = [];
    const calls = await Promise.all(pricedOperations(run).map((operation) => callsOf(run, operation)));
    for (const call of calls.flat()) {
      const { operation } = call;
      const exchange = await whereItCan(() => run.send({ ...call, headers: { authorization } }));
      if (!exchange || isStateRefusal(run.contract, operation, exchange.received)) continue;
      if (!isServed(exchange)) operations.push(operation.id);
      else if (await isCharged(run, call)) return servedForNothing(operation.id, exchange);
    }
    if (operations.length === 0) throw new NotTestable('No priced operation could be called.');
    return { verdict: 'pass', operations: [...new Set(operations)] };
  },
};

/** The example of an operation, and the same as a stream where it has one. */
async function callsOf(run: Run, operation: Operation): Promise<readonly Invocation[]> {
  const { stream } = operation;
  const streaming = stream && (await whereItCan(async () => streamed(run, operation, stream)));
  return [sampleOf(operation), ...(streaming ? [streaming] : [])];
}

/** Some calls turn out to be free, so any key may make them. */
async function isCharged(run: Run, call: Invocation): Promise<boolean> {
  const account = await openAccount(run);
  await account.send(call);
  return !(await account.spent()).equals(0);
}

function servedForNothing(id: string, exchange: Exchange) {
  return {
    verdict: 'fail' as const,
    detail: `${id} served a priced call to an API key without balance.`,
    expected: 'a status of 4xx',
    actual: exchange.received.status,
    exchange,
  };
}
