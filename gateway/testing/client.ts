import { offerIn, type Wallet } from '@tollwright/runtime/testing/wallet';

/** An answer, read. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined when the answer is not JSON. */
  readonly json: unknown;
  /** Data of the server-sent events of a stream, in order. */
  readonly events: readonly string[];
}

export interface Sending {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls one gateway as tests do. */
export interface Client {
  send(method: string, path: string, sending?: Sending): Promise<Received>;
  /** Sends without payment and signs an offer of the challenge: the value of `PAYMENT-SIGNATURE`. */
  sign(wallet: Wallet, method: string, path: string, sending?: Sending): Promise<string>;
  /** Signs, and sends with the payment. */
  pay(wallet: Wallet, method: string, path: string, sending?: Sending): Promise<Received>;
}

/** Creates a client; `now` returns the gateway's time in milliseconds since 1970. */
export function createClient(url: string, now: () => number | Promise<number> = Date.now): Client {
  async function send(method: string, path: string, { body, headers }: Sending = {}): Promise<Received> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const events = text.match(/^data: .*$/gm) ?? [];
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: parse(text),
      events: events.map((line) => line.slice('data: '.length)),
    };
  }

  async function sign(wallet: Wallet, method: string, path: string, sending?: Sending): Promise<string> {
    const challenge = await send(method, path, sending);
    if (challenge.status !== 402) throw new Error(`No challenge but ${challenge.status}: ${challenge.text}`);
    const offer = offerIn(challenge.json);
    return wallet.sign(offer, Math.floor((await now()) / 1000));
  }

  return {
    send,
    sign,
    async pay(wallet, method, path, sending) {
      const header = await sign(wallet, method, path, sending);
      return send(method, path, { ...sending, headers: { ...sending?.headers, 'payment-signature': header } });
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
