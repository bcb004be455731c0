import { decodeHeader, encodeJson, paymentOf, withHeaders } from '../toolkit/messages.ts';
import { receiptHeaders, transactionHeader } from '../toolkit/payment-headers.ts';
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
      return withHeaders(response, change(decodeHeader(response.headers[receiptHeaders[0] ?? ''])));
    },
  };
}

/** The same text in each header of a receipt. */
const inEach = (text: string | undefined) => Object.fromEntries(receiptHeaders.map((name) => [name, text]));

const both = (original: Receipt) => inEach(encodeJson(original));

/** Receipts that do not match the payment. */
export const receipts: readonly Attack[] = defineAttacks({ callKind: 'call', pays: ['x402'], signs: 1 }, [
  receipt('receipt-missing', 'settles without a receipt', ['core-280', 'core-447'], () => ({
    ...inEach(undefined),
    [transactionHeader]: undefined,
  })),
  receipt('receipt-of-another-payer', 'sends a receipt of another payer', ['core-447'], (original) =>
    both({ ...original, payer: '0xbad0bad0bad0bad0bad0bad0bad0bad0bad0bad0' }),
  ),
  receipt('receipt-on-another-network', 'sends a receipt of another network', ['core-447'], (original) =>
    both({ ...original, network: 'eip155:1' }),
  ),
  receipt('receipt-for-more', 'sends a receipt for more than was paid', ['core-447'], (original) =>
    both({ ...original, amount: '99000000' }),
  ),
  receipt(
    'receipt-of-two-transactions',
    'names different transactions in the two receipt headers',
    ['core-447', 'core-448'],
    () => ({
      [transactionHeader]: `0x${'bad0'.repeat(16)}`,
    }),
  ),
  receipt('receipt-of-a-failure', 'sends a receipt of a failed settlement', ['core-280'], (original) =>
    both({ ...original, success: false }),
  ),
  receipt('receipt-unreadable', 'sends a receipt that is not JSON', ['core-447'], () => inEach('c2V0dGxlZA==')),
]);
