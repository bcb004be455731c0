import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { z } from 'zod';
import { suggest } from '#conformance/common/usage-error.ts';
import { UsageError } from '../failure.ts';

const shape = z.strictObject({
  caip2: z.string(),
  /** Id of the network in a specification. */
  id: z.string(),
  name: z.string(),
  /** Contract of its USDC; on Solana its mint. */
  address: z.string(),
  /** EIP-712 domain of that contract; contracts differ in their names. */
  domain: z.strictObject({ name: z.string(), version: z.string() }).optional(),
});

/** A network on which calls can be paid in USDC. */
export type Network = z.infer<typeof shape>;

const file = new URL('../../templates/init/networks.yaml', import.meta.url);

/** The networks for which `init` knows the contract of USDC. */
export const networks: readonly Network[] = z.array(shape).parse(load(readFileSync(file, 'utf8')));

/** Finds a network by its CAIP-2 id or its id in specifications; throws `UsageError` for any other. */
export function findNetwork(name: string): Network {
  const found = networks.find(({ caip2, id }) => name === caip2 || name === id);
  if (found) return found;
  const known = networks.flatMap(({ caip2, id }) => [caip2, id]);
  throw new UsageError(
    `The USDC contract of the network "${name}" is not known.${suggest(name, known)} ` +
      `Known networks: ${networks.map(({ caip2, id }) => `${id} (${caip2})`).join(', ')}. ` +
      'For any other take one of these and change its file in spec/networks/.',
  );
}
