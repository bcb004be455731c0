import { firstFinding } from '../../calls/first-finding.ts';
import { unpaidResponses } from '../../calls/unpaid.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import { NotTestable } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';

/** Every paid operation returns 402 for a request without payment; it never requires a key or an account. */
const required: ProtocolCheck = {
  id: 'payment.challenge.required',
  async check(run) {
    const responses = await unpaidResponses(run);
    const [first, ...others] = responses.filter(({ exchange }) => exchange.received.status !== 402);
    if (!first) return { verdict: 'pass', detail: `Paid operations called: ${responses.length}.` };
    const { status } = first.exchange.received;
    const more = others.map(({ operation, exchange }) => `, and ${operation.id} ${exchange.received.status}`).join('');
    return {
      verdict: 'fail',
      detail: `${first.operation.id} returned ${status} for a valid request without payment${more}.`,
      expected: 402,
      actual: status,
      exchange: first.exchange,
    };
  },
};

/** Free operations need no credentials; a 402 with discovery metadata is allowed. */
const freeWithoutChallenge: ProtocolCheck = {
  id: 'payment.free.no-challenge',
  async check(run) {
    const free = run.contract.operations.filter(({ auth }) => auth === 'none');
    if (free.length === 0) throw new NotTestable('This host has no free operation.');
    const finding = await firstFinding(free, async (operation): Promise<Outcome | undefined> => {
      const exchange = await run.send(sampleOf(operation));
      const { status } = exchange.received;
      if (status !== 401 && status !== 403) return undefined;
      return {
        verdict: 'fail',
        detail: `${operation.id} is free, but a request without credentials was refused.`,
        expected: 'a status other than 401 and 403',
        actual: status,
        exchange,
      };
    });
    return finding ?? { verdict: 'pass', detail: `Free operations called: ${free.length}.` };
  },
};

/** The checks of which operations return a challenge. */
export const unpaidChecks: readonly ProtocolCheck[] = [required, freeWithoutChallenge];
