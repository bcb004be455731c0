import { encodeJson } from '../toolkit/json.ts';
import { decodeHeader, paymentOf, withHeaders } from '../toolkit/messages.ts';
import { type Attack, type AttackDefinition, defineAttacks } from './attack.ts';

type Receipt = Readonly<Record<string, unknown>>;

/** An attack that changes the receipt of a call that was paid. */
function receipt(
  name: string,
  what: string,
  against: readonly string[],
  change: (receipt: Receipt) => Readonly<Record<string, string | undefined>>,
): AttackDefinition {
  return {
    name,
    what,
    against,
    async play(request, forward) {
      const response = await forward(request);
      if (paymentOf(request) === undefined || response.status !== 200) return response;
      return withHeaders(response, change(decodeHeader(response.headers['payment-response'])));
    },
  };
}

const both = (told: Receipt) => ({ 'payment-response': encodeJson(told), 'x-payment-response': encodeJson(told) });

/** Answers that were paid for and tell something else of the payment. */
export const receipts: readonly Attack[] = defineAttacks({ callKind: 'call', pays: ['x402'], signs: 1 }, [
  receipt('receipt-missing', 'settles without a receipt', ['core-280', 'core-447'], () => ({
    'payment-response': undefined,
    'x-payment-response': undefined,
    'x-payment-receipt': undefined,
  })),
  receipt('receipt-of-another-payer', 'hands out the receipt of another payer', ['core-447'], (told) =>
    both({ ...told, payer: '0xbad0bad0bad0bad0bad0bad0bad0bad0bad0bad0' }),
  ),
  receipt('receipt-on-another-network', 'hands out a receipt of another network', ['core-447'], (told) =>
    both({ ...told, network: 'eip155:1' }),
  ),
  receipt('receipt-for-more', 'hands out a receipt for more than was paid', ['core-447'], (told) =>
    both({ ...told, amount: '99000000' }),
  ),
  receipt(
    'receipt-of-two-transactions',
    'names one transaction in one header and another in the other',
    ['core-447', 'core-448'],
    () => ({
      'x-payment-receipt': `0x${'bad0'.repeat(16)}`,
    }),
  ),
  receipt('receipt-of-a-failure', 'answers with a receipt that says that nothing was settled', ['core-280'], (told) =>
    both({ ...told, success: false }),
  ),
  receipt('receipt-unreadable', 'answers with a receipt that is no JSON', ['core-447'], () => ({
    'payment-response': 'c2V0dGxlZA==',
    'x-payment-response': 'c2V0dGxlZA==',
  })),
]);
