import type { Exchange, Family, Invocation } from '../check.ts';
import { NotTestable } from '../interruption.ts';
import { failure, isStateRefusal } from '../requests/answers.ts';
import { type Bench, benchOf } from '../requests/bench.ts';

/** An operation is served: its path is known and takes its method. */
export const operationFamily: Family = {
  kind: 'operation',
  async check(rule, run) {
    const operation = run.operation(rule.operation ?? '');
    const bench = benchOf(run);
    const { base } = bench.requests(operation);
    const first = await firstAnswer(bench, base);
    if (![404, 405].includes(first.received.status))
      return { verdict: 'pass', detail: `It answered ${first.received.status}.` };
    if (run.exchanges.some((each) => each.operation === operation.id && isServed(each.exchange))) {
      return { verdict: 'pass', detail: 'It answered other calls of this run.' };
    }
    const exchange = await bench.again({ ...base, headers: first.sent.headers });
    const { status } = exchange.received;
    const what = `${operation.method} ${operation.path}`;
    if (status === 405) return failure(`${what} does not take its method.`, 'the operation', exchange);
    if (status !== 404) return { verdict: 'error', detail: `${what} answered 404 once and ${status} another time.` };
    if (!operation.params && !isStateRefusal(run.contract, operation, exchange.received))
      return failure(`${what} is not served.`, 'the operation', exchange);
    // A resource that does not exist answers 404 as well, but in other words than a path that does not exist.
    const unknown = await bench.ask({ ...base, url: unknownPath(bench) });
    if (!isSame(exchange, unknown)) return { verdict: 'pass', detail: 'It knows no such resource.' };
    const detail =
      'It answers 404 to its example; whether because of the path or of what the path names cannot be told.';
    return { verdict: 'not-testable', detail };
  },
};

/** Asks the example; where that needs a key and there is none, being told so shows the path as well. */
async function firstAnswer(bench: Bench, base: Invocation): Promise<Exchange> {
  try {
    return await bench.ask(base);
  } catch (error) {
    if (!(error instanceof NotTestable) || base.operation.auth !== 'key') throw error;
    const strange = { ...base, headers: { authorization: 'Bearer none' } };
    const [known, unknown] = [await bench.ask(strange), await bench.ask({ ...strange, url: unknownPath(bench) })];
    if (unknown.received.status === 404) return known;
    throw error;
  }
}

function unknownPath({ run }: Bench): string {
  return `${run.contract.host.prefix}/tollwright-unknown-path`;
}

function isServed({ received }: Exchange): boolean {
  return received.status !== 404 && received.status !== 405;
}

function isSame(one: Exchange, other: Exchange): boolean {
  const masked = ({ sent, received }: Exchange) => `${received.status} ${received.text.replaceAll(sent.path, '')}`;
  return masked(one) === masked(other);
}
