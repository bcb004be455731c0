import { type Attack, type Described, decoded, encoded, family, paymentOf, withHeaders } from './attack.ts';

type Receipt = Readonly<Record<string, unknown>>;

/** An attack that changes the receipt of a call that was paid. */
function receipt(
  name: string,
  what: string,
  against: readonly string[],
  change: (receipt: Receipt) => Readonly<Record<string, string | undefined>>,
): Described {
  return {
    name,
    what,
    against,
    async play(call, send) {
      const answer = await send(call);
      if (paymentOf(call) === undefined || answer.status !== 200) return answer;
      return withHeaders(answer, change(decoded(answer.headers['payment-response'])));
    },
  };
}

const both = (told: Receipt) => ({ 'payment-response': encoded(told), 'x-payment-response': encoded(told) });

/** Answers that were paid for and tell something else of the payment. */
export const receipts: readonly Attack[] = family({ callKind: 'call', pays: ['x402'], signs: 1 }, [
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
