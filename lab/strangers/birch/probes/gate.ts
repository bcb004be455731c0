import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { privateKeyToAccount } from 'viem/accounts';
import { isRecord } from '../http.ts';

/** A JSON object. */
export type Obj = Record<string, unknown>;

/** An answer with its body read. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: Obj;
}

/** A call to make. */
export interface Ask {
  method?: string;
  path: string;
  body?: unknown;
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** A member of an object, or an empty object. */
export function inside(value: unknown, ...names: (string | number)[]): unknown {
  let at = value;
  for (const name of names) {
    if (typeof name === 'number') at = Array.isArray(at) ? at[name] : undefined;
    else at = isRecord(at) ? at[name] : undefined;
  }
  return at;
}

/** A member as a text. */
export function str(value: unknown, ...names: (string | number)[]): string {
  return String(inside(value, ...names));
}

/** A running gateway with the wallets of its target. */
export class Gateway {
  readonly child: ChildProcess;
  readonly url: string;
  readonly controlUrl: string;
  readonly token: string;
  readonly segments: Obj;
  readonly models: Obj;
  readonly payer: ReturnType<typeof privateKeyToAccount>;
  readonly other: ReturnType<typeof privateKeyToAccount>;

  constructor(child: ChildProcess, line: unknown) {
    const key = (name: string): `0x${string}` => `0x${str(line, 'env', name).slice(2)}`;
    this.child = child;
    this.url = str(line, 'target', 'url');
    this.controlUrl = str(line, 'target', 'control', 'url');
    this.token = str(line, 'env', 'CONTROL_TOKEN');
    const [segments, models] = [inside(line, 'target', 'segments'), inside(line, 'target', 'models')];
    this.segments = isRecord(segments) ? segments : {};
    this.models = isRecord(models) ? models : {};
    this.payer = privateKeyToAccount(key('PAYER_KEY'));
    this.other = privateKeyToAccount(key('OTHER_KEY'));
  }

  /** Start a gateway. */
  static async start(host: string): Promise<Gateway> {
    const child = spawn(process.execPath, [new URL('main.ts', import.meta.url).pathname, '--host', host], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface(child.stdout)) return new Gateway(child, JSON.parse(line));
    throw new Error('the gateway did not start');
  }

  /** A path with the vendor segments of the deployment. */
  path(template: string): string {
    return template.replace(/\{(\w+)\}/g, (_whole, name: string) => str(this.segments, name));
  }

  /** Make a call as it is. */
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

  /** A payment header for a challenge. */
  async sign(
    challenge: Answer,
    change: { wallet?: Gateway['payer']; value?: bigint; to?: string; before?: number; nonce?: string } = {},
  ): Promise<string> {
    const accepted = inside(challenge.body, 'accepts', 0);
    const wallet = change.wallet ?? this.payer;
    const now = Math.floor(Date.parse(await this.clock()) / 1000);
    const hex = (text: string): `0x${string}` => `0x${text.slice(2)}`;
    const message = {
      from: wallet.address,
      to: hex(change.to ?? str(accepted, 'payTo')),
      value: change.value ?? BigInt(str(accepted, 'amount')),
      validAfter: BigInt(now - 60),
      validBefore: BigInt(change.before ?? now + Number(inside(accepted, 'maxTimeoutSeconds'))),
      nonce: hex(change.nonce ?? `0x${randomBytes(32).toString('hex')}`),
    };
    const signature = await wallet.signTypedData({
      domain: {
        name: str(accepted, 'extra', 'name'),
        version: str(accepted, 'extra', 'version'),
        chainId: Number(str(accepted, 'network').split(':')[1]),
        verifyingContract: hex(str(accepted, 'asset')),
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
    return Buffer.from(JSON.stringify({ x402Version: 2, accepted, payload: { signature, authorization } })).toString(
      'base64',
    );
  }

  /** Call, pay the challenge and call again. An answer that is no challenge comes back as it is. */
  async pay(ask: Ask, wallet = this.payer): Promise<Answer> {
    const first = await this.call(ask);
    if (first.status !== 402) return first;
    const header = await this.sign(first, { wallet });
    return this.call({ ...ask, headers: { ...ask.headers, 'PAYMENT-SIGNATURE': header } });
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

  /** The time of the gateway. */
  async clock(): Promise<string> {
    return str((await this.control('GET', '/clock')).body, 'now');
  }

  /** Script an upstream. */
  async script(route: string, outcome: string, detail: Obj = {}): Promise<void> {
    const { status } = await this.control('POST', '/upstream', { route, outcome, detail });
    if (status !== 204) throw new Error(`upstream ${route} ${outcome}: ${status}`);
  }

  /** What was settled so far. */
  async ledger(): Promise<Obj[]> {
    const transfers = inside((await this.control('GET', '/ledger')).body, 'transfers');
    return Array.isArray(transfers) ? transfers : [];
  }
}
