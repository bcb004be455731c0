import type { Operation } from '../contract.ts';
import { routeOf } from './failing-upstream.ts';
import { offerOf } from './offer.ts';
import type { ProtocolCheck } from './protocol-check.ts';
import { settledCalls } from './settled-calls.ts';

/** What leaves the wallet is what the challenge asked for, to the last micro-USDC. */
export const settledAsQuoted: ProtocolCheck = {
  id: 'payment.settled.as-quoted',
  async check(run) {
    const calls = await settledCalls(run);
    for (const { operation, challenge, exchange, payer, transfers } of calls) {
      const offer = offerOf(run, challenge);
      const expected = { amount: offer.amount, pay_to: offer.payTo, asset: offer.asset, network: offer.network, payer };
      for (const transfer of transfers) {
        const wrong = Object.entries(expected).find(([name, value]) => !sameText(Reflect.get(transfer, name), value));
        if (!wrong && isRouteOf(operation, transfer.route)) continue;
        return {
          verdict: 'fail',
          detail: `${operation.id} settled another ${wrong ? wrong[0] : 'route'} than it quoted.`,
          expected: { ...expected, route: routeOf(operation) },
          actual: transfer,
          exchange,
        };
      }
    }
    return { verdict: 'pass', detail: `Settlements compared: ${calls.flatMap(({ transfers }) => transfers).length}.` };
  },
};

/** Addresses are compared without the case of their checksum. */
function sameText(left: unknown, right: unknown): boolean {
  return String(left).toLowerCase() === String(right).toLowerCase();
}

/** Whatever a deployment writes in place of a parameter or a vendor's segment, the rest of the route is the same. */
function isRouteOf(operation: Operation, route: string): boolean {
  const pattern = operation.template
    .split('/')
    .map((part) => (part.includes('{') ? '[^ ]+' : part.replaceAll(/[^\w-]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${operation.method} ${pattern}$`).test(route);
}
