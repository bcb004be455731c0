/** Rules about what a seller publishes, against what it asks for. */

import { formatUsd } from '@tollwright/runtime/money/usd';
import { failure, type Finding } from '../check/outcome.ts';
import { fieldsOf } from '../common/json.ts';
import { NotTestable } from '../http/interruption.ts';
import { routeName } from './routes.ts';
import { amountOf, type Seller } from './seller.ts';

/** Decimals of tokens that are worth a dollar: of USDC, and of tokens with the decimals of ether. */
const decimalsOfDollars = [6n, 18n];

/** The price of a description is the amount of the challenge, or within its bounds. */
export async function judgeStatedPrice(seller: Seller): Promise<Finding> {
  const priced = seller.payable.flatMap((challenge) =>
    challenge.route.price ? [{ ...challenge, price: challenge.route.price }] : [],
  );
  if (priced.length === 0) throw new NotTestable('open', 'No description states a price for a route.');
  for (const { route, price, offer, exchange } of priced) {
    const amount = amountOf({ offer });
    const fits = decimalsOfDollars.some((decimals) => {
      const unit = 10n ** (decimals - 6n);
      return price.min * unit <= amount && amount <= price.max * unit;
    });
    if (fits) continue;
    const [min, max] = [price.min, price.max].map(formatUsd);
    const detail = `${routeName(route)} asks for another price than its description states.`;
    return failure(detail, min === max ? `${min} USD` : `${min} to ${max} USD`, exchange, `${formatUsd(amount)} USD`);
  }
  return undefined;
}

/** Fields of an offer that a manifest may list. */
const terms = ['scheme', 'network', 'asset', 'payTo', 'amount'];

/** Each offer of a challenge that a manifest lists has the fields that it lists. */
export async function judgeListedTerms(seller: Seller): Promise<Finding> {
  const all = await Promise.all(seller.routes.map((route) => seller.challenge(route)));
  const listed = all.flatMap(({ route, offers, exchange }) =>
    route.accepts && route.accepts.length > 0 && offers.length > 0
      ? [{ route, offers, exchange, accepts: route.accepts }]
      : [],
  );
  if (listed.length === 0) throw new NotTestable('open', 'No manifest lists the requirements of a route.');
  for (const { route, offers, exchange, accepts } of listed) {
    const missing = accepts.find((entry) => !offers.some((offer) => agrees(entry, offer)));
    if (!missing) continue;
    const detail = `No offer of ${routeName(route)} is the one that its manifest lists.`;
    return failure(detail, missing, exchange, offers);
  }
  return undefined;
}

function agrees(entry: Readonly<Record<string, unknown>>, offer: Readonly<Record<string, unknown>>): boolean {
  return terms.every((name) => {
    const stated = fieldsOf(entry)[name];
    return stated === undefined || String(stated).toLowerCase() === String(offer[name]).toLowerCase();
  });
}
