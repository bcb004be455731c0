import type { PaymentDefinition } from '../../operation/host.ts';
import type { Payment } from '../../operation/payment.ts';
import { isObject } from '../../values/json.ts';
import type { Authorize } from './authorization.ts';

/** The calls of a facilitator (x402 v2). Each throws when the facilitator does not answer with a decision. */
export interface Facilitator {
  verify(payment: Payment): Promise<{ readonly isValid: boolean; readonly invalidReason?: string }>;
  settle(
    payment: Payment,
  ): Promise<{ readonly success: boolean; readonly transaction?: string; readonly errorReason?: string }>;
}

/** Where a facilitator is, and how the gateway identifies itself there. */
export interface FacilitatorAddress {
  /** URL before `/settle`. */
  readonly url: string;
  readonly authorize: Authorize | undefined;
}

/** Milliseconds for a call; a settlement waits for its block. */
const timeout = 60_000;

/** Maximum bytes of an answer. */
const maxBytes = 262_144;

/** Redirects within the facilitator's own origin that are followed. */
const maxRedirects = 3;

/**
 * Opens a facilitator. When it does not settle on the network or refuses the gateway's key, the error says what to change.
 */
export async function openFacilitator(
  { url, authorize }: FacilitatorAddress,
  definition: PaymentDefinition,
): Promise<Facilitator> {
  const base = new URL(url);
  const { host } = base;
  if (base.username !== '' || base.password !== '')
    throw new Error(`The URL of the facilitator ${host} has a key in it. Set FACILITATOR_KEY instead.`);
  const { scheme, network } = definition;
  const call = (path: string, body?: unknown) => request(under(base, path), authorize, body);
  const cannotBeAsked = (error: unknown) => {
    throw new Error(`The facilitator ${host} cannot be asked: ${error instanceof Error ? error.message : error}`);
  };

  const { kinds } = (await call('/supported').catch(cannotBeAsked)).answer;
  const known = Array.isArray(kinds) ? kinds.filter(isObject) : [];
  if (!known.some((kind) => kind.scheme === scheme && kind.network === network && kind.x402Version === 2)) {
    const names = known.map((kind) => `${kind.scheme} on ${kind.network}`).join(', ') || 'nothing';
    throw new Error(
      `The facilitator ${host} does not settle ${scheme} on ${network} in version 2. It settles ${names}.`,
    );
  }
  // `/supported` is often public, so only another call shows whether the facilitator accepts the key.
  await call('/verify', {}).catch((error) => (error instanceof KeyRefused ? cannotBeAsked(error) : undefined));

  /** Asks for a decision, a named boolean of the answer. The JSON error of a proxy does not have it. */
  async function decide(path: string, decision: string, payment: Payment) {
    const { status, answer } = await call(path, bodyOf(payment, definition));
    if (typeof answer[decision] === 'boolean' && status < 500) return answer;
    throw new Error(`The facilitator ${host} returned ${status} without \`${decision}\`.`);
  }

  return {
    async verify(payment) {
      const { isValid, invalidReason } = await decide('/verify', 'isValid', payment);
      return { isValid: isValid === true, ...textOf('invalidReason', invalidReason) };
    },
    async settle(payment) {
      const { success, transaction, errorReason } = await decide('/settle', 'success', payment);
      return {
        success: success === true,
        ...textOf('transaction', transaction),
        ...textOf('errorReason', errorReason),
      };
    },
  };
}

/** The URL of a call. A query of the facilitator's URL, which may have a key in it, stays at its end. */
function under(base: URL, path: string): URL {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  return url;
}

/** A facilitator that does not know the gateway. */
class KeyRefused extends Error {
  constructor(host: string, status: number) {
    super(`${host} returned ${status}: it needs a key, or refuses the one it was given. Set FACILITATOR_KEY.`);
  }
}

function textOf<Name extends string>(name: Name, value: unknown): { [key in Name]?: string } {
  // A computed key has the type of any text.
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as { [key in Name]?: string }) : {};
}

interface FacilitatorAnswer {
  readonly status: number;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Sends a request. Neither a signature nor a key follows a redirect to another origin, and no error names a URL. */
async function request(
  url: URL,
  authorize: Authorize | undefined,
  body: unknown,
  redirects = maxRedirects,
): Promise<FacilitatorAnswer> {
  const method = body === undefined ? 'GET' : 'POST';
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(timeout),
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...authorize?.(method, url) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    // Messages of `fetch` may repeat the URL.
    throw new Error(`${url.host} did not answer${error instanceof DOMException ? ` in ${timeout} ms` : ''}.`);
  });
  const { status } = response;
  const location = response.headers.get('location');
  if (status >= 300 && status < 400 && location !== null) {
    await response.body?.cancel();
    const next = new URL(location, url);
    if (next.origin !== url.origin || redirects === 0)
      throw new Error(`${url.host} redirects to ${next.origin}. Name that facilitator if you trust it.`);
    return request(next, authorize, body, redirects - 1);
  }
  const answer = await readObject(response);
  if (status === 401 || status === 403) throw new KeyRefused(url.host, status);
  // Some facilitators refuse with a status of 4xx, and the usual body.
  if (!answer) throw new Error(`${url.host} returned ${status} without a JSON object.`);
  return { status, answer };
}

async function readObject({ body }: Response): Promise<FacilitatorAnswer['answer'] | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(Buffer.concat(chunks)));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function bodyOf(payment: Payment, definition: PaymentDefinition) {
  const { payer, payTo, amount, asset, network, scheme, nonce, validAfter, validBefore } = payment;
  const accepted = {
    scheme,
    network,
    asset,
    payTo,
    amount: String(amount),
    maxTimeoutSeconds: definition.window,
    extra: definition.domain,
  };
  const authorization = {
    from: payer,
    to: payTo,
    value: String(amount),
    validAfter: String(validAfter),
    validBefore: String(validBefore),
    nonce,
  };
  const payload = { signature: payment.proof.signature, authorization };
  return {
    x402Version: 2,
    paymentPayload: { x402Version: 2, accepted, payload },
    paymentRequirements: accepted,
  };
}
