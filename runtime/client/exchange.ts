import type { Route } from '../operation/operation.ts';
import type { Terms } from './accept-offer.ts';
import { ClientError } from './client-error.ts';
import type { Estimate } from './estimate.ts';
import type { Estimator } from './estimator.ts';
import { ConnectionFailed, PaymentRefused } from './failures.ts';
import {
  type ClientOptions,
  defaultRetries,
  defaultTolerance,
  maxCallTime,
  type Settings,
  systemNow,
} from './options.ts';
import { challengeOf, type Payer, refusesRepeats, type SignedPayment } from './paying.ts';
import { refusalOfAmount } from './quotes.ts';
import type { Parts } from './request.ts';
import { type RetryResult, retrying } from './retry.ts';
import { type ConnectionOptions, send } from './send.ts';

/** A call to make. */
export interface Request {
  readonly route: Route;
  readonly parts: Parts;
  readonly settings: Settings;
  readonly estimate: Estimate;
  /** The deadline of one attempt; a stream has none. */
  readonly deadline?: () => AbortSignal;
}

/** A response, how often its request was sent before, and the payment that was sent for it. */
export interface Exchange extends RetryResult {
  readonly held?: SignedPayment | undefined;
}

/** Dependencies that all exchanges of a client share. */
interface ExchangeOptions {
  readonly options: ClientOptions;
  readonly connection: ConnectionOptions;
  readonly payer: Payer;
  readonly estimator: Estimator;
  /** Whether a budget bounds what is spent. */
  readonly isCapped: boolean;
}

/** Makes a function that makes calls, and pays for those that have a price. */
export function createExchange({
  options,
  connection,
  payer,
  estimator,
  isCapped,
}: ExchangeOptions): (request: Request) => Promise<Exchange> {
  const { now = systemNow, maxRetries: usual = defaultRetries } = options;

  /** Sends a request with or without a payment, and repeats it where that may help. */
  const exchange = async (request: Request, held?: SignedPayment): Promise<Exchange> => {
    const { route, settings, deadline } = request;
    const { signal } = settings;
    // Where the payment of a failed call is used up, a repeat is refused, and hides that nothing was charged.
    const maxRetries = held && refusesRepeats(options.host) ? 0 : (settings.maxRetries ?? usual);
    const attempt = () => {
      const signals = [signal, deadline?.()].flatMap((each) => each ?? []);
      return send({ ...settings, ...request, payment: held?.headers, signal: AbortSignal.any(signals) }, connection);
    };
    try {
      // A payment expires with its window, and a call does not wait longer than it may take.
      const maxWait = settings.timeout ?? options.timeout ?? maxCallTime;
      const mayRepeat = (wait: number) => wait <= maxWait && (held === undefined || now() + wait / 1000 < held.until);
      // A gateway cannot recognize a repeated call with a key, and may charge it twice.
      const isRepeatable = route.auth !== 'key' || route.operation.method === 'GET';
      return { ...(await retrying(attempt, { maxRetries, signal, mayRepeat, isRepeatable })), held };
    } catch (error) {
      // Once sent, a payment may be settled even if no response arrives.
      held?.reservation.spend();
      throw lost(request, error, held);
    }
  };

  /** Decides which amounts of a call are signed. */
  const judge = ({ settings }: Request, estimate: Estimate): Terms['refuse'] => {
    const { amount, quotes = 'at-most', tolerance = defaultTolerance } = { ...options, ...settings };
    if (hasPrice(estimate))
      return (asked, body) => refusalOfAmount(asked, body, estimate, { quotes, tolerance, isCapped });
    return (asked) => (asked === amount ? undefined : new PaymentRefused('amount', String(amount), String(asked)));
  };

  return async (request) => {
    const { route, settings, estimate } = request;
    const { pending, form } = settings;
    if (form && !route.operation.formFields) throw new TypeError(`${route.operation.id} does not accept forms.`);
    if (pending && now() < pending.until) return exchange(request, pending);

    const first = await exchange(request);
    const payable = first.answer.status === 402 && (route.auth === 'payment' || route.auth === 'wallet');
    if (!payable || !(hasPrice(estimate) || settings.amount !== undefined)) return first;
    const challenge = await challengeOf(first.answer);
    const sign = (refuse: Terms['refuse']) => payer.sign(route, refuse, challenge);
    return exchange(request, await estimator.sign(request, (estimate) => sign(judge(request, estimate))));
  };
}

function hasPrice({ quote, isOpen }: Estimate): boolean {
  return quote !== undefined || isOpen;
}

/** The error of a call whose response did not arrive, or was cut off. */
export function lost({ route, settings }: Request, error: unknown, held: SignedPayment | undefined): unknown {
  if (error instanceof ClientError || settings.signal?.aborted) return error;
  return new ConnectionFailed(route.operation.id, held || route.auth === 'key' ? undefined : false, error);
}
