/** The payment protocol: challenge, verification, claim, settlement and receipt. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hashTypedData, recoverAddress } from 'viem';
import type { Gateway } from './gateway.ts';
import { type Answer, base64, type Call, type Dict, isDict, type Json, Refusal, usd } from './http.ts';
import type { Receipt } from './receipt.ts';

export interface Quote {
  micro: number;
  window?: number;
  payTo?: string;
  /** Fields that the 402 body carries beside the common ones. */
  extra?: Dict;
  breakdown?: Dict;
}

export interface Authorization {
  payer: string;
  nonce: string;
  value: number;
  validAfter: number;
  validBefore: number;
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

export function paymentHeader(gateway: Gateway, req: IncomingMessage): string | undefined {
  const found =
    req.headers['payment-signature'] ?? (gateway.rules.payment.acceptXPayment ? req.headers['x-payment'] : undefined);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function requirement(gateway: Gateway, quote: Quote): Dict {
  const { host, rules } = gateway;
  const open = host.name === 'base' ? rules.payment.baseWindow : rules.payment.arcWindow;
  return {
    payTo: quote.payTo ?? host.payTo,
    asset: host.asset,
    amount: String(quote.micro),
    network: host.network,
    scheme: rules.payment.scheme,
    maxTimeoutSeconds: quote.window ?? open,
    extra: { version: host.domain.version, name: host.domain.name },
  };
}

function priceOf(gateway: Gateway, quote: Quote): Dict {
  const { payment, details } = gateway.rules;
  const shown = details.bodyPriceWithFee ? quote.micro : Math.max(0, quote.micro - payment.feeMicro);
  const price: Dict = { currency: payment.currency, amount: usd(shown) };
  if (quote.breakdown !== undefined) price.breakdown = quote.breakdown;
  return price;
}

/** The 402 answer: a fresh challenge, alone or together with the reason of a refusal. */
export function challenge(call: Call, quote: Quote, fields: Dict = {}): Answer {
  const { gateway } = call;
  const { payment: rule, details } = gateway.rules;
  const accepts = [requirement(gateway, quote)];
  const error = fields.error ?? rule.challengeError;
  const url = `http://${call.req.headers.host ?? 'localhost'}${call.path}`;
  const inHeader: Dict = {
    resource: { description: `harbor ${call.path}`, url, mimeType: 'application/json' },
    accepts: rule.headerWithoutFee ? [requirement(gateway, { ...quote, micro: quote.micro - rule.feeMicro })] : accepts,
    error,
    x402Version: rule.challengeVersion,
  };
  const encoded = base64(inHeader);
  const headers: Record<string, string> = {};
  for (const name of rule.challengeHeaders) headers[name] = encoded;
  if (details.wwwAuthenticate) headers['Www-Authenticate'] = `X402 realm="harbor", requirements="${encoded}"`;
  const body: Dict = {
    error,
    message: `This call costs ${usd(quote.micro)} USD. Sign the transfer and send it again.`,
    accepts,
    price: priceOf(gateway, quote),
    paymentInfo: {
      x402Version: rule.paymentInfoVersion,
      asset: gateway.host.asset,
      network: details.infoNetwork || gateway.host.network,
    },
    x402Version: rule.challengeVersion,
    ...quote.extra,
    ...fields,
  };
  return { status: 402, body, headers };
}

/** Refuses with 402 and a fresh challenge. */
export function refusePayment(call: Call, quote: Quote, code: string, fields: Dict = {}): never {
  const answer = challenge(call, quote, { error: call.gateway.rules.payment.verifyError, code, ...fields });
  throw new Refusal(answer.status, answer.body as Dict, answer.headers);
}

interface Decoded {
  authorization: Authorization;
  to: string;
  raw: { from: `0x${string}`; nonce: `0x${string}`; value: bigint; validAfter: bigint; validBefore: bigint };
  signature: `0x${string}`;
  accepted: Dict;
}

function whole(value: Json | undefined): bigint | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  return typeof value === 'string' && /^\d{1,30}$/.test(value) ? BigInt(value) : undefined;
}

/** Reads the base64 payload; undefined for whatever is not one. */
function decode(header: string, anyCase: boolean): Decoded | undefined {
  let outer: unknown;
  try {
    outer = JSON.parse(Buffer.from(header, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
  if (!isDict(outer) || outer.x402Version !== 2 || !isDict(outer.payload) || !isDict(outer.accepted)) return undefined;
  const { signature, authorization } = outer.payload;
  if (typeof signature !== 'string' || !/^0x[0-9a-fA-F]{130}$/.test(signature) || !isDict(authorization))
    return undefined;
  const { from, to, nonce } = authorization;
  const value = whole(authorization.value);
  const validAfter = whole(authorization.validAfter);
  const validBefore = whole(authorization.validBefore);
  if (typeof from !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(from)) return undefined;
  if (typeof to !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(to)) return undefined;
  if (typeof nonce !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(nonce)) return undefined;
  if (value === undefined || validAfter === undefined || validBefore === undefined) return undefined;
  return {
    authorization: {
      payer: from.toLowerCase(),
      nonce: anyCase ? nonce.toLowerCase() : nonce,
      value: Number(value),
      validAfter: Number(validAfter),
      validBefore: Number(validBefore),
    },
    to: to.toLowerCase(),
    raw: { from: from.toLowerCase() as `0x${string}`, nonce: nonce as `0x${string}`, value, validAfter, validBefore },
    signature: signature as `0x${string}`,
    accepted: outer.accepted,
  };
}

/** The amount that a payment names, unchecked; undefined where there is none. */
export function namedAmount(call: Call): number | undefined {
  const header = paymentHeader(call.gateway, call.req);
  const decoded = header === undefined ? undefined : decode(header, true);
  return decoded?.authorization.value;
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase();
}

function amountFits(gateway: Gateway, found: string, wanted: number): boolean {
  const rule = gateway.rules.payment;
  if (found === String(wanted)) return true;
  return (rule.acceptLess && Number(found) < wanted) || (rule.acceptMore && Number(found) > wanted);
}

/** Whether the payload answers this very quote on this host. */
function fits(gateway: Gateway, decoded: Decoded, quote: Quote): boolean {
  const { host, rules } = gateway;
  const rule = rules.payment;
  const { accepted } = decoded;
  const payTo = quote.payTo ?? host.payTo;
  if (accepted.scheme !== rule.scheme) return false;
  if (rules.details.checkNetwork && accepted.network !== host.network) return false;
  if (rule.checkAsset && !same(accepted.asset, host.asset)) return false;
  if (rule.checkPayTo && (!same(accepted.payTo, payTo) || !same(decoded.to, payTo))) return false;
  if (!amountFits(gateway, String(accepted.amount), quote.micro)) return false;
  return amountFits(gateway, String(decoded.authorization.value), quote.micro);
}

async function signedBy(gateway: Gateway, decoded: Decoded): Promise<boolean> {
  const { host } = gateway;
  const hash = hashTypedData({
    domain: { ...host.domain, chainId: host.chainId, verifyingContract: host.asset.toLowerCase() as `0x${string}` },
    types: TYPES,
    primaryType: 'TransferWithAuthorization',
    message: { ...decoded.raw, to: decoded.to as `0x${string}` },
  });
  try {
    const signer = await recoverAddress({ hash, signature: decoded.signature });
    return signer.toLowerCase() === decoded.authorization.payer;
  } catch {
    return false;
  }
}

export function inWindow(gateway: Gateway, authorization: Authorization): boolean {
  const rule = gateway.rules.payment;
  const now = gateway.seconds();
  if (rule.checkNotYet && authorization.validAfter > now) return false;
  return !rule.checkExpiry || authorization.validBefore > now;
}

/** Signature and requirement only: who signed, for what. Throws 402 otherwise. */
export async function readAuthorization(call: Call, quote: Quote, header: string): Promise<Authorization> {
  const { gateway } = call;
  const rule = gateway.rules.payment;
  const decoded = decode(header, gateway.rules.details.nonceAnyCase);
  if (decoded === undefined)
    return refusePayment(call, quote, rule.invalidCode, { message: 'The payment does not parse.' });
  if (rule.claimBeforeChecks) claim(call, quote, decoded.authorization, call.path);
  if (!fits(gateway, decoded, quote)) {
    return refusePayment(call, quote, rule.invalidCode, { message: 'The payment is for other terms.' });
  }
  if (rule.checkSignature && !(await signedBy(gateway, decoded))) {
    return refusePayment(call, quote, rule.invalidCode, { message: 'The signature is not that of the payer.' });
  }
  return decoded.authorization;
}

function claimKey(gateway: Gateway, authorization: Authorization, route: string): string {
  const key = `${authorization.payer}:${authorization.nonce}`;
  return gateway.rules.payment.replayPerRoute ? `${key}:${route}` : key;
}

export function claimOf(gateway: Gateway, authorization: Authorization, route: string) {
  const found = gateway.memory.claims.get(claimKey(gateway, authorization, route));
  return found && gateway.seconds() - found.at > gateway.rules.details.claimSeconds ? undefined : found;
}

/** Refuses a used, early, late or unfunded authorization. */
export function checkAuthorization(call: Call, quote: Quote, authorization: Authorization, route: string): void {
  const { gateway } = call;
  const rule = gateway.rules.payment;
  const claimed = rule.claimBeforeChecks ? undefined : claimOf(gateway, authorization, route);
  if (claimed !== undefined) {
    refusePayment(call, quote, rule.replayCode, { message: 'Already used: sign a fresh one.', ...claimed.extra });
  }
  if (!inWindow(gateway, authorization)) {
    refusePayment(call, quote, rule.invalidCode, { message: 'Outside of its validity window.' });
  }
  if (rule.checkFunds && gateway.balance(authorization.payer) < quote.micro) {
    refusePayment(call, quote, rule.fundsCode, { message: 'The wallet does not hold that much.' });
  }
}

export function claim(call: Call, quote: Quote, authorization: Authorization, route: string): Dict {
  const { gateway } = call;
  const key = claimKey(gateway, authorization, route);
  const earlier = gateway.memory.claims.get(key);
  if (earlier !== undefined && gateway.rules.payment.claimBeforeChecks) {
    refusePayment(call, quote, gateway.rules.payment.replayCode, earlier.extra);
  }
  const extra: Dict = {};
  gateway.memory.claims.set(key, { route, extra, at: gateway.seconds() });
  return extra;
}

/** Moves the money; undefined where settlement fails. */
export function settle(call: Call, quote: Quote, authorization: Authorization, route: string): Receipt | undefined {
  const { gateway } = call;
  const { memory, host } = gateway;
  if (memory.settlementFailures > 0) {
    memory.settlementFailures -= 1;
    return undefined;
  }
  const micro = gateway.rules.payment.ledgerFeeLost ? quote.micro - gateway.rules.payment.feeMicro : quote.micro;
  const left = gateway.balance(authorization.payer) - micro;
  if (!inWindow(gateway, authorization) || left < 0) return undefined;
  const receipt = { txHash: `0x${randomBytes(32).toString('hex')}`, payer: authorization.payer, micro };
  if (micro === 0) return receipt;
  memory.balances.set(authorization.payer, left);
  memory.transfers.push({
    at: gateway.iso(),
    route,
    payer: authorization.payer,
    pay_to: quote.payTo ?? host.payTo,
    amount: String(micro),
    asset: host.asset,
    network: host.network,
    tx_hash: receipt.txHash,
  });
  return receipt;
}
