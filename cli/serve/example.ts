import { join } from 'node:path';
import { readContract } from '#conformance/contract/contract.ts';

/** A request that a host takes. */
export interface Example {
  readonly path: string;
  readonly body: unknown;
}

/** The paid request at the shortest path, among the examples of a host's contract, that buys nothing for good; `undefined` where there is none. */
export async function exampleOf(host: string, generated: string): Promise<Example | undefined> {
  const { operations } = await readContract(join(generated, 'contracts', `${host}.json`));
  const examples = operations.flatMap(({ method, path, price, example, irreversible }): Example[] => {
    const body = example?.body;
    const isShown = price !== undefined && !irreversible && method === 'POST' && Object.keys(Object(body)).length > 0;
    return isShown && !path.includes('{') ? [{ path, body }] : [];
  });
  return examples.toSorted((a, b) => a.path.length - b.path.length)[0];
}
