import { type Client, createClient } from '#conformance/http/client.ts';
import type { ReceivedResponse } from '#conformance/http/exchange.ts';
import { NoResponse } from '#conformance/http/interruption.ts';
import { paceOf } from '#conformance/http/pace.ts';
import { sendPatiently } from '#conformance/x402/patience.ts';
import { maxUnpaid } from '#conformance/x402/quota.ts';
import { routeName, type SellerRoute } from '#conformance/x402/routes.ts';

/** Requests a second, at most. */
const rate = 25;

/** Calls of all routes together, at most. */
const maxCalls = 2000;

/** A response takes at most 15 seconds and 8 MiB. Redirects are not followed. */
const limits = { timeout: 15_000, maxBytes: 8 * 2 ** 20, keepAlive: false };

/** Calls a running seller without payments: at most 20 times a route, 25 times a second and 2000 times together. */
export class Caller {
  readonly client: Client;
  #calls = 0;
  readonly #callsOf = new Map<string, number>();

  constructor(origin: string) {
    this.client = createClient(origin, { ...limits, turn: paceOf(rate, () => {}) });
  }

  /** Calls of routes so far. */
  get calls(): number {
    return this.#calls;
  }

  /** Calls a route; `undefined` where it does not respond, or was called as often as it may be. */
  async call(route: SellerRoute): Promise<ReceivedResponse | undefined> {
    const name = routeName(route);
    const earlier = this.#callsOf.get(name) ?? 0;
    if (earlier >= maxUnpaid || this.#calls >= maxCalls) return undefined;
    this.#callsOf.set(name, earlier + 1);
    this.#calls += 1;
    const { method, path, body } = route;
    const headers = { accept: 'application/json', ...(body && { 'content-type': body.contentType }) };
    try {
      return await sendPatiently(this.client, { method, path, headers, ...(body && { body: body.text }) });
    } catch (error) {
      if (error instanceof NoResponse) return undefined;
      throw error;
    }
  }
}
