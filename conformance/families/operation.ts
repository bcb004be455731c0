import type { Family, Run } from '../check/check.ts';
import type { Exchange, Invocation } from '../check/exchange.ts';
import { NotTestable } from '../check/interruption.ts';
import type { JsonSchema, Operation } from '../contract/contract.ts';
import { errorMismatch } from '../errors/mismatch.ts';
import { valueAt } from '../json/json.ts';
import { startJob } from '../machine/job.ts';
import { propertiesOf } from '../oracle/shapes.ts';
import { type AnswerCache, answerCacheOf } from '../requests/answer-cache.ts';
import { failure } from '../requests/responses.ts';

/** An operation is served: its path is known and takes its method. */
export const operationFamily: Family = {
  kind: 'operation',
  async check(rule, run) {
    const operation = run.operation(rule.operation ?? '');
    const cache = answerCacheOf(run);
    const { base } = cache.requests(operation);
    const first = await firstAnswer(cache, base);
    if (await isSwallowed(cache, base, first)) {
      return failure(
        `${operation.method} ${operation.path} is not served but taken for another operation.`,
        'the operation',
        first,
      );
    }
    if (![404, 405].includes(first.received.status))
      return { verdict: 'pass', detail: `It answered ${first.received.status}.` };
    if (run.exchanges.some((each) => each.operation === operation.id && isServed(each.exchange))) {
      return { verdict: 'pass', detail: 'It answered other calls of this run.' };
    }
    const exchange = await cache.resend({ ...base, headers: first.sent.headers });
    const { status } = exchange.received;
    const what = `${operation.method} ${operation.path}`;
    if (status === 405) return failure(`${what} does not take its method.`, 'the operation', exchange);
    if (status !== 404) return { verdict: 'error', detail: `${what} answered 404 once and ${status} another time.` };
    const refusals = operation.errors.flatMap((id) => run.contract.errors[id] ?? []).filter(({ http }) => http === 404);
    const isOwn = refusals.some((entry) => !errorMismatch(run, entry, exchange));
    // What is sold tells its price before anybody looks for what a path names.
    const named = operation.auth === 'payment' || !operation.params || namesOffered(cache, operation.params);
    if (!isOwn && (named || refusals.length > 0)) return failure(`${what} is not served.`, 'the operation', exchange);
    // A resource that does not exist answers 404 as well, but in other words than a path that does not exist.
    const unknown = await cache.send({ ...base, url: unknownPath(cache) });
    if (!isSame(exchange, unknown)) return { verdict: 'pass', detail: 'It knows no such resource.' };
    const polled = await pollOfOwn(run, operation);
    if (polled && !isServed(polled)) return failure(`${what} is not served.`, 'the operation', polled);
    if (polled) return { verdict: 'pass', detail: `It answered ${polled.received.status} for a job of its own.` };
    const detail =
      'It answers 404 to its example; whether because of the path or of what the path names cannot be told.';
    return { verdict: 'not-testable', detail };
  },
};

/** Asks the example; where that needs a key and there is none, being told so shows the path as well. */
async function firstAnswer(cache: AnswerCache, base: Invocation): Promise<Exchange> {
  try {
    return await cache.send(base);
  } catch (error) {
    if (!(error instanceof NotTestable) || base.operation.auth !== 'key') throw error;
    const strange = { ...base, headers: { authorization: 'Bearer none' } };
    const [known, unknown] = [await cache.send(strange), await cache.send({ ...strange, url: unknownPath(cache) })];
    if (unknown.received.status === 404) return known;
    throw error;
  }
}

/** True where every parameter of a path is a key of a table, so that the example names what the target has. */
function namesOffered({ material }: AnswerCache, params: JsonSchema): boolean {
  const [shape = {}] = material.validator.shapes(params);
  return Object.values(propertiesOf(shape)).every(
    (property) => material.validator.shapes(property)[0]?.catalog !== undefined,
  );
}

/** True where a path is refused just as an unknown one under the parameter of another operation is. */
async function isSwallowed({ run, send }: AnswerCache, base: Invocation, first: Exchange): Promise<boolean> {
  const { id, path } = base.operation;
  if (first.received.status < 400 || first.received.status === 402 || path.includes('{')) return false;
  const wide = run.contract.operations.find((each) => {
    const [fixed = ''] = each.path.split('{');
    return each.id !== id && each.path.includes('{') && path.startsWith(fixed) && each.path.endsWith('}');
  });
  if (!wide) return false;
  const [fixed = ''] = wide.path.split('{');
  const rest = path.slice(fixed.length);
  const unknown = await send({ ...base, url: `${fixed}tollwright-unknown` });
  const masked = ({ received }: Exchange, name: string) => `${received.status} ${received.text.replaceAll(name, '')}`;
  return masked(first, rest) === masked(unknown, 'tollwright-unknown');
}

/** A poll of a job that was ordered for it; `undefined` where that is not to be had. */
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

function isServed({ received }: Exchange): boolean {
  return received.status !== 404 && received.status !== 405;
}

function isSame(one: Exchange, other: Exchange): boolean {
  const masked = ({ sent, received }: Exchange) => `${received.status} ${received.text.replaceAll(sent.path, '')}`;
  return masked(one) === masked(other);
}
