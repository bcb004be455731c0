import type { Run } from '../check/run.ts';
import type { Operation } from '../contract/contract.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import { BudgetSpent, NoResponse, NotTestable } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';

/** Operations of each kind, by who may call them, that are compared with an unknown path. */
const maxOperations = 3;

/**
 * Why no response of a target says anything: it answers the examples of its operations like an unknown path.
 *
 * A target that denies access to all that the run may call is not meant: a key may be missing.
 */
export async function answersAlike(run: Pick<Run, 'contract' | 'send'>): Promise<string | undefined> {
  const { operations, host } = run.contract;
  const chosen = [...Map.groupBy(operations, ({ auth }) => auth).values()].flatMap((own) =>
    own.slice(0, maxOperations),
  );
  const [first] = chosen;
  if (!first) return undefined;
  const unknown = await responseTo(run, { ...sampleOf(first), path: `${host.prefix}/tollwright-unknown-path` });
  if (!unknown || [401, 403, 429].includes(unknown.received.status)) return undefined;
  let compared = 0;
  for (const operation of chosen) {
    const exchange = await responseTo(run, sampleOf(operation));
    if (!exchange) continue;
    if (shownOf(exchange, operation) !== shownOf(unknown, operation)) return undefined;
    compared += 1;
  }
  if (compared === 0) return undefined;
  const { status, text } = unknown.received;
  return `The target answers every request alike, unknown paths among them: ${status} with ${text === '' ? 'no body' : text.slice(0, 100)}.`;
}

async function responseTo(run: Pick<Run, 'send'>, invocation: Invocation): Promise<Exchange | undefined> {
  try {
    return await run.send(invocation);
  } catch (error) {
    const causes = [NotTestable, NoResponse, BudgetSpent];
    if (causes.some((cause) => error instanceof cause)) return undefined;
    throw error;
  }
}

/** A response without the path of its request, and without numbers: times and ids among them. */
function shownOf({ sent, received }: Exchange, { path }: Operation): string {
  const [own = path] = sent.path.split('?');
  const { status, rawStatus = status, text } = received;
  return `${rawStatus} ${text.replaceAll(own, '').replaceAll(/\d+/g, '')}`;
}
