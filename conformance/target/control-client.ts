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
      throw new NotTestable('means', `The control API has no upstream for this route: ${text}`);
    }
    const [call = ''] = path.split('?');
    const reason = `The control API returned ${received.status} to ${method} /control/v1${call}: ${text}`;
    if (path === '' || received.status === 401) throw new ControlError(reason);
    refused(call.slice(1), received.status, reason);
    throw new NotTestable('means', reason);
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
  failed: (message: string) => Error = (message) => new NotTestable('means', message),
): T {
  const parsed = schema.safeParse(received.json);
  if (parsed.success) return parsed.data;
  const reason = `The response of the control API to ${what} is invalid: ${z.prettifyError(parsed.error)}`;
  throw failed(reason);
}

/** The calls of a control API with the capabilities that it offers; a call that all refuse is offered no longer. */
class OfferedCalls {
  readonly capabilities = new Set<string>();
  readonly call: ControlCall;
  readonly #reasons = new Map<string, string>();

  constructor(client: Client, token: string, url: string) {
    this.call = createCall(client, token, url, (capability, status, reason) => {
      if (!isForAll(capability, status)) return;
      this.capabilities.delete(capability);
      this.#reasons.set(capability, reason);
    });
  }

  /** Calls what needs a capability; throws `NotTestable` where it is not offered. */
  use(capability: string, method: string, path: string, body?: unknown): Promise<ReceivedResponse> {
    if (this.capabilities.has(capability)) return this.call(method, path, body);
    throw new NotTestable('means', this.#reasons.get(capability) ?? `The control API does not offer "${capability}".`);
  }
}

/** The time of a response of the clock, in seconds since 1970. */
function secondsOf(received: ReceivedResponse): number {
  return Math.floor(Date.parse(read(Clock, received, 'GET /clock').now) / 1000);
}

/**
 * Reads the capabilities of the control API at a URL and returns its client; throws `ControlError` when it cannot be used.
 *
 * Calls that change the target are recorded in the sequence of the check; reads are not.
 */
export async function connectControl(client: Client, token: string, url: string): Promise<Control> {
  const offered = new OfferedCalls(client, token, url);
  const offer = read(Offer, await offered.call('GET', ''), 'GET /control/v1', (reason) => new ControlError(reason));
  for (const capability of offer.capabilities) offered.capabilities.add(capability);
  const outcomes = new Set(offer.outcomes ?? defaultOutcomes);

  return {
    capabilities: offered.capabilities,
    outcomes,
    reset: async () => void (await offered.use('reset', 'POST', '/reset')),
    now: async () => secondsOf(await offered.use('clock', 'GET', '/clock')),
    advance: async (by) => secondsOf(await offered.use('clock', 'POST', '/clock', { advance_seconds: by })),
    async upstream(script) {
      if (offered.capabilities.has('upstream') && !outcomes.has(script.outcome)) {
        throw new NotTestable('means', `The control API does not offer the upstream outcome "${script.outcome}".`);
      }
      await offered.use('upstream', 'POST', '/upstream', script);
    },
    settlement: async (outcome, times = 1) =>
      void (await offered.use('settlement', 'POST', '/settlement', { outcome, times })),
    async ledger(payer) {
      const received = await offered.use('ledger', 'GET', `/ledger?payer=${encodeURIComponent(payer)}`);
      return read(Ledger, received, 'GET /ledger').transfers;
    },
    fund: async (address, amount) =>
      void (await offered.use('fund', 'POST', '/fund', { address, amount: String(amount) })),
    async keys(balanceUsd) {
      const received = await offered.use('keys', 'POST', '/keys', { balance_usd: balanceUsd });
      return read(Key, received, 'POST /keys').api_key;
    },
    allow: async (address) => void (await offered.use('allow', 'POST', '/allow', { address })),
    async event(machine, id, event, detail) {
      const named = { machine, id, event, ...(detail !== undefined && { detail }) };
      await offered.use('events', 'POST', '/events', named);
    },
  };
}
