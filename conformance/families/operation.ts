import { type AnswerCache, answerCacheOf } from '../calls/answer-cache.ts';
import type { Family } from '../check/family.ts';
import { observe } from '../check/observation.ts';
import { failure, notTestable } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import { valueAt } from '../common/json.ts';
import type { JsonSchema, Operation } from '../contract/contract.ts';
import { errorMismatch } from '../errors/responses.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import { NotTestable } from '../http/interruption.ts';
import { startJob } from '../machine/job.ts';
import { propertiesOf } from '../oracle/shapes.ts';

/** An operation is served: its path is known and supports its method. */
export const operationFamily: Family = {
  kind: 'operation',
  async check(rule, run) {
    const operation = run.operation(rule.operation ?? '');
    const cache = answerCacheOf(run);
    const { base } = cache.requests(operation);
    const first = await firstResponse(cache, base);
    if (await isHandledByOther(cache, base, first)) {
      return failure(
        `${operation.method} ${operation.path} is not served; another operation with a path parameter handles it.`,
        'a status other than 404 and 405',
        first,
      );
    }
    const isOut = isBroken(operation, first);
    if (![404, 405].includes(first.received.status) && !isOut)
      return { verdict: 'pass', detail: `It returned ${first.received.status}.` };
    const isShownBy = isOut ? isAcceptance : isServed;
    const shown = run.exchanges.find((each) => each.operation === operation.id && isShownBy(each.exchange));
    if (shown) {
      observe(shown.exchange);
      return { verdict: 'pass', detail: 'It served other calls of this run.' };
    }
    const exchange = await cache.resend({ ...base, headers: first.sent.headers });
    const { status } = exchange.received;
    const what = `${operation.method} ${operation.path}`;
    if (isOut && isBroken(operation, exchange))
      return failure(
        `${what} must not return ${status} to a valid request.`,
        operation.auth === 'payment' ? 402 : '2xx',
        exchange,
      );
    if (status === 405) return failure(`${what} must not return 405.`, 'a status other than 404 and 405', exchange);
    if (status !== 404) return { verdict: 'error', detail: `${what} returned 404 once and ${status} when repeated.` };
    const refusals = operation.errors.flatMap((id) => run.contract.errors[id] ?? []).filter(({ http }) => http === 404);
    const isOwn = refusals.some((entry) => !errorMismatch(run, entry, exchange));
    // A paid operation returns its challenge before it looks for the resource of a path.
    const named = operation.auth === 'payment' || !operation.params || namesExisting(cache, operation.params);
    if (!isOwn && (named || refusals.length > 0))
      return failure(`${what} must not return 404.`, 'a status other than 404 and 405', exchange);
    // An unknown resource returns 404 as well, but with a different body than an unknown path.
    const unknown = await cache.send({ ...base, path: unknownPath(cache) });
    if (!isSame(exchange, unknown))
      return { verdict: 'pass', detail: 'It returned 404 for an unknown resource, not for an unknown path.' };
    const polled = await pollOfOwn(run, operation);
    if (polled && !isServed(polled))
      return failure(`${what} must not return 404.`, 'a status other than 404 and 405', polled);
    if (polled) return { verdict: 'pass', detail: `It returned ${polled.received.status} for an existing job.` };
    const detail =
      'It returns 404 for its example, either because of the path or because of the resource; the two cannot be distinguished.';
    return notTestable('open', detail);
  },
};

/** Calls the example; where that needs a key and there is none, a response that differs from that of an unknown path shows it. */
async function firstResponse(cache: AnswerCache, base: Invocation): Promise<Exchange> {
  try {
    return await cache.send(base);
  } catch (error) {
    if (!(error instanceof NotTestable) || base.operation.auth !== 'key') throw error;
    const unauthorized = { ...base, headers: { authorization: 'Bearer none' } };
    const [known, unknown] = [
      await cache.send(unauthorized),
      await cache.send({ ...unauthorized, path: unknownPath(cache) }),
    ];
    if (unknown.received.status === 404) return known;
    throw error;
  }
}

/** True where every path parameter is a key of a catalog, so that the example names an existing resource. */
function namesExisting({ material }: AnswerCache, params: JsonSchema): boolean {
  const [shape = {}] = material.validator.shapes(params);
  return Object.values(propertiesOf(shape)).every(
    (property) => material.validator.shapes(property)[0]?.catalog !== undefined,
  );
}

/** True where a path is refused like an unknown value of the path parameter of another operation. */
async function isHandledByOther({ run, send }: AnswerCache, base: Invocation, first: Exchange): Promise<boolean> {
  const { id, path } = base.operation;
  if (first.received.status < 400 || first.received.status === 402 || path.includes('{')) return false;
  const other = run.contract.operations.find((each) => {
    const [fixed = ''] = each.path.split('{');
    return each.id !== id && each.path.includes('{') && path.startsWith(fixed) && each.path.endsWith('}');
  });
  if (!other) return false;
  const [fixed = ''] = other.path.split('{');
  const rest = path.slice(fixed.length);
  const unknown = await send({ ...base, path: `${fixed}tollwright-unknown` });
  const masked = ({ received }: Exchange, name: string) => `${received.status} ${received.text.replaceAll(name, '')}`;
  return masked(first, rest) === masked(unknown, 'tollwright-unknown');
}

/** A poll of a job that was created for it; `undefined` where that is not possible. */
async function pollOfOwn(run: Run, operation: Operation): Promise<Exchange | undefined> {
  const { machine: part } = operation;
  const machine = run.contract.machines[part?.id ?? ''];
  if (part?.role !== 'poll' || !machine || !run.control) return undefined;
  try {
    const { accepted } = await startJob(run, machine);
    const id = valueAt(accepted.received.json, machine.reads.id ?? '/id');
    const name = /\{(\w+)\+?\}/.exec(operation.path)?.[1];
    return name === undefined ? undefined : await run.send({ operation, params: { [name]: id } });
  } catch (error) {
    if (error instanceof NotTestable) return undefined;
    throw error;
  }
}

function unknownPath({ run }: AnswerCache): string {
  return `${run.contract.host.prefix}/tollwright-unknown-path`;
}

/** Statuses of a gateway that does not implement an operation, or breaks down in it. */
const broken = [500, 501];

function isBroken({ closed }: Operation, { received: { status } }: Exchange): boolean {
  return closed === undefined && broken.includes(status);
}

function isAcceptance({ received: { status } }: Exchange): boolean {
  return status < 300 || status === 402;
}

function isServed({ received }: Exchange): boolean {
  return received.status !== 404 && received.status !== 405;
}

function isSame(one: Exchange, other: Exchange): boolean {
  const masked = ({ sent, received }: Exchange) => `${received.status} ${received.text.replaceAll(sent.path, '')}`;
  return masked(one) === masked(other);
}
