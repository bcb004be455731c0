import { randomBytes } from 'node:crypto';
import type { ApiKey } from '@tollwright/runtime/gateway/create';
import type { HostDefinition } from '@tollwright/runtime/operation/host';

/** Micro-USDC of a new key. */
const firstBalance = 10_000_000n;

/**
 * The keys of a host that was started without any: one with a balance of test money.
 *
 * None where a store keeps keys: each start would add one that can spend.
 */
export function newKeys(
  { auth, keys }: Pick<HostDefinition, 'auth' | 'keys'>,
  store: string | undefined,
): readonly ApiKey[] {
  if ((auth !== 'bearer' && !keys) || store !== undefined) return [];
  return [{ key: `sk_${randomBytes(24).toString('base64url')}`, balance: firstBalance }];
}
