import type { PaymentDefinition } from '../../operation/host.ts';
import type { Payment } from '../../operation/payment.ts';
import { isObject } from '../../values/json.ts';

/** The calls of a facilitator (x402 v2). All throw when it cannot be asked, or answers with an error of its own. */
export interface Facilitator {
  verify(payment: Payment): Promise<{ readonly isValid: boolean; readonly invalidReason?: string }>;
  settle(
    payment: Payment,
  ): Promise<{ readonly success: boolean; readonly transaction?: string; readonly errorReason?: string }>;
}

/** Milliseconds for a call; a settlement waits for its block. */
const timeout = 60_000;

/** Opens a facilitator at a URL. Throws an error that says what it supports when it does not settle on the network. */
export async function openFacilitator(url: string, definition: PaymentDefinition): Promise<Facilitator> {
  const base = url.replace(/\/+$/, '');
  const { scheme, network } = definition;
  const { kinds } = await call(`${base}/supported`).catch((error) => {
    throw new Error(`The facilitator ${url} cannot be asked: ${error instanceof Error ? error.message : error}`);
  });
  const known = Array.isArray(kinds) ? kinds.filter(isObject) : [];
  if (!known.some((kind) => kind.scheme === scheme && kind.network === network && kind.x402Version === 2)) {
    const names = known.map((kind) => `${kind.scheme} on ${kind.network}`).join(', ') || 'nothing';
    throw new Error(
      `The facilitator ${url} does not settle ${scheme} on ${network} in version 2. It settles ${names}.`,
    );
  }

  return {
    async verify(payment) {
      const { isValid, invalidReason } = await call(`${base}/verify`, bodyOf(payment, definition));
      return { isValid: isValid === true, ...textOf('invalidReason', invalidReason) };
    },
    async settle(payment) {
      const answer = await call(`${base}/settle`, bodyOf(payment, definition));
      const { success, transaction, errorReason } = answer;
      return {
        success: success === true,
        ...textOf('transaction', transaction),
        ...textOf('errorReason', errorReason),
      };
    },
  };
}

function textOf<Name extends string>(name: Name, value: unknown): { [key in Name]?: string } {
  // A computed key has the type of any text.
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as { [key in Name]?: string }) : {};
}

async function call(url: string, body?: unknown): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(timeout),
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  // Some facilitators refuse with a status of 4xx, and the usual body.
  if (!isObject(answer) || response.status >= 500) throw new Error(`${url} returned ${response.status}.`);
  return answer;
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
