import { refusal } from './refusal.ts';

/** Deployments of one token differ in the name they sign under: a signature is good for one of them only. */
export const rejectedDomain = refusal({
  id: 'payment.rejected.domain',
  codes: ['PAYMENT_INVALID'],
  forge: () => [
    { what: 'signed under the name of another token', departure: { evm: { domain: { name: 'Another Coin' } } } },
    { what: 'signed under another version of the token', departure: { evm: { domain: { version: '99' } } } },
  ],
});
