import type { Offer, Payer } from './payer.ts';

/** An answer, read. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined when the answer is not JSON. */
  readonly body: unknown;
}

export interface Sending {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls one gateway as tests do. */
export interface Client {
  send(method: string, path: string, sending?: Sending): Promise<Received>;
  /** Sends without payment, signs what the challenge asks for, and sends again. */
  pay(payer: Payer, method: string, path: string, sending?: Sending): Promise<Received & { readonly header: string }>;
  /** Signs for the challenge of a call without sending it again. */
  sign(payer: Payer, method: string, path: string, sending?: Sending): Promise<string>;
}

/** Makes a client; `now` tells the gateway's time in milliseconds since 1970. */
export function createClient(url: string, now: () => number = Date.now): Client {
  async function send(method: string, path: string, { body, headers }: Sending = {}): Promise<Received> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parse(text) };
  }

  async function sign(payer: Payer, method: string, path: string, sending?: Sending): Promise<string> {
    const challenge = await send(method, path, sending);
    if (challenge.status !== 402) throw new Error(`No challenge but ${challenge.status}: ${challenge.text}`);
    const { accepts }: { accepts: readonly [Offer] } = JSON.parse(challenge.text);
    return payer.sign(accepts[0], Math.floor(now() / 1000));
  }

  return {
    send,
    sign,
    async pay(payer, method, path, sending) {
      const header = await sign(payer, method, path, sending);
      const headers = { ...sending?.headers, 'payment-signature': header };
      return { ...(await send(method, path, { ...sending, headers })), header };
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
