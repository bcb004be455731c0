import { isAddress, recoverTypedDataAddress } from 'viem';
import { challenge, offered, type Quote, type Requirement, refused, requirement } from './challenge.ts';
import { on } from './faults.ts';
import { isRecord, type Req } from './http.ts';
import { type Authorization, available, claimKey, inWindow } from './ledger.ts';
import { profile } from './profile.ts';
import { state } from './state.ts';

const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
const UINT256 = 2n ** 256n;

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

/** An authorization whose signature holds, with the requirement that the payer says to accept. */
export interface Signed {
  auth: Authorization;
  accepted: Record<string, unknown>;
}

/** The payment header of a request; undefined when there is none. */
export function paymentHeader(req: Req): string | undefined {
  const plain = on('x-payment-get') && req.method === 'GET' ? undefined : req.headers['x-payment'];
  const value = req.headers['payment-signature'] || plain;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Whether a text is a hex number of so many bytes. */
function isHex(value: unknown, bytes: number): value is `0x${string}` {
  return typeof value === 'string' && value.length === 2 + bytes * 2 && /^0x[0-9a-fA-F]+$/.test(value);
}

function isPlainAddress(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && isAddress(value, { strict: false });
}

function uint(value: unknown): bigint | undefined {
  if (typeof value !== 'string' || !/^\d{1,78}$/.test(value)) return undefined;
  const number = BigInt(value);
  return number < UINT256 ? number : undefined;
}

function decode(header: string): Record<string, unknown> | string {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(header)) return 'The payment header is not base64.';
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'base64')));
    return isRecord(value) ? value : 'The payment header does not hold a JSON object.';
  } catch {
    return 'The payment header does not hold JSON.';
  }
}

function canonical(signature: string): boolean {
  const s = BigInt(`0x${signature.slice(66, 130)}`);
  return s <= HALF_ORDER && ['1b', '1c'].includes(signature.slice(130).toLowerCase());
}

/** Read a payment header and check its signature. The text says what is wrong. */
export async function readSigned(header: string, trusting = false): Promise<Signed | string> {
  const payload = decode(header);
  if (typeof payload === 'string') return payload;
  if (payload.x402Version !== 2) return 'Only x402 version 2 payloads are accepted.';
  const { accepted } = payload;
  const inner = payload.payload;
  if (!isRecord(accepted) || !isRecord(inner) || !isRecord(inner.authorization))
    return 'The payload lacks accepted or payload.authorization.';
  const { from, to, nonce } = inner.authorization;
  const { signature } = inner;
  const value = uint(inner.authorization.value);
  const validAfter = uint(inner.authorization.validAfter);
  const validBefore = uint(inner.authorization.validBefore);
  if (!isPlainAddress(from) || !isPlainAddress(to)) return 'The authorization holds no valid addresses.';
  if (value === undefined || validAfter === undefined || validBefore === undefined)
    return 'The authorization holds no valid numbers.';
  if (!isHex(nonce, 32)) return 'The nonce must have 32 bytes.';
  // Contract signatures (ERC-1271, ERC-6492) are longer: they would make the gateway run code of the payer's choice.
  if (!isHex(signature, 65) || !canonical(signature)) return 'The signature must be a canonical one of 65 bytes.';
  let signer: string;
  try {
    signer = await recoverTypedDataAddress({
      domain: {
        name: profile.domainName,
        version: profile.domainVersion,
        chainId: profile.chainId,
        verifyingContract: profile.asset,
      },
      types,
      primaryType: 'TransferWithAuthorization',
      message: { from, to, value, validAfter, validBefore, nonce },
      signature,
    });
  } catch {
    return 'The signature cannot be read.';
  }
  if (!trusting && signer.toLowerCase() !== from.toLowerCase())
    return 'The signature is not that of the paying wallet.';
  const auth = {
    from: from.toLowerCase(),
    to: to.toLowerCase(),
    value,
    validAfter,
    validBefore,
    nonce: on('nonce-case') ? nonce : nonce.toLowerCase(),
  };
  return { auth, accepted };
}

function sameText(value: unknown, wanted: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === wanted.toLowerCase();
}

function mismatch(accepted: Record<string, unknown>, wanted: Requirement): string | undefined {
  if (accepted.scheme !== wanted.scheme) return 'accepted.scheme';
  const networkOf = (name: unknown) => (on('network-namespace') ? String(name).split(':')[0] : name);
  if (networkOf(accepted.network) !== networkOf(wanted.network)) return 'accepted.network';
  if (accepted.amount !== wanted.amount) return 'accepted.amount';
  if (!sameText(accepted.asset, wanted.asset)) return 'accepted.asset';
  if (!sameText(accepted.payTo, wanted.payTo)) return 'accepted.payTo';
  return accepted.maxTimeoutSeconds === wanted.maxTimeoutSeconds ? undefined : 'accepted.maxTimeoutSeconds';
}

/** Answer 402 when the nonce was used. */
export function refuseReplay(auth: Authorization, quote: Quote, req: Req): void {
  const used = state.claims.get(claimKey(auth));
  if (!used || (on('claim-per-route') && used.path !== undefined && used.path !== req.route.path)) return;
  const named = !(on('replay-job-forgotten') && used.held === 0n);
  const more = used.job && named ? { ...used.job, recoverable: true } : {};
  throw refused(quote, req, 'PAYMENT_REPLAY', 'This authorization was already used: sign a fresh one.', more);
}

/** Answer 402 when the wallet cannot pay. */
export function refusePoor(auth: Authorization, quote: Quote, req: Req): void {
  const free = available(auth.from);
  if (free < auth.value || (on('exact-balance') && free === auth.value)) {
    throw refused(quote, req, 'PAYMENT_UNFUNDED', 'The wallet does not hold the amount.');
  }
}

/** Answer 402 when the authorization does not pay this quote exactly. */
export function refuseMismatch(signed: Signed, quote: Quote, req: Req): void {
  const { auth, accepted } = signed;
  const wanted = requirement(quote);
  const invalid = (message: string) => refused(quote, req, 'PAYMENT_INVALID', message);
  const field = mismatch(accepted, wanted);
  if (field !== undefined) throw invalid(`${field} is not what this call requires.`);
  const anyPayee = on('recipient-jobs') && quote.window === 600;
  if (!anyPayee && !sameText(auth.to, wanted.payTo)) throw invalid('The recipient is not the one of this call.');
  const least = on('underpay-tolerance') ? (quote.amount * 99n) / 100n : quote.amount;
  if (auth.value < least || auth.value > quote.amount) throw invalid('The amount is not the price of this call.');
}

/** Answer 402 when the authorization is not valid now. */
export function refuseUntimely(auth: Authorization, quote: Quote, req: Req): void {
  if (!inWindow(auth)) throw refused(quote, req, 'PAYMENT_INVALID', 'The authorization is not valid at this time.');
}

/** The signed authorization of a request, checked against the quote in full; every failure is a 402. */
export async function authorize(quote: Quote, req: Req): Promise<Authorization> {
  const header = paymentHeader(req);
  if (header === undefined) throw challenge(quote, req);
  const signed = await readSigned(header);
  const unread = typeof signed === 'string' && signed.startsWith('The payment header');
  if (unread && on('garbled-as-missing')) throw challenge(quote, req);
  if (typeof signed === 'string') throw refused(quote, req, 'PAYMENT_INVALID', signed);
  refuseReplay(signed.auth, quote, req);
  refuseMismatch(signed, on('quote-remembered') ? offered(quote, req, signed.accepted.amount) : quote, req);
  refuseUntimely(signed.auth, quote, req);
  refusePoor(signed.auth, quote, req);
  return signed.auth;
}
