import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** A small paying client, as a stranger to the gateway would write it: it knows the 402 and nothing else. */
interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
  text: string;
}
export interface Signer {
  address: Hex;
  key: Hex;
}
/** What a 402 asks for. */
interface Terms {
  amount: string;
  network: string;
  asset: Hex;
  payTo: Hex;
  maxTimeoutSeconds: number;
  extra: { name: string; version: string };
}
interface Twist {
  wallet?: Signer;
  value?: bigint;
}

export function signer(key: Hex): Signer {
  return { key, address: privateKeyToAccount(key).address };
}

/** `at(body, 'a', 'b')` is `body.a.b` of a body whose shape is not known: it throws where that would. */
export function at(value: unknown, ...path: Array<string | number>): unknown {
  return path.reduce((here, key) => (here as Record<string, unknown>)[key], value);
}
/** The same for what must be a text, a number, a list. */
export const textAt = (value: unknown, ...path: Array<string | number>): string => String(at(value, ...path));
export const numberAt = (value: unknown, ...path: Array<string | number>): number => Number(at(value, ...path));
export const listAt = (value: unknown, ...path: Array<string | number>): unknown[] => at(value, ...path) as unknown[];

export class Client {
  url: string;
  controlUrl: string;
  token: string;
  payer: Signer;
  other: Signer;
  apiKey: string;
  constructor(url: string, controlUrl: string, token: string) {
    this.url = url;
    this.controlUrl = controlUrl;
    this.token = token;
    this.payer = signer((process.env.PAYER_KEY ?? '') as Hex);
    this.other = signer((process.env.OTHER_KEY ?? '') as Hex);
    this.apiKey = process.env.API_KEY ?? '';
  }

  async raw(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const r = await fetch(this.url + path, {
      method,
      headers: {
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData ? body : typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await r.text();
    let parsed: unknown = null;
    try {
      parsed = JSON.parse(text);
    } catch {
      /* not JSON */
    }
    return { status: r.status, headers: r.headers, body: parsed, text };
  }

  /** Milliseconds by the gateway's clock. */
  async now(): Promise<number> {
    return Date.parse(textAt((await this.control('GET', '/clock')).body, 'now'));
  }

  async sign(requirement: unknown, twist: Twist = {}): Promise<string> {
    const accepts = requirement as Terms;
    const wallet = twist.wallet ?? this.payer;
    const now = BigInt(Math.floor((await this.now()) / 1000));
    const message = {
      from: wallet.address,
      to: accepts.payTo,
      value: twist.value ?? BigInt(accepts.amount),
      validAfter: now - 5n,
      validBefore: now + BigInt(accepts.maxTimeoutSeconds),
      nonce: `0x${randomBytes(32).toString('hex')}` as const,
    };
    const signature = await privateKeyToAccount(wallet.key).signTypedData({
      domain: {
        name: accepts.extra.name,
        version: accepts.extra.version,
        chainId: Number(accepts.network.split(':')[1]),
        verifyingContract: accepts.asset,
      },
      types: {
        TransferWithAuthorization: [
          { name: 'from', type: 'address' },
          { name: 'to', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'validAfter', type: 'uint256' },
          { name: 'validBefore', type: 'uint256' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'TransferWithAuthorization',
      message,
    });
    const text = Object.fromEntries(Object.entries(message).map(([k, v]) => [k, String(v)]));
    const payload = {
      x402Version: 2,
      accepted: accepts,
      payload: { signature, authorization: text },
    };
    return Buffer.from(JSON.stringify(payload)).toString('base64');
  }

  /** Challenge, sign, retry. `header` of the answer is what was sent, to be sent again. */
  async pay(method: string, path: string, body?: unknown, twist: Twist = {}): Promise<Answer & { header: string }> {
    const first = await this.raw(method, path, body);
    if (first.status !== 402) return { ...first, header: '' };
    const header = await this.sign(at(first.body, 'accepts', 0), twist);
    return { ...(await this.raw(method, path, body, { 'PAYMENT-SIGNATURE': header })), header };
  }

  /** The price of a request in micro-dollars, from its challenge. */
  async price(method: string, path: string, body?: unknown): Promise<number> {
    const r = await this.raw(method, path, body);
    return r.status === 402 ? numberAt(r.body, 'accepts', 0, 'amount') : -r.status;
  }

  keyed(method: string, path: string, body?: unknown, key = this.apiKey): Promise<Answer> {
    return this.raw(method, path, body, { authorization: `Bearer ${key}` });
  }

  async control(method: string, path: string, body?: unknown): Promise<Answer> {
    const r = await fetch(`${this.controlUrl}/control/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await r.text();
    return { status: r.status, headers: r.headers, text, body: text ? JSON.parse(text) : null };
  }
  reset(): Promise<Answer> {
    return this.control('POST', '/reset');
  }
  advance(seconds: number): Promise<Answer> {
    return this.control('POST', '/clock', { advance_seconds: seconds });
  }
  script(route: string, outcome: string, detail: object = {}, times = 1): Promise<Answer> {
    return this.control('POST', '/upstream', { route, outcome, times, detail });
  }
  event(machine: string, id: string, event: string, detail: object = {}): Promise<Answer> {
    return this.control('POST', '/events', { machine, id, event, detail });
  }
  async ledger(wallet: Signer = this.payer): Promise<unknown[]> {
    return listAt((await this.control('GET', `/ledger?payer=${wallet.address}`)).body, 'transfers');
  }
  async newKey(usd: string): Promise<string> {
    return textAt((await this.control('POST', '/keys', { balance_usd: usd })).body, 'api_key');
  }
}
