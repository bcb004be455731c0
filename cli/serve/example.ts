import { join } from 'node:path';
import { readContract } from '#conformance/contract/contract.ts';

/** A request that a host takes. */
export interface Example {
  readonly path: string;
  readonly body: unknown;
}

/** The first paid request with a short body among the examples of a host's contract; `undefined` where there is none. */
export async function exampleOf(host: string, generated: string): Promise<Example | undefined> {
  const { operations } = await readContract(join(generated, 'contracts', `${host}.json`));
  const examples = operations.flatMap(({ auth, method, path, example }): Example[] => {
    const body = example?.body;
    const isShown = auth !== 'none' && method === 'POST' && Object.keys(Object(body)).length > 0;
    return isShown && !path.includes('{') ? [{ path, body }] : [];
  });
  return examples.toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)[0];
}
