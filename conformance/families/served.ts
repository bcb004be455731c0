import { answerCacheOf } from '../calls/answer-cache.ts';
import { errorsOf, isRefused, isShown, isStateRefusal, needAnswer } from '../calls/responses.ts';
import type { Family } from '../check/family.ts';
import { observe } from '../check/observation.ts';
import { failure, notTestable, type Outcome } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import type { Operation } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { returnResponse } from '../http/interruption.ts';
import { isStream, malformed } from '../http/readable.ts';
import { answersOf, servedBy } from '../requests/observed.ts';
import { payOnce } from '../requests/paid-once.ts';
import { sendPrepared } from '../scenario/prepared-calls.ts';

/** A paid operation that returns a quote serves a call that is paid for; judged after all other calls of the run. */
export const servedFamily: Family = {
  kind: 'served',
  async check(rule, run) {
    const operation = run.operation(rule.operation ?? '');
    const finding = await payOnce(run, operation);
    if (servedBy(run, operation).length > 0) return finding ?? pass(run, operation);
    const { pay, requests } = answerCacheOf(run);
    const { base } = requests(operation);
    const exchange: Exchange = await pay(base).catch(returnResponse);
    if (servedBy(run, operation).length > 0) return pass(run, operation);
    if (!isDeniedAlone(run, operation, exchange)) needAnswer(run, operation, exchange);
    const { received } = exchange;
    if (!isShown(operation) && isRefused(received, errorsOf(run.contract, operation), 'body'))
      return notTestable('open', `The documents do not show a request of ${operation.id}; it was refused.`);
    if (!isStateRefusal(run.contract, operation, received)) return refused(run, operation, exchange);
    const prepared = await sendPrepared(run, base);
    if (servedBy(run, operation).length > 0) return pass(run, operation);
    if (prepared) return refused(run, operation, prepared);
    const detail = `${operation.id} serves only resources that an earlier call has created, and none could be.`;
    return notTestable(run.control ? 'unserved' : 'means', detail);
  },
};

/** True for a call that was denied although other operations serve the same caller. */
function isDeniedAlone(run: Run, operation: Operation, { received: { status } }: Exchange): boolean {
  if (status !== 401 && status !== 403) return false;
  const others = run.contract.operations.filter(({ id, auth }) => id !== operation.id && auth === operation.auth);
  return others.some((other) => servedBy(run, other).length > 0);
}

function pass(run: Run, operation: Operation): Outcome {
  const served = servedBy(run, operation);
  for (const { exchange } of served) observe(exchange);
  return { verdict: 'pass', detail: `Calls served: ${served.length}.` };
}

/** The verdict on an operation none of whose responses served a call; the last one to a valid call is shown. */
function refused(run: Run, operation: Operation, last: Exchange): Outcome {
  const { status } = last.received;
  const { method, path } = operation;
  if (!last.sent.payment && run.contract.host.auth === 'x402')
    return notTestable('unserved', `${method} ${path} returned ${status} to a valid call in place of a challenge.`);
  const described = operation.responses.find(({ http }) => http === status);
  const why = described && status < 300 && !isStream(last.received) ? malformed(last.received, described) : undefined;
  if (why) return failure(`The body cannot be read: ${why}.`, `a body of ${described?.contentType}`, last, why);
  const statuses = Map.groupBy(answersOf(run, operation), ({ exchange }) => exchange.received.status);
  const came = [...statuses].map(([each, { length }]) => `${each} (${length})`).join(', ');
  const detail = `${method} ${path} was asked for with a payment and never served; it returned "${came}".`;
  const successes = operation.responses.flatMap(({ http }) => (http < 300 ? http : [])).join(' or ');
  return failure(detail, successes, last);
}
