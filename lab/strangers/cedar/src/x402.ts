import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import type { Hex } from 'viem';
import { recoverTypedDataAddress } from 'viem';
import { ASSET, CHAIN_ID, DOMAIN, NETWORK, PAYEE, SERVICE } from './config.ts';
import type { Json } from './errors.ts';
import { ApiError } from './errors.ts';
import { on } from './fault.ts';
import type { Usd } from './money.ts';
import { ceilMicro, FEE, fmt, fromMicro, toMicro } from './money.ts';
import type { Receipt } from './op.ts';
import { world } from './world.ts';

export interface Requirement {
  scheme: 'exact';
  network: string;
  amount: string;
  asset: string;
  payTo: string;
  maxTimeoutSeconds: number;
  extra: { name: string; version: string };
}
export interface Authorization {
  from: string;
  to: string;
  value: bigint;
  validAfter: bigint;
  validBefore: bigint;
  nonce: string;
  key: string;
}
export interface Price {
  amount: Usd;
  payTo?: string | undefined;
  timeout?: number | undefined;
  breakdown?: Json | undefined;
  extra?: Json | undefined;
}

export function requirement(price: Price): Requirement {
  return {
    scheme: 'exact',
    network: NETWORK,
    amount: toMicro(price.amount),
    asset: ASSET,
    payTo: price.payTo ?? PAYEE,
    maxTimeoutSeconds: price.timeout ?? 300,
    extra: { ...DOMAIN },
  };
}

/** A 402: the same requirements in the body and in three headers. */
export function challenge(
  c: Context,
  price: Price,
  error = 'Payment Required',
  message = 'Sign a transfer authorization and send the request again.',
  code?: string,
  extra: Json = {},
): ApiError {
  const accepts = [requirement(price)];
  const url = new URL(c.req.url);
  const resource = { url: `${url.origin}${url.pathname}`, mimeType: 'application/json' };
  const offered = on('header-window-300') ? [requirement({ ...price, timeout: undefined })] : accepts;
  const header = Buffer.from(JSON.stringify({ x402Version: 2, error, resource, accepts: offered })).toString('base64');
  const body = {
    error,
    ...(code ? { code } : {}),
    message,
    x402Version: 2,
    resource,
    accepts,
    price: {
      amount: fmt(ceilMicro(price.amount - (price.breakdown && on('text-price-without-fee') ? FEE : 0n))),
      currency: 'USD',
      ...(price.breakdown ? { breakdown: price.breakdown } : {}),
    },
    paymentInfo: { x402Version: 2, network: NETWORK, asset: ASSET },
    ...price.extra,
    ...extra,
  };
  return new ApiError(402, body, {
    'PAYMENT-REQUIRED': header,
    'X-Payment-Required': header,
    'WWW-Authenticate': `x402 realm="${SERVICE}", requirements="${header}"`,
    'Cache-Control': 'no-store',
  });
}

export function paymentHeader(c: Context): string | undefined {
  return c.req.header('payment-signature') ?? c.req.header('x-payment');
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
const HALF_N = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

export interface Signed {
  authorization: Authorization;
  accepted: Json;
  version: unknown;
}

function uint(value: unknown): bigint | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && /^\d{1,78}$/.test(text) && BigInt(text) < 2n ** 256n ? BigInt(text) : null;
}

/** Of what a client sent: absent is undefined, whatever the value around it is. */
function field(value: unknown, key: string): unknown {
  return value === undefined || value === null ? undefined : (value as Json)[key];
}
function isHex(value: unknown, digits: number): value is Hex {
  return typeof value === 'string' && value.length === digits + 2 && /^0x[0-9a-fA-F]+$/.test(value);
}
const lower = (value: Hex): Hex => `0x${value.slice(2).toLowerCase()}`;

/** Reads a header and proves who signed it. Null: not a payment that anybody signed for this asset. */
export async function readSigned(header: string): Promise<Signed | null> {
  let root: unknown;
  try {
    root = JSON.parse(Buffer.from(header, 'base64').toString('utf8'));
  } catch {
    return null;
  }
  const payload = field(root, 'payload');
  const signed = field(payload, 'authorization');
  const signature = field(payload, 'signature');
  const [signedFrom, signedTo, signedNonce] = [field(signed, 'from'), field(signed, 'to'), field(signed, 'nonce')];
  if (!isHex(signedFrom, 40) || !isHex(signedTo, 40) || !isHex(signedNonce, 64)) return null;
  // 65 bytes and nothing else: contract wallets and wrapped (ERC-6492) signatures are not served.
  if (!isHex(signature, 130)) return null;
  if (BigInt(`0x${signature.slice(66, 130)}`) > HALF_N) return null;
  const value = uint(field(signed, 'value')),
    validAfter = uint(field(signed, 'validAfter')),
    validBefore = uint(field(signed, 'validBefore'));
  if (value === null || validAfter === null || validBefore === null) return null;
  const from = lower(signedFrom),
    to = lower(signedTo),
    nonce = lower(signedNonce);
  try {
    const signer = await recoverTypedDataAddress({
      domain: { ...DOMAIN, chainId: CHAIN_ID, verifyingContract: ASSET },
      types: TYPES,
      primaryType: 'TransferWithAuthorization',
      message: { from, to, value, validAfter, validBefore, nonce },
      signature,
    });
    if (signer.toLowerCase() !== from) return null;
  } catch {
    return null;
  }
  const key = on('replay-by-spelling') ? `${signedFrom}|${signedNonce}` : `${from}|${nonce}`;
  return {
    authorization: { from, to, value, validAfter, validBefore, nonce, key },
    accepted: (field(root, 'accepted') ?? {}) as Json,
    version: field(root, 'x402Version'),
  };
}

/** Every field that the client says it accepted is held against our own requirement. */
export function matches(signed: Signed, want: Requirement): string | null {
  const { authorization: a, accepted: acc } = signed;
  const same = (x: unknown, y: string): boolean => typeof x === 'string' && x.toLowerCase() === y.toLowerCase();
  if (signed.version !== 2) return 'unsupported x402 version';
  if (acc.scheme !== 'exact') return 'scheme mismatch';
  if (acc.network !== want.network) return 'network mismatch';
  if (!same(acc.asset, want.asset)) return 'asset mismatch';
  const payee = on('recipient-by-clients-word') ? String(acc.payTo) : want.payTo;
  if (!same(acc.payTo, payee) || a.to !== payee.toLowerCase()) return 'recipient mismatch';
  if (String(acc.amount) !== want.amount && !on('overpayment-accepted')) return 'amount mismatch';
  const exact = a.value === BigInt(want.amount);
  if (!exact && !(on('overpayment-accepted') && a.value > BigInt(want.amount))) return 'amount mismatch';
  if (acc.maxTimeoutSeconds !== undefined && acc.maxTimeoutSeconds !== want.maxTimeoutSeconds)
    return 'timeout mismatch';
  const extra = acc.extra as Json | undefined;
  if (extra && (extra.name !== want.extra.name || extra.version !== want.extra.version))
    return 'signing domain mismatch';
  return null;
}

export function inWindow(a: Authorization): boolean {
  const now = BigInt(on('window-by-wall-clock') ? Math.floor(Date.now() / 1000) : world.unix());
  return now >= a.validAfter && now < a.validBefore;
}

function funds(wallet: string): Usd {
  return (world.balances.get(wallet) ?? 0n) - (world.held.get(wallet) ?? 0n);
}

/** Verifies a payment for `price` up to, but not including, the claim. */
export async function verify(c: Context, header: string, price: Price): Promise<Authorization> {
  const fail = (code: string, message: string, extra: Json = {}): never => {
    throw challenge(c, price, 'Payment verification failed', message, code, extra);
  };
  const signed = await readSigned(header);
  if (!signed) return fail('PAYMENT_INVALID', 'The payment header is malformed or its signature does not match.');
  const a = signed.authorization;
  if (on('claim-per-route')) a.key += `|${c.req.path}`;
  refuseReplay(c, a, price);
  const wrong = matches(signed, requirement(price));
  if (wrong) return fail('PAYMENT_INVALID', wrong);
  if (!inWindow(a)) return fail('PAYMENT_INVALID', 'The authorization is outside its time window.');
  const left = funds(a.from) - fromMicro(a.value);
  if (left < 0n || (left === 0n && a.value > 0n && on('exact-balance-unfunded')))
    return fail(
      on('unfunded-is-invalid') ? 'PAYMENT_INVALID' : 'PAYMENT_UNFUNDED',
      'The wallet does not hold the amount.',
    );
  return a;
}

function refuseReplay(c: Context, a: Authorization, price: Price): void {
  const claim = world.claims.get(a.key);
  if (!claim) return;
  const job =
    claim.jobId && !on('replay-hides-job') ? { job_id: claim.jobId, poll_url: claim.pollUrl, recoverable: true } : {};
  throw challenge(
    c,
    price,
    'Payment verification failed',
    'This authorization was already used; sign a fresh one.',
    'PAYMENT_REPLAY',
    job,
  );
}

export function hold(a: Authorization, sign: 1n | -1n): void {
  world.held.set(a.from, (world.held.get(a.from) ?? 0n) + sign * fromMicro(a.value));
}

/** Moves the money. Null: the settlement failed and nothing moved. */
export function settle(a: Authorization, route: string): Receipt | null {
  if (world.failSettlements > 0) {
    world.failSettlements -= 1;
    return null;
  }
  const balance = world.balances.get(a.from) ?? 0n;
  if (!(inWindow(a) || on('expired-authorization-settles')) || balance < fromMicro(a.value)) return null;
  const tx = `0x${randomBytes(32).toString('hex')}`;
  world.balances.set(a.from, balance - fromMicro(a.value));
  if (a.value > 0n) {
    world.ledger.push({
      payer: a.from,
      pay_to: a.to,
      amount: a.value.toString(),
      asset: ASSET,
      network: NETWORK,
      tx_hash: tx,
      route,
      at: world.iso(),
    });
  }
  return { tx, network: NETWORK, payer: a.from };
}

export function receiptHeaders(r: Receipt): Record<string, string> {
  const text = Buffer.from(
    JSON.stringify({ success: true, transaction: r.tx, network: r.network, payer: r.payer }),
  ).toString('base64');
  return { 'PAYMENT-RESPONSE': text, 'X-Payment-Response': text, 'X-Payment-Receipt': r.tx };
}
