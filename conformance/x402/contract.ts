/** The contract of a seller without a specification: its routes, how it is paid, and the rules of the standard. */

import { standardTransport } from '@tollwright/runtime/x402/standard';
import type { Offer } from '../calls/challenge.ts';
import { fieldsOf } from '../common/json.ts';
import type { Contract, Operation, PaymentProfile } from '../contract/contract.ts';
import { routeName, type SellerRoute } from './routes.ts';
import { rulesOf, type Standard, sellerHost } from './standard.ts';

/** Decimals of USDC, which offers do not state. */
const decimals = 6;

/** Seconds that a payment is valid where an offer does not say. */
const usualWindow = 60;

/** Makes the contract of a seller; `offer` is one that it made, where it made one that wallets can pay. */
export function sellerContract(
  standard: Standard,
  routes: readonly SellerRoute[],
  title: string,
  offer: Offer | undefined,
): Contract {
  const payment = offer && profileOf(offer);
  return {
    contract: 1,
    service: { id: sellerHost, title, version: '', description: '', constants: {} },
    host: {
      id: sellerHost,
      title,
      group: sellerHost,
      auth: 'x402',
      prefix: '',
      absent: [],
      from: [],
      status: 'stated',
      ...(payment && { payment }),
    },
    schemas: {},
    operations: routes.map(operationOf),
    prices: {},
    catalogs: {},
    machines: {},
    errors: {},
    limits: [],
    scenarios: [],
    rules: rulesOf(standard),
    statements: standard.statements,
  };
}

/** How the seller is paid, by one of its offers. */
function profileOf({ network, asset, extra, maxTimeoutSeconds }: Offer): PaymentProfile {
  const { name, version } = fieldsOf(extra);
  const domain = typeof name === 'string' && typeof version === 'string' ? { name, version } : undefined;
  return {
    version: 2,
    scheme: 'exact',
    transport: {
      ...standardTransport,
      // Rules about sellers have schemas of their own.
      payment: { ...standardTransport.payment, schemas: {} },
      receipt: { headers: standardTransport.receipt.headers, success: {}, failure: {} },
      // No refusal of the standard has an error of its own.
      refusals: {} as PaymentProfile['transport']['refusals'],
      settles: 'after-upstream',
      // The standard leaves both open, and no rule about sellers reads them.
      claim: { uncharged: 'reusable', unanswered: 'reusable' },
      free: { never: [], unpriced: [] },
    },
    network: String(network),
    networkStatus: 'stated',
    asset: String(asset),
    decimals,
    ...(domain && { domain }),
    window: Number(maxTimeoutSeconds) || usualWindow,
    windowStatus: 'stated',
  };
}

function operationOf(route: SellerRoute): Operation {
  const path = route.path.split('?')[0] ?? '/';
  return {
    id: routeName(route),
    area: sellerHost,
    summary: routeName(route),
    // Calls name the method that the route has.
    method: route.method === 'GET' ? 'GET' : 'POST',
    path,
    template: path,
    wide: [],
    segments: {},
    responses: [],
    auth: 'payment',
    errors: [],
    conditions: [],
    ensures: [],
    example: {},
    from: [],
    status: 'stated',
  };
}
