import type { Route } from '../operation/operation.ts';
import type { Terms } from './accept-offer.ts';
import { ClientError } from './client-error.ts';
import type { Estimate } from './estimate.ts';
import type { Estimator } from './estimator.ts';
import { ConnectionFailed, PaymentRefused } from './failures.ts';
import { type ClientOptions, type Settings, slowest, systemNow, usualRetries, usualTolerance } from './options.ts';
import { challengeOf, type Held, type Payer } from './paying.ts';
import { refusalOfAmount } from './quotes.ts';
import type { Parts } from './request.ts';
import { type Answered, retrying } from './retry.ts';
import { type Sending, send } from './send.ts';

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
export interface Exchange extends Answered {
  readonly held?: Held | undefined;
}

/** What exchanges of a client have in common. */
interface Means {
  readonly options: ClientOptions;
  readonly sending: Sending;
  readonly payer: Payer;
  readonly estimator: Estimator;
  /** Whether a budget bounds what is spent. */
  readonly isCapped: boolean;
}

/** Makes a function that makes calls, and pays for those that have a price. */
export function createExchange({
  options,
  sending,
  payer,
  estimator,
  isCapped,
}: Means): (request: Request) => Promise<Exchange> {
  const { now = systemNow, maxRetries: usual = usualRetries } = options;

  /** Sends a request with or without a payment, again where that may help. */
  const exchange = async (request: Request, held?: Held): Promise<Exchange> => {
    const { route, settings, deadline } = request;
    const { signal, maxRetries = usual } = settings;
    const attempt = () => {
      const signals = [signal, deadline?.()].flatMap((each) => each ?? []);
      return send({ ...settings, ...request, payment: held?.headers, signal: AbortSignal.any(signals) }, sending);
    };
    try {
      // A payment ends with its window, and a call that would wait beyond its own time has its result.
      const longest = settings.timeout ?? options.timeout ?? slowest;
      const mayRepeat = (wait: number) => wait <= longest && (held === undefined || now() + wait / 1000 < held.until);
      // Nothing makes a second call with a key the same as the first.
      const isRepeatable = route.auth !== 'key' || route.operation.method === 'GET';
      return { ...(await retrying(attempt, { maxRetries, signal, mayRepeat, isRepeatable })), held };
    } catch (error) {
      // Once sent, a payment may be settled even if no response arrives.
      held?.reservation.spend();
      throw lost(request, error, held);
    }
  };

  /** Which amounts of a call are signed. */
  const judge = ({ settings }: Request, estimate: Estimate): Terms['refuse'] => {
    const { amount, quotes = 'at-most', tolerance = usualTolerance } = { ...options, ...settings };
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
    // The earlier payment has expired, and may have settled before that.
    pending?.reservation.lapse();
    const challenge = await challengeOf(first.answer);
    const sign = (refuse: Terms['refuse']) => payer.sign(route, refuse, challenge);
    return exchange(request, await estimator.sign(request, (estimate) => sign(judge(request, estimate))));
  };
}

function hasPrice({ quote, isOpen }: Estimate): boolean {
  return quote !== undefined || isOpen;
}

/** The error of a call whose response did not arrive, or not to its end. */
export function lost({ route, settings }: Request, error: unknown, held: Held | undefined): unknown {
  if (error instanceof ClientError || settings.signal?.aborted) return error;
  return new ConnectionFailed(route.operation.id, held || route.auth === 'key' ? undefined : false, error);
}
