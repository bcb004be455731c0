/** Rules about a field of the requirements, of an offer or of a receipt: each is a schema of the standard. */

import type { Failure, Finding } from '../check/outcome.ts';
import { schemaMismatch } from '../check/schema-mismatch.ts';
import { valueAt } from '../common/json.ts';
import type { Exchange } from '../http/exchange.ts';
import { NotTestable } from '../http/interruption.ts';
import { receiptOf } from './receipts.ts';
import { routeName, type SellerRoute } from './routes.ts';
import { boughtOf, isServed, type Seller } from './seller.ts';
import type { FieldRow, SellerRule } from './standard.ts';

/** A decoded object of the protocol, and the response that had it. */
interface Carried {
  readonly route: SellerRoute;
  readonly value: unknown;
  readonly exchange: Exchange;
  /** JSON pointer to it within the header. */
  readonly within: string;
}

/** Judges a field of the requirements of every route. */
export async function judgeChallenge(seller: Seller, row: FieldRow): Promise<Finding> {
  return judgeRows(seller, await challengesOf(seller), [row]);
}

/** Judges fields of every offer. */
export async function judgeOffers(seller: Seller, rows: NonNullable<SellerRule['offers']>): Promise<Finding> {
  const offers = (await challengesOf(seller)).flatMap(({ route, value, exchange }) => {
    const accepts = valueAt(value, '/accepts');
    return Array.isArray(accepts)
      ? accepts.map((offer: unknown, index) => ({ route, value: offer, exchange, within: `/accepts/${index}` }))
      : [];
  });
  if (offers.length === 0) throw new NotTestable('open', 'No challenge has an offer.');
  const failures = rows.map(({ scheme, network = '', ...row }) => {
    const own = offers.filter(
      ({ value }) =>
        (scheme === undefined || valueAt(value, '/scheme') === scheme) &&
        String(valueAt(value, '/network') ?? '').startsWith(network),
    );
    return { own, found: judgeRows(seller, own, [row]) };
  });
  if (failures.every(({ own }) => own.length === 0))
    throw new NotTestable('open', 'No offer is of this scheme and network.');
  return failures.find(({ found }) => found)?.found;
}

/** Judges a field of the receipt of every purchase that was served. */
export async function judgeReceipt(seller: Seller, row: FieldRow): Promise<Finding> {
  const purchases = await Promise.all(boughtOf(seller).map((challenge) => seller.purchase(challenge)));
  const receipts = purchases.flatMap(({ route, exchange }) => {
    const value = isServed(exchange) ? receiptOf(exchange) : undefined;
    return value === undefined ? [] : [{ route, value, exchange, within: '' }];
  });
  if (receipts.length === 0) throw new NotTestable('open', 'No call was served with a receipt that can be read.');
  return judgeRows(seller, receipts, [row]);
}

async function challengesOf(seller: Seller): Promise<readonly Carried[]> {
  const all = await Promise.all(seller.routes.map((route) => seller.challenge(route)));
  const readable = all.flatMap(({ route, exchange, requirements: value }) =>
    value === undefined ? [] : [{ route, value, exchange, within: '' }],
  );
  if (readable.length === 0)
    throw new NotTestable('unserved', 'No route returned a challenge whose header can be read.');
  return readable;
}

function judgeRows({ run }: Seller, carried: readonly Carried[], rows: readonly FieldRow[]): Failure | undefined {
  for (const { route, value, exchange, within } of carried) {
    for (const { at, schema } of rows) {
      const found = valueAt(value, at);
      const mismatch = schemaMismatch(run, schema, found);
      if (!mismatch) continue;
      const place = `${within}${at}`;
      const detail = `${place} of the header of ${routeName(route)}: ${found === undefined ? 'is missing' : mismatch.expected}.`;
      return { verdict: 'fail', detail, expected: schema, actual: found ?? null, at: place, exchange };
    }
  }
  return undefined;
}
