import type { Contract, Operation } from '../contract/contract.ts';
import type { Client } from '../http/client.ts';
import { NoResponse, NotTestable } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { buildRequest } from '../run/request.ts';
import type { Target } from '../target/target.ts';

/** Statuses of a path that is not served. */
const unserved = [404, 405];

/** The names that a specification gives to segments of paths, where the live host serves them and no target file names its own. */
export async function servedSegments(
  client: Client,
  { operations }: Contract,
  target: Pick<Target, 'url' | 'segments'>,
): Promise<Readonly<Record<string, string>>> {
  const named = operations.filter(({ closed }) => closed === undefined).flatMap(namesIn);
  const found: Record<string, string> = {};
  for (const [name, users] of Map.groupBy(named, (each) => each.name)) {
    const [first] = users;
    if (!first || Object.hasOwn(target.segments, name)) continue;
    for (const { operation } of users) {
      if (!(await isServed(client, operation, { url: target.url, segments: operation.segments }))) continue;
      found[name] = first.value;
      break;
    }
  }
  return found;
}

function namesIn(operation: Operation) {
  return Object.entries(operation.segments).map(([name, value]) => ({ name, value, operation }));
}

/** Tells whether a call without payment and key finds an operation. */
async function isServed(client: Client, operation: Operation, target: Pick<Target, 'url' | 'segments'>) {
  if (operation.auth === 'key' || (operation.method !== 'GET' && !operation.price)) return false;
  try {
    const { status } = await client.exchange(buildRequest(sampleOf(operation), { target }));
    return !unserved.includes(status);
  } catch (error) {
    if (error instanceof NotTestable || error instanceof NoResponse) return false;
    throw error;
  }
}
