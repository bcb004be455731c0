/** Changes of the services that a gateway uses: payments, accounts and the store. */

import { randomBytes } from 'node:crypto';
import type { Accounts } from '@tollwright/runtime/payment/accounts';
import type { Payments } from '@tollwright/runtime/payment/payments';
import type { Blocks } from '@tollwright/runtime/payment/svm/blocks';
import type { Store } from '@tollwright/runtime/store/store';
import type { Alteration, Parts } from '#gateway/start.ts';

/** 32 random bytes: a nonce or a transaction hash that was never used. */
export const randomNonce = (): `0x${string}` => `0x${randomBytes(32).toString('hex')}`;

/** Overrides methods of the payments. */
export function overridePayments(override: (payments: Payments, parts: Parts) => Partial<Payments>): Alteration {
  return (parts) => {
    const { payments } = parts.services;
    return { ...parts, services: { ...parts.services, payments: { ...payments, ...override(payments, parts) } } };
  };
}

/** Overrides methods of the accounts. */
export function overrideAccounts(override: (accounts: Accounts, parts: Parts) => Partial<Accounts>): Alteration {
  return overridePayments(({ accounts }, parts) => ({ accounts: { ...accounts, ...override(accounts, parts) } }));
}

/** Overrides parts of the store that handlers and the control API see; payments keep their own. */
export function overrideStore(override: (store: Store, parts: Parts) => Partial<Store>): Alteration {
  return (parts) => {
    const { store } = parts.services;
    return { ...parts, services: { ...parts.services, store: { ...store, ...override(store, parts) } } };
  };
}

/** Overrides how a gateway on Solana finds the block that a transaction names. */
export function overrideBlocks(override: (blocks: Blocks) => Blocks['find']): Alteration {
  return (parts) => {
    const { services } = parts;
    return { ...parts, services: { ...services, blocks: { ...services.blocks, find: override(services.blocks) } } };
  };
}
