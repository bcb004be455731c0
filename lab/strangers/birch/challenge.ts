import { on } from './faults.ts';
import { HttpError, type Req } from './http.ts';
import { FEE, show } from './money.ts';
import { options } from './options.ts';
import { profile } from './profile.ts';

/** What a call costs and how it is to be paid. */
export interface Quote {
  amount: bigint;
  /** The challenge window in seconds; 300 unless stated. */
  window?: number;
  /** Another recipient than the gateway. */
  payTo?: string;
  /** More members of the 402 body. */
  more?: Record<string, unknown>;
  /** More members of `price` in the 402 body. */
  breakdown?: Record<string, string>;
}

/** One entry of `accepts`. */
export interface Requirement {
  scheme: string;
  network: string;
  amount: string;
  asset: string;
  payTo: string;
  maxTimeoutSeconds: number;
  extra: { name: string; version: string };
}

/** The requirement that a quote makes. */
export function requirement(quote: Quote): Requirement {
  return {
    scheme: 'exact',
    network: profile.network,
    amount: quote.amount.toString(),
    asset: profile.asset,
    payTo: quote.payTo ?? profile.payTo,
    maxTimeoutSeconds: quote.window ?? 300,
    extra: { name: profile.domainName, version: profile.domainVersion },
  };
}

const seen = new Map<string, Requirement>();

/** The first requirement of a path: a bent gateway keeps it for the headers. */
function firstOf(req: Req, quote: Quote): Requirement {
  const known = seen.get(req.path) ?? requirement(quote);
  seen.set(req.path, known);
  return known;
}

const offers = new Map<string, Quote>();

/** What a bent gateway takes for the price of a text call: any price that its path has asked for before. */
export function offered(quote: Quote, req: Req, amount: unknown): Quote {
  return (quote.breakdown && offers.get(`${req.path} ${String(amount)}`)) || quote;
}

function headers(quote: Quote, req: Req, error: string): Record<string, string> {
  const wanted = on('header-cached') ? firstOf(req, quote) : requirement(quote);
  const body = {
    x402Version: 2,
    error,
    resource: { url: `${options.origin}${req.path}`, description: req.route.summary, mimeType: 'application/json' },
    accepts: [wanted],
  };
  const encoded = Buffer.from(JSON.stringify(body)).toString('base64');
  const parts = Object.entries(wanted).filter(([name]) => name !== 'extra');
  return {
    'X-Payment-Required': encoded,
    'PAYMENT-REQUIRED': encoded,
    // The base64 form would be there a third time: clients have refused challenge headers above 3 kB.
    ...(on('www-authenticate-get') && req.method === 'GET'
      ? {}
      : {
          'WWW-Authenticate': `Payment realm="birch", ${parts.map(([name, value]) => `${name}="${value}"`).join(', ')}`,
        }),
    'Cache-Control': 'no-store',
  };
}

/** A 402 that says what is to be paid. */
function paymentRequired(
  quote: Quote,
  req: Req,
  error: string,
  message: string,
  more: Record<string, unknown> = {},
): HttpError {
  const shown = on('price-without-fee') && quote.breakdown ? quote.amount - FEE : quote.amount;
  const body = {
    x402Version: 2,
    accepts: [requirement(quote)],
    error,
    message,
    price: { amount: show(shown), currency: 'USDC', ...(quote.breakdown ? { breakdown: quote.breakdown } : {}) },
    paymentInfo: {
      network: on('payment-info-mainnet') ? 'eip155:8453' : profile.network,
      asset: profile.asset,
      x402Version: 2,
    },
    ...quote.more,
    ...more,
  };
  return new HttpError(402, body, headers(quote, req, error));
}

/** The challenge for a call without payment. */
export function challenge(quote: Quote, req: Req): HttpError {
  if (on('quote-remembered')) offers.set(`${req.path} ${quote.amount}`, quote);
  return paymentRequired(
    quote,
    req,
    'Payment Required',
    'Sign the authorization in accepts and send the call again with it.',
  );
}

/** A 402 for an authorization that failed its checks. */
export function refused(
  quote: Quote,
  req: Req,
  code: string,
  message: string,
  more: Record<string, unknown> = {},
): HttpError {
  return paymentRequired(quote, req, 'Payment verification failed', message, { code, ...more });
}

/** A 402 for a settlement that failed after the call. */
export function settlementFailed(quote: Quote, req: Req, more: Record<string, unknown> = {}): HttpError {
  return paymentRequired(
    quote,
    req,
    'Payment settlement failed',
    'The payment could not be settled. Nothing was charged.',
    more,
  );
}
