import { refusal } from './refusal.ts';

/** Deployments of one token differ in their EIP-712 domain: a signature is valid for one of them only. */
export const rejectedDomain = refusal({
  id: 'payment.rejected.domain',
  codes: ['PAYMENT_INVALID'],
  forge: () => [
    {
      what: 'signed with the EIP-712 domain name of another token',
      departure: { evm: { domain: { name: 'Another Coin' } } },
    },
    { what: 'signed with another EIP-712 domain version', departure: { evm: { domain: { version: '99' } } } },
  ],
});
