import { z } from 'zod';
import type { Client } from '../http/client.ts';
import type { ReceivedResponse } from '../http/exchange.ts';
import { NotTestable } from '../http/interruption.ts';
import { currentTrace } from '../http/trace.ts';
import type { Control } from './control.ts';

const Offer = z.object({
  control: z.literal(1),
  capabilities: z.array(z.string()),
  outcomes: z.array(z.string()).optional(),
});
const Clock = z.object({ now: z.iso.datetime({ offset: true }) });
const Key = z.object({ api_key: z.string().min(1) });
const Ledger = z.object({
  transfers: z.array(
    z.object({
      payer: z.string(),
      pay_to: z.string(),
      amount: z.string(),
      asset: z.string(),
      network: z.string(),
      tx_hash: z.string(),
      route: z.string(),
      at: z.string(),
    }),
  ),
});

/** The part of a zod schema that is used: comparing the full type takes the compiler seconds. */
interface Schema<T> {
  safeParse(
    value: unknown,
  ): { readonly success: true; readonly data: T } | { readonly success: false; readonly error: z.core.$ZodError };
}

/** The outcomes of a deployment that lists none. */
const defaultOutcomes = ['succeed', 'fail', 'reject', 'timeout', 'slow', 'cut', 'empty', 'capacity', 'no_tier'];

/** The control API cannot be used: it is unreachable, rejects the token, or breaks its contract. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
}

/** Called with each call that the control API offers and refuses. */
type RefusalListener = (capability: string, status: number, reason: string) => void;

type ControlCall = (method: string, path: string, body?: unknown) => Promise<ReceivedResponse>;

/** Sends requests to the control API; throws `ControlError` where it cannot be used at all, `NotTestable` for one refused call. */
function createCall(client: Client, token: string, url: string, refused: RefusalListener): ControlCall {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

  return async (method, path, body) => {
    const sent = {
      method,
      path: `/control/v1${path}`,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const done = method === 'POST' ? currentTrace()?.begin(sent, url) : undefined;
    const received = await client.exchange(sent).catch((error: unknown) => {
      done?.();
      throw error;
    });
    done?.(received.status);
    if (received.status < 300) return received;
    const text = received.text.slice(0, 200);
    if (received.status === 404 && path === '/upstream') {
      throw new NotTestable(`The control API has no upstream for this route: ${text}`);
    }
    const [call = ''] = path.split('?');
    const reason = `The control API returned ${received.status} to ${method} /control/v1${call}: ${text}`;
    if (path === '' || received.status === 401) throw new ControlError(reason);
    refused(call.slice(1), received.status, reason);
    throw new NotTestable(reason);
  };
}

/** Calls about one route or one resource; a refusal of one does not mean that the next is refused. */
const particular = new Set(['upstream', 'events']);

/** True for a refusal that every call of a capability gets, so that it counts as not offered. */
function isForAll(capability: string, status: number): boolean {
  return status === 501 || status === 405 || (status < 500 && status !== 429 && !particular.has(capability));
}

/** The body of a response by its schema; throws for any other. */
function read<T>(
  schema: Schema<T>,
  received: ReceivedResponse,
  what: string,
  Failure: new (message: string) => Error = NotTestable,
): T {
  const parsed = schema.safeParse(received.json);
  if (parsed.success) return parsed.data;
  const reason = `The response of the control API to ${what} is invalid: ${z.prettifyError(parsed.error)}`;
  throw new Failure(reason);
}

/**
 * Reads the capabilities of the control API at a URL and returns its client; throws `ControlError` when it cannot be used.
 *
 * Calls that change the target are recorded in the sequence of the check; reads are not.
 */
export async function connectControl(client: Client, token: string, url: string): Promise<Control> {
  const reasons = new Map<string, string>();
  const call = createCall(client, token, url, (capability, status, reason) => {
    if (!isForAll(capability, status)) return;
    capabilities.delete(capability);
    reasons.set(capability, reason);
  });
  const offer = read(Offer, await call('GET', ''), 'GET /control/v1', ControlError);
  const capabilities = new Set(offer.capabilities);
  const outcomes = new Set(offer.outcomes ?? defaultOutcomes);
  const need = (capability: string) => {
    if (!capabilities.has(capability))
      throw new NotTestable(reasons.get(capability) ?? `The control API does not offer "${capability}".`);
  };
  const seconds = (received: ReceivedResponse) =>
    Math.floor(Date.parse(read(Clock, received, 'GET /clock').now) / 1000);

  return {
    capabilities,
    outcomes,
    async reset() {
      need('reset');
      await call('POST', '/reset');
    },
    async now() {
      need('clock');
      return seconds(await call('GET', '/clock'));
    },
    async advance(by) {
      need('clock');
      return seconds(await call('POST', '/clock', { advance_seconds: by }));
    },
    async upstream(script) {
      need('upstream');
      if (!outcomes.has(script.outcome)) {
        throw new NotTestable(`The control API does not offer the upstream outcome "${script.outcome}".`);
      }
      await call('POST', '/upstream', script);
    },
    async settlement(outcome, times = 1) {
      need('settlement');
      await call('POST', '/settlement', { outcome, times });
    },
    async ledger(payer) {
      need('ledger');
      const received = await call('GET', `/ledger?payer=${encodeURIComponent(payer)}`);
      return read(Ledger, received, 'GET /ledger').transfers;
    },
    async fund(address, amount) {
      need('fund');
      await call('POST', '/fund', { address, amount: String(amount) });
    },
    async keys(balanceUsd) {
      need('keys');
      return read(Key, await call('POST', '/keys', { balance_usd: balanceUsd }), 'POST /keys').api_key;
    },
    async allow(address) {
      need('allow');
      await call('POST', '/allow', { address });
    },
    async event(machine, id, event, detail) {
      need('events');
      await call('POST', '/events', { machine, id, event, ...(detail !== undefined && { detail }) });
    },
  };
}
