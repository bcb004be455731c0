import { base58ToBin } from '@bitauth/libauth';
import { keyWallet } from '@tollwright/runtime/client/key-wallet';
import { solanaWallet } from '@tollwright/runtime/client/solana-wallet';
import { payHeader, type Wallet } from '@tollwright/runtime/client/wallet';
import { addressOfSecret, signWith } from '@tollwright/runtime/payment/svm/key';
import { fieldsOf } from '#conformance/common/json.ts';
import { decodeHeader, type JsonObject, objectsIn } from '../toolkit/messages.ts';
import { requirementHeaders, signatureHeader } from '../toolkit/payment-headers.ts';
import type { Client } from './command.ts';

/** Requests that it sends at most for one call, polls included. */
const maxRequests = 12;

/** Bytes of a response that it reads. */
const maxBytes = 1_000_000;

/** Seconds for one request. */
const patience = 5;

/**
 * A client that trusts its gateway, as a control of the attacks: each of them must get through to it.
 *
 * It signs every offer that it can sign, pays again where a response is lost, follows every redirect with its payment and
 * its key, takes the first result that it gets, and prints it.
 */
export const unsafeClient: Client = async (environment) => {
  const call = new UnsafeCall(environment);
  const output = await call.make().catch(() => undefined);
  return { exitCode: output === undefined ? 1 : 0, output: output ?? '', seconds: patience };
};

/** One response, as far as it was read. */
interface Reading {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

class UnsafeCall {
  readonly #environment: Readonly<Record<string, string>>;
  readonly #wallet: Wallet;
  #payment: string | undefined;
  #requests = 0;

  constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = environment;
    this.#wallet = walletOf(environment.PAYER_KEY ?? '');
  }

  /** Makes the call and returns what it takes for the result. */
  async make(): Promise<string> {
    const { TOLLWRIGHT_URL = '', TOLLWRIGHT_PATH = '', TOLLWRIGHT_METHOD = 'GET' } = this.#environment;
    let reading = await this.#send(`${TOLLWRIGHT_URL}${TOLLWRIGHT_PATH}`, TOLLWRIGHT_METHOD);
    while (reading.status === 202 && this.#requests < maxRequests) {
      const { poll_url: poll } = parsed(reading.text);
      if (typeof poll !== 'string') break;
      reading = await this.#send(new URL(poll, TOLLWRIGHT_URL).href, 'GET');
    }
    return reading.text;
  }

  async #send(url: string, method: string): Promise<Reading> {
    this.#requests += 1;
    const hasMore = this.#requests < maxRequests;
    const reading = await this.#read(url, method).catch((error: unknown) => {
      if (this.#payment === undefined || !hasMore) throw error;
      // The response of a paid request is lost: it pays again.
      this.#payment = undefined;
      return undefined;
    });
    if (!reading) return this.#send(url, method);
    const location = reading.headers.get('location');
    if (location !== null && hasMore) return this.#send(new URL(location, url).href, method);
    if (reading.status !== 402 || !hasMore) return reading;
    this.#payment = await this.#sign(reading);
    return this.#send(url, method);
  }

  async #read(url: string, method: string): Promise<Reading> {
    const { TOLLWRIGHT_BODY: body, API_KEY = '' } = this.#environment;
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(patience * 1000),
      headers: {
        authorization: `Bearer ${API_KEY}`,
        ...(this.#payment !== undefined && { [signatureHeader]: this.#payment }),
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
      },
      ...(method !== 'GET' && body !== undefined && { body }),
    });
    return { status: response.status, headers: response.headers, text: await textOf(response) };
  }

  /** Signs the first offer: whatever amount, payee, asset, network and window it names. */
  async #sign({ headers, text }: Reading): Promise<string> {
    const inHeader = requirementHeaders.map((name) => headers.get(name)).find((value) => value !== null);
    const requirements = parsed(text).accepts === undefined ? decodeHeader(inHeader ?? '') : parsed(text);
    const [written = {}] = objectsIn(requirements.accepts);
    const offer = {
      scheme: String(written.scheme),
      network: String(written.network),
      asset: String(written.asset),
      payTo: String(written.payTo),
      amount: String(Math.trunc(Number(written.amount))),
      maxTimeoutSeconds: Number(written.maxTimeoutSeconds),
      extra: Object.fromEntries(Object.entries(fieldsOf(written.extra)).map(([name, value]) => [name, String(value)])),
    };
    return payHeader(this.#wallet, { offer, written, resource: requirements.resource }, { decimals: 6 }, now());
  }
}

const now = () => Math.floor(Date.now() / 1000);

function parsed(text: string): JsonObject {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The text of a response, or its first bytes where it does not end; a cut response is as good as a whole one. */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > maxBytes) break;
    }
  } catch (error) {
    if (size === 0) throw error;
  }
  return Buffer.concat(chunks).toString();
}

/** The wallet of a key: 64 bytes in base58 on Solana, hexadecimal elsewhere. */
function walletOf(key: string): Wallet {
  const secret = base58ToBin(key);
  if (typeof secret !== 'object' || secret.length !== 64) return keyWallet(key);
  const signMessage = (message: Uint8Array) => signWith(secret, message);
  return solanaWallet({ address: addressOfSecret(secret) ?? '', signMessage });
}
