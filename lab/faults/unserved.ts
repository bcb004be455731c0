/** Paid operations that serve no call, although they ask for payments. */

import { readContractSync } from '#conformance/contract/contract.ts';
import { errors } from '#generated/errors.ts';
import { wrapHandlers } from '../toolkit/handlers.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';

const failing = { status: 500, body: errors['web-search-timeout']?.body, charge: 'free' } as const;

/** One fault for each operation of a host that has to serve; `known` are those of hosts before it. */
function unservedOn(host: 'base' | 'account', known: readonly string[]): readonly FaultDefinition[] {
  const { rules } = readContractSync(new URL(`../../generated/contracts/${host}.json`, import.meta.url));
  return rules
    .filter(({ kind, id }) => kind === 'served' && !known.includes(id))
    .map(({ id, operation = '' }) => ({
      name: `responds 500 to each paid call of ${operation}`,
      rule: id,
      host,
      level: 'controlled',
      only: [id],
      everywhere: true,
      alter: wrapHandlers([operation], () => () => failing),
    }));
}

const onBase = unservedOn('base', []);

/** Each operation that has to serve on `base`, and those that only `account` has. */
export const unserved = defineFaults('unserved', [
  ...onBase,
  ...unservedOn(
    'account',
    onBase.map(({ rule }) => rule),
  ),
]);
