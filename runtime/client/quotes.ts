import type { Quote } from '../money/formula.ts';
import { formatUsd, type Micro } from '../money/usd.ts';
import { isObject, read } from '../values/json.ts';
import type { Estimate } from './estimate.ts';
import { PaymentRefused } from './failures.ts';

/** Which quotes are signed: those that equal the estimate, those that are at most the estimate, or any. */
export type Quotes = 'exact' | 'at-most' | 'any';

/** How a client judges the amount of a challenge. */
export interface QuotePolicy {
  readonly quotes: Quotes;
  /** Share by which a quote may exceed an estimate that counts tokens, such as 0.5. */
  readonly tolerance: number;
  /** True where a budget bounds what is spent. */
  readonly isCapped: boolean;
}

/** A quote above the estimate, with the parts of both. Nothing was signed. */
export class QuoteRefused extends PaymentRefused {
  override readonly name = 'QuoteRefused';
  /** The price of the call by the specification; absent where it cannot be computed. */
  readonly estimate: Quote | undefined;
  /** The parts of the price in the challenge. */
  readonly breakdown: Readonly<Record<string, string>>;

  constructor(asked: Micro, body: unknown, { quote, isOpen, catalogs = [] }: Estimate) {
    const breakdown = breakdownOf(read(body, 'price', 'breakdown'));
    const expected = quote
      ? `${isOpen ? 'about ' : ''}${formatUsd(quote.amount)} USD${partsText(quote.breakdown)} by the client's estimate`
      : 'an amount that the client cannot estimate';
    const advice = isOpen
      ? 'A budget lets the gateway decide the price of what the specification does not have.'
      : `${catalogs.length > 0 ? "The rates that the client finds in the gateway's live catalog do not explain it; follow takes others. " : ''}The option quotes: 'any' accepts it within the budget.`;
    const amount = `${formatUsd(asked)} USD${partsText(breakdown)}`;
    super(
      'amount',
      quote && String(quote.amount),
      String(asked),
      `the call costs ${amount} by the challenge, and ${expected}. ${advice}`,
    );
    this.estimate = quote;
    this.breakdown = breakdown;
  }
}

/** Refuses an amount that the policy does not accept. The budget is checked later, when money is reserved. */
export function refusalOfAmount(
  asked: Micro,
  body: unknown,
  estimate: Estimate,
  { quotes, tolerance, isCapped }: QuotePolicy,
): QuoteRefused | undefined {
  const { quote, isOpen } = estimate;
  if (quotes === 'any') return undefined;
  const isEqual = !isOpen && asked === quote?.amount;
  const isBounded =
    quotes === 'at-most' && ((isOpen && isCapped) || (quote !== undefined && asked <= maxAmount(quote, tolerance)));
  return isEqual || isBounded ? undefined : new QuoteRefused(asked, body, estimate);
}

/** The maximum price of a call: the higher side of a documented conflict, or an estimate with the tolerance. */
function maxAmount({ amount, sides = [], isEstimate }: Quote, tolerance: number): Micro {
  const dearest = sides.reduce((dear, side) => (side > dear ? side : dear), amount);
  return isEstimate ? dearest + (dearest * BigInt(Math.round(tolerance * 1_000_000))) / 1_000_000n : dearest;
}

/** The parts of a price that are amounts. Other parts are left out. */
function breakdownOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  const parts = Object.entries(value).map(([name, part]) => [name, String(part)] as const);
  return Object.fromEntries(parts.filter(([name, part]) => /^\w{1,40}$/.test(name) && /^[\d.]{1,40}$/.test(part)));
}

function partsText(breakdown: Readonly<Record<string, string>>): string {
  const parts = Object.entries(breakdown).map(([name, part]) => `${name} ${part}`);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
