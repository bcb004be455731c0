import { randomBytes } from 'node:crypto';
import { privateKeyToAccount } from 'viem/accounts';
import { isRecord } from '../http.ts';
import { segments } from '../profile.ts';
import { target } from '../target.ts';
import { type Answer, type Ask, inside, type Obj, str } from './answer.ts';

/** A wallet that signs. */
export type Wallet = ReturnType<typeof privateKeyToAccount>;

/** Where a gateway is and what its secrets are. */
export interface Place {
  url: string;
  control: string;
  token: string;
  payerKey: string;
  otherKey: string;
}

/** What a signed payment has other than the challenge asks for. */
export interface Change {
  wallet?: Wallet;
  value?: bigint;
  to?: string;
  /** Unix seconds. */
  after?: number;
  before?: number;
  nonce?: string;
  /** Members of `accepted` that replace those of the challenge. */
  accepted?: Obj;
  /** Another EIP-712 domain name or version or chain. */
  domain?: { name?: string; version?: string; chainId?: number };
  /** Last change of the whole payload before it is encoded. */
  payload?: (payload: Obj) => unknown;
}

function hex(text: string): `0x${string}` {
  return `0x${text.replace(/^0x/, '')}`;
}

/** A random 32-byte nonce. */
export function newNonce(): string {
  return `0x${randomBytes(32).toString('hex')}`;
}

/** Talks to one gateway: calls without payment, signed calls, control calls. */
export class ProbeClient {
  readonly url: string;
  readonly controlUrl: string;
  readonly token: string;
  readonly payer: Wallet;
  readonly other: Wallet;

  constructor(place: Place) {
    this.url = place.url.replace(/\/$/, '');
    this.controlUrl = place.control.replace(/\/$/, '');
    this.token = place.token;
    this.payer = privateKeyToAccount(hex(place.payerKey));
    this.other = privateKeyToAccount(hex(place.otherKey));
  }

  /** The catalog id behind a label of the documents (the labels of base; test knows some of them). */
  model(label: string): string {
    return str(target('', ''), 'models', label);
  }

  /** A path with the vendor segments of the deployment in the place of their placeholders. */
  path(template: string): string {
    return template.replace(/\{(\w+)\}/g, (_whole, name: string) => segments[name] ?? name);
  }

  /** Make a call as it is, without payment unless its headers hold one. */
  async call(ask: Ask): Promise<Answer> {
    const body = ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
    const response = await fetch(this.url + this.path(ask.path), {
      method: ask.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...ask.headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    let parsed: unknown = {};
    try {
      parsed = JSON.parse(text);
    } catch {
      parsed = {};
    }
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isRecord(parsed) ? parsed : { list: parsed },
    };
  }

  /** A GET of a free path. */
  get(path: string): Promise<Answer> {
    return this.call({ path });
  }

  /** A payment header for a challenge, signed by the payer unless changed. */
  async sign(challenge: Answer, change: Change = {}): Promise<string> {
    const first = inside(challenge.body, 'accepts', 0);
    const accepted = { ...(isRecord(first) ? first : {}), ...change.accepted };
    const wallet = change.wallet ?? this.payer;
    const now = await this.seconds();
    const message = {
      from: wallet.address,
      to: hex(change.to ?? str(first, 'payTo')),
      value: change.value ?? BigInt(str(first, 'amount')),
      validAfter: BigInt(change.after ?? now - 60),
      validBefore: BigInt(change.before ?? now + Number(inside(first, 'maxTimeoutSeconds'))),
      nonce: hex(change.nonce ?? newNonce()),
    };
    const signature = await wallet.signTypedData({
      domain: {
        name: change.domain?.name ?? str(first, 'extra', 'name'),
        version: change.domain?.version ?? str(first, 'extra', 'version'),
        chainId: change.domain?.chainId ?? Number(str(first, 'network').split(':')[1]),
        verifyingContract: hex(str(first, 'asset')),
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
    const authorization = {
      ...message,
      value: String(message.value),
      validAfter: String(message.validAfter),
      validBefore: String(message.validBefore),
    };
    const payload: Obj = { x402Version: 2, accepted, payload: { signature, authorization } };
    return Buffer.from(JSON.stringify(change.payload ? change.payload(payload) : payload)).toString('base64');
  }

  /** Make a call with a payment header that was signed before. */
  send(ask: Ask, header: string, name = 'PAYMENT-SIGNATURE'): Promise<Answer> {
    return this.call({ ...ask, headers: { ...ask.headers, [name]: header } });
  }

  /** Call, pay the challenge and call again. An answer that is no challenge comes back as it is. */
  async pay(ask: Ask, change: Change = {}): Promise<Answer> {
    const first = await this.call(ask);
    if (first.status !== 402) return first;
    return this.send(ask, await this.sign(first, change));
  }

  /** The amount that the challenge of a call asks for, in micro-USDC; -1 when it is no challenge. */
  async quote(ask: Ask): Promise<number> {
    const first = await this.call(ask);
    return first.status === 402 ? Number(str(first.body, 'accepts', 0, 'amount')) : -1;
  }

  /** A control call. */
  async control(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${this.controlUrl}/control/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  private async must(path: string, body?: unknown): Promise<void> {
    const { status } = await this.control('POST', path, body);
    if (status >= 300) throw new Error(`control ${path} ${JSON.stringify(body)}: ${status}`);
  }

  /** Drop all state. Every probe starts after one. */
  reset(): Promise<void> {
    return this.must('/reset');
  }

  /** The time of the gateway in whole unix seconds. */
  async seconds(): Promise<number> {
    return Math.floor(Date.parse(str((await this.control('GET', '/clock')).body, 'now')) / 1000);
  }

  /** Move the time of the gateway forward. */
  advance(seconds: number): Promise<void> {
    return this.must('/clock', { advance_seconds: seconds });
  }

  /** Script an upstream. */
  script(route: string, outcome: string, detail: Obj = {}, times = 1): Promise<void> {
    return this.must('/upstream', { route, outcome, detail, times });
  }

  /** Let the next settlements fail. */
  failSettlements(times = 1): Promise<void> {
    return this.must('/settlement', { outcome: 'fail', times });
  }

  /** Set the balance of a wallet in micro-USDC. */
  fund(address: string, amount: number): Promise<void> {
    return this.must('/fund', { address, amount: String(amount) });
  }

  /** Put a wallet on the enterprise allowlist. */
  allow(address: string): Promise<void> {
    return this.must('/allow', { address });
  }

  /** Deliver an event of the outside world. */
  event(machine: string, id: string, event: string, detail: Obj = {}): Promise<void> {
    return this.must('/events', { machine, id, event, detail });
  }

  /** What was settled, oldest first. */
  async ledger(payer?: string): Promise<Obj[]> {
    const path = payer === undefined ? '/ledger' : `/ledger?payer=${payer}`;
    const transfers = inside((await this.control('GET', path)).body, 'transfers');
    return Array.isArray(transfers) ? transfers : [];
  }
}

/** Base64 JSON of a header. */
export function decoded(value: string | null): unknown {
  try {
    return JSON.parse(Buffer.from(value ?? '', 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}

export { type Answer, type Ask, inside, type Obj, str } from './answer.ts';
