/** A paying client for the probes: it signs what a challenge asks for, and reaches the control API. */
import { randomBytes } from 'node:crypto';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // The body as it came; the probes know what they look for.
  body: Loose;
}

/** A JSON value that may be indexed freely; what is absent is undefined. */
export type Loose = { [key: string]: Loose } & { [index: number]: Loose } & Iterable<Loose> & { length: number };

export interface Terms {
  amount: string;
  network: string;
  asset: string;
  payTo: string;
  scheme: string;
  maxTimeoutSeconds: number;
  extra: { name: string; version: string };
}

export interface Signing {
  wallet?: 'payer' | 'other';
  amount?: string;
  payTo?: string;
  network?: string;
  asset?: string;
  validAfter?: number;
  validBefore?: number;
  nonce?: `0x${string}`;
  forge?: boolean;
}

const TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

export interface Endpoint {
  url: string;
  control: string;
  token: string;
  payerKey: `0x${string}`;
  otherKey: `0x${string}`;
}

export class Client {
  readonly payer: PrivateKeyAccount;
  readonly other: PrivateKeyAccount;
  readonly at: Endpoint;

  constructor(at: Endpoint) {
    this.at = at;
    this.payer = privateKeyToAccount(at.payerKey);
    this.other = privateKeyToAccount(at.otherKey);
  }

  async fetch(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const init: RequestInit = { method, headers: { 'content-type': 'application/json', ...headers } };
    if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(`${this.at.url}${path}`, init);
    const text = await answer.text();
    let parsed: unknown = {};
    try {
      parsed = JSON.parse(text);
    } catch {
      // An event stream has no JSON body.
    }
    return { status: answer.status, headers: answer.headers, text, body: parsed as Loose };
  }

  get(path: string, headers?: Record<string, string>): Promise<Reply> {
    return this.fetch('GET', path, undefined, headers);
  }

  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply> {
    return this.fetch('POST', path, body, headers);
  }

  /** A payment header for these terms, bent where `signing` says so. */
  async sign(terms: Terms, signing: Signing = {}): Promise<string> {
    const account = signing.wallet === 'other' ? this.other : this.payer;
    const now = await this.now();
    const authorization = {
      from: account.address,
      to: (signing.payTo ?? terms.payTo) as `0x${string}`,
      value: signing.amount ?? terms.amount,
      validAfter: String(signing.validAfter ?? now - 60),
      validBefore: String(signing.validBefore ?? now + terms.maxTimeoutSeconds),
      nonce: signing.nonce ?? (`0x${randomBytes(32).toString('hex')}` as const),
    };
    const signer = signing.forge ? this.other : account;
    const signature = await signer.signTypedData({
      domain: {
        ...terms.extra,
        chainId: Number(terms.network.split(':')[1]),
        verifyingContract: terms.asset as `0x${string}`,
      },
      types: TYPES,
      primaryType: 'TransferWithAuthorization',
      message: {
        ...authorization,
        value: BigInt(authorization.value),
        validAfter: BigInt(authorization.validAfter),
        validBefore: BigInt(authorization.validBefore),
      },
    });
    const accepted = {
      ...terms,
      amount: authorization.value,
      payTo: authorization.to,
      network: signing.network ?? terms.network,
      asset: signing.asset ?? terms.asset,
    };
    const payload = { x402Version: 2, accepted, payload: { signature, authorization } };
    return Buffer.from(JSON.stringify(payload)).toString('base64');
  }

  /** The terms of a challenge, asked for without payment. */
  async terms(method: string, path: string, body?: unknown): Promise<Terms> {
    const reply = await this.fetch(method, path, body);
    const [first] = reply.body.accepts ?? [];
    if (reply.status !== 402 || first === undefined)
      throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return first as unknown as Terms;
  }

  async pay(method: string, path: string, body?: unknown, signing: Signing = {}): Promise<Reply> {
    const header = await this.sign(await this.terms(method, path, body), signing);
    return this.fetch(method, path, body, { 'payment-signature': header });
  }

  async control(path: string, body?: unknown): Promise<Reply> {
    const init: RequestInit = {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${this.at.token}`, 'content-type': 'application/json' },
    };
    if (body !== undefined) init.body = JSON.stringify(body);
    const answer = await fetch(`${this.at.control}/control/v1${path}`, init);
    const text = await answer.text();
    if (answer.status >= 400) throw new Error(`control ${path}: ${answer.status} ${text}`);
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: (text === '' ? {} : JSON.parse(text)) as Loose,
    };
  }

  async now(): Promise<number> {
    const { body } = await this.control('/clock');
    return Math.floor(Date.parse(String(body.now)) / 1000);
  }

  async advance(seconds: number): Promise<void> {
    await this.control('/clock', { advance_seconds: seconds });
  }

  async script(route: string, outcome: string, detail: Record<string, unknown> = {}): Promise<void> {
    await this.control('/upstream', { route, outcome, detail });
  }

  async event(machine: string, id: string, event: string, detail: Record<string, unknown> = {}): Promise<void> {
    await this.control('/events', { machine, id, event, detail });
  }

  /** What the payer has really been charged, in micro-dollars, call by call. */
  async charges(wallet: 'payer' | 'other' = 'payer'): Promise<number[]> {
    const { body } = await this.control(`/ledger?payer=${this[wallet].address}`);
    return [...(body.transfers ?? [])].map((transfer) => Number(transfer.amount));
  }

  /** The price that the challenge names, in micro-dollars. */
  async quote(method: string, path: string, body?: unknown): Promise<number> {
    return Number((await this.terms(method, path, body)).amount);
  }
}
