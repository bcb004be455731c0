import { controlPaid } from '../../calls/cheapest.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Exchange } from '../../http/exchange.ts';
import { otherPaidResponses } from './payment.receipt.response.ts';

/** A cache that stores a paid response serves it to callers who have not paid. */
export const receiptNotShared: ProtocolCheck = {
  id: 'payment.receipt.not-shared',
  async check(run) {
    for (const exchange of [await controlPaid(run), ...(await otherPaidResponses(run))]) {
      if (!isStorable(exchange)) continue;
      const { 'cache-control': control = null, expires = null, vary = null } = exchange.received.headers;
      return {
        verdict: 'fail',
        detail: 'A cache between the caller and the target may store a paid response and serve it to others.',
        expected: 'Cache-Control: no-store or private',
        actual: { 'cache-control': control, expires, vary },
        exchange,
      };
    }
    return { verdict: 'pass' };
  },
};

/** Whether a shared cache may serve a response to others (RFC 9111, sections 3 and 4.2.2). */
function isStorable({ sent, received: { headers } }: Exchange): boolean {
  const directives = new Map(
    (headers['cache-control'] ?? '').split(',').map((text) => {
      const [name = '', value = ''] = text.trim().toLowerCase().split('=');
      return [name, value];
    }),
  );
  if (['no-store', 'private', 'no-cache'].some((name) => directives.has(name))) return false;
  if (/(^|,)\s*(\*|payment-signature)\s*(,|$)/i.test(headers.vary ?? '')) return false;
  const age = directives.get('s-maxage') ?? directives.get('max-age');
  if (age !== undefined) return Number(age) > 0;
  // Without a lifetime, caches choose one for what was read with GET.
  return headers.expires !== undefined || directives.has('public') || sent.method === 'GET';
}
