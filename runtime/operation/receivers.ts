/** Receivers of the webhooks of a job, as the call that starts it names them. */

import { isObject } from '../values/json.ts';
import type { Call } from './handler.ts';

/** The receivers that a job keeps, and the caller as whom the gateway polls it for them. */
export interface Receivers {
  /** Addresses by the id of their webhook. */
  readonly to: Readonly<Record<string, string>>;
  readonly by: Pick<Call, 'payer' | 'account' | 'baseUrl'>;
}

/** The receivers that a call names; `undefined` where it names none. */
export function receiversOf({ host, route, request, payer, account, baseUrl }: Call): Receivers | undefined {
  const own = host.webhooks?.filter(({ operation }) => operation === route.operation.id) ?? [];
  const to = own.flatMap(({ id, to: field }) => {
    const address = addressIn(request, field);
    return address === undefined ? [] : [[id, address] as const];
  });
  if (to.length === 0) return undefined;
  const by = { ...(payer !== undefined && { payer }), ...(account !== undefined && { account }), baseUrl };
  return { to: Object.fromEntries(to), by };
}

/** The address in a field of the body of a call. */
export function addressIn(body: unknown, field: string): string | undefined {
  const address = isObject(body) ? body[field] : undefined;
  return typeof address === 'string' ? address : undefined;
}

/** The receivers in the stored data of a job. */
export function receiversIn({ receivers }: Readonly<Record<string, unknown>>): Receivers | undefined {
  // They are stored as the call named them.
  return isObject(receivers) ? (receivers as unknown as Receivers) : undefined;
}
