import type { Run } from '../../check/check.ts';
import type { Challenge, Invocation } from '../../check/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../../check/interruption.ts';
import { fieldsOf } from '../../json/json.ts';
import { sampleOf } from '../../requests/sample.ts';
import { inParallel } from '../../run/in-parallel.ts';
import { encodePayment } from '../../wallet/wallet.ts';
import { offerOf } from '../challenge/offer.ts';
import { challengesOf } from '../challenge/unpaid.ts';
import { controlPaid, payerOf, sendPayment } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { judgeRefusal } from './refusal.ts';

/** Nothing of a request is signed, so only the server can tell that a payment was made for another one. */
export const rejectedDearerRequest: ProtocolCheck = {
  id: 'payment.rejected.dearer-request',
  async check(run) {
    await controlPaid(run);
    const pairs = await cheapAndDear(run);
    for (const [cheap, dear] of pairs) {
      const payment = await payerOf(run).sign(offerOf(run, cheap.challenge), await run.now());
      const exchange = await sendPayment(run, dear.invocation, encodePayment(payment));
      const outcome = judgeRefusal('signed for a cheaper request', exchange, ['PAYMENT_INVALID']);
      if (outcome) return outcome;
    }
    return { verdict: 'pass', detail: `Payments sent with a dearer request: ${pairs.length}.` };
  },
};

/** Quotes requested at the same time. */
const width = 8;

interface Quoted {
  readonly invocation: Invocation;
  readonly challenge: Challenge;
}

/** A cheap and a dear request of one operation, and of all operations. */
async function cheapAndDear(run: Run): Promise<readonly (readonly [Quoted, Quoted])[]> {
  const operations = (await challengesOf(run)).map(({ operation }) => operation);
  const samples = await quoteAll(run, operations.map(sampleOf));
  const pairs = [extremesOf(samples)];
  for (const operation of operations) {
    const examples = run.contract.prices[operation.price?.id ?? '']?.examples ?? [];
    const sample = sampleOf(operation);
    const invocations = examples
      .filter((example) => (example.operation ?? operation.id) === operation.id)
      .map(({ request }) => ({ ...sample, body: { ...fieldsOf(sample.body), ...fieldsOf(request) } }));
    const pair = extremesOf(await quoteAll(run, invocations));
    if (!pair) continue;
    pairs.push(pair);
    break;
  }
  const found = pairs.filter((pair) => pair !== undefined);
  if (found.length === 0) throw new NotTestable('All requests of this host cost the same.');
  return found;
}

async function quoteAll(run: Run, invocations: readonly Invocation[]): Promise<readonly Quoted[]> {
  const quoted = await inParallel(invocations, width, async (invocation): Promise<readonly Quoted[]> => {
    try {
      return [{ invocation, challenge: await run.challenge(invocation) }];
    } catch (error) {
      // A request that this target cannot price is no use here; its own rules judge it.
      if (error instanceof NotTestable || error instanceof UnexpectedResponse) return [];
      throw error;
    }
  });
  return quoted.flat();
}

function extremesOf(quoted: readonly Quoted[]): readonly [Quoted, Quoted] | undefined {
  const sorted = quoted.toSorted((a, b) => Number(a.challenge.amount - b.challenge.amount));
  const [cheap, dear] = [sorted[0], sorted.at(-1)];
  return cheap && dear && cheap.challenge.amount < dear.challenge.amount ? [cheap, dear] : undefined;
}
