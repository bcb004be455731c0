import { z } from 'zod';
import { parseJson } from '../http/events.ts';

const Text = z.string().optional();

/** The content of a payment header, as far as a report shows it. */
const Header = z.object({
  accepted: z.object({
    network: Text,
    asset: Text,
    amount: Text,
    payTo: Text,
    maxTimeoutSeconds: z.number().optional(),
    extra: z.object({ name: Text, version: Text }).optional(),
  }),
  payload: z.object({
    authorization: z.object({ from: Text, to: Text, value: Text, validAfter: Text, validBefore: Text }).optional(),
  }),
});

/** The fields of a payment that were signed; never its signature or nonce. */
export interface SignedPayment {
  readonly network?: string;
  readonly asset?: string;
  /** Name and version of the EIP-712 domain. */
  readonly domain?: string;
  /** Micro-USDC. */
  readonly amount?: string;
  readonly payee?: string;
  readonly payer?: string;
  /** Unix times in seconds between which it is valid. */
  readonly window?: string;
}

/** Reads the signed fields off the value of a payment header; `undefined` where it is no payment. */
export function signedPayment(header: string): SignedPayment | undefined {
  const parsed = Header.safeParse(parseJson(Buffer.from(header, 'base64').toString()));
  if (!parsed.success) return undefined;
  const { accepted, payload } = parsed.data;
  const { authorization = {} } = payload;
  const domain = [accepted.extra?.name, accepted.extra?.version].filter(Boolean).join(' ');
  const { validAfter, validBefore } = authorization;
  const fields = {
    network: accepted.network,
    asset: accepted.asset,
    domain: domain || undefined,
    amount: authorization.value ?? accepted.amount,
    payee: authorization.to ?? accepted.payTo,
    payer: authorization.from,
    window: validBefore === undefined ? undefined : `${validAfter ?? ''} to ${validBefore}`,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
